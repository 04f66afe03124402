"""Processes as whoever begins them sees them: lines go in and come out, and each can be ended at any time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass

from galakit.processes.limits import environment

ALONE = {"OPENBLAS_NUM_THREADS": "1"}  # processes are forked from one with a single thread
PARTING = 1.0  # seconds for it to end by itself


@dataclass(frozen=True)
class Child:
    """A process that has been given no orders yet."""

    reader: StreamReader
    writer: StreamWriter
    kill: Callable[[int], None]
    """end the process of that number, which it says itself, and all that it began"""


class Nursery:
    """Where processes for one kind of work come from: forked from one that has everything loaded, where that works.

    `module` is the work: see `galakit.processes.nursery`. Run by itself (`python -m`), it serves the standard input and
    output. No line that a process says may be longer than `longest`.
    """

    def __init__(self, module: str, longest: int) -> None:
        self.module = module
        self.longest = longest
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
                words = (sys.executable, "-m", "galakit.processes.nursery", str(theirs.fileno()), self.module)
                self._process = await asyncio.create_subprocess_exec(
                    *words, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, pass_fds=[theirs.fileno()],
                    start_new_session=True, env=environment() | ALONE,
                )  # fmt: skip
            self._close_control()
            self._control = ours

    async def take(self) -> Child:
        """A process that has been given no orders yet."""
        await self.begin()
        if self._control is None:
            return await self._spawned()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            except (BrokenPipeError, ConnectionResetError):  # somebody has ended it, and we have not heard of it yet
                await self.close()
                await self.begin()
                socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=self.longest)
        return Child(reader, writer, self._kill)

    async def close(self) -> None:
        """End it, and all that came from it."""
        self._close_control()  # it ends its processes then, each with all that it began
        if self._process is not None:
            await asyncio.wait([ending := asyncio.ensure_future(self._process.wait())], timeout=PARTING)
            if not ending.done():  # it is still loading, and has none
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            await ending

    def _kill(self, pid: int) -> None:
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"kill {pid}".encode())

    def _close_control(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    async def _spawned(self) -> Child:
        """A process that has everything still to load."""
        words = (sys.executable, "-m", self.module)
        process = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=self.longest
        )
        assert process.stdin is not None and process.stdout is not None

        def kill(pid: int) -> None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

        return Child(process.stdout, process.stdin, kill)
