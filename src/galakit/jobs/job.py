"""One job as the server keeps it: what was ordered, how it stands, and where its process or its file is."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from galakit.jobs.messages import Job, Problem, Progress, Seating, State, Taken
from galakit.jobs.problems import fitting
from galakit.jobs.process import News, Process
from galakit.jobs.protocol import Failed, Found, Read, Solved, Went
from galakit.study.answers import Moment

ENDED = ("solved", "failed", "cancelled")
MOST_MOMENTS = 500  # of the gap, while it is solved
HEARTBEAT = 15.0  # seconds after which a job is told again, though nothing has changed


@dataclass
class Seat:
    """A person at a table: everything he has done, so that any process can go on from there."""

    seating: Seating
    seed: int
    hands: list[list[str]] = field(default_factory=lambda: [[]])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Kept:
    """A job and all that is known about it."""

    _counter = itertools.count()

    def __init__(self, id: str, order: Taken, title: str) -> None:
        self.id = id
        self.order = order
        self.title = title
        self.created = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.state: State = "queued"
        self.ahead = 0
        self.progress: Progress | None = None
        self.trail: list[Moment] = []
        self.problems: list[Problem] = []
        self.adjustable = bool(order.params) or order.source is not None
        """whether the game has parameters, as far as is known"""
        self.began: float | None = None
        self.process: Process | None = None
        self.saved: str | None = None
        """the file of the solution, where it has been written"""
        self.profile: str | None = None
        """the file of the profile that this job exploits"""
        self.changing = asyncio.Lock()
        """held while its process is put to sleep or woken"""
        self.asking = 0
        """questions that are being answered"""
        self.used = next(self._counter)
        self.seats: dict[str, Seat] = {}
        self.found = asyncio.Event()
        """set when there is a solution, though answers may still be prepared"""
        self.ended = asyncio.Event()
        self.back = asyncio.Event()
        """set when it has to make room for others"""
        self._changed = asyncio.Event()

    @property
    def awake(self) -> bool:
        """Whether its process is there."""
        return self.process is not None and not self.process.gone

    def touch(self) -> None:
        """It has been used just now."""
        self.used = next(self._counter)

    def told(self, *, rules: bool = True) -> Job:
        """As it stands, with the text of its rules or without."""
        return Job(
            id=self.id,
            state=self.state,
            order=self.order if rules else msgspec.structs.replace(self.order, source=None),
            title=self.title,
            created=self.created,
            ahead=self.ahead,
            progress=self.progress,
            trail=self.trail,
            problems=self.problems,
        )

    def change(self, state: State | None = None, problems: list[Problem] | None = None) -> None:
        """Note that something is different now; a job that has ended stays as it is."""
        if self.state in ENDED:
            return
        if state is not None:
            self.state = state
        if problems is not None:
            self.problems = problems
        if self.state != "queued":
            self.ahead = 0
        if self.state in ENDED:
            self.ended.set()
        self._changed.set()
        self._changed = asyncio.Event()

    def again(self) -> None:
        """It waits for its next turn."""
        self.process, self.progress, self.trail = None, None, []
        self.back.clear()
        self.change("queued")

    def hear(self, news: News) -> None:
        """What its process says while it works."""
        seconds = 0.0 if self.began is None else round(time.monotonic() - self.began, 3)
        match news:
            case Went():
                bounds = None if news.bounds is None else list(news.bounds)
                self.progress = Progress(
                    stage=news.stage[:500], done=news.done, total=news.total, seconds=seconds, bounds=bounds
                )
                if news.moment is not None:
                    self.trail = [*_thinned(self.trail), news.moment]
                self.change(news.state)
            case Read():
                self.adjustable = news.adjustable
            case Found():
                self.title, self.trail = news.title, news.trail or self.trail
                self.found.set()
                self.change()
            case Solved():
                self.progress = Progress(stage="solved", done=1, total=1, seconds=seconds)
                self.change("solved")
            case Failed():
                self.change("failed", fitting(news.problems, self.adjustable))

    async def watched(self) -> AsyncIterator[Job]:
        """How it stands, again and again as it changes, until it has ended.

        Whoever is slow misses what came between, and never keeps more than one state of the job waiting.
        """
        while True:
            changed = self._changed
            told = self.told()
            yield told
            if told.state in ENDED:
                return
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                continue


def _thinned(trail: list[Moment]) -> list[Moment]:
    """Every other moment, where there are too many."""
    return trail if len(trail) < MOST_MOMENTS else trail[::2]
