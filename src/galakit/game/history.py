"""How a state was first reached: the play so far and what each player has seen, for errors that happen there.

Exploring keeps no history, and need not: the first edge into a state is the one that found it, and what was observed
on it is in the columns of the automaton.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE
from galakit.rules.contract import Move, Rules

LONGEST = 300  # characters of a note; the latest things are told


@dataclass(frozen=True)
class Found:
    """The columns of an automaton that is being made (see `Automaton`), as far as they are filled."""

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

    def retold(self, error: GalakitError, state: int, made: int | None) -> GalakitError:
        """The error with the play that led to it: to a state, and with a move made there if one was."""
        write, players = self.rules.write, self.rules.players
        facts = [[*self.observations[symbol]] for symbol in self.opening_seen]
        play = []
        n = len(players)
        for edge in self.edges_to(state):
            source = bisect_right(self.first, edge) - 1
            mover = self.mover[source]
            play.append(f"{_name(players, mover)}: {write(self.moves[self.move[edge]])}")
            if mover >= 0:
                facts[mover].extend(self.observations[self.offered[source]])
            for player in range(n):
                facts[player].extend(self.observations[self.seen[edge * n + player]])
        if made is not None:
            mover, chosen = self.mover[state], write(self.moves[self.move[self.first[state] + made]])
            play.append(f"{_name(players, mover)}: {chosen}")
            if mover >= 0:
                facts[mover].extend([*self.observations[self.offered[state]], f"chose({chosen})"])
        for player, fact in error.seen:
            facts[player].append(write(fact))
        return told(error, players, play, facts)


def told(
    error: GalakitError, players: Sequence[str], play: Sequence[str], facts: Sequence[Sequence[str]]
) -> GalakitError:
    """The error with the play so far and what each player has seen."""
    notes = [f"the play so far: {latest(play)}"] if play else []
    if any(facts):
        notes += [f"{name} has seen {latest(own) or 'nothing'}" for name, own in zip(players, facts)]
    first, *others = error.diagnostics
    return GalakitError([replace(first, notes=(*first.notes, *notes)), *others])


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
