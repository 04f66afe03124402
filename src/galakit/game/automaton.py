"""The explored game: a finite graph of states as arrays, with cycles only where the game can go on for ever.

States are numbered from 0. The edges of state `s` are `first[s] .. first[s + 1] - 1`, in the order of its moves.
Moves, probabilities, gains and observations live in side tables; the columns hold indices into them. What a player
observes on one edge is one *symbol*: a tuple of facts, interned, 0 for none. The unfolded tree is never
needed to know its size: nodes are counted by dynamic programming over the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.levels import counted, peeled, topological_levels
from galakit.rules.contract import CHANCE, END, FORGET, Number

Column: TypeAlias = npt.NDArray[np.int32]

__all__ = ["CHANCE", "END", "Automaton", "Column", "single_facts"]


@dataclass(frozen=True, eq=False)
class Automaton:
    """S states, E edges, n players."""

    name: str
    players: tuple[str, ...]
    start: int
    mover: Column
    """[S] the index of a player, CHANCE or END"""
    first: Column
    """[S + 1] where the edges of each state start"""
    target: Column
    """[E] the state an edge leads to"""
    move: Column
    """[E] index into `moves`"""
    probability: Column
    """[E] index into `probabilities`; 0 where a player moves"""
    gain: Column
    """[E] index into `gains`"""
    seen: Column
    """[E, n] the symbol each player observes, index into `observations`; the mover's starts with `chose(move)`"""
    offered: Column
    """[S] the symbol of `choosing([move, ...])` that the mover observes on arriving; 0 where no player decides"""
    opening_seen: tuple[int, ...]
    opening_gain: int
    moves: Sequence[str]
    probabilities: list[Number]
    """entry 0 is 1"""
    gains: list[tuple[Number, ...]]
    """entry 0 is 0 for every player"""
    observations: list[tuple[str, ...]]
    """entry 0 is the empty tuple; each fact of a longer entry has an entry of its own as well"""
    exact: bool
    """no float among the probabilities and gains"""

    @property
    def states(self) -> int:
        return len(self.mover)

    @property
    def edges(self) -> int:
        return len(self.target)

    @cached_property
    def levels(self) -> list[npt.NDArray[np.int64]]:
        """The states by the length of the longest path to them from the start; an error if the game has a cycle."""
        return topological_levels(self)

    @cached_property
    def endless(self) -> bool:
        """Whether some state can be reached again from itself."""
        return self.peeled[1] < self.states

    @cached_property
    def peeled(self) -> tuple[list[npt.NDArray[np.int64]], int]:
        """The levels as far as no cycle comes before them, and how many states they have together."""
        return peeled(self)

    @cached_property
    def nodes(self) -> tuple[int, int]:
        """Nodes and terminal nodes of the game tree, exactly, without unfolding it."""
        return counted(self)

    @property
    def longest_play(self) -> int:
        """The number of moves, chance's included, in the longest play."""
        return len(self.levels) - 1


def single_facts(automaton: Automaton) -> tuple[Column, Column]:
    """The symbols of the single facts that each symbol consists of: offsets per symbol, and the symbols.

    What a player knows is a list of facts, whichever edges they came on, so information is built from single ones. Only
    the fact FORGET is 0.
    """
    single = {facts[0]: i for i, facts in enumerate(automaton.observations) if len(facts) == 1}
    single[FORGET.value] = 0
    first = np.cumsum([0, *map(len, automaton.observations)])
    facts = [single[fact] for facts in automaton.observations for fact in facts]
    return first.astype(np.int32), np.array(facts, np.int32)
