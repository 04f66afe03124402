"""Checks of rules, each in a process of its own: so many at once, others wait."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import msgspec

from galakit.jobs.catalogue_messages import Text
from galakit.jobs.process import Gone, Process
from galakit.jobs.protocol import Check
from galakit.jobs.refusals import busy, ended, late
from galakit.jobs.settings import Settings
from galakit.processes.children import Nursery

SECONDS = 10.0  # for one check
ATTEMPTS = 2  # a process may be ended before it begins


@dataclass
class Checker:
    """Where texts are checked."""

    nursery: Nursery
    settings: Settings
    texts: int = 0
    """that are being checked, or wait for it"""
    slots: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.slots = asyncio.Semaphore(2 * self.settings.at_once)

    async def check(self, text: Text) -> msgspec.Raw:
        """What is wrong with rules."""
        if self.texts >= self.settings.waiting:
            raise busy(f"texts to check: {self.texts}")
        self.texts += 1
        try:
            async with self.slots, asyncio.timeout(SECONDS):
                for _ in range(ATTEMPTS):
                    if (found := await self._once(text)) is not None:
                        return found
            raise ended(self.settings.megabytes)
        except TimeoutError:
            raise late(SECONDS) from None
        finally:
            self.texts -= 1

    async def _once(self, text: Text) -> msgspec.Raw | None:
        """What a new process says; None where that was ended before it began."""
        process = Process(await self.nursery.take())
        try:
            return await process.ask(lambda number: Check(number, text, self.settings.megabytes))
        except Gone:
            if process.pid is not None:
                raise ended(self.settings.megabytes) from None
            return None
        finally:
            await asyncio.shield(process.end())
