"""Many clients at once: nothing fails, and no job is lost. `benchmarks/serving.py` is the same for longer."""

from __future__ import annotations

import asyncio

from benchmarks.serving import load


def test_many_clients_at_once_lose_no_job(served):
    tally = asyncio.run(load(served.address, served.process.pid, clients=20, seconds=3))
    assert tally.taken >= 20 and tally.solved == tally.taken and not tally.lost
    assert max(tally.statuses) < 500 and not tally.broken, tally.statuses
    assert tally.hands == tally.solved
