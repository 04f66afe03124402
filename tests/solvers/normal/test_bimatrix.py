"""Equilibria of bimatrix games: three independent algorithms agree, on known games and on random ones."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import linprog

from galakit.errors import GalakitError
from galakit.solvers.exact.pivoting import inequalities, whole
from galakit.solvers.normal import vertices as double_description
from galakit.solvers.normal.bimatrix import Bimatrix
from galakit.solvers.normal.extreme import extreme_equilibria
from galakit.solvers.normal.lemke_howson import lemke_howson
from galakit.solvers.normal.supports import support_enumeration
from galakit.solvers.normal.vertices import vertices
from solvers.normal.random_games import bimatrix_games, is_equilibrium


def mixed(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(x) for x in text.split())


# Von Stengel, Equilibrium computation for two-player games (2007), game (3.3), and its degenerate variant (3.7).
TEXTBOOK = Bimatrix(np.array([[3, 3], [2, 5], [0, 6]]), np.array([[3, 2], [2, 6], [3, 1]]))
TEXTBOOK_EQUILIBRIA = {
    (mixed("1 0 0"), mixed("1 0")),
    (mixed("4/5 1/5 0"), mixed("2/3 1/3")),
    (mixed("0 1/3 2/3"), mixed("1/3 2/3")),
}


def coordination(n: int) -> Bimatrix:
    return Bimatrix(np.eye(n, dtype=np.int64), np.eye(n, dtype=np.int64))


def test_the_three_equilibria_of_a_textbook_game_are_found_by_all_means():
    assert set(extreme_equilibria(TEXTBOOK).equilibria()) == TEXTBOOK_EQUILIBRIA
    assert set(support_enumeration(TEXTBOOK).equilibria) == TEXTBOOK_EQUILIBRIA
    assert not support_enumeration(TEXTBOOK).degenerate and not extreme_equilibria(TEXTBOOK).degenerate
    assert {lemke_howson(TEXTBOOK, label)[0] for label in range(5)} <= TEXTBOOK_EQUILIBRIA


@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_coordination_game_has_an_equilibrium_for_each_choice_of_meeting_points(n):
    uniform = set()
    for chosen in range(1, 2**n):
        weights = tuple(Fraction(chosen >> k & 1, chosen.bit_count()) for k in range(n))
        uniform.add((weights, weights))
    assert set(extreme_equilibria(coordination(n)).equilibria()) == uniform
    assert set(support_enumeration(coordination(n)).equilibria) == uniform
    assert {lemke_howson(coordination(n), k)[0] for k in range(2 * n)} == {e for e in uniform if max(e[0]) == 1}


def test_a_game_without_stakes_is_one_nash_subset_with_all_corners():
    nothing = np.zeros((2, 3), np.int64)
    found = extreme_equilibria(Bimatrix(nothing, nothing))
    assert found.degenerate and len(found.pairs) == 6
    assert found.subsets == (((0, 1), (0, 1, 2)),)


@given(bimatrix_games())
def test_every_label_leads_to_an_extreme_equilibrium(game):
    extreme = set(extreme_equilibria(game).equilibria())
    assert all(is_equilibrium(game, pair) for pair in extreme)
    for label in range(sum(game.shape)):
        assert lemke_howson(game, label)[0] in extreme


@given(bimatrix_games())
def test_supports_find_everything_or_say_that_the_game_is_degenerate(game):
    found, extreme = support_enumeration(game), extreme_equilibria(game)
    assert found.complete and all(is_equilibrium(game, pair) for pair in found.equilibria)
    if not found.degenerate:
        assert set(found.equilibria) == set(extreme.equilibria())
        assert len(found.equilibria) % 2 == 1
    if not extreme.degenerate:
        assert not found.degenerate


@given(bimatrix_games(spread=2))
def test_all_mixtures_within_a_nash_subset_are_equilibria_and_no_others_in_the_hull_of_all(game):
    found = extreme_equilibria(game)
    for xs, ys in found.subsets:
        x, y = (
            tuple(sum(found.strategies[side][k][s] for k in own) / len(own) for s in range(game.shape[side]))
            for side, own in ((0, xs), (1, ys))
        )
        assert is_equilibrium(game, (x, y))
    pairs = set(found.pairs)
    assert all({(i, j) for i in xs for j in ys} <= pairs for xs, ys in found.subsets)
    assert pairs == {(i, j) for xs, ys in found.subsets for i in xs for j in ys}


@given(bimatrix_games(most=5))
def test_vertices_are_those_that_some_objective_picks(game):
    matrix = game.positive[0]
    found = vertices(matrix)
    points = found.rays.astype(float) / (matrix @ found.rays.T).max(axis=0).astype(float)[:, None]
    random = np.random.default_rng(1)
    for _ in range(5):
        objective = random.normal(size=matrix.shape[1])
        best = -linprog(-objective, A_ub=matrix.astype(float), b_ub=np.ones(len(matrix))).fun
        assert best == pytest.approx(max(0.0, (points @ objective).max()), abs=1e-9)
    # tight inequalities of each vertex determine it
    rows = np.concatenate([np.eye(matrix.shape[1]), matrix.astype(float)])
    for tight in found.tight:
        assert np.linalg.matrix_rank(rows[tight]) == matrix.shape[1]


@given(bimatrix_games(most=6))
def test_the_exact_simplex_finds_what_highs_finds(game):
    matrix, cost = game.first, game.second[0] - 1
    right = game.second[:, 0] + 1
    tableau = inequalities(
        np.concatenate([matrix, np.ones((1, len(cost)), np.int64)]), whole([*right.tolist(), 5]), whole(cost)
    )
    value = tableau.maximise()
    rows = np.concatenate([matrix, np.ones((1, len(cost)))])
    assert float(value) == pytest.approx(-linprog(-cost, A_ub=rows, b_ub=[*right.tolist(), 5]).fun, abs=1e-9)
    assert sum(int(c) * z for c, z in zip(cost, tableau.values())) == value


def test_too_many_vertices_are_refused(monkeypatch):
    monkeypatch.setattr(double_description, "LIMIT_VERTICES", 10)
    with pytest.raises(GalakitError, match="more than 10 vertices"):
        extreme_equilibria(coordination(6))


def test_support_enumeration_stops_between_pairs_and_not_only_between_supports_of_the_first_player():
    steps = count()
    found = support_enumeration(
        Bimatrix(np.zeros((2, 30), int), np.zeros((2, 30), int)), stop=lambda: next(steps) > 200
    )
    assert not found.complete and found.pairs < 200


def test_vertices_that_are_too_many_take_no_memory():
    """One inequality can make a vertex of every pair of two hundred and two hundred."""
    tracemalloc.start()
    try:
        with pytest.raises(GalakitError, match="more than 20,000 vertices"):
            double_description.vertices(np.array([[-1] * 200 + [1] * 200]))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
