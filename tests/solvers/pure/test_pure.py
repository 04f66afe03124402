"""Pure strategies by integer programming, against trying them all."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import NoneExists
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from solvers.pure.brute import equilibria, pure, pure_strategies, reduced, strategies_count

DATA = Path(__file__).parents[2] / "formats" / "data"


def drawn(seed, *, most, **shape):
    game = Game(TreeRules(random_tree(seed, twice=False, **shape), "t"))
    many = 1
    for p in range(len(game.players)):
        many *= strategies_count(game, p)
    assume(many <= most)
    return game


def played(solution):
    """The reduced pure strategy of each player."""
    game = solution.game
    moves = {}
    for i in range(solution.sheet.information_sets):
        share = solution.sheet.probability[solution.sheet.rows(i)]
        moves[i] = int(np.argmax(share.astype(float)))
    return tuple(reduced(game, p, moves) for p in range(len(game.players)))


def all_of(game):
    try:
        solution = gk.solve(game, "pure", all=True, limit=2000)
    except NoneExists:
        return set()
    found = [solution, *solution.others]
    assert all(s.exact and s.gap == 0 for s in found)
    assert solution.found["equilibria in pure strategies"] == len(found)
    assert len({played(s) for s in found}) == len(found)
    return {played(s) for s in found}


@given(st.integers(0, 100_000), st.booleans())
def test_the_optimum_of_one_player_is_the_best_of_all_pure_strategies(seed, recall):
    game = drawn(seed, most=300, players=1, recall=recall, depth=5)
    best = max(pure(game, moves)[0] for moves in pure_strategies(game, 0))
    solution = gk.solve(game, "pure-optimum")
    assert solution.value == (best,) and solution.gap == 0 and solution.exact
    bound = solution.found["no pure strategy gets more than"]
    assert bound == best or (isinstance(bound, float) and bound == pytest.approx(float(best)))


@given(st.integers(0, 100_000), st.sampled_from([1, 2, 3]), st.booleans(), st.booleans())
def test_all_equilibria_are_found_and_no_others(seed, players, recall, zero_sum):
    game = drawn(seed, most=60, players=players, recall=recall, depth=4, zero_sum=zero_sum)
    assert all_of(game) == equilibria(game)


@pytest.mark.parametrize(("seed", "players", "recall", "many"), [(1001109, 2, False, 3), (758, 3, True, 4)])
def test_no_equilibrium_is_lost_to_the_solver(seed, players, recall, many):
    """With rows that only equilibria fulfil, HiGHS 1.15.1 found some of these and called what was left infeasible."""
    game = Game(TreeRules(random_tree(seed, players=players, recall=recall, depth=4, twice=False), "t"))
    assert all_of(game) == equilibria(game) and len(equilibria(game)) == many


def test_there_is_none_in_matching_pennies():
    with pytest.raises(NoneExists, match="matching_pennies has no equilibrium in pure strategies") as none:
        gk.solve(gk.load("matching_pennies"), "pure")
    assert none.value.diagnostics[0].id == "GK637"


@pytest.mark.parametrize(
    ("game", "values"),
    [
        ("prisoners_dilemma", {(3, 3)}),
        ("stag_hunt", {(3, 3), (4, 4)}),
        ("beer_quiche", {(Fraction(29, 10), Fraction(9, 10)), (Fraction(21, 10), Fraction(9, 10))}),
    ],
)
def test_known_equilibria_of_shipped_games(game, values):
    solution = gk.solve(gk.load(game), "pure", all=True)
    assert {s.value for s in (solution, *solution.others)} == values


def test_one_equilibrium_is_enough_unless_all_are_asked_for():
    assert gk.solve(gk.load("stag_hunt"), "pure").others == ()
    some = gk.solve(gk.load("stag_hunt"), "pure", all="yes", limit="1")
    assert (
        some.others == () and "more than 1 equilibria" in some.warnings[0] and list(some.found) == ["other equilibria"]
    )


# Garey & Johnson's problem; whether there is a partition was found by hand.
PARTITIONS = [
    ([6, 8, 7, 6, 7, 6], True),  # figure 4: 6 + 8 + 6 = 7 + 6 + 7
    ([6, 6, 6, 6, 7, 9], False),
    ([9, 9, 9, 9, 9, 9], True),
    ([10, 10, 10, 10, 13, 7], True),  # 10 + 13 + 7
    ([7, 7, 7, 7, 7, 9], False),
    ([6, 7, 7, 6, 6, 8, 6, 8, 6], True),  # three times 20
    ([6, 6, 6, 6, 6, 7, 7, 7, 9], False),  # 9 needs 11 more, and no two make 11
]


@pytest.mark.parametrize(("sizes", "partition"), PARTITIONS, ids=str)
def test_a_pure_equilibrium_exists_exactly_when_the_partition_does(sizes, partition):
    """Blair, Mutchler & van Lent (1996), theorem 2."""
    game = gk.load("three_partition", sizes=str(sizes))
    if not partition:
        with pytest.raises(NoneExists):
            gk.solve(game, "pure")
        return
    solution = gk.solve(game, "pure")
    assert solution.value == (0, 0) and solution.gap == 0
    sums = {}
    for facts, play in solution.strategy("sorter").items():
        kind, size = facts[0].rstrip(")").split("(")[0], int(facts[0].rstrip(")").split(",")[1])
        if kind == "number":
            place = max(play, key=play.get)
            sums[place] = sums.get(place, 0) + size
    assert set(sums.values()) == {3 * sum(sizes) // len(sizes)}


@given(st.lists(st.integers(6, 9), min_size=6, max_size=6).filter(lambda sizes: sum(sizes) % 2 == 0))
def test_random_numbers_are_partitioned_by_the_game_if_at_all(sizes):
    possible = any(2 * sum(three) == sum(sizes) for three in combinations(sizes, 3))
    game = gk.load("three_partition", sizes=str(sizes))
    if possible:
        assert gk.solve(game, "pure").gap == 0
    else:
        with pytest.raises(NoneExists):
            gk.solve(game, "pure")


def test_time_that_is_too_short_is_said():
    game = gk.load("cartel")
    _ = game.form  # nothing but the search takes time
    with pytest.raises(gk.GalakitError, match="before it was known") as error:
        gk.solve(game, "pure", time_limit=1e-9, all=True)
    assert error.value.diagnostics[0].id == "GK638"


@pytest.mark.parametrize(
    ("game", "method"), [("driver.efg", "pure"), ("driver.efg", "pure-optimum"), ("driver.efg", "imp-minimax")]
)
def test_an_absent_minded_player_is_refused(game, method):
    with pytest.raises(gk.GalakitError, match="twice in one play"):
        gk.solve(gk.load(DATA / game), method)


def test_a_player_who_forgets_his_move_still_has_pure_equilibria_found():
    game = gk.load(DATA / "forgetful.efg")
    assert all_of(game) == equilibria(game)
