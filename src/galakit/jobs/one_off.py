"""Questions about rules and games that need no job: a process of its own answers each, and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NoReturn

import msgspec

from galakit.jobs.catalogue import Text
from galakit.jobs.concepts import Concept
from galakit.jobs.messages import Order
from galakit.jobs.process import Gone, Process
from galakit.jobs.protocol import Check, Consider, Ordered
from galakit.jobs.reading import sensible, taken
from galakit.jobs.refusals import busy, ended, late
from galakit.jobs.settings import Settings
from galakit.processes.children import Processes

CHECKING = 10.0  # seconds for the check of a text
CONSIDERING = 20.0  # seconds for a question about a game, where no limit is given
ENDING = 5.0  # seconds for it to end by itself after its time is over


class OneOffQuestions:
    """Asks them; texts are checked twice as many at a time as games are asked about."""

    def __init__(self, settings: Settings, processes: Processes) -> None:
        self.settings = settings
        self.processes = processes
        self._checks = asyncio.Semaphore(2 * settings.at_once)
        self._questions = asyncio.Semaphore(settings.at_once)
        self._asked = 0
        """how many are being answered, or wait for it"""

    async def check(self, text: Text) -> msgspec.Raw:
        """Errors and warnings about rules."""
        return await self._answer(lambda number: Check(number, text, self.settings.megabytes), self._checks, CHECKING)

    async def consider(self, order: Order, concept: Concept) -> msgspec.Raw:
        """The answer to a question about a game that needs no solution; `order.seconds` limits it."""
        sensible(order)
        accepted = taken(order)
        seconds = min(order.seconds or CONSIDERING, self.settings.seconds)
        megabytes = self.settings.megabytes
        return await self._answer(
            lambda number: Consider(
                number=number, order=accepted, concept=concept, seconds=seconds, megabytes=megabytes
            ),
            self._questions,
            seconds + ENDING,
        )

    async def _answer(self, order: Callable[[int], Ordered], room: asyncio.Semaphore, seconds: float) -> msgspec.Raw:
        if self._asked >= self.settings.waiting:
            raise busy(f"texts to read: {self._asked}")
        self._asked += 1
        try:
            async with room:
                try:
                    async with asyncio.timeout(seconds):
                        return await self._once(order) or await self._once(order) or self._lost()
                except TimeoutError:
                    raise late(seconds) from None
        finally:
            self._asked -= 1

    async def _once(self, order: Callable[[int], Ordered]) -> msgspec.Raw | None:
        """The answer of a new process; None where it ended before it began."""
        process = Process(await self.processes.take())
        try:
            return await process.ask(order)
        except Gone:
            return None if process.pid is None else self._lost()
        finally:
            await asyncio.shield(process.end())

    def _lost(self) -> NoReturn:
        raise ended(self.settings.megabytes)
