"""All states of a game as columns: what rules hand over that find their states in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.rules.contract import Fact, Move, Number

Column: TypeAlias = npt.NDArray[np.int32]


class TooManyStates(Exception):
    """Rules have more states than the limit allows; `found` counts those known so far."""

    def __init__(self, found: int) -> None:
        super().__init__(f"more than {found} states")
        self.found = found


@dataclass(frozen=True, eq=False)
class StateTable:
    """S states, breadth first from number 0, the opening; E edges, those of state s are `first[s] .. first[s + 1] - 1`.

    Facts, moves and numbers are in side tables, each without duplicates; columns hold indices into them.
    """

    mover: Column
    """[S] the index of a player, CHANCE or END"""
    first: Column
    """[S + 1]"""
    target: Column
    """[E] the state an edge leads to"""
    move: Column
    """[E] index into `moves`"""
    probability: Column
    """[E] index into `probabilities`; 0 where a player moves"""
    gain: Column
    """[E] index into `gains`"""
    seen: Column
    """[E, n] what each player learns, index into `symbols`; the mover's own entry starts with `Chose(move)`"""
    offered: Column
    """[S] index into `symbols`: `(Choosing(moves),)` where a player decides, 0 elsewhere"""
    opening_seen: tuple[int, ...]
    opening_gain: int
    moves: list[Move]
    probabilities: list[Number]
    """entry 0 is 1"""
    gains: list[tuple[Number, ...]]
    """entry 0 is 0 for every player"""
    symbols: list[tuple[Fact, ...]]
    """entry 0 is the empty tuple"""
