"""Games with ordered signals are recognised; others are refused for the assumption that fails, and with good reason."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.abstraction.ordered import broken
from galakit.errors import GalakitError
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from galakit.solution.factored.certificate import certify
from galakit.solvers.factored.minimise import minimise
from galakit.solvers.regret.updates import UPDATES
from tests.abstraction.exactly import exact_value

ORDERED = [("kuhn", {}), ("leduc", {}), ("poker", {"ranks": 4, "suits": 2}), ("poker", {"ranks": 5, "cards": 2}),
           ("rhode_island", {"ranks": 4, "suits": 2}), ("rhode_island", {"ranks": 5, "suits": 1})]  # fmt: skip
REFUSED = [
    ("liars_dice", {"faces": 3}, "payoffs must rise with one order of signals: what first is paid rises with no order"),
    # Cards that lie face up before one player count for him only: the order is not a common one.
    ("stud_poker", {}, "rises with another order than what another is paid"),
    ("second_price_auction", {}, "players must see each other's moves"),
]

# Two is asked only when the draw is 1 or 2, and one, who is shown whether it is odd, does not see it. Draws 1 and 2
# lead to the same moves with the same payoffs; but on 2 one knows where he is.
FIGURE_TWO = """
game(figure_two, [
    players : [one, two],
    flow : (choose(nature, N, member(N, [1, 2, 3, 5])),
            Odd is N mod 2,
            reveal(one, odd(Odd)),
            if(N < 3, (choose(two, M, member(M, [stop, go])),
                       if(M = stop, outcome([1, -1]), true)), true),
            choose(one, Way, member(Way, [left, right])),
            if(N < 3, if(Way = left, outcome([4, -4]), outcome([0, 0])),
                      if(Way = left, outcome([0, 0]), outcome([3, -3]))))
]).
"""

# One is paid by K > J1 ~ J2, two by J2 > K > J1.
TWO_ORDERS = """
game(two_orders, [
    players : [one, two],
    objects : [deck : [j1, j2, k]],
    variables : [card(one), card(two)],
    flow : (play_round(deal_card),
            choose(one, M, member(M, [pass, bet])),
            reveal(two, M),
            if(M = pass, outcome([-1, 1]), true),
            choose(two, A, member(A, [fold, call])),
            if(A = fold, outcome([1, -1]), true),
            pays($card(one), $card(two), X),
            outcome([X, -X])),
    deal_card : (choose(nature, Card, deal(deck, 1, [Card])), reveal($player, card(Card)), card($player) gets Card)
]).
pays(j1, j2, -3).
pays(j1, k, -2).
pays(j2, j1, 2).
pays(j2, k, -2).
pays(k, j1, 3).
pays(k, j2, -2).
"""

DEPENDENT = """
game(dependent, [
    players : [one, two],
    flow : (choose(nature, N, member(N, [1, 2, 3])),
            reveal(one, N),
            if(N > 1, (reveal(all, asked), choose(two, M, member(M, [stop, go]))), M = none),
            if(M = go, outcome([1, -1]), outcome([0, 0])))
]).
"""

SHARED = """
game(shared, [
    players : [one, two, three],
    flow : (choose(nature, N, member(N, [1, 2])),
            reveal([one, two], N),
            choose(one, M, member(M, [stop, go])),
            if((M = go, N = 1), outcome([1, 0, 0]), outcome([0, 0, 0])))
]).
"""


@pytest.mark.parametrize(("name", "params"), ORDERED)
def test_poker_is_a_game_with_ordered_signals(name, params):
    separated = gk.load(name, **params).separated
    assert broken(separated) is None
    assert broken(separated, exchanges(separated)) is None


@pytest.mark.parametrize(("name", "params", "reason"), REFUSED)
def test_a_shipped_game_that_is_not_ordered_says_why(name, params, reason):
    assert reason in str(broken(gk.load(name, **params).separated))


@pytest.mark.parametrize(
    ("text", "assumption", "reason"),
    [
        (FIGURE_TWO, "players must see each other's moves", "one decides once without knowing how the others moved"),
        (TWO_ORDERS, "payoffs must rise with one order of signals", "rises with another order than what another"),
        (DEPENDENT, "who moves must not depend on what is drawn", "two has a decision that some draws do not lead to"),
        (SHARED, "a signal must be shown to one player or to all", "one and two are shown what others are not"),
    ],
)
def test_the_assumption_that_fails_is_named(text, assumption, reason):
    found = broken(gk.loads(text).separated)
    assert found is not None and found.assumption == assumption and reason in found.reason


@pytest.mark.parametrize(
    ("text", "together", "value", "smaller", "gains"),
    [(FIGURE_TWO, (0, 1), "2", "13/8", 0.75), (TWO_ORDERS, (0, 1), "-2/3", "-5/6", 1 / 6)],
    ids=["figure 2", "J1, J2, K"],
)
def test_shrinking_anyway_loses_the_equilibrium(text, together, value, smaller, gains):
    """The examples of section 3.1: what looks alike to one player is taken for one, and he plays worse for it."""
    game = gk.loads(text)
    separated = game.separated
    values = separated.actions.situations[0][0].signal
    labels = np.arange(separated.signal(values).classes)
    labels[list(together)] = 0
    labels = np.unique(labels, return_inverse=True)[1]
    form = factor(separated, labels={(0, values): labels})
    assert str(exact_value(factor(separated))) == str(gk.solve(game, "lp").value[0]) == value
    assert str(exact_value(form)) == smaller
    found = minimise(form, UPDATES["dcfr"], iterations=2000)
    certificate = certify(form, found.strategies)
    assert found.gap < 0.01 and float(sum(certificate.gains)) == pytest.approx(gains, abs=0.03)
    with pytest.raises(GalakitError, match="GameShrink does not suit this game"):
        gk.solve(game, "factored", shrink="gameshrink")
