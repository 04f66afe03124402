"""The seats of a match: a player on the network, or an agent in this process (the manager plays `random`).

A seat answers a turn with a move or a fault; it never raises.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from galakit.agents.contract import Agent
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.gdl.machine import Machine
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.syntax import Description, Term
from galakit.gdl.text.write import term_kif, written
from galakit.ggp.client import Address, NoAnswer, post
from galakit.ggp.messages import Abort, Message, Play, Start, Stop, read_term, write
from galakit.ggp.record import Fault
from galakit.ggp.role import Role
from galakit.ggp.standing import News

CONNECTING = 5.0  # seconds to reach a player
GRACE = 1.0  # seconds beyond the clock, for the network
PARTING = 3.0  # seconds for the answers to STOP and ABORT
GIVEN_UP = 3  # failed connections in a row after which a player is given up


@dataclass(frozen=True)
class Terms:
    """The terms of a match."""

    match: str
    description: Description
    game: Game
    start_clock: float
    play_clock: float
    turns: bool = False
    """whether GDL-II messages have the turn and the last move, besides percepts"""

    @property
    def machine(self) -> Machine:
        assert isinstance(self.game.rules, GdlRules)
        return self.game.rules.machine


@dataclass(frozen=True)
class Reply:
    """A move or a fault, and the time taken."""

    move: Term | None
    fault: Fault | None
    seconds: float


class Seat(Protocol):
    """Plays one role."""

    name: str

    async def start(self, terms: Terms, role: int, seed: int) -> Fault | None:
        """The start clock."""

    async def play(self, turn: int, news: News | None) -> Reply:
        """A turn, with the news of the previous one."""

    async def stop(self, turn: int, news: News | None) -> None:
        """The match is over."""

    async def abort(self) -> None:
        """The match is aborted."""


class Remote:
    """A player on the network."""

    def __init__(self, to: Address, name: str | None = None) -> None:
        self.to = to
        self.name = name or str(to)
        self.terms: Terms | None = None
        self.failures = 0

    async def start(self, terms: Terms, role: int, seed: int) -> Fault | None:
        self.terms = terms
        self.failures = 0
        rules = f"({' '.join(written(terms.description, 'kif').split())})"
        message = Start(terms.match, terms.machine.roles[role], rules, terms.start_clock, terms.play_clock)
        said = await self._ask(message, terms.start_clock + GRACE)
        if isinstance(said, Fault):
            return said
        return None if said.lower() == "ready" else Fault("illegal", said[:200])

    async def play(self, turn: int, news: News | None) -> Reply:
        assert self.terms is not None
        began = time.monotonic()
        said = await self._ask(Play(self.terms.match, *self._news(turn, news)), self.terms.play_clock + GRACE)
        seconds = time.monotonic() - began
        if isinstance(said, Fault):
            return Reply(None, said, seconds)
        try:
            return Reply(read_term(said), None, seconds)
        except GalakitError:
            return Reply(None, Fault("illegal", said[:200]), seconds)

    async def stop(self, turn: int, news: News | None) -> None:
        assert self.terms is not None
        await self._ask(Stop(self.terms.match, *self._news(turn, news)), PARTING)

    async def abort(self) -> None:
        if self.terms is not None:
            await self._ask(Abort(self.terms.match), PARTING)

    def _news(self, turn: int, news: News | None) -> tuple[tuple[Term, ...] | None, int | None, Term | None]:
        """The news of the last turn for a message, in the form of the match."""
        assert self.terms is not None
        number = turn if self.terms.machine.incomplete and self.terms.turns else None
        if news is None:
            return None, number, None
        terms = news.moves if news.moves is not None else tuple(sorted(news.percepts, key=term_kif))
        return terms, number, None if number is None else news.mine

    async def _ask(self, message: Message, patience: float) -> str | Fault:
        assert self.terms is not None
        if self.failures >= GIVEN_UP:
            return Fault("connection", "given up")
        try:
            text = write(message, self.terms.description.spell)
            said = await post(self.to, text, connect=CONNECTING, patience=patience)
        except NoAnswer as error:
            self.failures = self.failures + 1 if error.kind == "connection" else 0
            return Fault("illegal" if error.kind == "answer" else error.kind, str(error))
        self.failures = 0
        return said


class Local:
    """An agent in this process, trusted to keep its deadlines; it runs in a thread.

    A failure of the agent is a fault with its message, so that a tournament continues.
    """

    def __init__(self, maker: Callable[[Game], Agent], name: str) -> None:
        self.maker = maker
        self.name = name
        self.clock = 0.0
        self.role: Role | None = None

    async def start(self, terms: Terms, role: int, seed: int) -> Fault | None:
        self.clock = terms.play_clock
        began = time.monotonic()
        self.role = Role(terms.game, role, seed)
        try:
            await asyncio.to_thread(self.role.prepare, self.maker, began + terms.start_clock)
        except Exception as error:
            return _failed(error)
        return _overrun(time.monotonic() - began, terms.start_clock)

    async def play(self, turn: int, news: News | None) -> Reply:
        began = time.monotonic()
        try:
            move = await asyncio.to_thread(self._choose, news, began + self.clock)
        except Exception as error:
            return Reply(None, _failed(error), time.monotonic() - began)
        seconds = time.monotonic() - began
        return Reply(move, _overrun(seconds, self.clock), seconds)

    async def stop(self, turn: int, news: News | None) -> None:
        await self.abort()

    async def abort(self) -> None:
        role, self.role = self.role, None
        if role is not None:
            role.close()

    def _choose(self, news: News | None, deadline: float) -> Term:
        assert self.role is not None and self.role.agent is not None, "the agent has not started"
        if news is not None:
            self.role.observe(news)
        return self.role.choose(deadline)


def _failed(error: Exception) -> Fault:
    return Fault("illegal", f"the agent failed: {type(error).__name__}: {error}"[:200])


def _overrun(seconds: float, clock: float) -> Fault | None:
    return Fault("timeout", f"{seconds:.1f} seconds") if seconds > clock + GRACE else None
