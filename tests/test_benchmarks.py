"""Benchmarks as a product: a run that is interrupted goes on, and the tables show what was measured."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import RESULTS
from benchmarks.measure import run
from benchmarks.results import continued, fresh, load, measured
from benchmarks.rows import Row, Task, tasks
from benchmarks.tables import PAGE, README, between, line, page, put, quoted


def test_the_page_has_the_table_of_the_last_complete_run():
    assert between(PAGE) == page(load(RESULTS))


def test_the_readme_quotes_rows_of_the_page_and_nothing_else():
    lines = between(README).splitlines()
    assert lines == quoted(load(RESULTS), tasks()).splitlines()
    assert len(lines) > 6 and set(lines) <= set(between(PAGE).splitlines())


def test_every_row_was_measured():
    results = load(RESULTS)
    assert [(row.what, row.against) for row in results.rows] == [(task.what, task.against) for task in tasks()]


def test_a_run_that_is_interrupted_goes_on(tmp_path):
    file = tmp_path / "unfinished.json"
    calls = []

    def task(name, fails=False):
        def measure(patience):
            calls.append(name)
            if fails:
                raise KeyboardInterrupt
            return Row(name, "peer", ours=1.0, peer=patience, ratio=patience)

        return Task(name, "peer", measure)

    with pytest.raises(KeyboardInterrupt):
        list(measured([task("one"), task("two", fails=True)], fresh(3.0), file))
    again = continued(file, 3.0)
    rows = [(row.what, had) for _, row, had in measured([task("one"), task("two")], again, file)]
    assert rows == [("one", True), ("two", False)] and calls == ["one", "two", "two"]
    assert [row.peer for row in load(file).rows] == [3.0, 3.0]
    assert continued(file, 4.0).rows == []  # other limits, so nothing is reused


def test_a_peer_that_is_missing_or_slow_is_said(tmp_path, monkeypatch):
    assert run("naive_reverse", timeout=1.0, times=10**9) == {
        "capped": 1.0
    }  # CPU seconds: a busy machine changes nothing
    (tmp_path / "pygambit.py").write_text("raise ModuleNotFoundError('No module named pygambit', name='pygambit')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert run("read_efg", path="game.efg")["skipped"] == "pygambit is not installed"
    row = Row("task", "pygambit", ours=0.5, note="pygambit is not installed")
    assert line(row) == "| task (pygambit is not installed) | pygambit | 0.5 s | | | | |"


def test_markers_are_needed(tmp_path):
    file = tmp_path / "page.md"
    file.write_text("<!-- benchmarks -->\n<!-- end of benchmarks -->\n")
    put(file, "new")
    put(file, "newer")
    assert between(file) == "newer"
    file.write_text("nothing")
    with pytest.raises(AssertionError, match="no markers"):
        put(file, "new")
