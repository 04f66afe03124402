"""A match from start to end: messages to players, clocks, legal moves, chance, percepts, and a record of it all."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.gdl.machine import RANDOM, Machine
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.syntax import Description, Term
from galakit.gdl.text.write import term_kif, written
from galakit.ggp.record import Fault, Record, Turn
from galakit.ggp.seats import Remote, Reply, Seat, Terms
from galakit.ggp.standing import News

MOST_TURNS = 1_000

T = TypeVar("T")


@dataclass(frozen=True)
class Conditions:
    """The conditions of matches."""

    start_clock: float = 10.0
    play_clock: float = 5.0
    fallback: Literal["random", "first"] = "random"
    """the legal move that replaces a missing one"""
    turns: bool = False
    """whether GDL-II messages have the turn and the last move, besides percepts"""
    most_turns: int = MOST_TURNS


@dataclass(frozen=True)
class Playable:
    """A game for matches."""

    name: str
    description: Description
    machine: Machine

    @cached_property
    def game(self) -> Game:
        """The game that agents play."""
        return Game(GdlRules(self.machine, self.name))

    @property
    def seats(self) -> tuple[int, ...]:
        """The roles that are for players."""
        return tuple(k for k, role in enumerate(self.machine.roles) if role != RANDOM)


def play_match(
    game: Playable,
    players: Sequence[Seat],
    conditions: Conditions = Conditions(),
    *,
    match: str = "match",
    seed: int = 0,
    watch: Callable[[Turn], None] = lambda turn: None,
) -> Record:
    """Play one match: a seat for every role but `random`, in the order of the roles.

    >>> from galakit.agents.registry import maker
    >>> from galakit.errors import Source
    >>> from galakit.gdl.machines import machine_of
    >>> from galakit.gdl.text.kif import read
    >>> from galakit.ggp.seats import Local
    >>> rules = read(Source("once", "(role ann) (init new) (legal ann go) (<= terminal (not (true new))) (goal ann 7)"))
    >>> record = play_match(Playable("once", rules, machine_of(rules)), [Local(maker("legal"), "legal")])
    >>> record.goals, [turn.moves for turn in record.turns]
    ((7,), [('go',)])
    """
    if len(players) != len(game.seats):
        wanted = ", ".join(game.machine.roles[k] for k in game.seats)
        raise GalakitError(f"{len(players)} players for {len(game.seats)} roles: {wanted}", id="GK964")
    return asyncio.run(_Match(game, players, conditions, match, seed, watch).play())


class _Aborted(Exception):
    """The match cannot continue."""


class _Match:
    def __init__(
        self,
        game: Playable,
        players: Sequence[Seat],
        conditions: Conditions,
        match: str,
        seed: int,
        watch: Callable[[Turn], None],
    ) -> None:
        self.game = game
        self.machine = game.machine
        self.players = dict(zip(game.seats, players))
        self.conditions = conditions
        self.seed = seed
        self.rng = random.Random(seed)
        self.watch = watch
        names = [self.players[k].name if k in self.players else RANDOM for k in range(len(self.machine.roles))]
        self.record = Record(
            match=match,
            game=game.name,
            rules=written(game.description, "kif"),
            roles=self.machine.roles,
            players=tuple(names),
            start_clock=conditions.start_clock,
            play_clock=conditions.play_clock,
            began=_now(),
            spelling=dict(game.description.spelling),
        )

    async def play(self) -> Record:
        try:
            await self._start()
            await self._turns()
        except _Aborted as end:
            self.record = replace(self.record, aborted=str(end))
            await self._each(lambda k, seat: seat.abort())
        except BaseException:  # interrupted, or the rules exceed a limit: tell the players
            await self._each(lambda k, seat: seat.abort())
            raise
        return self.record

    async def _start(self) -> None:
        conditions = self.conditions
        terms = Terms(
            self.record.match,
            self.game.description,
            self.game.game,
            conditions.start_clock,
            conditions.play_clock,
            conditions.turns,
        )
        faults = await self._each(lambda k, seat: seat.start(_own(terms, self.players, k), k, _mixed(self.seed, k)))
        self.record = replace(self.record, start_faults=tuple(faults.get(k) for k in range(len(self.machine.roles))))

    async def _turns(self) -> None:
        machine, roles = self.machine, range(len(self.machine.roles))
        state = machine.opening()
        news: dict[int, News | None] = dict.fromkeys(roles)
        self._reached(machine.holds(state))
        while not machine.terminal(state):
            number = len(self.record.turns)
            if number == self.conditions.most_turns:
                raise _Aborted(f"not over after {number:,} turns")
            legal = [machine.legal(state, k) for k in roles]
            for k in roles:
                if not legal[k]:
                    raise _Aborted(f"{machine.roles[k]} has no legal move in turn {number + 1}")
            turn = await self._turn(number, news, legal)
            percepts = machine.sees(state, turn.moves) if machine.incomplete else None
            turn = replace(turn, percepts=percepts)
            state = machine.next(state, turn.moves)
            for k in roles:
                mine = turn.moves[k]
                news[k] = News(mine, turn.moves) if percepts is None else News(mine, None, percepts[k])
            self.record = replace(self.record, turns=(*self.record.turns, turn))
            self._reached(machine.holds(state))
            self.watch(turn)
        self.record = replace(self.record, goals=machine.goals(state))
        await self._each(lambda k, seat: seat.stop(len(self.record.turns), news[k]))

    async def _turn(self, number: int, news: dict[int, News | None], legal: list[tuple[Term, ...]]) -> Turn:
        """The joint move; illegal moves are replaced by legal ones."""
        replies = await self._each(lambda k, seat: seat.play(number, news[k]))
        moves: list[Term] = []
        faults: list[Fault | None] = []
        for k, possible in enumerate(legal):
            reply = replies.get(k, Reply(None, None, 0.0))
            fault = reply.fault
            if fault is None and reply.move is not None and reply.move not in possible:
                fault = Fault("illegal", term_kif(reply.move, self.game.description.spell)[:200])
            faults.append(fault)
            if reply.move is not None and fault is None:
                moves.append(reply.move)
            elif k in self.players and self.conditions.fallback == "first":
                moves.append(possible[0])
            else:
                moves.append(self.rng.choice(possible))
        seconds = tuple(round(replies[k].seconds, 3) if k in replies else None for k in range(len(legal)))
        return Turn(tuple(moves), None, tuple(faults), seconds)

    async def _each(self, ask: Callable[[int, Seat], Coroutine[Any, Any, T]]) -> dict[int, T]:
        """The answers of all seats: of players on the network in parallel, of local agents one after the other.

        Local agents share the processor, so that none should think at the expense of another.
        """
        remote = {k: asyncio.create_task(ask(k, s)) for k, s in self.players.items() if isinstance(s, Remote)}
        try:
            answers = {k: await ask(k, s) for k, s in self.players.items() if k not in remote}
            return answers | {k: await task for k, task in remote.items()}
        finally:
            for task in remote.values():
                task.cancel()

    def _reached(self, holds: frozenset[Term]) -> None:
        record = self.record
        self.record = replace(record, states=(*record.states, holds), times=(*record.times, _now()))


def _own(terms: Terms, players: dict[int, Seat], k: int) -> Terms:
    """A match id for each role, for servers that play several roles."""
    here = players[k]
    if not isinstance(here, Remote):
        return terms
    alone = sum(isinstance(seat, Remote) and seat.to == here.to for seat in players.values()) == 1
    return terms if alone else replace(terms, match=f"{terms.match}.{k + 1}")


def _mixed(seed: int, k: int) -> int:
    return seed * 1_000_003 + k


def _now() -> int:
    return time.time_ns() // 1_000_000
