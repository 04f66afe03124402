"""The equations of an equilibrium whose players mix given strategies, and bounds on them over boxes.

A player who mixes is indifferent between what they mix, which is one equation less than strategies; their probabilities
are one unknown less, as they sum to 1. Payoffs are linear in each player's probabilities: over a box of unknowns every
expression takes its extremes at corners, so its bounds are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class System:
    """n players, d unknowns: the probabilities of all strategies of each support but the last."""

    payoffs: tuple[Floats, ...]
    """each player's table, an axis for each player"""
    supports: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return sum(len(own) - 1 for own in self.supports)

    @cached_property
    def _own(self) -> list[slice]:
        """The unknowns of each player."""
        ends = np.cumsum([0, *(len(own) - 1 for own in self.supports)]).tolist()
        return [slice(a, b) for a, b in pairwise(ends)]

    @cached_property
    def _gains(self) -> list[Floats]:
        """[n][strategies, others...] how much better than the first of the support each strategy of a player is."""
        found = []
        for player, table in enumerate(self.payoffs):
            for other, own in enumerate(self.supports):
                if other != player:
                    table = np.take(table, own, axis=other)
            turned = np.moveaxis(table, player, 0)
            found.append(turned - turned[self.supports[player][0]])
        return found

    def _mixtures(self, points: Floats) -> list[Floats]:
        """[n][B, v, support] the probabilities at points [B, v, d]."""
        found = []
        for own in self._own:
            free = points[:, :, own]
            found.append(np.concatenate([free, 1 - free.sum(axis=2, keepdims=True)], axis=2))
        return found

    def _corners(self, boxes: Floats) -> list[Floats]:
        """[n][B, corners, support] the probabilities at the corners of boxes [B, d, 2], player by player."""
        found = []
        for own in self._own:
            many = own.stop - own.start
            free = np.empty((len(boxes), 2**many, many))
            for corner, ends in enumerate(product((0, 1), repeat=many)):
                free[:, corner, :] = boxes[:, np.arange(own.start, own.stop), ends]
            found.append(np.concatenate([free, 1 - free.sum(axis=2, keepdims=True)], axis=2))
        return found

    def _contracted(self, player: int, mixtures: Sequence[Floats], *, at: bool) -> Floats:
        """[B, strategies, ...] gains of a player's strategies: at points (`at`), or at all combinations of corners."""
        others = [p for p in range(len(self.supports)) if p != player]
        axes = dict(zip(others, ascii_lowercase))
        corners = dict.fromkeys(others, "") if at else dict(zip(others, ascii_uppercase))
        terms = ["y" + "".join(axes[p] for p in others), *(f"z{corners[p]}{axes[p]}" for p in others)]
        result = "zy" + "".join(corners[p] for p in others)
        tables = [mixtures[p][:, 0, :] if at else mixtures[p] for p in others]
        found: Floats = np.einsum(
            f"{','.join(terms)}->{result}", self._gains[player], *tables, optimize=len(others) > 2
        )
        return found

    def gains(self, points: Floats) -> list[Floats]:
        """[n][B, strategies] how much better than the first of the support each strategy is, at points [B, d]."""
        mixtures = self._mixtures(points[:, None, :])
        return [self._contracted(player, mixtures, at=True) for player in range(len(self.supports))]

    def residual(self, points: Floats) -> Floats:
        """[B, d] the left sides of the equations at points [B, d]."""
        return self._equations(self.gains(points))

    def _equations(self, gains: Sequence[Floats]) -> Floats:
        return np.concatenate([g[:, list(own[1:])] for g, own in zip(gains, self.supports)], axis=1)

    def bounds(self, boxes: Floats) -> tuple[list[Floats], list[Floats]]:
        """[n][B, strategies] the least and greatest gains over boxes [B, d, 2]."""
        corners = self._corners(boxes)
        least, most = [], []
        for player in range(len(self.supports)):
            found = self._contracted(player, corners, at=False)
            flat = found.reshape(*found.shape[:2], -1)
            least.append(flat.min(axis=2))
            most.append(flat.max(axis=2))
        return least, most

    def slopes(self, boxes: Floats) -> tuple[Floats, Floats]:
        """[B, d, d] bounds on the derivatives of the equations over boxes."""
        corners = self._corners(boxes)
        many, size = len(boxes), self.size
        least, most = np.zeros((many, size, size)), np.zeros((many, size, size))
        for other, own in enumerate(self._own):
            for k in range(own.stop - own.start):
                along = np.zeros((many, 1, len(self.supports[other])))
                along[:, :, k], along[:, :, -1] = 1.0, -1.0
                turned = [along if p == other else corners[p] for p in range(len(corners))]
                for player, support in enumerate(self.supports):
                    if player == other or len(support) == 1:
                        continue
                    found = self._contracted(player, turned, at=False)
                    flat = found.reshape(*found.shape[:2], -1)[:, list(support[1:]), :]
                    rows = slice(self._own[player].start, self._own[player].stop)
                    least[:, rows, own.start + k] = flat.min(axis=2)
                    most[:, rows, own.start + k] = flat.max(axis=2)
        return least, most

    def probabilities(self, point: Floats) -> list[Floats]:
        """[n][strategies] mixed strategies of the whole game."""
        found = []
        for mixed, own, table in zip(self._mixtures(point[None, None, :]), self.supports, range(len(self.supports))):
            whole = np.zeros(self.payoffs[0].shape[table])
            whole[list(own)] = mixed[0, 0]
            found.append(whole)
        return found
