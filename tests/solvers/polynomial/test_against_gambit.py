"""Every equilibrium that Gambit finds in random games of three and four players is among ours."""

from __future__ import annotations

import numpy as np
import pytest

from galakit.solvers.polynomial.search import enumerate_equilibria

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


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (2, 2, 2), (2, 3, 2), (2, 2, 2, 2)], ids=str)
def test_what_gambits_paths_lead_to_is_among_all_equilibria(shape, seed):
    """Quantal responses, the global Newton method, and pure strategies."""
    draw = np.random.default_rng(100 + seed)
    tables = [draw.integers(0, 10_000, shape) for _ in shape]
    found = enumerate_equilibria([table.astype(float) for table in tables])
    assert found.complete and found.isolated
    ours = [np.concatenate(one) for one in found.mixed]
    game = gambit.Game.from_arrays(*tables)
    routines = (gambit.nash.logit_solve, gambit.nash.gnm_solve, gambit.nash.enumpure_solve)
    seen = [one for solve in routines for one in solve(game).equilibria]
    assert seen
    for one in seen:
        profile = one if hasattr(one, "mixed_strategies") else one.as_strategy()
        theirs = np.array([float(profile[s]) for player in game.players for s in player.strategies])
        assert min(np.abs(theirs - mine).max() for mine in ours) < 1e-3, theirs
