"""Every equilibrium that Gambit finds in random games of three and four players is among ours."""

from __future__ import annotations

import numpy as np
import pytest

from galakit.solvers.polynomial.supports import enumerate_equilibria

gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: there is nobody to compare with")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [(2, 2, 2), (2, 3, 2), (2, 2, 2, 2)], ids=str)
def test_what_gambit_finds_by_supports_is_found(shape, seed):
    draw = np.random.default_rng(seed)
    tables = [draw.integers(0, 10_000, shape) for _ in shape]
    found = enumerate_equilibria([table.astype(float) for table in tables])
    assert found.complete and found.isolated
    ours = [np.concatenate(one) for one in found.mixed]
    for one in gambit.nash.enumpoly_solve(gambit.Game.from_arrays(*tables)).equilibria:
        theirs = np.array([float(one[s]) for player in one.game.players for s in player.strategies])
        assert min(np.abs(theirs - mine).max() for mine in ours) < 1e-5, theirs
