"""Teams against one adversary: known games, and the methods against brute force on random ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog

import galakit as gk
from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm
from galakit.solvers.team.independent import independent
from galakit.solvers.team.setting import setting


@pytest.mark.parametrize("sides", [2, 3])
def test_the_price_of_not_correlating(sides):
    """Basilico, Celli, De Nittis & Gatti (2017): with m moves each, 1/m for a lottery and 1/m^2 alone."""
    game = gk.load("team_pennies", sides=sides)
    alone = gk.team(game, ["ann", "bob"])
    assert alone.value == Fraction(1, sides**2) and alone.complete and alone.exact
    assert 0 <= alone.bound - alone.value <= 1e-3
    together = gk.team(game, ["ann", "bob"], correlated=True)
    assert together.value == together.bound == Fraction(1, sides)
    assert [joint.probability for joint in together.lottery] == [Fraction(1, sides)] * sides


def one_shot(payoffs: list[int]) -> Game:
    """Two moves for each of three players; the team's payoff by (a, b, c) in order."""
    rows = "".join(f"pays({k >> 2}, {k >> 1 & 1}, {k & 1}, {payoff}).\n" for k, payoff in enumerate(payoffs))
    return gk.loads(
        "game(shot, [players : [a, b, c], flow : (choose(a, X, member(X, [0, 1])), choose(b, Y, member(Y, [0, 1])), "
        f"choose(c, Z, member(Z, [0, 1])), pays(X, Y, Z, P), Q is -2 * P, outcome([P, P, Q]))]).\n{rows}"
    )


def test_an_uneven_prize():
    """Both show 0 while the adversary shows 1: 1; the reverse: 4. Alone: p^2 = 4 (1 - p)^2; together: q = 4 (1 - q)."""
    game = one_shot([0, 1, 0, 0, 0, 0, 4, 0])
    alone = gk.team(game, ["a", "b"], gap=1e-4)
    assert float(alone.value) == pytest.approx(4 / 9, abs=1e-4) and alone.bound >= 4 / 9 - 1e-9
    assert gk.team(game, ["a", "b"], correlated=True).value == Fraction(4, 5)


@given(st.lists(st.integers(-4, 4), min_size=8, max_size=8))
def test_no_pair_of_probabilities_is_better_than_the_bound(payoffs):
    game = one_shot(payoffs)
    alone = gk.team(game, ["a", "b"])
    cube = np.array(payoffs, float).reshape(2, 2, 2)
    grid = np.linspace(0, 1, 51)
    mixed = np.stack([grid, 1 - grid])
    values = np.einsum("xp,yq,xyz->pqz", mixed, mixed, cube).min(axis=2)
    assert alone.complete and values.max() <= alone.bound + 1e-9
    assert float(alone.value) >= alone.bound - 1e-3 * max(np.ptp(cube), 1) - 1e-9
    assert float(alone.value) <= float(gk.team(game, ["a", "b"], correlated=True).value) + 1e-9


