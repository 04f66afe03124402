"""Workers as the server sees them: processes that are given orders and whose answers are waited for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any

LONGEST_ANSWER = 1_000_000
MOST_TROUBLES = 20  # that are kept


class Worker:
    """A process that plays one role of one match; see `galakit.ggp.worker` for what is said."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.playable = False
        self.ready = False
        self.refused: str | None = None
        self.gone = False
        self.spares: dict[int, str] = {}
        self.moves: dict[int, str | None] = {}
        self.troubles: list[str] = []
        self._news = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear())

    @classmethod
    async def begun(cls) -> Worker:
        """A new process, which reads its modules while nobody waits."""
        words = (sys.executable, "-m", "galakit.ggp.worker")
        process = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_ANSWER
        )
        return cls(process)

    def order(self, **words: Any) -> None:
        """Say what is to be done; a process that is gone does not hear it."""
        assert self.process.stdin is not None
        if not self.gone and not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps(words).encode() + b"\n")

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
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        await self.process.wait()
        await self._hearing
        assert self.process.stdin is not None
        self.process.stdin.close()

    async def _hear(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # an answer without end
            while line := await self.process.stdout.readline():
                self._note(json.loads(line))
                self._news.set()
        self.gone = True
        self._news.set()

    def _note(self, said: dict[str, Any]) -> None:
        match said["answer"]:
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


class Pool:
    """Workers ahead of the need: one is always begun, so that no start clock pays for reading modules."""

    def __init__(self) -> None:
        self._next: asyncio.Task[Worker] | None = None

    def prepare(self) -> None:
        if self._next is None:
            self._next = asyncio.create_task(Worker.begun())

    async def take(self) -> Worker:
        """A worker that has been given no orders yet."""
        self.prepare()
        assert self._next is not None
        taken, self._next = self._next, None
        worker = await taken
        self.prepare()
        if worker.gone:  # somebody stopped it while it waited
            await worker.end()
            return await Worker.begun()
        return worker

    async def close(self) -> None:
        if self._next is not None:
            taken, self._next = self._next, None
            await (await taken).end()
