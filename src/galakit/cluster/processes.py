"""Processes on a Ray cluster for the rest of Galakit: begun, taken and closed like those of a fork server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable

from galakit.cluster.frames import Sign, frame, unframed
from galakit.errors import GalakitError
from galakit.processes.children import Child
from galakit.processes.lifeline import Lifeline
from galakit.processes.python import command, surroundings

KNOCKING = 10.0  # seconds for a connection
CONNECTING = 30.0  # seconds for a cluster to answer
WATCHING = 5.0  # seconds between looks at its head,
MISSED = 2  # and how many of them in a row may find none
DEFAULT = "127.0.0.1:6379"
_LOOPBACK = re.compile(r"(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?):\d+")
_ADDRESS = re.compile(r"[A-Za-z0-9_.\-\[\]:]+:\d{1,5}")


class ClusterProcesses:
    """Starts processes of one module on the machines of a cluster.

    There are at most `most` machines' processors in use, and at most `each` processes on one; None: any number.
    """

    def __init__(
        self, address: str | None, module: str, longest: int, *, most: int | None = None, each: int | None = None
    ) -> None:
        self.address = checked(address or os.environ.get("RAY_ADDRESS") or DEFAULT)
        self.module = module
        self.longest = longest
        self.most = most
        self.each = each
        self.processors = 0
        """those of the cluster that are in use now"""
        self._process: Process | None = None
        self._listening: asyncio.Task[None]
        self._lifeline: Lifeline | None = None
        self._children: dict[int, _Remote] = {}
        self._numbers = itertools.count(1)
        self._beginning = asyncio.Lock()
        self._ready: asyncio.Future[None] | None = None

    async def begin(self) -> None:
        """Connect, or connect again where the bridge has ended; an error where no cluster answers."""
        async with self._beginning:
            if self._process is not None and not self._listening.done():  # its exit status comes later than its end
                return
            await _knock(self.address)
            self._ready = asyncio.get_running_loop().create_future()
            around = surroundings()
            words = [self.address, self.module, str(self.longest), str(self.most or 0), str(self.each or 0)]
            with Lifeline() as lifeline:
                self._process = await asyncio.create_subprocess_exec(
                    *command("galakit.cluster.bridge", *words),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    limit=2 * self.longest,
                    pass_fds=lifeline.passed,
                    start_new_session=True,
                    cwd=around["cwd"],
                    env=around["env"] | _settings(self.address) | lifeline.variables,
                )
            self._lifeline = lifeline
            self._listening = asyncio.create_task(self._listen(self._process))
            self._watching = asyncio.create_task(self._watch(self._process))
            try:
                async with asyncio.timeout(CONNECTING):
                    await asyncio.shield(self._ready)
            except TimeoutError:
                self._ready = None
                await self.close()
                raise unreachable(self.address, f"there was no answer within {CONNECTING:g} s") from None
            except GalakitError:
                await self.close()
                raise

    async def take(self) -> Child:
        """A new process on the machine with the fewest."""
        await self.begin()
        number = next(self._numbers)
        remote = self._children[number] = _Remote(number, self._send, self.longest)
        self._send(number, "+")
        return remote.child

    async def close(self) -> None:
        """End all processes."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(ProcessLookupError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._process.wait()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._watching.cancel()
        await asyncio.wait([self._listening, self._watching])
        if self._lifeline is not None:
            self._lifeline.cut()
        self._process = None

    def _send(self, number: int, sign: Sign, rest: bytes = b"") -> None:
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(frame(number, sign, rest) + b"\n")

    async def _watch(self, process: Process) -> None:
        """End the bridge where the head of the cluster is gone: Ray waits for it for minutes, or for ever."""
        missed = 0
        while process.returncode is None and missed <= MISSED:
            await asyncio.sleep(WATCHING)
            try:
                await _knock(self.address)
                missed = 0
            except GalakitError:
                missed += 1
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            while line := await process.stdout.readline():
                self._hear(*unframed(line))
        self.processors = 0
        for number in list(self._children):
            self._leave(number, lost=True)
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(unreachable(self.address, "Ray could not be started"))

    def _hear(self, number: int, sign: str, rest: bytes) -> None:
        match sign:
            case "<":
                if (remote := self._children.get(number)) is not None and not remote.ended:
                    remote.reader.feed_data(rest + b"\n")
            case ".":
                self._leave(number, lost=False)
            case "!":
                self._leave(number, lost=True)
            case "=":
                self.processors = int(rest)
                if self._ready is not None and not self._ready.done():
                    self._ready.set_result(None)
            case "?":
                error = unfit(rest.decode()) if number else unreachable(self.address, rest.decode())
                if self._ready is not None and not self._ready.done():
                    self._ready.set_exception(error)

    def _leave(self, number: int, *, lost: bool) -> None:
        remote = self._children.pop(number, None)
        if remote is not None and not remote.ended:
            remote.ended = True
            remote.child.lost = lost
            remote.reader.feed_eof()


