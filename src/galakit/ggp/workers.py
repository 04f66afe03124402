"""Workers as the server sees them: processes that are given orders and whose answers are waited for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from asyncio import StreamReader
from collections.abc import Callable
from typing import Any

from galakit.processes.children import Child, Nursery

LONGEST_ANSWER = 1_000_000
MOST_TROUBLES = 20  # that are kept


def nursery() -> Nursery:
    """Where workers come from."""
    return Nursery("galakit.ggp.worker", LONGEST_ANSWER)


class Worker:
    """A process that plays one role of one match; see `galakit.ggp.worker` for what is said."""

    def __init__(self, child: Child) -> None:
        self.pid: int | None = None
        self.playable = False
        self.ready = False
        self.refused: str | None = None
        self.gone = False
        self.spares: dict[int, str] = {}
        self.moves: dict[int, str | None] = {}
        self.troubles: list[str] = []
        self._child = child
        self._news = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear(child.reader))

    def order(self, **words: Any) -> None:
        """Say what is to be done; a process that is gone does not hear it."""
        if not self.gone and not self._child.writer.is_closing():
            self._child.writer.write(json.dumps(words).encode() + b"\n")

    async def until(self, happened: Callable[[], bool], deadline: float) -> bool:
        """Wait until something has happened; whether it did before the deadline."""
        while not happened():
            left = deadline - time.monotonic()
            if left <= 0 or self.gone:
                return False
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        return True

    async def end(self) -> None:
        """Stop the process, whatever it is doing."""
        await self._child.end(self.pid, self._hearing)

    async def _hear(self, reader: StreamReader) -> None:
        with contextlib.suppress(ValueError, OSError):  # an answer without end, a connection that broke
            while line := await reader.readline():
                self._note(json.loads(line))
                self._news.set()
        self.gone = True
        self._news.set()

    def _note(self, said: dict[str, Any]) -> None:
        match said["answer"]:
            case "begun":
                self.pid = said["pid"]
            case "playable":
                self.playable = True
            case "ready":
                self.ready = True
            case "refused":
                self.refused = said["why"]
            case "spare":
                self.spares = {said["turn"]: said["move"]}
            case "move":
                self.moves = {said["turn"]: said["move"]}
            case "trouble":
                self.troubles = [*self.troubles[-MOST_TROUBLES:], said["why"]]
