"""Follow a job for a while, with reports of progress; cancelling the call stops the job."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from typing import TypeVar

from galakit.errors import GalakitError
from galakit.jobs.job import ENDED, Kept
from galakit.jobs.messages import Order, Progress
from galakit.mcp.calls import Call, Desk, Origin

AnswerType = TypeVar("AnswerType")

PATIENCE = 25.0  # seconds for a call: clients give up after a minute, some earlier
INTERVAL = 1.0  # seconds between reports of progress
KEPT = 200  # jobs: then the oldest are deleted


def begin(desk: Desk, order: Order, origin: Origin | None = None) -> Kept:
    """A new job."""
    for old in list(desk.manager)[KEPT - 1 :]:
        if old.state in ENDED:
            desk.manager.remove(old.id)
            desk.origins.pop(old.id, None)
    job = desk.manager.submit(order)
    if origin is not None:
        desk.origins[job.id] = origin
    return job


async def followed(call: Call, job: Kept, seconds: float = PATIENCE) -> None:
    """Wait until a job has ended, at most so many seconds."""
    began = time.monotonic()
    try:
        while job.state not in ENDED and (left := began + seconds - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.ended.wait(), min(INTERVAL, left))
            if job.state not in ENDED:
                await call.report(round(time.monotonic() - began, 3), doing(job))
    except asyncio.CancelledError:
        with contextlib.suppress(GalakitError):  # it may have been deleted meanwhile
            if job.state not in ENDED:
                call.desk.manager.remove(job.id)
        raise


async def waited(call: Call, answer: Awaitable[AnswerType], doing: str) -> AnswerType:
    """An answer, with a report every now and then that it is still being worked on."""
    began = time.monotonic()
    working = asyncio.ensure_future(answer)
    try:
        while not (await asyncio.wait([working], timeout=INTERVAL))[0]:
            await call.report(round(time.monotonic() - began, 3), doing)
        return working.result()
    finally:
        working.cancel()


def doing(job: Kept) -> str:
    """The current activity of a job."""
    if job.state == "queued":
        return f"queued behind {job.ahead} other{'s' * (job.ahead != 1)}" if job.ahead else "starting"
    if job.progress is None:
        return job.state
    done, total = job.progress.done, job.progress.total
    how_far = "" if not done else f" {done:,}" + (f" of {total:,}" if total else "")
    gap = f", gap {job.trail[-1].gap:.3g}" if job.trail else ""
    return f"{job.progress.stage}{how_far}{gap}{_value(job.progress)}"


def _value(progress: Progress) -> str:
    """The proved bounds of the value, unless the stage contains them."""
    if progress.bounds is None or "value between" in progress.stage:
        return ""
    lower, upper = progress.bounds
    return f", the first player's value between {lower:.4g} and {upper:.4g}"
