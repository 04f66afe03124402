"""Workers as the server sees them: processes that are given orders and whose answers are waited for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import time
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any

LONGEST_ANSWER = 1_000_000
MOST_TROUBLES = 20  # that are kept
PARTING = 5.0  # seconds for a process to say who it is


class Worker:
    """A process that plays one role of one match; see `galakit.ggp.worker` for what is said."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, kill: Callable[[int], None]) -> None:
        self.pid: int | None = None
        self.playable = False
        self.ready = False
        self.refused: str | None = None
        self.gone = False
        self.spares: dict[int, str] = {}
        self.moves: dict[int, str | None] = {}
        self.troubles: list[str] = []
        self._writer = writer
        self._kill = kill
        self._news = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear(reader))

    def order(self, **words: Any) -> None:
        """Say what is to be done; a process that is gone does not hear it."""
        if not self.gone and not self._writer.is_closing():
            self._writer.write(json.dumps(words).encode() + b"\n")

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
        await self.until(lambda: self.pid is not None, time.monotonic() + PARTING)
        if self.pid is not None and not self.gone:
            self._kill(self.pid)
        self._writer.close()
        await self._hearing

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


class Nursery:
    """Where workers come from: forked from a process that has everything loaded, where the system can do that well."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._control: socket.socket | None = None
        self._beginning = asyncio.Lock()

    async def begin(self) -> None:
        """Have it load everything while nobody waits; again if it has ended."""
        async with self._beginning:
            if sys.platform != "linux" or (self._process is not None and self._process.returncode is None):
                return
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                words = (sys.executable, "-m", "galakit.ggp.nursery", str(theirs.fileno()))
                self._process = await asyncio.create_subprocess_exec(
                    *words, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )  # fmt: skip
            self._close_control()
            self._control = ours

    async def take(self) -> Worker:
        """A worker that has been given no orders yet."""
        await self.begin()
        if self._control is None:
            return await _spawned()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            except (BrokenPipeError, ConnectionResetError):  # somebody has ended it, and we have not heard of it yet
                await self.close()
                await self.begin()
                socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=LONGEST_ANSWER)
        return Worker(reader, writer, self._kill)

    async def close(self) -> None:
        """End it; the workers that came from it have been ended."""
        self._close_control()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # it may still be loading, with processes of its own
            await self._process.wait()

    def _kill(self, pid: int) -> None:
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"kill {pid}".encode())

    def _close_control(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None


async def _spawned() -> Worker:
    """A worker that has everything still to load."""
    words = (sys.executable, "-m", "galakit.ggp.worker")
    process = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_ANSWER
    )
    assert process.stdin is not None and process.stdout is not None

    def kill(pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    return Worker(process.stdout, process.stdin, kill)
