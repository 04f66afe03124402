"""The matches of a player's server: one process each, with deadlines and expiry.

An answer is due a margin before the clock runs out. The agent should be done by then; half a margin later the legal
move that its process had ready is sent instead. When the process has none ready, because its rules take long to
prepare or an earlier turn is unfinished, an understudy steps in: a second process that interprets the rules directly
and receives all news so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from galakit.gdl.text.write import term_kif
from galakit.ggp.messages import Play, Preview, Start
from galakit.ggp.workers import Worker, fork_server
from galakit.processes.children import ForkServer

SHORTEST = 0.2  # seconds used even where the clock allows less: better late than never
PREPARATION = 0.5  # of the start clock; if the rules are not ready by then, an understudy tries
IDLE = 300.0  # seconds without a message after which a match is abandoned, plus ten play clocks
LONGEST_IDLE = 3600.0
MOST_HEARD = 20_000_000  # characters of news that are kept of a match


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    agent: str
    seed: int | None = None
    """the seed of random agents; without one, each match has its own"""
    margin: float = 0.5
    """seconds of each clock reserved for sending the answer; at most a quarter of it"""
    most: int = 8
    """matches at once"""
    memory: int | None = 4 << 30
    """the memory limit of each match in bytes, where the system has one"""

    def deadlines(self, arrived: float, clock: float) -> tuple[float, float]:
        """The deadline of the agent, and the time at which an answer is sent in any case.

        >>> Settings("random", margin=1.0).deadlines(100.0, 10.0)
        (109.0, 109.5)
        """
        margin = min(self.margin, clock / 4)
        return arrived + clock - margin, max(arrived + clock - margin / 2, arrived + SHORTEST)


class Refused(Exception):
    """The rules cannot be played, or not in time."""


class Match:
    """One role of one match."""

    def __init__(self, start: Start, settings: Settings, fork_server: ForkServer, agent: str | None = None) -> None:
        self.id = start.match
        self.start_message = start
        self.settings = settings
        self.fork_server = fork_server
        self.agent = agent
        self.seed = random.randrange(1 << 30) if settings.seed is None else settings.seed
        self.worker: Worker | None = None
        self.understudy: Worker | None = None
        self.called: asyncio.Task[None] | None = None
        """the task that starts or stops an understudy"""
        self.heard: list[dict[str, Any]] = []
        self.size = 0
        self.turn = -1
        self.answered: str | None = None
        self.late = 0
        """the number of turns in which the agent did not answer in time"""
        self.over = False
        self.busy = asyncio.Lock()
        self.idle_since = time.monotonic()

    @property
    def forgotten(self) -> bool:
        """Whether its manager seems to be gone."""
        patience = min(IDLE + 10 * self.start_message.play_clock, LONGEST_IDLE)
        return not self.busy.locked() and time.monotonic() - self.idle_since > patience

    async def start(self, arrived: float) -> None:
        """Prepare until the agent is ready or the clock is over; Refused where the rules cannot be played."""
        clock = self.start_message.start_clock
        deadline, cutoff = self.settings.deadlines(arrived, clock)
        async with self.busy:
            half = arrived + clock * PREPARATION
            try:
                worker = await self._understanding(deadline, half)
                child = worker.child
                if child.gone and child.pid is None and not self.over:  # the parent process was lost
                    worker = await self._understanding(deadline, half)
            except OSError as error:
                raise Refused(f"no process could be started: {error.strerror}") from None
            if not worker.playable and worker.refused is None:
                self._call_understudy()
            if not await worker.until(lambda: worker.ready or worker.refused is not None, cutoff):
                self._call_understudy()
            playable = worker.playable
            if not playable and (other := await self._understudy(cutoff)) is not None:
                playable = await other.until(lambda: other.playable, cutoff)
            self.idle_since = time.monotonic()
        if self.over:
            raise Refused("aborted")
        if not playable:
            why = worker.refused or f"the rules were not ready within {clock:g} seconds"
            raise Refused("; ".join([why, *worker.troubles[-1:]]))

    async def _understanding(self, deadline: float, until: float) -> Worker:
        """A process for the agent, with the rules ready or in preparation."""
        worker = self.worker = await self._begin(self.agent, deadline)
        await worker.until(lambda: worker.playable or worker.refused is not None, until)
        return worker

    async def play(self, message: Play, arrived: float) -> str:
        """The move, in time."""
        async with self.busy:
            if message.turn is not None and message.turn == self.turn and self.answered is not None:
                return self.answered  # the manager missed the answer, and asks again
            deadline, cutoff = self.settings.deadlines(arrived, self.start_message.play_clock)
            news = self._news(message)
            self.heard += news
            self.size += sum(len(text) for said in news for text in (said["mine"], *said["news"]))
            if self.size > MOST_HEARD:
                raise Refused(f"this match has more than {MOST_HEARD:,} characters of news")
            self.turn += 1
            for worker in (self.worker, self.understudy):
                if worker is not None:
                    worker.order(do="turn", turn=self.turn, news=news, deadline=deadline)
            self.answered = await self._answer(cutoff)
            self.idle_since = time.monotonic()
            return self.answered

    async def end(self) -> None:
        """Stop its processes."""
        self.over = True
        if self.called is not None:
            await self.called
        workers, self.worker, self.understudy = (self.worker, self.understudy), None, None
        for worker in workers:
            if worker is not None:
                await worker.child.end()

    def _news(self, message: Play) -> list[dict[str, Any]]:
        """The news of a message; empty before the first turn."""
        if self.turn < 0 and not message.news:
            return []
        mine = term_kif(message.mine) if message.mine is not None else self.answered or "noop"
        return [{"mine": mine, "news": [term_kif(term) for term in message.news or ()]}]

    async def _answer(self, cutoff: float) -> str:
        turn, worker = self.turn, self.worker
        if worker is not None:
            await worker.until(lambda: turn in worker.moves or worker.refused is not None, cutoff)
            if turn in worker.moves:
                self._dismiss_understudy()
            elif not self.over:
                self.late += 1
                self._call_understudy()
            ready = worker.moves.get(turn) or worker.spares.get(turn)
            if ready is not None:
                return ready
        understudy = await self._understudy(cutoff)
        if understudy is not None:
            await understudy.until(lambda: turn in understudy.spares, cutoff)
            if turn in understudy.spares:
                await self._promote(understudy)
                return understudy.spares[turn]
        return self.answered or "noop"

    def _call_understudy(self) -> None:
        """Start an understudy without waiting for it."""
        if self.understudy is None and self.called is None:
            self.called = asyncio.create_task(self._step_in())

    async def _step_in(self) -> None:
        with contextlib.suppress(OSError):  # the system cannot start another process
            self.understudy = await self._begin(None, time.monotonic(), plainly=True)
        self.called = None

    def _dismiss_understudy(self) -> None:
        """The agent answers again: stop the understudy, which would take its processor."""
        if self.understudy is not None and self.called is None:
            understudy, self.understudy = self.understudy, None
            self.called = asyncio.create_task(self._leave(understudy))

    async def _leave(self, understudy: Worker) -> None:
        await understudy.child.end()
        self.called = None

    async def _understudy(self, deadline: float) -> Worker | None:
        """The understudy, if it is ready in time."""
        if self.called is not None:
            await asyncio.wait([self.called], timeout=max(0.0, deadline - time.monotonic()))
        return self.understudy

    async def _promote(self, understudy: Worker) -> None:
        """Replace an agent that has missed a whole turn and will not recover by its understudy."""
        worker = self.worker
        if worker is not None and (worker.playable or worker.refused is not None or worker.child.gone):
            self.worker, self.understudy = understudy, None
            await worker.child.end()

    async def _begin(self, agent: str | None, deadline: float, *, plainly: bool = False) -> Worker:
        """A process that prepares; an understudy receives the news so far."""
        worker = Worker(await self.fork_server.take())
        start = self.start_message
        worker.order(
            do="start",
            rules=start.rules,
            role=start.role,
            agent=agent,
            plainly=plainly,
            seed=self.seed,
            deadline=deadline,
            memory=self.settings.memory,
        )
        if self.turn >= 0:
            worker.order(do="turn", turn=self.turn, news=self.heard, deadline=deadline)
        if self.over:  # aborted while the process started
            await worker.child.end()
        return worker


class Matches:
    """All matches of a server, by their ids."""

    def __init__(self, settings: Settings, tell: Callable[[dict[str, Any]], None] = lambda event: None) -> None:
        self.settings = settings
        self.fork_server = fork_server()
        self.tell = tell
        self._matches: dict[str, Match] = {}
        self._previews = 0

    def __len__(self) -> int:
        return len(self._matches)

    @property
    def full(self) -> bool:
        return len(self._matches) >= self.settings.most

    def find(self, id: str) -> Match | None:
        """The match of an id, in any case of letters."""
        found = self._matches.get(id)
        if found is None:
            alike = [match for known, match in self._matches.items() if known.lower() == id.lower()]
            found = alike[0] if len(alike) == 1 else None
        return found

    async def start(self, message: Start, arrived: float) -> bool:
        """Start a match; whether there was room. An open match of the same id is abandoned."""
        before = self._matches.pop(message.match, None)
        await self.sweep()
        if before is not None:
            await self._end(before, "restarted")
        if self.full:
            self.tell({"event": "busy", "match": message.match})
            return False
        await self._begin(Match(message, self.settings, self.fork_server, self.settings.agent), arrived)
        self.tell({"event": "start", "match": message.match, "role": message.role})
        return True

    async def preview(self, message: Preview, arrived: float) -> bool:
        """Check whether rules can be played, without an agent; whether there was room."""
        await self.sweep()
        if self.full:
            return False
        self._previews += 1
        start = Start(f"(preview {self._previews})", "", message.rules, message.clock, 0)  # not a valid id in messages
        match = await self._begin(Match(start, self.settings, self.fork_server), arrived)
        del self._matches[match.id]
        await match.end()
        return True

    async def _begin(self, match: Match, arrived: float) -> Match:
        self._matches[match.id] = match
        try:
            await match.start(arrived)
        except BaseException as error:
            if self._matches.get(match.id) is match:
                del self._matches[match.id]
            await match.end()
            if isinstance(error, Refused):
                self.tell({"event": "refused", "match": match.id, "why": str(error)})
            raise
        return match

    async def end(self, id: str, how: str) -> bool:
        """End a match; whether there was one."""
        match = self.find(id)
        if match is None:
            return False
        del self._matches[match.id]
        await self._end(match, how)
        return True

    async def sweep(self) -> None:
        """End abandoned matches."""
        for match in [match for match in self._matches.values() if match.forgotten]:
            await self.end(match.id, "expired")

    async def close(self) -> None:
        for id in list(self._matches):
            await self.end(id, "closed")
        await self.fork_server.close()

    async def _end(self, match: Match, how: str) -> None:
        troubles = match.worker.troubles if match.worker is not None else []
        await match.end()
        event = {"event": how, "match": match.id, "turns": match.turn + 1, "late": match.late}
        self.tell(event | ({"troubles": troubles} if troubles else {}))
