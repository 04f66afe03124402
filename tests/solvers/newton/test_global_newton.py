"""The global Newton method: equilibria on paths of games with a bonus, for any number of players."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.newton.bonus_game import BonusGame
from galakit.solvers.newton.path import Path
from galakit.solvers.polynomial.search import enumerate_equilibria
from galakit.solvers.quantal.limit import gap_of
from solvers.polynomial.test_polynomial import nine, three_pennies


def table(tables):
    """A game in normal form, a table of payoffs for each player."""
    shape = tables[0].shape
    names, sizes = " ".join(f'"{k}"' for k in range(len(shape))), " ".join(map(str, shape))
    entries = np.stack([own.ravel(order="F") for own in tables], axis=1).ravel()
    return gk.loads(f'NFG 1 R "table" {{ {names} }} {{ {sizes} }}\n' + " ".join(map(str, entries.tolist())))


def drawn(shape, seed):
    draw = np.random.default_rng(seed)
    return [draw.integers(0, 1_000_000, shape) for _ in shape]


def along(game, seed):
    """The equilibria on the path of one bonus, each as the weights of all sequences."""
    bonus_game = BonusGame(game.form)
    return list(Path(bonus_game, np.random.default_rng(seed).random(bonus_game.size)).equilibria())


@pytest.mark.parametrize("shape", [(2, 2), (4, 5), (2, 2, 2), (3, 3, 2), (2, 2, 2, 2)], ids=str)
def test_a_path_meets_an_odd_number_of_equilibria_and_all_of_them_are_known(shape):
    """An end of the path at a large bonus, one at a large negative one, and each crossing in between (index theory)."""
    for seed in range(2):
        tables = drawn(shape, seed)
        known = enumerate_equilibria([one.astype(float) for one in tables])
        assert known.complete and known.isolated
        listed = [np.concatenate([np.append(1.0, own) for own in one]) for one in known.mixed]
        for bonus in range(2):
            found = along(table(tables), bonus)
            assert len(found) % 2 == 1
            assert all(min(np.abs(one - other).max() for other in listed) < 1e-6 for one in found)


def test_the_one_equilibrium_of_matching_pennies_for_three_is_found():
    solution = gk.solve(table(three_pennies()), "global-newton")
    assert solution.exact and solution.gap == 0
    assert solution.at("0", "").probabilities == {"1": Fraction(1, 2), "2": Fraction(1, 2)}


def test_all_nine_equilibria_are_on_the_paths_of_a_few_bonuses():
    solution = gk.solve(table(nine()), "global-newton", starts=40)
    assert len(solution.equilibria) == 9 and all(one.gap < 1e-9 for one in solution.equilibria)


def test_the_mixed_equilibrium_of_a_stag_hunt_is_beyond_the_first():
    """No path of quantal responses ends there."""
    found = gk.solve(gk.load("stag_hunt"), "global-newton", starts=10)
    assert {one.at("first", "").probabilities["stag"] for one in found.equilibria} == {0, Fraction(3, 4), 1}


@given(seed=st.integers(0, 10_000), players=st.integers(2, 4))
def test_random_trees_end_in_an_equilibrium(seed, players):
    game = Game(TreeRules(random_tree(seed, players=players), "tree"))
    assume(game.form.information_sets > 0)
    solution = gk.solve(game, "global-newton")
    assert solution.gap <= 1e-9 * max(1.0, float(game.form.stakes.max()))


def test_three_poker_players_are_no_obstacle():
    solution = gk.solve(gk.load("three_player_kuhn"), "global-newton")
    assert solution.gap < 1e-9


@pytest.mark.parametrize("name", ["kuhn", "matching_pennies", "parity"])
def test_in_zero_sum_games_the_value_is_that_of_linear_programming(name):
    game = gk.load(name)
    assert float(gk.solve(game, "global-newton").value[0]) == pytest.approx(float(gk.solve(game, "lp").value[0]))


def test_slopes_are_those_of_small_changes():
    game = BonusGame(gk.load("three_player_kuhn").form)
    weights = np.random.default_rng(1).random(game.size)
    plans = game.split(weights)
    for player, own in enumerate(plans):
        reached = np.prod([plan[game.form.leaf_sequences[p]] for p, plan in enumerate(plans)], axis=0)
        paid = reached @ game.form.payoff(player) / game.form.stakes[player]
        assert game.split(game.worth(weights))[player] @ own == pytest.approx(paid)
    for changed in (1, 40, 77):
        more = weights.copy()
        more[changed] += 1e-6
        slope = (game.worth(more) - game.worth(weights)) / 1e-6
        assert game.slopes(weights)[:, changed] == pytest.approx(slope, abs=1e-6)


def test_the_path_is_the_same_for_a_seed():
    one, other = (gk.solve(gk.load("voting"), "global-newton", starts=2, seed=5) for _ in range(2))
    assert one.value == other.value and len(one.equilibria) == len(other.equilibria)


def test_quantal_responses_that_are_lost_hand_over(monkeypatch):
    monkeypatch.setattr("galakit.solvers.quantal.limit.end_of", lambda path, gap, seen: None)
    solution = gk.solve(gk.load("voting"), "logit")
    assert solution.gap == 0 and "global Newton" in solution.algorithm and "lost" in solution.warnings[0]


def test_what_does_not_suit_is_refused_with_the_reason():
    with pytest.raises(GalakitError, match="forgets"):
        gk.solve(gk.load(DATA / "forgetful.efg"), "global-newton")
    with pytest.raises(GalakitError, match="one player alone"):
        gk.solve(gk.load("monty_hall"), "global-newton")
    with pytest.raises(GalakitError, match="may be irrational"):
        gk.solve(gk.load("voting"), "global-newton", exact=True)
    with pytest.raises(GalakitError, match="11,601 sequences"):
        gk.solve(gk.load("tiny_bridge"), "global-newton")


def test_a_time_limit_is_kept():
    with pytest.raises(OutOfTime):
        gk.solve(gk.load("three_player_kuhn", cards=6), "global-newton", time_limit=0.01)
    found = gk.solve(table(drawn((4, 4, 4), 1)), "global-newton", starts=5_000, time_limit=1.5)
    assert not found.complete and found.equilibria and "paths" in found.warnings[0]


def test_the_gap_of_each_equilibrium_is_a_rounding_error():
    game = table(drawn((5, 5, 5), 3))
    assert all(gap_of(game.form, BonusGame(game.form).split(one)) < 1e-8 * 1e6 for one in along(game, 0))
