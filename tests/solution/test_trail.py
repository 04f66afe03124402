"""How the gap fell is told while a method works, and kept with the solution."""

from __future__ import annotations

from itertools import groupby

import pytest

import galakit as gk
from galakit.progress import Stage, bounds_of, gap_of, throttled
from galakit.solution.trail import MOST, Trail


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        ("leduc", "cfr+", {"iterations": 200}),
        ("leduc", "factored", {"iterations": 100}),
        ("kuhn", "mccfr-external", {"iterations": 500}),
    ],
)
def test_the_trail_of_a_method_of_steps_falls_and_ends_at_the_certified_gap(game, method, options):
    told = []
    solution = gk.solve(
        gk.load(game), method, progress=lambda stage, done, total: told.append(gap_of(stage)), **options
    )
    seconds, gaps = zip(*solution.trail)
    assert len(gaps) >= 3 and gaps[-1] == float(solution.gap) < gaps[0]
    assert list(seconds) == sorted(seconds)
    changes = [
        gap for gap, _ in groupby(gap for gap in told if gap is not None)
    ]  # a slow step tells the same one again
    assert changes[:3] == list(gaps[:3])


def test_a_method_without_steps_leaves_no_trail():
    assert gk.solve(gk.load("kuhn")).trail == ()


def test_the_trail_and_what_was_locked_are_saved(tmp_path):
    game = gk.load("kuhn")
    solution = gk.solve(game, "cfr+", iterations=100, lock={"second": {"card(1)": "pass"}})
    assert {game.form.facts(i)[0] for i in solution.locked} == {"card(1)"} and len(solution.locked) == 2
    for ending in ("parquet", "json"):
        solution.save(tmp_path / f"kuhn.{ending}")
        read = gk.load_solution(tmp_path / f"kuhn.{ending}")
        assert read.locked == solution.locked
        assert [m.gap for m in read.trail] == [m.gap for m in solution.trail] != []


def test_a_trail_is_thinned_and_keeps_its_ends():
    trail = Trail()
    for k in range(5000):
        trail(Stage("stepping", 1 / (k + 1)), k, None)
    assert len(trail.moments) <= MOST
    assert trail.moments[0].gap == 1 and trail.moments[-1].gap == 1 / 5000


def test_a_new_gap_is_told_at_once_and_the_same_one_is_not():
    told = []
    tell = throttled(lambda stage, done, total: told.append((str(stage), gap_of(stage))), interval=60)
    for gap in (0.5, 0.5, 0.25):
        tell(Stage("stepping", gap), 1, None)
    tell("stepping", 2, None)
    assert told == [("stepping", 0.5), ("stepping", 0.25)]


@pytest.mark.parametrize("method", ["cfr", "cfr+"])
def test_what_is_told_of_the_value_while_solving_is_true(method):
    told = []
    gk.solve(gk.load("kuhn"), method, gap=1e-3, progress=lambda stage, done, total: told.append(bounds_of(stage)))
    bounds = [known for known in told if known is not None]
    assert bounds and all(lower - 1e-9 <= -1 / 18 <= upper + 1e-9 for lower, upper in bounds)
    assert bounds == sorted(bounds, key=lambda known: known[1] - known[0], reverse=True)
