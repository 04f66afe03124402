"""Leaves examined in the IMP-model: theorems 5 and 6 of Blair, Mutchler & van Lent (1996), and the averages they tell."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.solvers.imp.search import search
from solvers.imp.model import imp_model

SHAPES = [(2, 3, 3), (3, 2, 4), (2, 2, 4), (3, 3, 3), (2, 4, 4), (5, 2, 2)]


def placed(k, b, d, on_the_way, elsewhere):
    """Payoffs after first moves only, and after any other move."""
    payoffs = np.full([b, k] * (d - 1), elsewhere)
    payoffs[tuple(index for _ in range(d - 1) for index in (0, slice(None)))] = on_the_way
    return payoffs


@pytest.mark.parametrize(("k", "b", "d"), SHAPES)
def test_imp_minimax_examines_all_leaves(k, b, d):
    """Theorem 5."""
    payoffs = np.random.default_rng(1).integers(0, 11, (k * b) ** (d - 1))
    assert search(imp_model(k, b, d, payoffs, 10), prune=False).examined == (k * b) ** (d - 1)


@pytest.mark.parametrize(("k", "b", "d"), SHAPES)
def test_no_leaf_is_pruned_in_the_worst_case(k, b, d):
    """Theorem 6, first part: all payoffs are the same, and below the bound."""
    leaves = (k * b) ** (d - 1)
    assert search(imp_model(k, b, d, np.zeros(leaves), 1), prune=True).examined == leaves


@pytest.mark.parametrize(("k", "b", "d"), SHAPES)
def test_few_leaves_are_examined_when_the_first_moves_bring_everything(k, b, d):
    """Theorem 6, second part: immediate pruning leaves k^(d-1) leaves, and no payoffs leave fewer."""
    assert search(imp_model(k, b, d, placed(k, b, d, 10, 0), 10), prune=True).examined == k ** (d - 1)


@pytest.mark.parametrize(("k", "b", "d"), SHAPES)
def test_the_best_case_without_immediate_pruning(k, b, d):
    """Theorem 6, third part: the first moves are good but not the best imaginable, the others are very bad."""
    if k == b:
        expected = b ** (d - 2) * (b * d - d + 1)
    else:
        expected = (b ** (d - 1) * (b - 1) - k ** (d - 1) * (k - 1)) // (b - k)
    found = search(imp_model(k, b, d, placed(k, b, d, 9, -(10**6)), 10), prune=True)
    assert found.examined == expected
    assert found.value == 9 * k ** (d - 1)


def share(k, b, d, games, seed=0):
    """The mean share of the leaves that IMP-alpha-beta examines, with random payoffs from 0 to 10."""
    rng = np.random.default_rng(seed)
    leaves = (k * b) ** (d - 1)
    counts = []
    for _ in range(games):
        problem = imp_model(k, b, d, rng.integers(0, 11, leaves), 10)
        found = search(problem, prune=True)
        assert k ** (d - 1) <= found.examined <= leaves
        counts.append(found.examined)
    return sum(counts) / games / leaves


def test_under_20_percent_are_examined_where_b_is_10_and_k_is_2():
    """Section 7, the more favourable cases."""
    assert share(2, 10, 5, games=8) < 0.20


def test_about_96_percent_are_examined_where_b_is_2_and_k_is_10():
    """Section 7, the least favourable case."""
    assert share(10, 2, 2, games=100) == pytest.approx(0.96, abs=0.015)
    assert share(10, 2, 3, games=20) > 0.93


def test_the_share_falls_with_depth_and_moves_and_rises_with_parts():
    """Section 7, the three conclusions."""
    deeper = [share(2, 4, d, games=20) for d in (2, 3, 4, 5)]
    wider = [share(2, b, 4, games=20) for b in (2, 3, 5, 8)]
    finer = [share(k, 4, 3, games=20) for k in (2, 3, 5, 8)]
    assert deeper == sorted(deeper, reverse=True)
    assert wider == sorted(wider, reverse=True)
    assert finer == sorted(finer)


@pytest.mark.parametrize(("k", "b", "d"), SHAPES)
def test_the_shipped_game_has_the_shape_of_the_model(k, b, d):
    game = gk.load("imp_model", k=k, b=b, d=d)
    assert game.size().terminals == (k * b) ** (d - 1)
    assert game.size().information_sets == [sum((k * b) ** i for i in range(d - 1))]
    full, pruned = (gk.solve(game, method) for method in ("imp-minimax", "imp-alpha-beta"))
    assert full.found["leaves examined"] == (k * b) ** (d - 1)
    assert k ** (d - 1) <= pruned.found["leaves examined"] <= (k * b) ** (d - 1)
    assert full.gap == pruned.gap == 0  # one player, perfect recall: both are optimal
    assert full.value == pruned.value == gk.solve(game, "lp").value


def test_another_seed_gives_other_payoffs():
    values = {gk.solve(gk.load("imp_model", seed=seed), "imp-minimax").value for seed in range(1, 6)}
    assert len(values) > 1