def brute(game: Game, members: tuple[int, int], adversary: int) -> float:
    """The value with correlation: a linear programme over all pairs of pure strategies."""
    against = setting(game, members)
    form = game.form
    lists = NormalForm(form).plans
    rows = []
    for one in lists[members[0]]:
        for other in lists[members[1]]:
            towards = one[form.leaf_sequences[members[0]]] * other[form.leaf_sequences[members[1]]]
            gets = np.bincount(form.leaf_sequences[adversary], against.leaves * towards, form.sequences[adversary])
            rows.append(lists[adversary] @ gets)
    table = np.unique(np.array(rows), axis=0)
    many = len(table)
    found = linprog(
        np.append(np.zeros(many), -1.0),
        A_ub=np.hstack([-table.T, np.ones((table.shape[1], 1))]),
        b_ub=np.zeros(table.shape[1]),
        A_eq=[[1.0] * many + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * many + [(None, None)],
    )
    return -found.fun


@given(st.integers(0, 2**32))
def test_column_generation_agrees_with_all_joint_plans(seed):
    game = Game(TreeRules(random_tree(seed, players=3, depth=3), "tree"))
    assume(len(game.players) == 3 and game.form.perfect_recall and np.prod(NormalForm(game.form).shape) < 20_000)
    made = gk.team(game, [0, 1], correlated=True)
    assert made.complete and made.value == made.bound and made.exact
    assert float(made.value) == pytest.approx(brute(game, (0, 1), 2), abs=1e-7)
    alone = gk.team(game, [0, 1], gap=0.05 * setting(game, [0, 1]).stake)
    assert float(alone.value) <= float(made.value) + 1e-9


def test_three_at_the_poker_table():
    """All three pairs, each proved by branch and bound over joint plans; no pair can win more than the third loses."""
    game = gk.load("three_player_kuhn")
    values = [gk.team(game, pair, correlated=True) for pair in (["a", "b"], ["a", "c"], ["b", "c"])]
    assert [made.value for made in values] == [Fraction(-1, 24), Fraction(7, 264), Fraction(5, 132)]
    assert all(made.value == made.bound and not made.alike for made in values)


def test_floating_point_agrees():
    made = gk.team(gk.load("three_player_kuhn"), ["b", "c"], correlated=True, exact=False)
    assert not made.exact and made.value == pytest.approx(5 / 132) and made.bound == pytest.approx(5 / 132)


def test_a_team_of_three():
    game = gk.loads(
        """game(four, [players : [a, b, c, d], flow : (
            choose(a, X, member(X, [1, 2])), choose(b, Y, member(Y, [1, 2])), choose(c, Z, member(Z, [1, 2])),
            choose(d, W, member(W, [1, 2])), pays([X, Y, Z, W], P), Q is -3 * P, outcome([P, P, P, Q]))]).
        pays([X, X, X, X], 1) :- !.
        pays(_, 0).
        """
    )
    alone = gk.team(game, ["a", "b", "c"], gap=0.01)
    assert alone.value == Fraction(1, 8) and alone.complete
    assert gk.team(game, ["a", "b", "c"], correlated=True).value == Fraction(1, 2)


def test_what_a_time_limit_leaves_open_has_a_bound():
    made = gk.team(gk.load("team_pennies", sides=6), ["ann", "bob"], gap=1e-9, time_limit=0.5)
    assert not made.complete and made.value <= Fraction(1, 36) + Fraction(1, 10**6) and made.bound >= 1 / 36


@pytest.mark.parametrize(
    ("name", "players", "said"),
    [
        ("team_pennies", ["ann"], "two or more players and one adversary"),
        ("team_pennies", ["ann", "eve"], "there is no player eve"),
        ("kuhn", ["first", "second"], "two or more players and one adversary"),
        ("tiny_bridge", ["west", "north", "east"], "pairs of sequences|there is no player"),
    ],
)
def test_what_is_no_team_is_refused(name, players, said):
    with pytest.raises(gk.GalakitError, match=said):
        gk.team(gk.load(name), players)


def test_a_search_that_is_stopped_at_once_has_a_value_and_a_bound():
    """No linear programme has time to be solved: only some plans and the payoffs are known."""
    against = setting(gk.load("team_pennies"), ["ann", "bob"])
    found = independent(against, 1e-3, exact=True, deadline=Deadline(0, began=0), progress=None)
    assert not found.complete and 0 <= found.value <= Fraction(1, 4) <= found.bound <= against.most == 1


@pytest.mark.parametrize("gap", [float("nan"), -1.0])
def test_a_gap_is_a_number_from_0_on(gap):
    with pytest.raises(GalakitError) as refused:
        gk.team(gk.load("team_pennies"), ["ann", "bob"], gap=gap)
    assert refused.value.diagnostics[0].id == "GK685"
