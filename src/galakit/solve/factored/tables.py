"""Regrets and averages of a factored game, and one iteration over all its stages."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.separated.factored import Factored, Side, Stage
from galakit.solve.factored import kernel
from galakit.solve.factored.staircase import staircases


class Tables:
    """The state of a run: for each stage and player, regrets, what the strategy is proportional to, and averages."""

    def __init__(self, game: Factored, dtype: Any = np.float64, *, predicting: bool = False) -> None:
        self.game = game
        self.dtype = np.dtype(dtype)
        self.weight = 0.0
        """of all iterations in the averages"""
        self.parts = [_Part(stage, self.dtype, predicting) for stage in game.stages]
        followed = {e.stage for stage in game.stages for side in stage.sides for e in side.entries}
        self.inner = [k in followed for k in range(len(game.stages))]

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None:
        """One iteration, players alternating; `numbers` is a row of `Update.numbers`."""
        decay = float(numbers[5])
        for player in (0, 1):
            self._sweep(player, kernel.RESPOND, numbers, decay, 0.0)
        self.weight = self.weight * decay + 1.0

    def gains(self) -> tuple[float, float]:
        """What the best responses to both averages get: for players 0 and 1."""
        none = np.zeros(6)
        best = [self._sweep(p, kernel.BEST, none, 0.0, 1.0 / self.weight) for p in (0, 1)]
        return best[0], best[1]

    def strategies(self) -> list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
        """The average strategies: for each stage and player [own sequences, classes], uniform where nobody comes."""
        return [tuple(_shares(part.average[p], stage.sides[p]) for p in (0, 1)) for part, stage in zip(self.parts, self.game.stages)]

    def _sweep(self, player: int, mode: int, numbers: Any, decay: float, scale: float) -> float:
        """The other's plan down, the player's values up; the value at the root."""
        other = 1 - player
        stages, parts = self.game.stages, self.parts
        plans: list[Any] = []
        for k, (stage, part) in enumerate(zip(stages, parts)):
            side = stage.sides[other]
            rows = side.sequences if self.inner[k] else len(side.entries)
            x = np.empty((rows, side.classes.count), self.dtype)
            for e, entry in enumerate(side.entries):
                x[e] = 1.0 if entry.stage < 0 else plans[entry.stage][entry.sequence][entry.source]
            if self.inner[k]:
                kernel.descend(
                    x, side.classes.blocks, len(side.entries), side.parent, side.first, side.moves,
                    part.basis[other], part.average[other], decay, scale,
                )  # fmt: skip
            plans.append(x)
        values: list[Any] = [
            np.zeros((s.sides[player].sequences, s.sides[player].classes.count), self.dtype) if self.inner[k] else None
            for k, s in enumerate(stages)
        ]
        root = 0.0
        for k in range(len(stages) - 1, -1, -1):
            stage, part = stages[k], parts[k]
            side, their = stage.sides[player], stage.sides[other]
            ends = part.ends[player]
            if self.inner[k]:
                u = values[k]
                kernel.ascend(
                    mode, u, plans[k], side.classes.blocks, their.classes.blocks, len(side.entries),
                    side.parent, side.first, side.moves, part.regret[player], part.basis[player], numbers,
                    *ends, part.size[player], part.size[other], part.stairs[player],
                )  # fmt: skip
            else:
                u = np.empty((len(side.entries), side.classes.count), self.dtype)
                kernel.last(
                    mode, u, plans[k], side.sequences, their.sequences, side.classes.blocks, their.classes.blocks,
                    len(side.entries), side.parent, side.first, side.moves,
                    part.regret[player], part.basis[player], numbers,
                    len(their.entries), their.parent, their.first, their.moves,
                    part.basis[other], part.average[other], decay, scale,
                    *ends, part.size[player], part.size[other], part.stairs[player],
                )  # fmt: skip
            for e, entry in enumerate(side.entries):
                if entry.stage < 0:
                    root += float(u[e].sum())
                else:
                    into = values[entry.stage][entry.sequence]
                    into += np.bincount(entry.source, weights=u[e], minlength=len(into))
        return root


class _Part:
    """What belongs to one stage."""

    def __init__(self, stage: Stage, dtype: Any, predicting: bool) -> None:
        sizes = [(s.sequences - len(s.entries)) * s.classes.count for s in stage.sides]
        self.regret = [np.zeros(n, dtype) for n in sizes]
        self.basis = [np.zeros(n, dtype) for n in sizes] if predicting else self.regret
        self.average = [np.zeros(n, dtype) for n in sizes]
        self.size = [s.classes.size.astype(dtype) for s in stage.sides]
        rows, columns = (s.classes for s in stage.sides)
        turned = [-m.T.tocsr() for m in stage.matrices]
        self.stairs = [
            tuple(_typed(a, dtype) for a in staircases(stage.matrices, rows, columns)),
            tuple(_typed(a, dtype) for a in staircases(turned, columns, rows)),
        ]
        self.ends = []
        for player in (0, 1):
            # Leaves behind one sequence of the other stand together: its prefix sums serve them all.
            order = np.argsort(stage.leaves[:, 1 - player], kind="stable")
            table = stage.leaves[order]
            self.ends.append(
                (table[:, player].copy(), table[:, 1 - player].copy(), table[:, 2].copy(), stage.factors[order].astype(dtype))
            )


def _shares(average: Any, side: Side) -> npt.NDArray[np.float64]:
    """Averages, stored block by block, as the probabilities of moves."""
    own = side.sequences - len(side.entries)
    found = np.empty((own, side.classes.count))
    for low, high in pairwise(side.classes.blocks.tolist()):
        found[:, low:high] = average[own * low : own * high].reshape(own, high - low)
    for first, moves in zip((side.first - len(side.entries)).tolist(), side.moves.tolist()):
        here = found[first : first + moves]
        total = here.sum(axis=0)
        here[:] = np.where(total > 0, here / np.where(total > 0, total, 1.0), 1.0 / moves)
    return found


def _typed(array: Any, dtype: Any) -> Any:
    return array.astype(dtype) if array.dtype.kind == "f" else array
