"""The compiled loops: whichever way numbers are arranged, the same iterations come out."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

import galakit as gk
from galakit.separated.classes import Classes
from galakit.solvers.factored import bundles, slabs, staircase
from galakit.solvers.factored.minimise import expected, minimise
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.factored.staircase import staircases
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.updates import UPDATES

CASES = [("leduc", {"ranks": 5}), ("liars_dice", {"faces": 3}), ("poker", {"ranks": 6, "cards": 2})]


@pytest.fixture(scope="module", params=CASES, ids=[name for name, _ in CASES])
def form(request):
    name, params = request.param
    return shrunk(gk.load(name, **params))


def after(form, dtype="float64", update="dcfr", iterations=20):
    """Tables after some iterations; regrets are random in the beginning, since rounding decides where they tie."""
    tables = Tables(form, dtype, predicting=UPDATES[update].predicting)
    random = np.random.default_rng(1)
    for part in tables.parts:
        for side, regret, basis in zip(part.sides, part.regret, part.basis):
            places = side.located(side.entries, side.sequences)
            regret[places] = basis[places] = random.random(places.shape) / 100
    for numbers in UPDATES[update].numbers(10, iterations, {}, 100):
        tables.iterate(numbers)
    return tables


def same(one, other, tolerance=1e-9):
    assert one.gains() == pytest.approx(other.gains(), abs=tolerance)
    for mine, theirs in zip(one.strategies(), other.strategies()):
        for a, b in zip(mine, theirs):
            assert np.allclose(a, b, atol=1e3 * tolerance)


@pytest.mark.parametrize("cheap", [0.0, float("inf")], ids=["all blocks full", "all blocks staircases"])
def test_full_blocks_and_staircases_give_the_same(form, cheap, monkeypatch):
    usual = after(form)
    monkeypatch.setattr(staircase, "CHEAP", cheap)
    tables = after(form)
    full = np.concatenate([stairs.full.ravel() for part in tables.parts for stairs in part.stairs])
    assert (full >= 0).any() == (cheap == 0)
    same(tables, usual)


@pytest.mark.parametrize("few", [0, 10**9], ids=["levels", "pieces"])
def test_bundles_of_levels_and_of_pieces_give_the_same(form, few, monkeypatch):
    usual = after(form)
    monkeypatch.setattr(bundles, "FEW", few)
    same(after(form), usual)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("filled", [1.0, 100.0], ids=["never", "always"])
@pytest.mark.parametrize(("name", "params"), [CASES[0], CASES[2]])
def test_empty_copies_change_nothing(name, params, dtype, filled, monkeypatch):
    form = shrunk(gk.load(name, **params))
    usual = after(form, dtype)
    monkeypatch.setattr(bundles, "FILLED", filled)
    tables = after(form, dtype)
    positions = [(len(side.row), side.sequences) for part in tables.parts for side in part.sides]
    assert all(real == all_of_them if filled == 1 else real < all_of_them for real, all_of_them in positions)
    same(tables, usual, 1e-9 if dtype == "float64" else 1e-4)


def test_a_block_that_threads_share_gives_the_same(form, monkeypatch):
    usual = after(form)
    monkeypatch.setattr(slabs, "ALONE", 0)
    monkeypatch.setattr(slabs, "DIVIDED", 0)
    tables = after(form)
    assert tables.threads == 1 or any(part.slabs.divided for part in tables.parts)
    same(tables, usual)


@pytest.mark.parametrize("update", UPDATES)
def test_single_precision_stays_close(update):
    form = shrunk(gk.load("leduc"))
    one, other = (sum(after(form, dtype, update, 10).gains()) for dtype in ("float64", "float32"))
    assert other == pytest.approx(one, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_a_staircase_is_its_matrix(seed):
    random = np.random.default_rng(seed)
    blocks = [np.concatenate(([0], np.cumsum(random.integers(1, 9, 4)))) for _ in (0, 1)]
    rows, columns = (
        Classes(np.arange(b[-1]), np.arange(b[-1]), np.arange(b[-1]), random.integers(1, 4, b[-1]) / 4, b)
        for b in blocks
    )
    dense = np.zeros((rows.count, columns.count))
    for b in range(4):
        r, c = (slice(s.blocks[b], s.blocks[b + 1]) for s in (rows, columns))
        shape = (r.stop - r.start, c.stop - c.start)
        dense[r, c] = (
            np.sort(random.integers(-1, 2, shape), axis=1) * columns.size[c] if b % 2 else random.random(shape)
        )
    found = staircases([csr_array(dense)], rows, columns, np.float64)
    for b in range(4):
        low, m = columns.blocks[b], columns.blocks[b + 1] - columns.blocks[b]
        for i in range(rows.blocks[b], rows.blocks[b + 1]):
            row = np.zeros(m)
            if found.full[0, b] >= 0:
                start = found.full[0, b] + (i - rows.blocks[b]) * m
                row += found.entries[start : start + m]
            for e in range(found.first[0, i], found.first[0, i + 1]):
                at, factor = found.at[e], found.factor[e]
                if at <= m:
                    row[:at] += factor * columns.size[low : low + at]
                else:
                    row[at - m - 1] += factor
            assert row == pytest.approx(dense[i, low : low + m])


def test_progress_tells_the_gap_and_how_long_it_will_take():
    told = []
    form = shrunk(gk.load("leduc"))
    found = minimise(form, UPDATES["dcfr"], gap=1e-4, progress=lambda *report: told.append(report))
    assert found.stopped == "gap" and found.gap <= 1e-4
    stages = {stage.partition(":")[0] for stage, _, _ in told}
    assert stages <= {"minimising regret"}
    totals = [total for stage, done, total in told if "wanted 0.0001" in stage]
    assert all(total is None or total <= 100_000 for total in totals)


def test_the_time_it_takes_is_foreseen():
    looks = [(t, 50.0 / t**1.5) for t in (16, 32, 48, 64, 80)]
    assert expected(looks, 50.0 / 400**1.5) == 400
    assert expected(looks[:1], 0.1) is None
