"""Sweeps, servers and divided solves on a real cluster of two nodes, one of which is lost in the middle.

A cluster takes many seconds to start, so all these tests share one, and bring back the node that they have lost.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from solvers.factored.test_split import assert_same, form_of, run
from web.serving import serving

from cluster.real_cluster import real_cluster
from galakit.errors import GalakitError
from galakit.solvers.factored.split.divided import Dividing
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.updates import UPDATES
from galakit.sweep.dataset import parts, read_rows
from galakit.sweep.engine import Ray
from galakit.sweep.status import status_of
from galakit.sweep.study_file import plan_of
from galakit.sweep.sweep import opened, rows_of

pytest.importorskip("ray")
PROMISED = 300  # seconds: a slow machine starts a dozen processes of Ray


@pytest.fixture(scope="module")
def shared():
    with real_cluster() as found:
        yield found


@pytest.fixture
def cluster(shared):
    """With both nodes."""
    shared.whole()
    return shared


def study(folder, seeds):
    game = {"source": "kuhn", "methods": [{"method": "mccfr-external", "seconds": 0.3}], "seeds": seeds}
    return plan_of({"output": str(folder / "out"), "quantities": ["value.first"], "game": [game]})


def test_no_cell_is_lost_or_there_twice_when_a_node_is_lost(cluster, tmp_path):
    plan = study(tmp_path, 6)
    lost, at_once = [], []

    async def follow(driver):
        """Lose a node while both work."""
        while len(driver.running) < 2 or len(rows_of(plan)) < 2:
            assert driver.missing, "the study ended before two nodes were at work"
            await asyncio.sleep(0.05)
        at_once.append(len(driver.running))
        await asyncio.to_thread(cluster.lose)

    async def run(driver):
        tried = driver._tried

        async def noted(running):
            while (
                driver.engine.slots < 2 and not at_once
            ):  # on a busy machine, one node could else finish before the other begins
                await asyncio.sleep(0.05)
            outcome = await tried(running)
            if outcome is True:
                lost.append(running.cell.id)
            return outcome

        driver._tried = noted
        async with asyncio.timeout(PROMISED):
            beside = asyncio.create_task(follow(driver))
            await driver.run()
            await beside

    with opened(plan, Ray(cluster.address), solutions=str(tmp_path / "solutions")) as driver:
        asyncio.run(run(driver))
    rows = [row for path in parts(plan.output) for row in read_rows(path)]
    assert sorted(row["cell"] for row in rows) == sorted(cell.id for cell in plan.cells)
    assert at_once == [2] and len(lost) <= 2
    assert all(abs(row["value.first"] + 1 / 18) < 0.1 and Path(row["solution"]).is_file() for row in rows)


def test_a_divided_game_has_the_same_numbers_when_a_node_is_lost(cluster):
    form, rule = form_of("leduc"), UPDATES["dcfr"]
    dividing = Dividing(2, "ray", cluster.address)
    try:
        tables = dividing(form, "float64", False)
        divided = run(tables, rule, 20, lambda done: cluster.lose() if done == 10 else None)
    finally:
        dividing.close()
    assert_same(run(Tables(form, "float64"), rule, 20), divided)


def test_a_server_answers_and_solves_jobs_also_after_a_node_is_lost(cluster, tmp_path):
    with serving("kuhn", "--engine", "ray", "--address", cluster.address, "--shared", str(tmp_path)) as server:
        first = server.page.rpartition("/")[2]
        assert server.until(first)["state"] == "solved"
        assert server.ask(first, "overview")["gap"]["value"] == 0
        cluster.lose()
        for job in (first, server.solved(game="poker")):
            assert server.ask(job, "overview")["gap"]["value"] == 0
    assert not [path for path in tmp_path.iterdir() if path.name != "library"]


@pytest.mark.slow
def test_a_sweep_that_loses_the_whole_cluster_ends_with_a_message(tmp_path):
    plan = study(tmp_path, 200)

    async def without(driver):
        async with asyncio.timeout(PROMISED):
            running = asyncio.create_task(driver.run())
            while len(rows_of(plan)) < 2 and not running.done():
                await asyncio.sleep(0.05)
            await asyncio.to_thread(cluster.lose)
            await asyncio.to_thread(cluster.lose)
            await running

    with (
        real_cluster() as cluster,
        opened(plan, Ray(cluster.address)) as driver,
        pytest.raises(GalakitError, match="(?s)GK770.*are safe"),
    ):
        asyncio.run(without(driver))
    assert 2 <= len(rows_of(plan)) < 200 and status_of(plan.output).running == ()
