"""All states of a game at once, as columns: what rules hand over that find their states faster than one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from galakit.progress import Progress
from galakit.rules.contract import Fact, Move, Number

Column: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class StateTable:
    """S states, E edges, n players; state 0 is where the opening leads."""

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
    """[E, n] index into `symbols`: what each player observes; the mover's starts with `Chose(move)`"""
    offered: Column
    """[S] index into `symbols`: `Choosing(moves)`, where a player moves"""
    moves: list[Move]
    probabilities: list[Number]
    """entry 0 is 1"""
    gains: list[tuple[Number, ...]]
    """entry 0 is 0 for every player"""
    symbols: list[tuple[Fact, ...]]
    """entry 0 is the empty tuple"""
    opening_seen: tuple[int, ...]
    opening_gain: int


@runtime_checkable
class Enumerable(Protocol):
    """An optional part of the contract: rules that find all their states by themselves."""

    def enumerated(self, limit: int, progress: Progress | None) -> StateTable | None:
        """The states, if there are at most so many; None where they must be found one by one."""
