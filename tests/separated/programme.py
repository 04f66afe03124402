"""The value of a factored game by one large linear programme: slow, plain, and independent of the solver."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse
from scipy.optimize import linprog

from galakit.separated.factored import Factored


def value(game: Factored) -> float:
    """What player 0 gets."""
    numbers = [_Numbers(game, p) for p in (0, 1)]
    rows, columns, payoffs = [np.zeros(1, int)], [np.zeros(1, int)], [np.zeros(1)]
    for k, stage in enumerate(game.stages):
        for (first, second, which), factor in zip(stage.leaves.tolist(), stage.factors.tolist()):
            matrix = stage.matrices[which].tocoo()
            rows.append(numbers[0].of(k, first)[matrix.row])
            columns.append(numbers[1].of(k, second)[matrix.col])
            payoffs.append(matrix.data * factor)
    shape = (numbers[0].count, numbers[1].count)
    a = sparse.csr_array((np.concatenate(payoffs), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
    (e, right), (f, worth) = (n.constraints() for n in numbers)
    found = linprog(
        np.concatenate([np.zeros(shape[0]), -worth]),
        A_ub=sparse.hstack([-a.T, f.T]),
        b_ub=np.zeros(shape[1]),
        A_eq=sparse.hstack([e, sparse.csr_array((e.shape[0], f.shape[0]))]),
        b_eq=right,
        bounds=[(0, None)] * shape[0] + [(None, None)] * f.shape[0],
        method="highs",
    )
    assert found.status == 0
    return -float(found.fun)


class _Numbers:
    """The sequences of one player, each with a number per class."""

    def __init__(self, game: Factored, player: int) -> None:
        self.game, self.player = game, player
        self.start, self.count = [], 1
        for stage in game.stages:
            side = stage.sides[player]
            self.start.append(self.count)
            self.count += (side.sequences - len(side.entries)) * side.classes.count

    def of(self, k: int, sequence: int):
        side = self.game.stages[k].sides[self.player]
        classes = side.classes.count
        if sequence >= len(side.entries):
            return self.start[k] + (sequence - len(side.entries)) * classes + np.arange(classes)
        entry = side.entries[sequence]
        return np.zeros(classes, int) if entry.stage < 0 else self.of(entry.stage, entry.sequence)[entry.source]

    def constraints(self):
        rows, columns, signs, at = [np.zeros(1, int)], [np.zeros(1, int)], [np.ones(1)], 1
        for k, stage in enumerate(self.game.stages):
            side = stage.sides[self.player]
            classes = side.classes.count
            for parent, first, moves in zip(side.parent.tolist(), side.first.tolist(), side.moves.tolist()):
                here = np.arange(at, at + classes)
                at += classes
                for sequence, sign in [(parent, -1.0)] + [(first + a, 1.0) for a in range(moves)]:
                    rows.append(here)
                    columns.append(self.of(k, sequence))
                    signs.append(np.full(classes, sign))
        shape = (at, self.count)
        matrix = sparse.csr_array((np.concatenate(signs), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
        right = np.zeros(at)
        right[0] = 1
        return matrix, right
