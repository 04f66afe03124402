"""Regrets and averages of a factored game, and one iteration over all its stages."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from numba import get_num_threads, set_num_threads

from galakit.separated.factored import Factored, Stage
from galakit.solve.factored import kernel
from galakit.solve.factored.bundles import bundled
from galakit.solve.factored.staircase import staircases

PIECES = 32
ALONE = 30_000  # numbers up to which a second thread costs more than it brings


class State(Protocol):
    """What a run needs of whoever iterates."""

    layout: str
    """who can restore whose state"""
    weight: float

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None: ...

    def gains(self) -> tuple[float, float]: ...

    def strategies(self) -> list[tuple[Any, Any]]: ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...


class Tables:
    """The state of a run: for each stage and player, regrets, what the strategy is proportional to, and averages."""

    layout = "blocks"

    def __init__(self, game: Factored, dtype: Any = np.float64, *, predicting: bool = False) -> None:
        self.game = game
        self.predicting = predicting
        self.dtype = np.dtype(dtype)
        self.weight = 0.0
        """of all iterations in the averages"""
        followed = {e.stage for stage in game.stages for side in stage.sides for e in side.entries}
        self.inner = [k in followed for k in range(len(game.stages))]
        self.parts = [_Part(stage, self.dtype, predicting) for stage in game.stages]
        self.ways = [_Way(self, p) for p in (0, 1)]
        self.threads = get_num_threads()

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
        return [(_shares(part, stage, 0), _shares(part, stage, 1)) for part, stage in zip(self.parts, self.game.stages)]

    def state(self) -> dict[str, Any]:
        """Everything an iteration depends on, the arrays themselves."""
        found = {}
        for k, part in enumerate(self.parts):
            for p in (0, 1):
                found[f"regret{k}_{p}"] = part.regret[p]
                found[f"average{k}_{p}"] = part.average[p]
                if self.predicting:
                    found[f"basis{k}_{p}"] = part.basis[p]
        return found

    def restore(self, state: dict[str, Any]) -> None:
        """Put a state in place of this one."""
        for name, array in self.state().items():
            array[:] = state[name]

    def _sweep(self, player: int, mode: int, numbers: Any, decay: float, scale: float) -> float:
        """The other's plan down, the player's values up; the value at the root."""
        other = 1 - player
        up, down = self.ways[player], self.ways[other]
        for k, part in enumerate(self.parts):
            if self.inner[k]:
                set_num_threads(part.threads)
                kernel.descend(
                    down.plan, down.at[k], down.source[k], part.sides[other], part.chunks,
                    part.basis[other], part.average[other], decay, scale,
                )  # fmt: skip
        for k, part in reversed(list(enumerate(self.parts))):
            set_num_threads(part.threads)
            kernel.ascend(
                mode, self.inner[k], down.plan, down.at[k], down.source[k], up.worth, up.to[k], up.later[k],
                part.chunks, part.sides[player], part.sides[other], part.regret[player], part.basis[player], numbers,
                part.basis[other], part.average[other], decay, scale, part.ends[player], part.stairs[player],
            )  # fmt: skip
        set_num_threads(self.threads)
        return float(up.worth[up.roots].sum(dtype=np.float64))


class _Part:
    """What belongs to one stage."""

    def __init__(self, stage: Stage, dtype: Any, predicting: bool) -> None:
        sizes = [(s.sequences - len(s.entries)) * s.classes.count for s in stage.sides]
        self.regret = [np.zeros(n, dtype) for n in sizes]
        self.basis = [np.zeros(n, dtype) for n in sizes] if predicting else self.regret
        self.average = [np.zeros(n, dtype) for n in sizes]
        self.sides, self.ends = bundled(stage, dtype)
        rows, columns = (s.classes for s in stage.sides)
        turned = [-m.T.tocsr() for m in stage.matrices]
        self.stairs = [staircases(stage.matrices, rows, columns, dtype), staircases(turned, columns, rows, dtype)]
        self.chunks = _chunks(stage)
        # Threads that have nothing to do are still waited for.
        self.threads = min(get_num_threads(), len(self.chunks) - 1)


class _Way:
    """How a player's numbers go from stage to stage: plans from earlier ones to later ones, values back."""

    def __init__(self, tables: Tables, player: int) -> None:
        sides = [part.sides[player] for part in tables.parts]
        count = [len(side.sizes) for side in sides]
        plans = np.array([s.sequences * n if inner else 0 for s, n, inner in zip(sides, count, tables.inner)], np.int64)
        values = np.array([s.entries * n for s, n in zip(sides, count)], np.int64)
        self.at: list[int] = (1 + np.cumsum(plans) - plans).tolist()
        """where the plan of each stage that others follow starts"""
        self.to: list[int] = (np.cumsum(values) - values).tolist()
        """where the values of the entries of each stage start"""
        self.plan = np.ones(1 + plans.sum(), tables.dtype)
        """first the empty sequence, which always has weight one"""
        self.worth = np.zeros(values.sum(), tables.dtype)
        self.source = []
        """for each stage: where the plan of its entries comes from"""
        for k, (stage, side) in enumerate(zip(tables.game.stages, sides)):
            source = np.zeros(values[k], np.int32)
            for e, places in enumerate(side.located(0, side.entries)):
                entry = stage.sides[player].entries[e]
                if entry.stage >= 0:
                    there = sides[entry.stage].located(0, sides[entry.stage].sequences)[entry.sequence]
                    source[places] = self.at[entry.stage] + there[entry.source]
            self.source.append(source)
        source = np.concatenate(self.source)
        self.roots = np.flatnonzero(source == 0)
        order = np.argsort(source, kind="stable").astype(np.int32)
        begin = np.searchsorted(source[order], np.arange(len(self.plan) + 1)).astype(np.int32)
        self.later = [(begin[at : at + size + 1], order) for at, size in zip(self.at, plans)]
        """for each stage: which values of later ones its sequences bring"""


def _chunks(stage: Stage) -> npt.NDArray[np.int64]:
    """Blocks shared out so that threads have about the same to do, with pieces enough to even it out."""
    work = np.diff(stage.sides[0].classes.blocks) + np.diff(stage.sides[1].classes.blocks)
    pieces = min(PIECES, stage.blocks)
    if work.sum() * max(side.sequences for side in stage.sides) < ALONE:
        pieces = 1
    ends = np.searchsorted(np.cumsum(work), np.arange(1, pieces) * (work.sum() / pieces))
    return np.array([0, *sorted({int(e) for e in ends} - {0}), stage.blocks], np.int64)


def _shares(part: _Part, stage: Stage, player: int) -> npt.NDArray[np.float64]:
    """Averages as the probabilities of moves."""
    bundles, side = part.sides[player], stage.sides[player]
    found = part.average[player][bundles.located(bundles.entries, bundles.sequences)].astype(np.float64)
    for first, moves in zip((side.first - len(side.entries)).tolist(), side.moves.tolist()):
        here = found[first : first + moves]
        total = here.sum(axis=0)
        here[:] = np.where(total > 0, here / np.where(total > 0, total, 1.0), 1.0 / moves)
    return found
