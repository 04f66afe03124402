"""The pure strategies of one player as columns of an integer programme.

Each sequence of the player's refinement (`galakit.game.refinement`) has a weight: 1 if they play all its moves, 0 if
not. At each part the weights of the moves sum to that of the parent sequence. Parts of one information set must make
the same move: a set with several parts has a whole column for each move, which no part may exceed. For a set with one
part its own weights are whole. So with perfect recall these are the realization plans with whole weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galakit.game.refinement import Refinement
from galakit.game.sequence_form import Floats
from galakit.solvers.pure.programme import Programme

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Strategies:
    """Where a player's pure strategies are among the columns."""

    split: Refinement
    weight: int
    """the column of the empty sequence; those of the other sequences follow in order"""
    choice: Ints
    """[R] the column that says whether the first move is made at a part's information set; the next ones follow"""

    def column(self, sequence: int) -> int:
        """The column of a sequence's weight."""
        return self.weight + sequence

    def chosen(self, point: Floats) -> dict[int, int]:
        """The move at each information set that the player's own moves lead to."""
        weights = point[self.weight : self.weight + self.split.sequences]
        moves: dict[int, int] = {}
        for r in np.flatnonzero(weights[self.split.parent] > 0.5).tolist():
            own = slice(int(self.split.first[r]), int(self.split.first[r] + self.split.count[r]))
            moves[int(self.split.sets[r])] = int(np.argmax(weights[own]))
        return moves

    def columns_of(self, moves: dict[int, int]) -> list[int]:
        """The columns that are 1 together exactly when these moves are made."""
        first = dict(zip(self.split.sets.tolist(), self.choice.tolist()))
        return [first[at] + move for at, move in moves.items()]


def strategies(programme: Programme, split: Refinement, values: Floats | None = None) -> Strategies:
    """Add a player's pure strategies to a programme; `values` is what each sequence adds to what is maximised."""
    parts = np.bincount(split.sets, minlength=1)
    alone = parts[split.sets] == 1
    whole = np.zeros(split.sequences, bool)
    whole[1:] = np.repeat(alone, split.count)  # parts and their sequences are in the same order
    weight = programme.columns
    for sequence, (its_own, cost) in enumerate(zip(whole.tolist(), np.zeros(len(whole)) if values is None else values)):
        programme.column(0 if sequence else 1, 1, cost=float(cost), whole=its_own)
    choice = weight + split.first
    shared: dict[int, int] = {}
    for r, (at, first, count) in enumerate(zip(split.sets.tolist(), split.first.tolist(), split.count.tolist())):
        programme.row([(weight + int(split.parent[r]), -1.0), *((weight + first + k, 1.0) for k in range(count))], 0, 0)
        if alone[r]:
            continue
        if at not in shared:
            shared[at] = programme.columns
            moves = [programme.column(0, 1, whole=True) for _ in range(count)]
            programme.row([(column, 1.0) for column in moves], 1, 1)
        choice[r] = shared[at]
        for k in range(count):
            programme.row([(weight + first + k, 1.0), (shared[at] + k, -1.0)], upper=0)
    return Strategies(split, weight, choice)
