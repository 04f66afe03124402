"""Studies on real clusters of two nodes, which are lost."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from pathlib import Path

import pytest

from galakit.errors import GalakitError
from galakit.sweep.dataset import parts, read_rows
from galakit.sweep.engine import Ray
from galakit.sweep.status import status_of
from galakit.sweep.study_file import plan_of
from galakit.sweep.sweep import opened, rows_of
from sweep.studies import PATIENCE

pytest.importorskip("ray")
PROMISED = 300  # seconds: a slow machine starts a dozen processes of Ray


@pytest.fixture
def cluster():
    """Its address; a function that loses a node."""
    words = [sys.executable, str(Path(__file__).with_name("ray_cluster.py"))]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:

        def said() -> str:
            for line in process.stdout:
                if line.startswith(("127.0.0.1:", "lost")):
                    return line.strip()
            raise AssertionError("the cluster has ended")

        def lose() -> None:
            print(file=process.stdin, flush=True)
            assert said() == "lost"

        yield said(), lose
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()


def study(folder, seeds):
    game = {"source": "kuhn", "methods": [{"method": "mccfr-external", "seconds": 0.3}], "seeds": seeds}
    return plan_of({"output": str(folder / "out"), "quantities": ["value.first"], "game": [game]})


def test_no_cell_is_lost_or_there_twice_when_nodes_are_lost(cluster, tmp_path):
    address, lose = cluster
    plan = study(tmp_path, 8)
    lost, at_once = [], []

    async def follow(driver):
        """Lose a node while both work."""
        while driver.engine.slots < 2 or len(driver.running) < 2 or len(rows_of(plan)) < 2:
            await asyncio.sleep(0.05)
        at_once.append(len(driver.running))
        await asyncio.to_thread(lose)

    async def run(driver):
        tried = driver._tried

        async def noted(running):
            outcome = await tried(running)
            if outcome is True:
                lost.append(running.cell.id)
            return outcome

        driver._tried = noted
        async with asyncio.timeout(PROMISED):
            beside = asyncio.create_task(follow(driver))
            await driver.run()
            await beside

    with opened(plan, Ray(address), solutions=str(tmp_path / "solutions")) as driver:
        asyncio.run(run(driver))
    rows = [row for path in parts(plan.output) for row in read_rows(path)]
    assert sorted(row["cell"] for row in rows) == sorted(cell.id for cell in plan.cells)
    assert at_once == [2] and len(lost) <= 2
    assert all(abs(row["value.first"] + 1 / 18) < 0.1 and Path(row["solution"]).is_file() for row in rows)


@pytest.mark.slow
def test_a_sweep_that_loses_the_whole_cluster_ends_with_a_message(cluster, tmp_path):
    address, lose = cluster
    plan = study(tmp_path, 200)

    async def without(driver):
        async with asyncio.timeout(PROMISED):
            running = asyncio.create_task(driver.run())
            while len(rows_of(plan)) < 2 and not running.done():
                await asyncio.sleep(0.05)
            await asyncio.to_thread(lose)
            await asyncio.to_thread(lose)
            await running

    with opened(plan, Ray(address)) as driver, pytest.raises(GalakitError, match="(?s)GK770.*are safe"):
        asyncio.run(without(driver))
    assert 2 <= len(rows_of(plan)) < 200 and status_of(plan.output).running == ()


def test_a_cluster_that_does_not_answer_ends_with_a_message(tmp_path):
    plan = study(tmp_path, 1)
    began = time.monotonic()
    with opened(plan, Ray("127.0.0.1:1")) as driver, pytest.raises(GalakitError, match="GK770"):
        asyncio.run(driver.run())
    assert time.monotonic() - began < PATIENCE and rows_of(plan) == ()
