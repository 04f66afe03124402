"""Small studies, and real engines that tests share."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from galakit.sweep.engine import Local
from galakit.sweep.plan import Plan
from galakit.sweep.study_file import plan_of
from galakit.sweep.sweep import opened, rows_of

BLUFF = {"value": "value.first", "bluff": "first: card(1) = bet"}
PATIENCE = 120  # seconds: machines that test are slow
LOOP = "game(loop, [players : [a], flow : (while(true, choose(a, X, member(X, [1]))))])."


class Shared(Local):
    """The processes of several tests are forked from one, which takes seconds to load."""

    async def close(self) -> None:
        pass


def kuhn(folder: Path, *cards: int, **more) -> Plan:
    """Kuhn poker with these numbers of cards."""
    game = {"source": "kuhn", "params": {"cards": list(cards)}, "methods": ["lp"], "quantities": BLUFF}
    return plan_of({"name": "kuhn", "output": str(folder / "out"), "game": [game | more.pop("game", {})], **more})


def statuses(plan: Plan) -> list[str]:
    return [str(row["status"]) for row in rows_of(plan)]


@pytest.fixture(scope="module")
def swept():
    """Sweeps a plan; returns the driver. `during` is a coroutine that runs beside it."""
    with asyncio.Runner() as runner:
        engine = Shared(2)

        async def run(driver, during):
            async with asyncio.timeout(PATIENCE):
                beside = asyncio.ensure_future(during(driver)) if during else None
                try:
                    await driver.run()
                finally:
                    if beside is not None:
                        beside.cancel()
                        with contextlib.suppress(asyncio.CancelledError):
                            await beside

        def sweep(plan, during=None, **options):
            with opened(plan, engine, **options) as driver:
                runner.run(run(driver, during))
                return driver

        yield sweep
        runner.run(Local.close(engine))
