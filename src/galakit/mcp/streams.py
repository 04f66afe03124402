"""The standard input and output of a server that can stop at any moment.

The SDK waits for its reading and writing threads at the end: a thread blocked by the client would keep the server
from ending. Here such a thread is abandoned. It uses no buffer of Python's, whose locks the interpreter needs at exit.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator
from typing import Any

LONGEST = 16_000_000  # bytes of a message; a longer one is truncated, and so invalid
AHEAD = 16  # messages read in advance


def claimed() -> tuple[Reading, Writing]:
    """The standard input and output for messages alone; other prints go to the standard error stream."""
    own_input, own_output = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Reading(own_input), Writing(own_output)


class Reading:
    """Lines of input."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._room = threading.Semaphore(AHEAD)
        threading.Thread(target=self._read, daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            self._room.release()
            yield line.decode(errors="replace")

    def _read(self) -> None:
        line = bytearray()
        with contextlib.suppress(OSError):  # the same as an end
            while part := os.read(self._number, 65_536):
                *ends, rest = part.split(b"\n")
                for end in ends:
                    self._pass_on(bytes((line + end)[:LONGEST]))
                    line.clear()
                line += rest[: LONGEST - len(line)]
        self._pass_on(bytes(line) or None)
        if line:
            self._pass_on(None)

    def _pass_on(self, line: bytes | None) -> None:
        self._room.acquire()
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


class Writing:
    """Texts for output."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._text = b""

    async def write(self, text: str) -> None:
        self._text += text.encode()

    async def flush(self) -> None:
        """Wait until all is written, or until cancelled."""
        text, self._text = self._text, b""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[Any] = loop.create_future()

        def tell(error: OSError | None) -> None:
            if not written.done():
                written.set_result(error)

        def work() -> None:
            error = _write(self._number, text)
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(tell, error)

        threading.Thread(target=work, daemon=True).start()
        error = await written
        if error is not None:
            raise error


def _write(number: int, text: bytes) -> OSError | None:
    view = memoryview(text)
    try:
        while view:
            view = view[os.write(number, view) :]
    except OSError as error:
        return error
    return None
