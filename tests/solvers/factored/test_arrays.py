"""Iterations on whole arrays are those of the compiled code, whoever does the arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.solvers.factored.arrays import ArrayTables
from galakit.solvers.factored.backends import backend, installed
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.updates import UPDATES

CASES = [
    ("kuhn", {}),
    ("leduc", {}),
    ("liars_dice", {"faces": 3}),
    ("poker", {"ranks": 6, "cards": 2}),
    ("rhode_island", {"ranks": 4, "suits": 3}),
]
LIBRARIES = ["numpy", *installed()]


def begin_anywhere(compiled, arrays, seed):
    """The same random regrets for both, all positive: where they tie or vanish, rounding decides what is played."""
    random = np.random.default_rng(seed)
    state = arrays.state()
    for k, part in enumerate(compiled.parts):
        for p, side in enumerate(part.sides):
            where = side.located(side.entries, side.sequences)
            entries = len(compiled.game.stages[k].sides[p].entries)
            regrets = random.uniform(20, 40, size=where.shape)
            for name in ("regret", "basis") if arrays.predicting else ("regret",):
                getattr(part, name)[p][where] = regrets
                for g, group in enumerate(arrays.parts[k].groups[p]):
                    if g >= arrays.parts[k].entries[p]:
                        state[f"{name}{k}_{p}_{g}"] = regrets[group - entries][:, arrays.parts[k].order[p]].T
    arrays.restore(state)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(("name", "params"), CASES)
@pytest.mark.parametrize("update", ["dcfr", "cfr+", "pdcfr+"])
def test_iterations_are_the_same(name, params, update, library):
    form, rule = shrunk(gk.load(name, **params)), UPDATES[update]
    compiled = Tables(form, predicting=rule.predicting)
    arrays = ArrayTables(form, "float64", predicting=rule.predicting, backend=backend(library))
    for t in (2, 3, 4):
        begin_anywhere(compiled, arrays, t)
        for tables in (compiled, arrays):
            tables.iterate(rule.numbers(t, 1, {}, 100)[0])
        assert arrays.gains() == pytest.approx(compiled.gains(), abs=1e-9)
        for ours, theirs in zip(arrays.strategies(), compiled.strategies()):
            for a, b in zip(ours, theirs):
                np.testing.assert_allclose(a, b, atol=1e-9)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("single", [False, True])
def test_long_runs_come_to_the_same_value(single, library):
    game = gk.load("leduc", ranks=5)
    solution = gk.solve(game, "factored", device=library, single=single, gap=0.01)
    compiled = gk.solve(game, "factored", device="cpu", gap=0.01)
    assert solution.gap <= 0.01 and compiled.gap <= 0.01
    assert solution.value[0] == pytest.approx(compiled.value[0], abs=0.02)


def test_a_run_on_arrays_goes_on_from_its_checkpoint(tmp_path):
    game, path = gk.load("leduc"), tmp_path / "run.npz"
    gk.solve(game, "factored", device="numpy", iterations=20, checkpoint=path)
    resumed = gk.solve(game, "factored", device="numpy", iterations=40, checkpoint=path)
    assert resumed.certificate == gk.solve(game, "factored", device="numpy", iterations=40).certificate
    with pytest.raises(GalakitError, match="belongs to another run"):
        gk.solve(game, "factored", device="cpu", iterations=60, checkpoint=path)


def test_a_device_that_is_not_there_is_said():
    with pytest.raises(GalakitError, match="no device called abacus"):
        gk.solve(gk.load("kuhn"), "factored", device="abacus")
    for library in {"torch", "cupy"} - {*installed()}:
        with pytest.raises(GalakitError, match=f"{library} is not installed"):
            gk.solve(gk.load("kuhn"), "factored", device=library)
