"""Published values of games without a last round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import galakit as gk
from galakit.game.game import Game
from solvers.stochastic.rules import Table


@pytest.mark.parametrize(("delta", "slices"), [("1/2", 3), ("2/3", 5), ("3/4", 7), ("9/10", 19)])
def test_rubinsteins_proposer_gets_one_over_one_plus_delta(delta, slices):
    # Rubinstein (1982): the share 1 / (1 + delta), which these pies can be cut into.
    solution = gk.solve(gk.load("rubinstein", slices=slices, delta=delta))
    share = 1 / (1 + Fraction(delta))
    assert solution.exact and solution.gap == 0 and solution.value == (share, 1 - share)
    assert solution.found["most to gain from any state on"] == 0


@pytest.mark.parametrize(("start", "goal", "chance"), [(3, 8, "9/20"), (5, 10, "1/2"), (1, 12, "2/3")])
def test_the_gamblers_ruin_has_its_closed_form(start, goal, chance):
    # Feller I, XIV.2.
    p = Fraction(chance)
    solution = gk.solve(gk.load("gamblers_ruin", start=start, goal=goal, chance=chance, bold="no"))
    r = (1 - p) / p
    expected = Fraction(start, goal) if p == Fraction(1, 2) else (1 - r**start) / (1 - r**goal)
    assert solution.value == (expected,) and solution.exact


def test_bold_play_is_optimal_at_unfavourable_odds():
    # Dubins & Savage (1965). Bold play from 3 of 8: win 6, then win, or fall back to 4 and win.
    p = Fraction(9, 20)
    bold = p * (p + (1 - p) * p)
    solution = gk.solve(gk.load("gamblers_ruin"))
    assert solution.value == (bold,) and solution.gap == 0
    timid = gk.solve(gk.load("gamblers_ruin", bold="no"))
    assert timid.value < solution.value
    favourable = gk.solve(gk.load("gamblers_ruin", chance="11/20"))
    assert favourable.value == gk.solve(gk.load("gamblers_ruin", chance="11/20", bold="no")).value


def test_piglet_has_the_values_that_neller_and_presser_derive():
    # Neller & Presser (2004), Piglet with a goal of 2: the player to move wins with probability 4/7 at 0:0, 5/7 with 1
    # point at stake, 2/5 behind by 1 and 4/5 ahead by 1, 2/3 at 1:1.
    solution = gk.solve(gk.load("pig", goal=2, scores=[1]))
    assert solution.exact and solution.gap == 0
    assert solution.value == (2 * Fraction(4, 7) - 1, 1 - 2 * Fraction(4, 7))
    held = solution.after("1").values
    assert held["roll"] == 2 * Fraction(5, 7) - 1  # at 0:0 with a turn of 1
    assert held["hold"] == 1 - 2 * Fraction(2, 5)  # the other then is behind by 1, and to move
    assert solution.after("1").best == ("roll",)
    both = solution.after("1, hold, 1").values
    assert both["hold"] == 1 - 2 * Fraction(2, 3)


def test_pig_to_ten_is_solved_in_floating_point():
    solution = gk.solve(gk.load("pig"))
    assert not solution.exact and solution.gap < 1e-12
    assert solution.value[0] == pytest.approx(-solution.value[1], abs=1e-12)
    assert 0.5 < (1 + solution.value[0]) / 2 < 1


@pytest.mark.slow
def test_the_first_player_wins_pig_with_the_published_probability():
    # Neller & Presser (2004): 53.06 %.
    game = gk.load("pig", goal=100)
    game.limit_states = 3_000_000
    solution = gk.solve(game)
    assert (1 + solution.value[0]) / 2 == pytest.approx(0.5306, abs=5e-5) and solution.gap < 1e-9


@pytest.mark.parametrize("delta", [Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_a_stochastic_game_may_have_an_irrational_value(delta):
    # Shapley (1953): v = val [[2, delta v], [delta v, 1]], hence (2 delta - delta^2) v^2 - 3 v + 2 = 0.
    end, on = [(None, Fraction(1))], [(0, delta), (None, 1 - delta)]
    rows = {(0, (0, 0)): ((2, -2), end), (0, (1, 1)): ((1, -1), end)}
    rows |= {(0, (0, 1)): ((0, 0), on), (0, (1, 0)): ((0, 0), on)}
    solution = gk.solve(Game(Table(["a", "b"], {0: [(0, 2), (1, 2)]}, rows)))
    d = float(2 * delta - delta**2)
    assert solution.value[0] == pytest.approx((3 - sqrt(9 - 8 * d)) / (2 * d), abs=1e-10)
    assert solution.gap < 1e-10 and solution.found["other equilibria"].startswith("worth the same")


def test_defection_is_the_markov_perfect_equilibrium_of_the_repeated_dilemma():
    on = [(0, Fraction(9, 10)), (None, Fraction(1, 10))]
    paid = {(0, 0): (2, 2), (0, 1): (0, 3), (1, 0): (3, 0), (1, 1): (1, 1)}
    rows = {(0, made): (amounts, on) for made, amounts in paid.items()}
    solution = gk.solve(Game(Table(["a", "b"], {0: [(0, 2), (1, 2)]}, rows)))
    assert solution.value == (10, 10) and solution.gap == 0 and solution.exact


def test_fishers_overfish():
    # Levhari & Mirman (1980): the equilibrium is worth less to both than what they could agree on: taking 3 of 6 each
    # season, which is (3 + 5) / 2 to each, for ever.
    solution = gk.solve(gk.load("fish_war"))
    assert solution.gap < 1e-9 and solution.value[0] == pytest.approx(32)
    assert solution.value[0] < (3 + 5) / 2 / (1 - 0.9)


NOISY_DILEMMA = """
game(noisy_dilemma, [
    players : [ann, bob],
    params : [delta, p = 9/10, q = 1/2, r = 1/5],
    flow : repeat((choose(ann, A, member(A, [effort, shirk])), choose(bob, B, member(B, [effort, shirk])),
                   reveal(all, A - B), pays(A, B, P, Q), payoff(ann, P), payoff(bob, Q),
                   signal(A, B, $p, $q, $r, Good),
                   choose(nature([good : Good, bad : 1 - Good]), S, member(S, [good, bad])), reveal(all, S),
                   if(S = bad, end), discount($delta)),
                  until(fail))
]).
pays(effort, effort, 2, 2).
pays(effort, shirk, -1, 3).
pays(shirk, effort, 3, -1).
pays(shirk, shirk, 0, 0).
signal(effort, effort, P, _, _, P) :- !.
signal(shirk, shirk, _, _, R, R) :- !.
signal(_, _, _, Q, _, Q).
"""


@pytest.mark.parametrize(("delta", "supported"), [("1/2", False), ("10/17", True), ("3/5", True), ("9/10", True)])
def test_effort_in_the_noisy_dilemma_needs_patience(delta, supported):
    """Mailath & Samuelson (2006), Repeated games and reputations, section 7.2: both shirk for ever after a bad signal.

    They make an effort before it iff delta >= 1 / (3 p - 2 q), which is 10/17, and get 2 / (1 - delta p).
    """
    solution = gk.solve(gk.loads(NOISY_DILEMMA, delta=delta))
    assert solution.gap < 1e-9
    if not supported:
        assert solution.value == (0, 0) and solution.exact
    effort = replace(solution.policy.profile, play=np.array([Fraction(1), Fraction(0)] * 2, dtype=object))
    certificate = effort.certify()
    assert certificate.value == (2 / (1 - Fraction(delta) * Fraction(9, 10)),) * 2
    assert (certificate.gap == 0) == supported
