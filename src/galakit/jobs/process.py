"""The process of a job as the server sees it: it receives orders, and sends answers."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from galakit.jobs.messages import Problem
from galakit.jobs.problems import Kind
from galakit.jobs.protocol import Answered, Begin, Denied, Failed, Found, Ordered, Read, Said, Solved, Stop, Went
from galakit.processes.children import Child

LONGEST_ANSWER = 64 << 20  # bytes of a line; a process that sends more is killed

News: TypeAlias = Read | Went | Found | Solved | Failed


class Gone(Exception):
    """The process ended before it answered."""


class Denial(Exception):
    """The process refuses an answer, with reasons."""

    def __init__(self, kind: Kind, problems: list[Problem]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.problems = problems


class Process:
    """A process of one job; it calls `hear` with news of a `Begin`, and `left` when the process has ended."""

    def __init__(
        self, child: Child, hear: Callable[[News], None] = lambda news: None, left: Callable[[], None] = lambda: None
    ) -> None:
        self.prepared = asyncio.Event()
        """set when it has a solution, and warm caches"""
        self._child = child
        self._hear = hear
        self._left = left
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[msgspec.Raw]] = {}
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(Said)
        child.listen(self._note, self._leave)

    @property
    def pid(self) -> int | None:
        """Its process id, once known."""
        return self._child.pid

    @property
    def lost(self) -> bool:
        """Whether it is gone because its machine is."""
        return self._child.lost

    @property
    def gone(self) -> bool:
        return self._child.gone

    def begin(self, order: Begin) -> None:
        """Order it to solve a game."""
        self._send(order)

    def stop(self) -> None:
        """Order it to stop with the best so far."""
        self._send(Stop())

    async def ask(self, order: Callable[[int], Ordered]) -> msgspec.Raw:
        """The answer to a question; `order` makes the message from the question's number."""
        if self.gone:
            raise Gone
        number = next(self._numbers)
        answer: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._send(order(number))
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def end(self) -> None:
        """Kill it."""
        await self._child.end()

    def _send(self, order: Ordered) -> None:
        self._child.say(self._encoder.encode(order))

    def _leave(self) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Gone())
        self._left()

    def _note(self, line: bytes) -> None:
        try:
            said = self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise ValueError("not an answer") from error
        match said:
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
    """Waits until a resumed process can answer."""

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
