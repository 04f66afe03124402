"""The parent's side of processes that take orders: lines in and out, and each can be ended at any time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from galakit.processes.lifeline import Lifeline
from galakit.processes.python import command, surroundings

ALONE = {"OPENBLAS_NUM_THREADS": "1"}  # processes are forked from one with a single thread
PARTING = 1.0  # seconds for the fork server to end by itself


class Writer(Protocol):
    """What is said to a process."""

    def write(self, data: bytes) -> None:
        """Send a line."""

    def close(self) -> None:
        """Send no more."""

    def is_closing(self) -> bool:
        """Whether no more can be sent."""


@dataclass(eq=False)
class Child:
    """A process that takes orders: see `galakit.processes.child_side.orders`."""

    reader: StreamReader
    writer: Writer
    kill: Callable[[int], None]
    """end the process with this id, and its children"""
    cut: Callable[[], None]
    """end the process even if its id is not known, and children that hold its lifeline"""
    pid: int | None = None
    """its id, once it has sent it"""
    gone: bool = False
    lost: bool = False
    """whether it is gone because its machine is"""
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """set once it runs, or is gone"""

    def listen(self, note: Callable[[bytes], None], left: Callable[[], None]) -> None:
        """Call `note` with each line from the process, and `left` when it is gone.

        A line that is too long, or for which `note` raises ValueError, ends the process.
        """
        self._listening = asyncio.create_task(self._listen(note, left))

    def say(self, line: bytes) -> None:
        """Send an order; it is ignored if the process is gone."""
        if not self.gone and not self.writer.is_closing():
            self.writer.write(line + b"\n")

    async def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self._stop()
        self.writer.close()
        await asyncio.wait([self._listening], timeout=PARTING)
        self.cut()  # the fork server may be gone and unable to kill it
        await asyncio.wait([self._listening])

    async def _listen(self, note: Callable[[bytes], None], left: Callable[[], None]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while line := await self.reader.readline():
                if self.pid is None:
                    self.pid = int(line)
                    self.begun.set()
                else:
                    note(line)
        self._stop()
        self.gone = True
        self.begun.set()
        left()

    def _stop(self) -> None:
        if self.pid is None:
            self.cut()
        else:
            self.kill(self.pid)


class Processes(Protocol):
    """Starts processes for one kind of work: a `ForkServer`, or those of a cluster."""

    async def begin(self) -> None:
        """Get ready; an error where that is impossible."""

    async def take(self) -> Child:
        """A new process."""

    async def close(self) -> None:
        """End all processes."""


class ForkServer:
    """Starts processes for one kind of work: forked from one that has everything loaded, where the system can.

    `module` is the work: see `galakit.processes.fork_server`. Run by itself (`python -m`), it serves the standard input
    and output. No line from a process may be longer than `longest`.
    """

    def __init__(self, module: str, longest: int) -> None:
        self.module = module
        self.longest = longest
        self._process: Process | None = None
        self._control: socket.socket | None = None
        self._lifeline: Lifeline | None = None
        self._changing = asyncio.Lock()
        """held while it is started or ended"""

    async def begin(self) -> None:
        """Start the fork server ahead of time, or again if it has ended."""
        async with self._changing:
            if sys.platform == "linux" and (self._process is None or self._process.returncode is not None):
                await self._start()

    async def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        around = surroundings()
        with theirs, Lifeline() as lifeline:
            self._process = await asyncio.create_subprocess_exec(
                *command("galakit.processes.fork_server", str(theirs.fileno()), self.module),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=DEVNULL,
                pass_fds=[theirs.fileno(), *lifeline.passed],
                start_new_session=True,
                cwd=around["cwd"],
                env=around["env"] | ALONE | lifeline.variables,
            )
        self._close_control()
        self._control, self._lifeline = ours, lifeline

    async def take(self) -> Child:
        """A new process."""
        await self.begin()
        if self._control is None:
            return await self._spawned()
        ours, theirs = socket.socketpair()
        with theirs, Lifeline() as lifeline:
            ends = [theirs.fileno(), lifeline.number]
            try:
                socket.send_fds(self._control, [b"fork"], ends)
            except (BrokenPipeError, ConnectionResetError):  # it has ended, and we have not noticed yet
                await self._start_again(self._control)
                socket.send_fds(self._control, [b"fork"], ends)
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=self.longest)
        return Child(reader, writer, self._kill, lifeline.cut)

    async def close(self) -> None:
        """End the fork server and all its processes."""
        async with self._changing:
            await self._end()

    async def _start_again(self, broken: socket.socket) -> None:
        """Replace the fork server that has ended, unless another caller has done so meanwhile."""
        async with self._changing:
            if self._control is None or self._control is broken:
                await self._end()
                await self._start()

    async def _end(self) -> None:
        self._close_control()  # then it ends its processes, each with its children
        if self._process is not None:
            await asyncio.wait([ending := asyncio.ensure_future(self._process.wait())], timeout=PARTING)
            if not ending.done():  # it is still loading, and has none
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            await ending
        if self._lifeline is not None:
            self._lifeline.cut()

    def _kill(self, pid: int) -> None:
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"kill {pid}".encode())

    def _close_control(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    async def _spawned(self) -> Child:
        """A process started without a fork server, which has everything still to load."""
        around = surroundings()
        process = await asyncio.create_subprocess_exec(
            *command(self.module), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=self.longest, **around
        )
        assert process.stdin is not None and process.stdout is not None

        def kill(pid: int = 0) -> None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

        return Child(process.stdout, process.stdin, kill, kill)
