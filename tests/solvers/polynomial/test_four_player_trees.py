"""Trees of four players: one equilibrium for each way to end the game, and what Gambit finds is among them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest

import galakit as gk
from benchmarks.four_player_trees import ENDLESS, games
from galakit.errors import GalakitError
from galakit.solvers.polynomial.method import refusal
from solvers.polynomial.test_trees_against_gambit import ends, generic

ALL = "all there are (up to rounding and to moves off the path)"
MANY = {
    "centipede": 1,  # the first player takes, whatever the others would do
    "long centipede": 1,
    "centipede behind a veil": 2,
    "one entrant": 2,  # the shop yields to its rival, or deters them
    "two entrants": 4,  # each rival is deterred or not
    "volunteers in turn": 4,  # any of the four can be the one who helps
}
ROUTINES = ("enumpure", "enumpoly", "logit", "gnm")
GAMES = games()
needs_gambit = pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed")
solved = cache(lambda name: gk.solve(GAMES[name], "polynomial"))


@pytest.mark.parametrize("name", MANY)
def test_each_way_to_end_a_tree_of_four_is_listed_once_and_certified(name):
    found = solved(name)
    assert len(found.equilibria) == MANY[name] and found.found["equilibria"] == f"{MANY[name]}, {ALL}"
    assert "other equilibria" not in found.found
    assert all(one.gap == 0 for one in found.equilibria)
    ways = np.array([ends(one) for one in found.equilibria])
    assert all(np.abs(ways[:k] - way).max(axis=1).min() > 1e-3 for k, way in enumerate(ways) if k)


@needs_gambit
@pytest.mark.parametrize("name", MANY)
def test_what_gambit_finds_in_trees_of_four_ends_the_game_like_one_of_them(name):
    ours = np.array([ends(one) for one in solved(name).equilibria])
    seen = 0
    for routine in ROUTINES:
        if routine == "enumpoly" and name in ENDLESS:
            continue
        try:
            theirs = gk.solve(GAMES[name], f"gambit:{routine}").equilibria
        except GalakitError:  # a path was lost
            assert routine == "gnm"
            continue
        for one in theirs:
            assert np.abs(ours - ends(one)).max(axis=1).min() < 1e-3
        seen += len(theirs)
    assert seen > 1


RANDOM = [(3, seed) for seed in range(12)] + [(4, seed) for seed in range(12)]


@needs_gambit
@pytest.mark.parametrize(("players", "seed"), RANDOM)
def test_what_enumpoly_finds_in_random_trees_is_listed(players, seed):
    game = generic(seed, players)
    form = game.form
    if not form.perfect_recall or form.information_sets < 2 or int(form.moves_count.sum()) > 12 or refusal(game):
        pytest.skip("too small, or too large for Gambit")
    found = gk.solve(game, "polynomial")
    assert "all there are" in found.found["equilibria"]
    ours = np.array([ends(one) for one in found.equilibria])
    try:
        theirs = gk.solve(game, "gambit:enumpoly").equilibria
    except GalakitError as error:
        assert "Gambit found none" in str(error)
        return
    for one in theirs:
        assert np.abs(ours - ends(one)).max(axis=1).min() < 1e-4


def test_a_player_stays_on_the_path_because_another_would_mix():
    """Off the path ann would guess right against any pure move of bob's; Gambit tries pure moves only."""

    @gk.rules(players=("ann", "bob", "cyd", "dee"))
    def guess(play):
        if (yield play.choose("ann", ["stay", "go"])) == "stay":
            play.outcome([1, 5, 0, 0])
        mine = yield play.choose("ann", ["heads", "tails"])
        yours = yield play.choose("bob", ["heads", "tails"])
        play.outcome([4, -4, 0, 0] if mine == yours else [-4, 4, 0, 0])

    found = gk.solve(gk.load(guess), "polynomial")
    assert [one.value for one in found.equilibria] == [(1, 5, 0, 0)] and found.gap <= 1e-12
    assert found.found["equilibria"] == f"1, {ALL}"


@pytest.mark.slow
def test_plain_and_compiled_searches_find_the_same():
    from galakit.solvers.polynomial.agents import of_tree
    from galakit.solvers.polynomial.search import enumerate_agents

    for game in GAMES.values():
        form, tree, _ = game.unfolded
        plain, compiled = (enumerate_agents(of_tree(form, tree), compiled=quick) for quick in (False, True))
        assert np.allclose(plain.behaviours, compiled.behaviours, atol=1e-9)
        assert (plain.isolated, plain.supports) == (compiled.isolated, compiled.supports)
