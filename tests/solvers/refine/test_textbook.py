"""Published answers about credibility and forward induction that no other file tests: reputation, outside options, burning."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from galakit.solvers.normal.dominance import eliminate
from solvers.refine.test_proper import OUTSIDE_OPTION

# The weak chain store gets 2 without entry, 0 where it shares and -1 where it fights; the tough one always fights. A
# rival gets 1/2 where the store shares, -1/2 where it fights. The second rival has seen what the store did to the first.
REPUTATION = """
game(reputation, [
    players : [chain, first, second],
    params : [tough = 1/5],
    flow : (choose(nature([tough : $tough, weak : 1 - $tough]), T, member(T, [tough, weak])), reveal(chain, T),
            town(first, T), town(second, T), end),
    town(rival, t) :
        (choose($rival, E, member(E, [enter, out])), reveal([chain, second], E),
         if(E = out, payoff(chain, 2), met($rival, $t))),
    met(rival, t) :
        (replies($t, Replies), choose(chain, R, member(R, Replies)), reveal(second, R), paid(R, Store, Rival),
         payoff(chain, Store), payoff($rival, Rival))
]).
replies(tough, [fight]).
replies(weak, [share, fight]).
paid(share, 0, 1/2).
paid(fight, -1, -1/2).
"""

# One may throw away 1 before the battle of the sexes, and Two sees whether.
BURNING = """
game(burning, [
    players : [one, two],
    flow : (choose(one, B, member(B, [keep, burn])), reveal(two, B),
            choose(one, X, member(X, [top, bottom])), choose(two, Y, member(Y, [left, right])),
            if(B = burn, payoff(one, -1)), pays(X, Y, P, Q), payoff(one, P), payoff(two, Q), end)
]).
pays(top, left, 3, 1) :- !.
pays(bottom, right, 1, 3) :- !.
pays(_, _, 0, 0).
"""


def test_a_weak_store_fights_for_its_reputation_just_so_often_that_the_next_rival_cannot_tell():
    """Kreps & Wilson (1982), Reputation and imperfect information, with two towns, a = 2, b = 1/2 and delta < b^2.

    The first rival enters; the weak store fights with probability (1 - b) delta / (b (1 - delta)), after which it is
    tough with probability b, and the second rival stays out with probability 1 / a.
    """
    solution = gk.solve(gk.loads(REPUTATION), credible=True)
    assert solution.gap < 1e-9 and gk.sequential(solution).sequential
    assert solution.at("first", "").probabilities["enter"] == pytest.approx(1)
    assert solution.at("chain", "weak, enter").probabilities["fight"] == pytest.approx(1 / 4, abs=1e-6)
    assert solution.at("second", "fight").probabilities["out"] == pytest.approx(1 / 2, abs=1e-6)


def test_a_likely_enough_reputation_keeps_the_first_rival_out():
    """The same with b > delta > b^2: the first stays out for fear of a fight, the last enters, who need not fear one.

    The store gets 2 and, where it is tough, -1; the last rival 1/2, and -1/2 where the store is tough.
    """
    solution = gk.solve(gk.loads(REPUTATION, tough="2/5"), credible=True)
    assert solution.at("first", "").probabilities["out"] == pytest.approx(1, abs=1e-6)
    assert solution.value == pytest.approx((1.6, 0, 0.1), abs=1e-6)


def test_forward_induction_brings_the_outside_option_its_better_use():
    """Kohlberg & Mertens (1986): in and bottom is worse than out, so in means top, and elimination leaves (3, 1)."""
    table = gk.loads(OUTSIDE_OPTION).normal_form()
    found = eliminate([payoffs for payoffs, _ in table.tables], weak=True)
    assert [[table.names[p][k] for k in own] for p, own in enumerate(found.kept)] == [["in top"], ["left"]]


def test_who_could_burn_money_need_not():
    """van Damme (1989), Stable equilibria and forward induction; Ben-Porath & Dekel (1992)."""
    game = gk.loads(BURNING)
    table = game.normal_form()
    found = eliminate([payoffs for payoffs, _ in table.tables], weak=True)
    left = [table.tables[p][0][tuple(own[0] for own in found.kept)] for p in (0, 1)]
    scales = [scale for _, scale in table.tables]
    assert [Fraction(int(x), int(s)) for x, s in zip(left, scales)] == [3, 1]
    assert all(len({str(table.names[p][k]).split()[0] for k in own}) == 1 for p, own in enumerate(found.kept))
    several = gk.solve(game, "extreme")
    assert {one.value for one in several} > {(3, 1)}  # others are equilibria, too
