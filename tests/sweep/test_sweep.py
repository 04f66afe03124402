"""Sweeps in real processes: what they find, what goes wrong in them, and what is left when they are killed."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jobs.texts import HOG

import galakit as gk
from galakit.errors import GalakitError
from galakit.sweep.dataset import parts, read_rows
from galakit.sweep.status import status_of
from galakit.sweep.study_file import plan_of, read_study
from galakit.sweep.sweep import Outcome, frame, opened, rows_of
from sweep.studies import PATIENCE, kuhn, statuses

FAR = "game(far, [players : [ann], variables : [n = 0], flow : on, on : (choose(ann, X, member(X, [1, 2])), "
FAR += "busy, n gets 3 * $n + X, on)]).\nbusy :- gala_val(n, N), M is N + 1000, between(N, M, K), K >= M, !.\n"  # states without end, slowly
BAD = "game(bad, [players : [ann], flow : (choose(ann, X, member(X, [1, 2])), X > 1, outcome([X]))]).\n"


def cells_of(pid: int) -> list[int]:
    """The processes of cells: children of the fork server, which is a child of this process."""
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def of_files(folder: Path, *names: str, **more) -> object:
    texts = {"far.gala": FAR, "hog.gala": HOG, "bad.gala": BAD}
    for name in names:
        if name in texts:
            (folder / name).write_text(texts[name])
    return plan_of({"output": str(folder / "out"), "game": [{"source": name} for name in names], **more}, folder)


def test_a_study_has_the_values_of_the_literature_and_is_not_solved_again(swept, tmp_path):
    plan = kuhn(tmp_path, 3, 4)
    far = []
    assert swept(plan, progress=lambda stage, done, total: far.append((done, total))).missing == {}
    assert far[0] == (0, 2) and len({total for _, total in far}) == 1
    first, second = rows_of(plan)
    assert (first["status"], first["value_exact"], first["gap_exact"], first["exact"]) == ("solved", "-1/18", "0", True)
    assert (first["nodes"], first["nodes_exact"], first["information_sets"]) == (55.0, "55", 12.0)
    assert math.isclose(second["value"], -1 / 24) and second["cards_exact"] == "4"
    assert first["seconds"] >= first["seconds_solve"] > 0 and first["memory"] >= 0 and first["reason"] is None
    before = [path.stat().st_mtime_ns for path in parts(plan.output)]
    again = swept(plan)
    assert len(again.plan.cells) == 2 and [path.stat().st_mtime_ns for path in parts(plan.output)] == before


def test_a_longer_study_solves_only_what_is_new_and_a_shorter_one_sets_rows_aside(swept, tmp_path):
    swept(kuhn(tmp_path, 3))
    solved = []
    longer = kuhn(tmp_path, 3, 4)
    swept(longer, progress=lambda stage, done, total: solved.append(done))
    assert solved[0] == 1 and statuses(longer) == ["solved"] * 2
    other = kuhn(tmp_path, 4)
    swept(other)
    assert len(rows_of(other)) == 1 and sum(1 for path in parts(other.output) for _ in read_rows(path)) == 1


def test_what_goes_wrong_is_a_row_with_its_reason(swept, tmp_path):
    plan = of_files(tmp_path, "hog.gala", "bad.gala", "kuhn", time_limit=60, memory=700)
    swept(plan)
    hog, bad, good = rows_of(plan)
    (tmp_path / "late").mkdir()
    late = of_files(tmp_path / "late", "far.gala", time_limit=1)
    swept(late)
    (far,) = rows_of(late)
    assert far["status"] == "timed out" and far["reason_id"] == "GK632" and "time limit" in far["reason"]
    assert (hog["status"], hog["reason_id"]) == ("out of memory", "GK418")
    assert (bad["status"], bad["reason_id"]) == ("failed", "GK401") and "fail" in bad["reason"]
    assert good["status"] == "solved"
    assert len({tuple(row) for row in (hog, bad, good)}) == 1  # the same columns
    assert {reason.status for reason in status_of(plan.output).reasons} == {"out of memory", "failed"}


def test_more_time_solves_what_has_timed_out_again_and_retry_what_has_failed(swept, tmp_path):
    swept(of_files(tmp_path, "far.gala", "bad.gala", time_limit=0.5))
    done = []
    swept(of_files(tmp_path, "far.gala", "bad.gala", time_limit=0.5), progress=lambda *far: done.append(far))
    assert done == []
    longer = of_files(tmp_path, "far.gala", "bad.gala", time_limit=1)
    swept(longer, progress=lambda stage, done_, total: done.append(done_))
    assert done[0] == 1 and [row["time_limit"] for row in rows_of(longer)] == [1.0, 0.5]
    swept(longer, retry=True, progress=lambda stage, done_, total: done.append(done_))
    assert min(done) == 0 and [row["time_limit"] for row in rows_of(longer)] == [1.0, 1.0]


def test_the_best_so_far_is_a_row_when_the_time_is_over(swept, tmp_path):
    game = {"source": "leduc", "methods": ["cfr+"], "gap": 1e-12}
    plan = plan_of({"output": str(tmp_path / "out"), "time_limit": 4, "quantities": ["welfare"], "game": [game]})
    swept(plan)
    (row,) = rows_of(plan)
    assert (
        row["status"] == "incomplete" and 0 < row["gap"] < 1 and abs(row["welfare"]) < 1e-9 and "limit" in row["reason"]
    )


def test_a_killed_process_of_a_cell_is_replaced_and_one_that_dies_again_is_a_row(swept, tmp_path):
    plan = of_files(tmp_path, "far.gala", "kuhn", time_limit=60)
    killed = []

    async def kill(driver):
        """Kill the process of the endless game whenever it has one."""
        while True:
            await asyncio.sleep(0.1)
            server = driver.engine._fork_server._process
            if any("far" in one.cell.words and one.stage for one in driver.running.values()):
                for pid in cells_of(server.pid) if server else []:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    swept(plan, kill)
    far, other = rows_of(plan)
    assert (far["status"], far["reason_id"]) == ("crashed", "GK775") and len(killed) >= 2
    assert other["status"] in ("solved", "crashed")


def test_a_quantity_that_a_game_does_not_have_is_empty_with_a_remark(swept, tmp_path):
    asked = {"bluff": "first: card(1) = bet", "none": "first: card(7) = bet", "rare": "reach second: card(3),saw(bet)"}
    plan = plan_of(
        {"output": str(tmp_path / "out"), "quantities": asked, "game": [{"source": "kuhn", "methods": ["lp"]}]}
    )
    swept(plan)
    (row,) = rows_of(plan)
    assert row["status"] == "solved" and row["bluff"] is not None
    assert row["none"] is None and row["none_exact"] is None and "none: " in row["remarks"]


def test_solutions_are_kept_where_the_study_says(swept, tmp_path):
    plan = kuhn(tmp_path, 3)
    swept(plan, solutions=str(tmp_path / "kept"))
    (row,) = rows_of(plan)
    kept = gk.load_solution(row["solution"])
    assert Path(row["solution"]).parent == tmp_path / "kept" and kept.gap == 0


def test_two_sweeps_in_one_folder_do_no_cell_twice(swept, tmp_path):
    plan = kuhn(tmp_path, *range(3, 9))
    orders = {}

    def count(driver):
        """Note the orders that a sweep gives."""
        made, given = driver._order, orders.setdefault(driver, [])
        driver._order = lambda cell: given.append(cell.id) or made(cell)

    async def second(driver):
        count(driver)
        with opened(kuhn(tmp_path, *range(3, 9)), driver.engine) as beside:
            count(beside)
            await beside.run()
            while driver.missing:
                await asyncio.sleep(0.05)

    swept(plan, second)
    assert sorted(cell for given in orders.values() for cell in given) == sorted(cell.id for cell in plan.cells)
    assert len(orders) == 2 and all(orders.values())
    assert sum(1 for path in parts(plan.output) for _ in read_rows(path)) == len(plan.cells)


def test_another_study_cannot_take_the_folder_of_a_sweep_that_runs(swept, tmp_path):
    plan = kuhn(tmp_path, 3)

    async def intrude(driver):
        with pytest.raises(GalakitError, match=r"(?s)another sweep is running in .*GK767|GK767"):  # noqa: SIM117
            with opened(kuhn(tmp_path, 4), driver.engine):
                pass

    swept(plan, intrude)
    assert statuses(plan) == ["solved"]


def test_a_folder_with_other_files_is_not_touched(swept, tmp_path):
    plan = kuhn(tmp_path, 3)
    plan.output.mkdir()
    (plan.output / "thesis.tex").write_text("")
    with pytest.raises(GalakitError, match="is not that of a study"):
        swept(plan)
    assert [path.name for path in plan.output.iterdir()] == ["thesis.tex"]


def test_the_frame_has_the_types_of_the_columns(swept, tmp_path):
    plan = kuhn(tmp_path, 3)
    swept(plan)
    table = frame(Outcome(plan, rows_of(plan), 1, ()))
    types = {name: str(kind) for name, kind in table.dtypes.items()}
    assert (types["cards"], types["seed"], types["exact"], types["cards_exact"]) == (
        "float64",
        "Int64",
        "boolean",
        "object",
    )
    assert table.value_exact.tolist() == ["-1/18"] and bool(table.seed.isna()[0])


STUDY = """
name = "interrupted"
jobs = 1
[[game]]
source = "kuhn"
params.cards = [3, 4]
[[game]]
source = "far.gala"
"""


def begun(folder: Path) -> subprocess.Popen:
    """A sweep in a process of its own that has solved two cells and goes on with one that does not end."""
    words = [sys.executable, "-m", "galakit", "sweep", "study.toml"]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        rows = [row for path in parts(folder / "study") for row in read_rows(path)]
        if len(rows) == 2:
            return process
        time.sleep(0.05)
    process.kill()
    raise AssertionError(process.communicate())


def test_an_interrupted_and_a_killed_sweep_have_lost_no_row(swept, tmp_path):
    (tmp_path / "far.gala").write_text(FAR)
    study = tmp_path / "study.toml"
    study.write_text(STUDY.replace("jobs = 1\n", ""))
    process = begun(tmp_path)
    found = status_of(tmp_path / "study")
    assert (found.done, found.runs, found.running) == (2, 1, ("far.gala auto",))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "the same command goes on" in said and "Traceback" not in said
    assert not list((tmp_path / "study" / "_running").glob("*.cell"))
    process = begun(tmp_path)
    server = cells_of(process.pid)
    process.kill()
    process.communicate()
    assert status_of(tmp_path / "study").runs == 0
    (tmp_path / "far.gala").write_text(FAR.replace("X, on)]", "X, end)]"))
    plan = read_study(study)
    solved = []
    swept(plan, progress=lambda stage, done, total: solved.append(done))
    assert solved[0] == 2 and statuses(plan) == ["solved"] * 3
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in server) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in server)
