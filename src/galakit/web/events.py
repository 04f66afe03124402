"""Server-sent events: reports of a job as it changes, until it has ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import ClassVar

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from galakit.jobs.messages import Job
from galakit.jobs.refusals import busy

PACE = 0.1  # seconds between two events
TOGETHER = 500  # events in a second, for all clients together
MOST = 300  # streams at once
RATE = 2_000_000  # bytes in a second: a job includes its rules, which may be long


class Events(Response):
    """A stream of reports; a slow client gets fewer, and one that reads none is disconnected."""

    media_type = "text/event-stream"
    open: ClassVar[int] = 0
    """the number of streams in this process; more streams get fewer events each"""

    def __init__(self, jobs: AsyncIterator[Job]) -> None:
        if Events.open >= MOST:
            raise busy(f"clients following jobs: {MOST}")
        super().__init__()
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"
        self.jobs = jobs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        Events.open += 1
        telling = asyncio.create_task(self._tell(send, scope["app"].state.limits.taking))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait([telling, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            Events.open -= 1
            for task in (telling, leaving):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError, TimeoutError):
                    await task

    async def _tell(self, send: Send, patience: float) -> None:
        async def sent(part: bytes, more: bool = True) -> None:
            async with asyncio.timeout(patience):
                await send({"type": "http.response.body", "body": part, "more_body": more})

        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for job in self.jobs:
            data = msgspec.json.encode(job)
            await sent(b"data: " + data + b"\n\n")
            await asyncio.sleep(max(PACE, len(data) / RATE, Events.open / TOGETHER))
        await sent(b"", more=False)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
