"""The payoffs of a game by the refined sequences of its players: leaves that need the same sequences are one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.ragged import grouped
from galakit.game.refinement import Refinement, refinement
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import END

LIMIT_LEAVES = 200_000


@dataclass(frozen=True, eq=False)
class Leaves:
    """n players, g groups of them (each alone, unless said otherwise), L leaves."""

    splits: tuple[Refinement, ...]
    sequences: npt.NDArray[np.int64]
    """[g, L] the sequence of each group that leads there"""
    weight: npt.NDArray[Any]
    """[n, L] payoff times the probability of chance's moves, in an object array where the game is exact"""

    def sequence_values(self, player: int, on: list[npt.NDArray[np.bool_]]) -> npt.NDArray[Any]:
        """What each sequence of a player brings where it is the last, when the others play the sequences in `on`."""
        met = np.ones(self.sequences.shape[1], bool)
        for other, played in enumerate(on):
            if other != player:
                met &= played[self.sequences[other]]
        total = np.zeros(self.splits[player].sequences, self.weight.dtype)
        np.add.at(total, self.sequences[player, met], self.weight[player, met])
        return total


def leaves(form: SequenceForm, tree: Tree, groups: Sequence[Collection[int]] | None = None) -> Leaves:
    """All leaves of a game whose tree was kept; players in one group count as one."""
    n = len(form.players)
    splits = tuple(refinement(form, tree, group) for group in groups or [[p] for p in range(n)])
    ends = np.flatnonzero(tree.mover == END)
    kinds, inverse = np.unique(
        np.stack([tree.reach[ends], tree.payoff[ends], *(s.sequence[ends] for s in splits)], axis=1),
        axis=0,
        return_inverse=True,
    )
    times = np.bincount(inverse.ravel())
    met, where = np.unique(kinds[:, 2:], axis=0, return_inverse=True)
    if len(met) > LIMIT_LEAVES:
        raise GalakitError(
            f"the integer programme would have {len(met):,} leaves, more than {LIMIT_LEAVES:,}",
            hint="choose smaller parameters",
            id="GK603",
        )
    order, start = grouped(where.ravel(), len(met))
    weight = np.zeros((n, len(met)), object if form.exact else np.float64)
    for player in range(n):
        value = np.empty(len(kinds), weight.dtype)
        value[:] = [
            tree.reaches[r] * tree.payoffs[p][player] * int(k)
            for (r, p), k in zip(kinds[:, :2].tolist(), times.tolist())
        ]
        weight[player] = np.add.reduceat(value[order], start[:-1])
    return Leaves(splits, met.T.copy(), weight)
