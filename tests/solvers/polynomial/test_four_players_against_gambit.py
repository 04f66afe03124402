"""A dozen games of four players: every equilibrium that a routine of Gambit's finds is one of those listed here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest

import galakit as gk
from benchmarks.four_players import ENDLESS, games
from galakit.errors import GalakitError

ROUTINES = ("enumpure", "enumpoly", "gnm", "ipa", "logit", "liap", "simpdiv")
CLOSE = 1e-6  # of the largest difference between payoffs: what is left to gain where a routine stops
SAME = 1e-5  # of probabilities
MANY = {
    "three equilibria": 3,
    "none pure": 5,
    "public good": 29,
    "volunteers": 15,
    "congestion": 15,
    "weakest link": 3,
    "pennies in a circle": 1,
    "polymatrix": 1,
    "another polymatrix": 1,
    "at random": 5,
    "another at random": 7,
    "three moves for one": 5,
}
"""how many equilibria each has: an odd number, as almost all games (Wilson 1971)"""
GAMES = games()
solved = cache(lambda name: gk.solve(GAMES[name], "polynomial"))


def ends(solution):
    """How likely each profile of moves is."""
    form = solution.game.form
    weights = np.array(form.class_reach, float)[form.leaf_class]
    for player, plan in enumerate(solution.policy.plans):
        weights = weights * plan.astype(float)[form.leaf_sequences[player]]
    return weights


@pytest.mark.parametrize("name", MANY)
def test_all_equilibria_of_a_game_of_four_are_listed_and_certified(name):
    found = solved(name)
    assert len(found.equilibria) == MANY[name] and "all there are" in found.found["equilibria"]
    assert all(one.gap <= 1e-12 * GAMES[name].form.stakes.max() for one in found.equilibria)


@pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed: there is nobody to compare with")
@pytest.mark.parametrize("name", MANY)
def test_what_gambit_finds_is_listed(name):
    ours = np.array([ends(one) for one in solved(name).equilibria])
    seen = 0
    for routine in ROUTINES:
        if name in ENDLESS.get(routine, ()):
            continue
        try:
            theirs = gk.solve(GAMES[name], f"gambit:{routine}").equilibria
        except GalakitError as error:  # there is none in pure strategies, or the routine gave up
            assert "no equilibrium in pure strategies" in str(error) or "Gambit found none" in str(error)
            continue
        for one in theirs:
            assert one.gap < CLOSE * GAMES[name].form.stakes.max()
            assert np.abs(ours - ends(one)).max(axis=1).min() < SAME
        seen += len(theirs)
    assert seen > 3
