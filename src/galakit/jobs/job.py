"""One job as the server keeps it: its order, its state, and its process or file."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from galakit.jobs.hand_messages import Seating
from galakit.jobs.messages import Job, Problem, Progress, State, Taken
from galakit.jobs.problems import fitting
from galakit.jobs.process import News, Process
from galakit.jobs.protocol import Failed, Found, Read, Solved, Went
from galakit.study.answers import Moment

ENDED = ("solved", "failed", "cancelled")
MOST_MOMENTS = 500  # in the trail of the gap
HEARTBEAT = 15.0  # seconds after which an unchanged job is reported again


@dataclass
class Seat:
    """A person at a table, with all their moves, so that any process can continue."""

    seating: Seating
    seed: int
    hands: list[list[str]] = field(default_factory=lambda: [[]])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Kept:
    """A job with its state."""

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
        self.trusted = True
        """whether this server wrote that file"""
        self.profile: str | None = None
        """the file of the profile that this job exploits"""
        self.early = False
        """whether it was stopped, or its time limit came, before it had what was asked for"""
        self.resumable = False
        """whether the state of its run is kept, so that it can go on"""
        self.changing = asyncio.Lock()
        """held while its process is suspended or resumed"""
        self.asking = 0
        """the number of questions being answered"""
        self.used = next(self._counter)
        self.seats: dict[str, Seat] = {}
        self.found = asyncio.Event()
        """set when there is a solution, though answers may still be prepared"""
        self.ended = asyncio.Event()
        self.back = asyncio.Event()
        """set when it must make room for others"""
        self._changed = asyncio.Event()

    @property
    def awake(self) -> bool:
        """Whether its process is running."""
        return self.process is not None and not self.process.gone

    def touch(self) -> None:
        """Note the time of use."""
        self.used = next(self._counter)

    def report(self, *, rules: bool = True) -> Job:
        """Its current state, with the text of its rules or without."""
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
            early=self.early,
            resumable=self.resumable,
        )

    def change(self, state: State | None = None, problems: list[Problem] | None = None) -> None:
        """Change the state; a job that has ended stays as it is."""
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
        """Queue it again."""
        self.process, self.progress, self.trail = None, None, []
        self.back.clear()
        self.change("queued")

    def hear(self, news: News) -> None:
        """Note a message of its process."""
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
                self.early, self.resumable = news.early, news.resumable
                self.found.set()
                self.change()
            case Solved():
                self.progress = Progress(stage="solved", done=1, total=1, seconds=seconds)
                self.change("solved")
            case Failed():
                self.change("failed", fitting(news.problems, self.adjustable))

    async def watched(self) -> AsyncIterator[Job]:
        """Reports of its state, as it changes, until it has ended.

        A slow reader misses states in between; at most one state is buffered.
        """
        while True:
            changed = self._changed
            report = self.report()
            yield report
            if report.state in ENDED:
                return
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                continue


async def any_of(seconds: float, *events: asyncio.Event) -> bool:
    """Wait for the first of these events, at most so long; whether one has happened."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        done, _ = await asyncio.wait(waiting, timeout=max(seconds, 0), return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for wait in waiting:
            wait.cancel()


def title_of(order: Taken) -> str:
    """The title of a job before its game has been read."""
    return "  ".join([order.game or order.file, *(f"{name}={value}" for name, value in order.params.items())])[:200]


def _thinned(trail: list[Moment]) -> list[Moment]:
    """Every other moment, where there are too many."""
    return trail if len(trail) < MOST_MOMENTS else trail[::2]
