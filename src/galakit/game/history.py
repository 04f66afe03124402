"""How a state was first reached: the play so far and what each player knows of it, for errors that happen there.

Exploring keeps no histories: the first edge into a state is the one that found it, and the columns of the automaton
hold what was observed on it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE
from galakit.rules.contract import Move, Rules
from galakit.rules.knowledge import Choosing, Chose, Knowledge, written

LONGEST = 300  # characters of a note: the latest moves or facts


@dataclass(frozen=True)
class Found:
    """The columns of an automaton (see `Automaton`) while it is explored."""

    rules: Rules
    mover: array[int]
    first: array[int]
    target: array[int]
    move: array[int]
    seen: array[int]
    offered: array[int]
    moves: Sequence[Move]
    observations: Sequence[tuple[str, ...]]
    opening_seen: Sequence[int]

    def edges_to(self, state: int) -> list[int]:
        """The edges of the play that first came to a state."""
        edges: list[int] = []
        while state:
            edge = self.target.index(state)
            edges.append(edge)
            state = bisect_right(self.first, edge) - 1
        return edges[::-1]

    def with_play(self, error: GalakitError, state: int, made: int | None) -> GalakitError:
        """The error with the play that led to it: to a state, and with a move made there if one was."""
        write, players = self.rules.write, self.rules.players
        n = len(players)
        news = self._facts(range(n), self.opening_seen)
        play = []
        for edge in self.edges_to(state):
            source = bisect_right(self.first, edge) - 1
            mover = self.mover[source]
            play.append(f"{_name(players, mover)}: {write(self.moves[self.move[edge]])}")
            news += self._facts([mover], [self.offered[source]])
            news += self._facts(range(n), self.seen[edge * n : (edge + 1) * n])
        if made is not None:
            mover, chosen = self.mover[state], self.moves[self.move[self.first[state] + made]]
            play.append(f"{_name(players, mover)}: {write(chosen)}")
            if mover >= 0:
                news += [*self._facts([mover], [self.offered[state]]), (mover, written(Chose(chosen), write))]
        return with_play(error, self.rules, play, news)

    def _facts(self, players: Iterable[int], symbols: Iterable[int]) -> list[tuple[int, str]]:
        return [(player, fact) for player, symbol in zip(players, symbols) for fact in self.observations[symbol]]


def with_play(
    error: GalakitError, rules: Rules, play: Sequence[str] = (), news: Iterable[tuple[int, str]] = ()
) -> GalakitError:
    """The error with the play so far and what each player knows of it: the news, and what the failing step showed."""
    last = [(player, written(fact, rules.write)) for player, fact in error.seen]
    known = Knowledge.nothing(len(rules.players)).learning([*news, *last])
    notes = [f"the play so far: {latest(play)}"] if play else []
    if any(known):
        notes += [f"{name} has seen {latest(own) or 'nothing'}" for name, own in zip(rules.players, known)]
    first, *others = error.diagnostics
    return GalakitError([replace(first, notes=(*first.notes, *notes)), *others])


def with_moves(error: GalakitError, rules: Rules, moves: Sequence[int], made: int | None) -> GalakitError:
    """The same for a play given by the indices of its moves, and a move made after it if one was."""
    write, players = rules.write, rules.players
    step = rules.start()
    play, news = [], [(player, written(fact, write)) for player, fact in step.observations]
    for index in [*moves, *(() if made is None else (made,))]:
        state = step.state
        mover, move = state.mover, state.moves[index]
        play.append(f"{_name(players, mover)}: {write(move)}")
        if mover >= 0:
            news += [(mover, written(Choosing(state.moves), write)), (mover, written(Chose(move), write))]
        if len(play) <= len(moves):
            step = state.after(index)
            news += [(player, written(fact, write)) for player, fact in step.observations]
    return with_play(error, rules, play, news)


def _name(players: Sequence[str], mover: int) -> str:
    return "nature" if mover == CHANCE else players[mover]


def latest(things: Sequence[str]) -> str:
    """As many of the latest things as fit.

    >>> latest(["a" * 200, "b" * 200, "c"])[:6]
    '..., b'
    """
    shown: list[str] = []
    room = LONGEST
    for thing in reversed(things):
        thing = thing if len(thing) <= LONGEST else thing[: LONGEST - 3] + "..."
        if len(thing) > room:
            shown.append("...")
            break
        room -= len(thing)
        shown.append(thing)
    return ", ".join(reversed(shown))