class _Remote:
    """The near end of a process on the cluster."""

    def __init__(self, number: int, send: Callable[[int, Sign, bytes], None], longest: int) -> None:
        self.number = number
        self.reader = StreamReader(limit=longest)
        self._send = send
        self._closed = False
        self.ended = False
        self.child = Child(self.reader, self, lambda pid: self.end(), self.end)

    def write(self, data: bytes) -> None:
        """A line for the process."""
        self._send(self.number, ">", data)

    def close(self) -> None:
        """Nothing more is said."""
        self._closed = True

    def is_closing(self) -> bool:
        return self._closed

    def end(self) -> None:
        """End the process."""
        if not self.ended:
            self.ended = True
            self._send(self.number, "-", b"")
            self.reader.feed_eof()


def checked(address: str) -> str:
    """An address of a cluster; an error where it is none."""
    if address.startswith("ray://"):
        raise GalakitError(
            f"`{address}` is the address of a Ray client, which is not supported",
            hint="run the command on a machine of the cluster, and name HOST:PORT of its head (`ray start` prints it)",
            id="GK770",
        )
    if address != "auto" and not _ADDRESS.fullmatch(address):
        raise GalakitError(
            f"`{address[:100]}` is not an address", hint="write HOST:PORT, such as 127.0.0.1:6379", id="GK770"
        )
    return address


def reach(address: str) -> None:
    """See whether anything answers at an address; an error where nothing does."""
    asyncio.run(_knock(address))


async def _knock(address: str) -> None:
    """See whether anything listens there: Ray itself would try for half a minute."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(KNOCKING):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, OverflowError) as error:
        raise unreachable(address, _reason(error)) from None
    writer.close()


def _reason(error: OSError | OverflowError) -> str:
    """Why nothing answers, in the system's words."""
    if not isinstance(error, OSError) or not error.strerror:
        return "it does not answer"
    asyncio_says = error.strerror.startswith("Connect call failed")
    return os.strerror(error.errno) if asyncio_says and error.errno else error.strerror


def unreachable(address: str, why: str) -> GalakitError:
    """The error where no cluster answers."""
    return GalakitError(
        f"the Ray cluster at {address} cannot be reached: {why}"[:600],
        notes=["results that were written are safe, and the same command goes on"],
        hint="start one with `ray start --head`, or name another: --address HOST:PORT",
        id="GK770",
    )


def unfit(why: str) -> GalakitError:
    """The error where the machines of a cluster cannot do the work."""
    return GalakitError(
        why, hint="install the same version of Galakit and Python on all machines of the cluster", id="GK771"
    )


def _settings(address: str) -> dict[str, str]:
    """Environment variables for Ray: it calls no other machine, and takes 127.0.0.1 for itself."""
    found = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    if _LOOPBACK.fullmatch(address):
        found["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # else it would look for another address of this machine
    return found
