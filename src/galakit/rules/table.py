"""All states of a game at once, as columns: what rules hand over that find their states faster than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.progress import Progress
from galakit.rules.contract import Fact, Move, Number, State

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


class Stopped(Exception):
    """An error of the rules met on the way, with the play that led to it."""

    def __init__(self, error: GalakitError, play: list[int], made: int | None) -> None:
        super().__init__(error)
        self.error = error
        self.play = play
        """the moves to the state, by their indices"""
        self.made = made
        """the move that was being made there"""


class TooManyStates(Exception):
    """Rules have too many states; `found` counts those known so far, and `sample` has some of them in order."""

    def __init__(self, found: int, sample: Sequence[State] = ()) -> None:
        super().__init__(f"more than {found} states")
        self.found = found
        self.sample = sample


@runtime_checkable
class Enumerable(Protocol):
    """An optional part of the contract: rules that find all their states by themselves."""

    explored_by: str
    """what found the states, as far as `enumerated` had to do with it; empty before"""

    def ready(self, found: int, spent: float) -> bool:
        """Whether `enumerated` should take over, after `found` states in so many seconds of finding them one by one.

        Code that is not compiled yet is not ready; then compiling begins beside.
        """

    def enumerated(self, limit: int | None, progress: Progress | None) -> StateTable | None:
        """The states; None where they must be found one by one.

        Raises `Stopped` at an error of the rules, `TooManyStates` where there are more than the limit, or where without
        one they seem to have no end.
        """
