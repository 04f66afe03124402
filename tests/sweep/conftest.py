"""Real processes that the tests of a file share."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from galakit.sweep.engine import Local
from galakit.sweep.sweep import opened
from sweep.studies import PATIENCE


class Shared(Local):
    """The processes of several tests are forked from one, which takes seconds to load."""

    async def close(self) -> None:
        pass


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
