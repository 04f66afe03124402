"""An automaton as rules, for code that follows rules: each state is its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from galakit.game.automaton import CHANCE, Automaton
from galakit.rules.contract import FORGET, Fact, Move, Number, Step
from galakit.rules.knowledge import Written


class Replay:
    """The rules behind an automaton; facts and moves are their texts."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.name = automaton.name
        self.players = automaton.players

    @cached_property
    def forgetful(self) -> frozenset[int]:
        return forgetting(self.automaton)

    def start(self) -> Step:
        automaton = self.automaton
        seen = observed(automaton, automaton.opening_seen)
        return Step(Numbered(automaton, automaton.start), seen, automaton.gains[automaton.opening_gain])

    def write(self, thing: Fact | Move) -> str:
        return FORGET.value if thing is FORGET else str(thing)


@dataclass(frozen=True)
class Numbered:
    """A state of an automaton, by its number."""

    automaton: Automaton
    number: int

    @property
    def mover(self) -> int:
        return int(self.automaton.mover[self.number])

    @cached_property
    def _edges(self) -> range:
        return range(int(self.automaton.first[self.number]), int(self.automaton.first[self.number + 1]))

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self.automaton.moves[int(self.automaton.move[e])] for e in self._edges)

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        if self.mover != CHANCE:
            return None
        return tuple(self.automaton.probabilities[int(self.automaton.probability[e])] for e in self._edges)

    def after(self, index: int) -> Step:
        automaton, edge = self.automaton, self._edges[index]
        seen = observed(automaton, automaton.seen[edge].tolist(), self.mover)
        return Step(Numbered(automaton, int(automaton.target[edge])), seen, automaton.gains[int(automaton.gain[edge])])


def forgetting(automaton: Automaton) -> frozenset[int]:
    """The players who forget somewhere."""
    symbols = [symbol for symbol, facts in enumerate(automaton.observations) if FORGET.value in facts]
    return frozenset(np.flatnonzero(np.isin(automaton.seen, symbols).any(axis=0)).tolist())


def observed(
    automaton: Automaton, symbols: Sequence[int], without_choice: int | None = None
) -> tuple[tuple[int, Fact], ...]:
    """The facts of all players' symbols, without the mover's own choice: rules do not report that."""
    return tuple(
        (player, FORGET if fact == FORGET.value else Written(fact))
        for player, symbol in enumerate(symbols)
        for fact in automaton.observations[symbol][1 if player == without_choice else 0 :]
    )
