"""Gambit finds our subgame-perfect profiles among its pure equilibria, on random games."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.exporting import lines_of
from galakit.game.game import Game
from galakit.solvers.perfect.induction import TIES
from solvers.perfect.random_games import OpenRules

gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: there is no other solver to compare with")


@given(st.integers(0, 2**32), st.integers(2, 3), st.sampled_from(TIES), st.booleans())
def test_the_value_is_that_of_a_pure_equilibrium_that_gambit_finds(seed, players, ties, late):
    game = Game(OpenRules(seed, number=players, depth=3, late=late))
    solution = gk.solve(game, "backward", ties=ties)
    theirs = gambit.read_efg(io.BytesIO("".join(lines_of(game, "efg")).encode()))
    strategies = 1
    for player in theirs.players:
        strategies *= len(player.strategies)
    if strategies > 5_000:
        return
    found = gambit.nash.enumpure_solve(theirs).equilibria
    values = {tuple(Fraction(str(profile.payoff(p))) for p in theirs.players) for profile in found}
    assert solution.value in values
