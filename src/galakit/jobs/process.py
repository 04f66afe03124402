"""The process of a job as the server sees it: it is given orders, and its answers are waited for."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from galakit.jobs.messages import Problem
from galakit.jobs.problems import Kind
from galakit.jobs.protocol import Answered, Begin, Begun, Denied, Failed, Found, Ordered, Read, Said, Solved, Stop, Went
from galakit.processes.children import Child

LONGEST_ANSWER = 64 << 20  # bytes; a process that says more in one line is ended

News: TypeAlias = Read | Went | Found | Solved | Failed


class Gone(Exception):
    """The process ended before it answered."""


class Denial(Exception):
    """The process says why there is no answer."""

    def __init__(self, kind: Kind, problems: list[Problem]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.problems = problems


class Process:
    """A process of one job; `hear` is told what comes of a `Begin`, and `left` that the process is gone."""

    def __init__(
        self, child: Child, hear: Callable[[News], None] = lambda news: None, left: Callable[[], None] = lambda: None
    ) -> None:
        self.gone = False
        self.pid: int | None = None
        """its number, once it has said it"""
        self.prepared = asyncio.Event()
        """set when it has a solution, and has prepared the first answers"""
        self._child = child
        self._hear = hear
        self._left = left
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[msgspec.Raw]] = {}
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(Said)
        self._hearing = asyncio.create_task(self._listen())

    def begin(self, order: Begin) -> None:
        """Have it solve a game."""
        self._say(order)

    def stop(self) -> None:
        """Have it come to an end with the best that it has found so far."""
        self._say(Stop())

    async def ask(self, order: Callable[[int], Ordered]) -> msgspec.Raw:
        """The answer to a question, which is made with its number."""
        if self.gone:
            raise Gone
        number = next(self._numbers)
        answer: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._say(order(number))
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def end(self) -> None:
        """Stop it, whatever it is doing."""
        await self._child.end(self.pid, self._hearing)

    def _say(self, order: Ordered) -> None:
        if not self._child.writer.is_closing():
            self._child.writer.write(self._encoder.encode(order) + b"\n")

    async def _listen(self) -> None:
        # An answer without end, one that is no answer, a connection that broke: what cannot be understood is ended.
        with contextlib.suppress(ValueError, OSError, msgspec.MsgspecError):
            while line := await self._child.reader.readline():
                self._note(self._decoder.decode(line))
        if self.pid is None:
            self._child.cut()
        else:
            self._child.kill(self.pid)
        self.gone = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Gone())
        self._left()

    def _note(self, said: Said) -> None:
        match said:
            case Begun():
                self.pid = said.pid
            case Answered():
                answer = self._waiting.get(said.number)
                if answer is not None and not answer.done():
                    answer.set_result(msgspec.Raw(bytes(said.body)))
            case Denied():
                answer = self._waiting.get(said.number)
                if answer is not None and not answer.done():
                    answer.set_exception(Denial(said.kind, said.problems))
            case _:
                if isinstance(said, Solved):
                    self.prepared.set()
                self._hear(said)


class Ready:
    """Whether a process that is woken can be asked."""

    def __init__(self) -> None:
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, news: News) -> None:
        if isinstance(news, Solved) and not self.future.done():
            self.future.set_result(None)
        if isinstance(news, Failed) and not self.future.done():
            self.future.set_exception(Denial("unavailable", news.problems))

    def left(self) -> None:
        if not self.future.done():
            self.future.set_exception(Gone())
