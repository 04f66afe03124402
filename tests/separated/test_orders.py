"""Payoffs that go by an order: the same whether pairs are listed or not, and 10,000 cards are no more than many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.game.game import Game
from galakit.separated import orders
from galakit.separated.counting import count
from galakit.separated.factored import factor
from galakit.separated.steps import Steps
from galakit.separated.symmetry import exchanges
from galakit.solution.factored import orders as separated_orders
from galakit.solution.factored.certificate import certify
from tests.separated.programme import value
from tests.solution.factored.test_certificate import random_strategies

GAME = """
game(higher, [
    players : [a, b],
    objects : [deck : {suits} * {ranks}],
    flow : ({draws},
            worth(A, X), worth(B, Y),
            reveal(a, {sees}), reveal(b, B),
            choose(a, M, member(M, [1, 2])), reveal(b, M),
            choose(b, N, member(N, [fold, call])),
            if(N = fold, outcome([M, 1 - M]), true),
            {showdown})
]).
{worths}
"""
DEALT = "choose(nature, A, deal(deck, 1, [A])), choose(nature, B, deal(deck, 1, [B]))"
AT_ONCE = "choose(nature, (A, B), (deal(deck, 1, [A]), deal(deck, 1, [B])))"
APART = "choose(nature, A, member(A, [(1,1), (1,2), (1,1)])), choose(nature, B, deal(deck, 1, [B]))"
IN_STEPS = (
    "choose(nature, A, member(A, [(1,1), (1,2), (1,1)])), "
    "choose(nature, K, member(K, [1, 2])), choose(nature, R, between(1, K, R)), B = (1, R)"
)
DEPENDENT = "choose(nature, K, member(K, [1, 2])), A = (1, K), choose(nature, R, between(1, K, R)), B = (1, R)"
OF_NUMBERS = [">", "<", ">=", "=<", "=:=", "=\\="]
OF_TERMS = ["@>", "@<", "@>=", "@=<", "==", "\\==", "=", "\\="]


@st.composite
def games(draw):
    suits, ranks = draw(st.sampled_from([(1, 4), (2, 2), (2, 3), (1, 6)]))
    cards = [(s, r) for s in range(1, suits + 1) for r in range(1, ranks + 1)]
    worths = "\n".join(f"worth(({s},{r}), {draw(st.integers(0, 4))})." for s, r in cards)
    p, q, r = (draw(st.integers(-3, 3)) for _ in range(3))
    if draw(st.booleans()):
        one, other = draw(st.sampled_from([("X", "Y"), ("Y", "X")]))
        test, second = (draw(st.sampled_from(tests)) for tests in [draw(st.sampled_from([OF_NUMBERS, OF_TERMS]))] * 2)
        showdown = (
            f"if({one} {test} {other}, outcome([{p}, 1 - {p}]), "
            f"if(X {second} Y, outcome([M * {q}, 1 - M * {q}]), outcome([{r}, 1 - {r}])))"
        )
    else:
        worths += f"\npays(<, {p}).\npays(=, {q}).\npays(>, {r})."
        showdown = "(compare(O, X, Y), pays(O, P), Q is 1 - P, outcome([P, Q]))"
    draws = draw(st.sampled_from([DEALT, AT_ONCE, APART, IN_STEPS]))
    sees = draw(st.sampled_from(["A", "X"]))
    return GAME.format(suits=suits, ranks=ranks, draws=draws, sees=sees, showdown=showdown, worths=worths)


def dense(stage):
    """Payoffs by classes, however these are arranged."""
    rows, columns = (side.classes.place for side in stage.sides)
    return [m.toarray()[rows[:, None], columns[None, :]] for m in stage.matrices]


@given(games())
def test_payoffs_by_order_are_those_of_the_pairs(text):
    one, other = gk.loads(text), gk.loads(text)
    listed = factor(one.separated)
    sizes = count(one.separated)
    strategies = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orders, "MANY", 0)
        by_order = factor(other.separated)
        assert count(other.separated) == sizes
        strategies = random_strategies(by_order)
        patch.setattr(separated_orders, "MANY", 0)
        quick = certify(by_order, strategies)
    assert all(isinstance(m, Steps) for m in by_order.stages[-1].matrices)
    built = Game(one.rules).size()
    assert (sizes.nodes, sizes.information_sets) == (built.nodes, built.information_sets)
    for a, b in zip(listed.stages, by_order.stages):
        assert np.array_equal(a.leaves, b.leaves) and np.array_equal(a.factors, b.factors)
        for ours, theirs in zip(dense(a), dense(b)):
            assert ours == pytest.approx(theirs, abs=1e-12)
    slow = certify(by_order, strategies)
    assert quick.value == pytest.approx(slow.value, abs=1e-12)
    assert quick.gains == pytest.approx(slow.gains, abs=1e-12)


def test_draws_that_depend_on_the_other_players_are_met_pair_by_pair(monkeypatch):
    text = GAME.format(
        suits=1, ranks=2, draws=DEPENDENT, sees="A", worths="worth((_, R), R).",
        showdown="if(X > Y, outcome([M, 1 - M]), outcome([1 - M, M]))",
    )  # fmt: skip
    expected = float(gk.solve(gk.loads(text), "lp").value[0])
    monkeypatch.setattr(orders, "MANY", 0)
    monkeypatch.setattr(separated_orders, "MANY", 0)
    assert value(factor(gk.loads(text).separated)) == pytest.approx(expected)
    solution = gk.solve(gk.loads(text), "factored", gap=1e-4)
    assert solution.gap <= 1e-4 and solution.value[0] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("case", [{"ranks": 5}, {"ranks": 3, "suits": 2}])
def test_what_rows_do_to_prefix_sums_is_a_product(case, monkeypatch):
    monkeypatch.setattr(orders, "MANY", 0)
    separated = gk.load("poker", **case).separated
    stage = factor(separated, exchanges(separated)).stages[0]
    rows, columns = (side.classes for side in stage.sides)
    for matrix in (*stage.matrices, *(-m.T.tocsr() for m in stage.matrices)):
        own, other = (rows, columns) if matrix.shape == stage.matrices[0].shape else (columns, rows)
        start, at, factors = matrix.terms(other.size)
        vector = np.random.default_rng(1).random(other.count)
        prefix = np.concatenate([[0], np.cumsum(vector * other.size), vector])
        for i in range(own.count):
            terms = slice(start[i], start[i + 1])
            assert factors[terms] @ prefix[at[terms]] == pytest.approx(matrix.toarray()[i] @ vector, abs=1e-12)


def test_a_comparison_of_what_cannot_be_sorted_fails_where_it_is_asked():
    text = """
game(uneven, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2, three])),
            choose(nature, D, member(D, [1, 2])),
            reveal(a, C),
            choose(a, M, member(M, [stop, go])),
            if(M = stop, outcome([0, 0]), true),
            if(C @> 2, outcome([1, -1]), true),
            if(C > D, outcome([2, -2]), outcome([-2, 2])))
]).
"""
    assert value(factor(gk.loads(text).separated)) == pytest.approx(float(gk.solve(gk.loads(text), "lp").value[0]))


def test_thousands_of_cards_are_counted_solved_and_certified():
    """One-card poker comes ever closer to its version with hands from an interval."""
    solution = gk.solve(gk.load("poker", ranks=2500), gap=1e-3)
    assert solution.method == "factored" and solution.gap <= 1e-3
    assert solution.size.nodes == 1 + 2500 * 2499 * 9
    few = gk.solve(gk.load("poker", ranks=150), "lp", exact=False)
    assert solution.value[0] == pytest.approx(float(few.value[0]), abs=2e-3)
