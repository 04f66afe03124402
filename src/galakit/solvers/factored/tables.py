"""Regrets and averages of a factored game, and one iteration over all its stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from numba import get_num_threads

from galakit.separated.factored import OUTSIDE, Factored, Stage
from galakit.solvers.factored import kernel
from galakit.solvers.factored.bundles import bundled
from galakit.solvers.factored.locking import Fixed, Fixtures, with_locks
from galakit.solvers.factored.slabs import slabs
from galakit.solvers.factored.staircase import staircases
from galakit.solvers.factored.vectors import zeros

ROUNDING = 256.0  # times the precision, up to which a share is taken for none
SPECIAL = 16  # numbers before all plans; as many as a vector has, so that these begin where a vector does


class Running(Protocol):
    """What a run needs of its tables."""

    layout: str
    """states are restored from the same layout only"""
    weight: float
    """of what is in the averages; 0 before the first iteration"""

    def gains(self) -> tuple[float, float]: ...

    def strategies(self) -> Any: ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...


class State(Running, Protocol):
    """Tables for updates that are given by numbers."""

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None: ...


class Tables:
    """The state of a run: for each stage and player, regrets, the basis of the strategy, and averages."""

    layout = "blocks"

    def __init__(
        self,
        game: Factored,
        dtype: Any = np.float64,
        *,
        predicting: bool = False,
        fixtures: Fixtures | None = None,
        beyond: Sequence[Stage] = (),
        threads: int | None = None,
    ) -> None:
        self.game = game
        self.fixtures: Fixtures = fixtures or [(None, None) for _ in game.stages]
        self.predicting = predicting
        self.dtype = np.dtype(dtype)
        self.weight = 0.0
        """of all iterations in the averages"""
        self.close = ROUNDING * float(np.finfo(self.dtype).eps)
        """up to which a share is taken for none"""
        self.threads = threads or get_num_threads()
        self.pool = ThreadPoolExecutor(max(1, self.threads - 1))
        self.parts = [_Part(stage, self.dtype, predicting, self.threads) for stage in game.stages]
        self.beyond = beyond
        """later stages that others work on (see `split`)"""
        followed = {e.stage for stage in [*game.stages, *beyond] for side in stage.sides for e in side.entries}
        self.stored = [k in followed or part.slabs.divided for k, part in enumerate(self.parts)]
        """whether the plan of a stage is stored, because others need it"""
        self.transfers = [_Transfers(self, p) for p in (0, 1)]
        for part, pair in zip(self.parts, self.fixtures):
            for p in (0, 1):
                part.fix(p, pair[p])

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None:
        """One iteration, players alternating; `numbers` is a row of `Update.numbers`."""
        decay = float(numbers[5])
        for player in (0, 1):
            self.sweep(player, kernel.RESPOND, numbers, decay, 0.0)
        self.weight = self.weight * decay + 1.0

    def gains(self) -> tuple[float, float]:
        """The best-response values against both averages: for players 0 and 1."""
        none = np.zeros(6)
        best = [self.sweep(p, kernel.BEST, none, 0.0, 1.0 / self.weight) for p in (0, 1)]
        return best[0], best[1]

    def strategies(self) -> list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
        """The average strategies: for each stage and player [own sequences, classes], uniform where unreached."""
        found = [self.shares(p) for p in (0, 1)]
        return with_locks(list(zip(found[0], found[1])), self.fixtures)

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
        """Put a state, or a part of one, in place of this one."""
        own = self.state()
        for name, array in state.items():
            own[name][:] = array

    def sweep(
        self,
        player: int,
        mode: int,
        numbers: Any,
        decay: float,
        scale: float,
        between: Callable[[], None] = lambda: None,
    ) -> float:
        """The other's plan down, the player's values up; the value at the root. `between` is called in between."""
        other = 1 - player
        up, down = self.transfers[player], self.transfers[other]
        for k in range(len(self.parts)):
            if self.stored[k]:
                self._descend(k, other, down.plan, down.at[k], decay, scale)
        between()
        for k, part in reversed(list(enumerate(self.parts))):
            self._share_out(
                part, kernel.ascend, mode, self.stored[k], down.plan, down.at[k], down.source[k], up.values, up.to[k],
                up.later[k], part.slabs.block, part.sides[player], part.sides[other], part.regret[player],
                part.basis[player], numbers, part.basis[other], part.average[other], decay, scale, self.close,
                part.ends[player], part.stairs[player], part.held[player], part.places[player],
            )  # fmt: skip
            if mode == kernel.RESPOND:
                part.hold(player)
        return float(up.values[up.roots].sum(dtype=np.float64))

    def _descend(self, k: int, player: int, plan: Any, at: int, decay: float, scale: float) -> None:
        part = self.parts[k]
        self._share_out(
            part, kernel.descend, plan, at, self.transfers[player].source[k], part.sides[player], part.basis[player],
            part.average[player], decay, scale, self.close,
        )  # fmt: skip

    def _share_out(self, part: _Part, work: Callable[..., None], *arguments: Any) -> None:
        """Work on all slabs of a stage; threads take the next chunk when they are done with one."""
        chunks = iter(list(zip(part.slabs.chunks[:-1].tolist(), part.slabs.chunks[1:].tolist())))

        def take() -> None:
            space = zeros(part.space, self.dtype)
            for low, high in chunks:
                work(low, high, space, *arguments)

        others = [self.pool.submit(take) for _ in range(min(self.threads, len(part.slabs.chunks) - 1) - 1)]
        take()
        for other in others:
            other.result()

    def shares(self, player: int) -> list[npt.NDArray[np.float64]]:
        """Averages as the probabilities of moves."""
        transfers = self.transfers[player]
        found = []
        for k, (stage, part) in enumerate(zip(self.game.stages, self.parts)):
            bundles, side = part.sides[player], stage.sides[player]
            plan, at = transfers.plan, transfers.at[k]
            if not self.stored[k]:
                plan, at = np.append(plan, np.empty(bundles.sequences * len(bundles.sizes), self.dtype)), len(plan)
            self._descend(k, player, plan, at, 0.0, 1.0 / max(self.weight, 1.0))
            whole = plan[at:][bundles.located(0, bundles.sequences)].astype(np.float64)
            own = whole[len(side.entries) :]
            if self.weight == 0:  # before the first iteration
                own[:] = 1.0
            for first, moves in zip((side.first - len(side.entries)).tolist(), side.moves.tolist()):
                here = own[first : first + moves]
                total = here.sum(axis=0)
                here[:] = np.where(total > 0, here / np.where(total > 0, total, 1.0), 1.0 / moves)
            found.append(own)
        return found


class _Part:
    """The arrays of one stage."""

    def __init__(self, stage: Stage, dtype: Any, predicting: bool, threads: int) -> None:
        self.slabs = slabs(stage, threads)
        self.sides, self.ends = bundled(stage, self.slabs.starts, dtype)
        sizes = [(s.sequences - s.entries) * len(s.sizes) for s in self.sides]
        self.regret = [zeros(n, dtype) for n in sizes]
        self.basis = [zeros(n, dtype) for n in sizes] if predicting else self.regret
        self.average = [zeros(s.averages * len(s.sizes), dtype) for s in self.sides]
        rows, columns = (s.classes for s in stage.sides)
        transposed = [-m.T.tocsr() for m in stage.matrices]
        self.stairs = [staircases(stage.matrices, rows, columns, dtype), staircases(transposed, columns, rows, dtype)]
        self.places, self.space = self._divided(stage)
        self.held = [np.zeros(0, np.bool_), np.zeros(0, np.bool_)]
        """for each regret whether it is locked; empty where none is"""
        self.locked = [(np.zeros(0, np.int64), np.zeros(0, dtype)) for _ in (0, 1)]
        """the positions of locked regrets, and their values"""

    def _divided(self, stage: Stage) -> tuple[list[tuple[int, int, int, int]], int]:
        """For each player where in the memory of a thread things are (see `kernel.ascend`), and how much it is."""
        tall = max(int(np.diff(s.slabs).max()) for s in self.sides)
        block = max(int(np.diff(s.classes.blocks).max()) for s in stage.sides)
        copies = np.concatenate([self.ends[0].copies, *(s.copies for s in self.sides)])
        wide = int(copies.max(initial=1))
        positions = [s.sequences for s in self.sides]
        places = []
        for own in positions:
            table = sum(positions) * tall
            copied = table + (2 * block + 1) * wide
            places.append((own * tall, table, copied, copied + block * wide))
        return places, places[0][-1] + tall * wide

    def fix(self, player: int, fixed: Fixed | None) -> None:
        """Lock regrets of a player."""
        if fixed is not None:
            side = self.sides[player]
            places = side.located(side.entries, side.sequences)[fixed.held]
            self.held[player] = np.zeros(len(self.regret[player]), np.bool_)
            self.held[player][places] = True
            self.locked[player] = places, fixed.shares[fixed.held].astype(self.regret[player].dtype)
            self.hold(player)

    def hold(self, player: int) -> None:
        """Restore the locked regrets."""
        places, shares = self.locked[player]
        if len(places):
            self.regret[player][places] = self.basis[player][places] = shares


class _Transfers:
    """A player's numbers that pass between stages: plans to later ones, values back."""

    def __init__(self, tables: Tables, player: int) -> None:
        stages = [*tables.game.stages, *tables.beyond]
        sides = [part.sides[player] for part in tables.parts]
        sides += [bundled(s, slabs(s, 1).starts, tables.dtype)[0][player] for s in tables.beyond]
        count = [len(side.sizes) for side in sides]
        stored = tables.stored + [False] * len(tables.beyond)
        plans = np.array([s.sequences * n if kept else 0 for s, n, kept in zip(sides, count, stored)], np.int64)
        values = np.array([s.entries * n for s, n in zip(sides, count)], np.int64)
        outside = [e.source for stage in tables.game.stages for e in stage.sides[player].entries if e.stage == OUTSIDE]
        self.outside = slice(SPECIAL, SPECIAL + sum(map(len, outside)))
        """where the plan of entries that come from outside is"""
        self.at: list[int] = (self.outside.stop + np.cumsum(plans) - plans).tolist()
        """where the plan of each stage that is stored starts"""
        self.to: list[int] = (np.cumsum(values) - values).tolist()
        """where the values of the entries of each stage start"""
        self.plan = zeros(self.outside.stop + plans.sum(), tables.dtype)
        """first the empty sequence, which always has weight one; empty copies follow one that always has weight zero"""
        self.plan[0] = 1
        self.values = np.zeros(values.sum(), tables.dtype)
        self.source = []
        """for each stage: where the plan of its entries comes from"""
        for k, (stage, side) in enumerate(zip(stages, sides)):
            source = np.ones(values[k], np.int32)
            for e, places in enumerate(side.located(0, side.entries)):
                entry = stage.sides[player].entries[e]
                if entry.stage >= len(tables.parts):
                    continue  # others have it
                source[places] = 0
                if entry.stage == OUTSIDE:
                    source[places] = SPECIAL + entry.source
                if entry.stage >= 0:
                    there = sides[entry.stage].located(0, sides[entry.stage].sequences)[entry.sequence]
                    source[places] = self.at[entry.stage] + there[entry.source]
            self.source.append(source)
        self.sides = sides
        self.sources = source = np.concatenate(self.source)
        self.roots = np.flatnonzero(source == 0)
        order = np.argsort(source, kind="stable").astype(np.int32)
        begin = np.searchsorted(source[order], np.arange(len(self.plan) + 1)).astype(np.int32)
        self.returned = order[begin[self.outside]]
        """the values of entries that come from outside, in the order of these"""
        self.later = [(begin[at : at + size + 1], order) for at, size in zip(self.at, plans)]
        """for each stage: the values of later ones to add to its sequences"""
