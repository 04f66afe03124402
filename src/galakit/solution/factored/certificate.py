"""The certificate of a separated game: best responses in the full game, without merging draws.

The strategies may have been found on orbits of symmetric draws or on fewer classes yet; here they are lifted to all
classes, a few blocks at a time: the plans of both players down, the payoffs of all pairs that can be drawn worked
out from the rules once more, their products with the other's plan, the best moves up, and on to the next blocks.
Nothing is shared with the solver but the game itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import get_num_threads

from galakit.errors import GalakitError
from galakit.progress import CERTIFYING, Progress, throttled
from galakit.separated.factored import Factored
from galakit.separated.factored import Stage as Found
from galakit.solution.certificate import TOLERANCE, Certificate
from galakit.solution.factored import sweeps as sweeps
from galakit.solution.factored.locks import Locked
from galakit.solution.factored.orders import by_order
from galakit.solution.factored.pairs import Batch, Table
from galakit.solution.factored.stages import Stage, stages_of

Floats = npt.NDArray[np.float64]
Strategies = list[tuple[Floats, Floats]]
"""for each stage and player, [own sequences, classes]: the probability of each move in each class"""

NUMBERS = 1 << 17  # of a table that is held at once: it should fit into the cache
PAIRS = 1 << 18  # payoffs that are held at once


def certify(
    found: Factored, strategies: Strategies, progress: Progress | None = None, locked: Locked | None = None
) -> Certificate:
    """Expected payoffs and gains in the full game of strategies found on a smaller one.

    Best responses follow the strategy where it is `locked`.
    """
    return _Certifying(found, strategies, progress, locked or {}).certificate()


class _Certifying:
    def __init__(self, found: Factored, strategies: Strategies, progress: Progress | None, locked: Locked) -> None:
        self.game = found.game
        self.locked = locked
        self.report = throttled(progress)
        self.stages = stages_of(found.game)
        where = {stage.signals: k for k, stage in enumerate(found.stages)}
        self.levels = []
        followed = {k for stage in self.stages for part in stage.parts for k, _ in part.entries}
        self.banks: list[list[Floats]] = []
        """plans and values passed between stages, for each player"""
        sizes = [1, 1]
        for k, stage in enumerate(self.stages):
            there = where[stage.signals]
            level = _Level(self, stage, found.stages[there], strategies[there], list(sizes) if k in followed else None)
            self.levels.append(level)
            if k in followed:
                sizes = [s + level.size(p) for p, s in enumerate(sizes)]
        self.banks = [[np.zeros(s) for s in sizes] for _ in range(2)]
        for plan in self.banks[0]:
            plan[0] = 1.0

    def certificate(self) -> Certificate:
        value = [0.0, 0.0]
        work = sum(level.work for level in self.levels)
        done = 0
        for level in self.levels:
            level.go_down()
        with ThreadPoolExecutor(get_num_threads()) as pool:
            for level in reversed(self.levels):
                for risen in pool.map(level.come_up, level.pieces()):
                    for p in (0, 1):
                        value[p] += risen.value[p]
                        sweeps.hand_on(risen.entries[p], risen.low[p], level.moves[p], self.banks[1][p])
                    done += risen.work
                    self.report(CERTIFYING, done, work)
        best = [float(bank[0]) for bank in self.banks[1]]
        return Certificate((value[0], value[1]), (best[0] - value[0], best[1] - value[1]), False)


class _Risen(NamedTuple):
    """The results of some blocks."""

    value: list[float]
    """the expected payoffs of both players there"""
    low: list[int]
    """their first classes"""
    entries: list[Floats]
    """[classes, entries] the best-response values"""
    work: int


class _Level:
    """One stage of the computation."""

    def __init__(
        self, whole: _Certifying, stage: Stage, found: Found, strategies: tuple[Floats, Floats], at: list[int] | None
    ) -> None:
        self.whole = whole
        self.stage = stage
        self.table = Table(whole.game, stage.signals)
        self.at = at
        """the offset of this stage in the banks, if others follow it"""
        positions = [np.argsort(order) for order in self.table.order]
        self.order = by_order(whole.game, stage, positions) if self.table.blocks == 1 else None
        self.strategy, self.position, self.moves, self.held = [], [], [], []
        for p, part in enumerate(stage.parts):
            side = found.sides[p]
            number = {situation: s for s, situation in enumerate(side.situations)}
            first = [int(side.first[number[s]]) - len(side.entries) for s in part.situations]
            columns = [c + a for c, s in zip(first, part.situations) for a in range(len(s.moves))]
            self.strategy.append(_checked(np.ascontiguousarray(strategies[p][columns].T, np.float64), part.moves))
            self.position.append(side.classes.place[side.classes.orbit[self.table.order[p]]])
            self.moves.append(self._moves(p))
            self.held.append(self._held(p))

    def _held(self, p: int) -> npt.NDArray[np.bool_]:
        """[classes, situations] what is locked; empty where nothing is."""
        locked, part, order = self.whole.locked, self.stage.parts[p], self.table.order[p]
        if not any(situation in locked for situation in part.situations):
            return np.zeros((0, 0), bool)
        nothing = np.zeros(len(order), bool)
        return np.stack([locked[s].classes[order] if s in locked else nothing for s in part.situations], axis=1)

    def _moves(self, p: int) -> sweeps.Moves:
        """The situations of a player, and the offsets of the entries in the bank."""
        part, order = self.stage.parts[p], self.table.order[p]
        earlier = list(dict.fromkeys(k for k, _ in part.entries))
        source = np.zeros((len(earlier), len(order)), np.int32)
        at, stride = [], []
        for row, k in enumerate(earlier):
            if k >= 0:
                level = self.whole.levels[k]
                position = np.empty(len(level.table.order[p]), np.int32)
                position[level.table.order[p]] = np.arange(len(position))
                source[row] = position[self.whole.game.refined(self.stage.signals[p], level.stage.signals[p])[order]]
        for k, column in part.entries:
            start = self.whole.levels[k].at if k >= 0 else None
            at.append(0 if start is None else start[p] + column)
            stride.append(0 if start is None else self.whole.levels[k].stage.parts[p].columns)
        which = [earlier.index(k) for k, _ in part.entries]
        return sweeps.Moves(
            part.parent, part.first, part.moves, np.array(at, np.int64), np.array(stride, np.int64),
            np.array(which, np.int64), source,
        )  # fmt: skip

    def size(self, p: int) -> int:
        return len(self.table.order[p]) * self.stage.parts[p].columns

    def _kept(self, which: int, p: int) -> Floats:
        """The part of a bank for this stage, as a table."""
        assert self.at is not None
        kept = self.whole.banks[which][p][self.at[p] : self.at[p] + self.size(p)]
        return kept.reshape(len(self.table.order[p]), self.stage.parts[p].columns)

    @cached_property
    def work(self) -> int:
        """About the number of products to compute."""
        return self._work(0, self.table.blocks)

    def _work(self, low: int, high: int) -> int:
        pairs, rows = self.table.pairs, self.table.row_starts
        return int(pairs[rows[high]] - pairs[rows[low]]) * max(1, *(len(part.own) for part in self.stage.parts))

    def pieces(self) -> list[tuple[int, int]]:
        """Ranges of blocks whose pairs fit into memory."""
        return self._ranges(0, self.table.blocks, self.table.pairs[self.table.row_starts], self._many)

    @property
    def _many(self) -> int:
        """The number of pairs held at once."""
        return PAIRS // max(1, *(len(part.mixtures) for part in self.stage.parts))

    @staticmethod
    def _ranges(low: int, high: int, starts: npt.NDArray[np.int64], many: int) -> list[tuple[int, int]]:
        """Blocks from `low` up to `high` in ranges with at most so many things, or of one block."""
        found = []
        while low < high:
            end = int(np.searchsorted(starts, starts[low] + many, side="right")) - 1
            end = min(max(end, low + 1), high)
            found.append((low, end))
            low = end
        return found

    def go_down(self) -> None:
        """The plans of a stage that others follow."""
        if self.at is not None:
            for p in (0, 1):
                self._plan(p, 0, self._kept(0, p))

    def _plan(self, p: int, low: int, into: Floats) -> None:
        bank = self.whole.banks[0][p]
        sweeps.plans(into, low, self.moves[p], bank, self.strategy[p], self.position[p])

    def come_up(self, piece: tuple[int, int]) -> _Risen:
        """Some blocks, of which those that fit into the cache are done at once: plans, products, best moves."""
        low, high = piece
        starts, parts = self.table.starts, self.stage.parts
        wide = max(1, *(max(part.columns, len(part.own)) for part in parts))
        # A block too large to be held is alone, and its pairs come batch by batch.
        batches = self._batches(low, high) if high == low + 1 else list(self._batches(low, high))
        value = [0.0, 0.0]
        entries: list[list[Floats]] = [[], []]
        for a, z in self._ranges(low, high, starts[0] + starts[1], NUMBERS // wide):
            rows = [slice(int(starts[p][a]), int(starts[p][z])) for p in (0, 1)]
            plan = self._plans(rows)
            values = self._products(batches, slice(a - low, z - low), rows, plan)
            for p, part in enumerate(parts):
                table = np.zeros_like(plan[p]) if self.at is None else self._kept(1, p)[rows[p]]
                value[p] += sweeps.rise(
                    table, plan[p], values[p], part.own, self.moves[p], rows[p].start, self.held[p], self.strategy[p],
                    self.position[p],
                )  # fmt: skip
                entries[p].append(table[:, : len(part.entries)].copy())
        return _Risen(
            value, [int(starts[p][low]) for p in (0, 1)], [np.concatenate(e) for e in entries], self._work(low, high)
        )

    def _plans(self, rows: list[slice]) -> list[Floats]:
        if self.at is not None:
            return [self._kept(0, p)[rows[p]] for p in (0, 1)]
        plan = [np.empty((r.stop - r.start, part.columns)) for r, part in zip(rows, self.stage.parts)]
        for p in (0, 1):
            self._plan(p, rows[p].start, plan[p])
        return plan

    def _batches(self, low: int, high: int) -> Iterator[Batch]:
        mixtures = (self.stage.parts[0].mixtures, self.stage.parts[1].mixtures)
        return self.table.batches(low, high, self._many, mixtures) if any(mixtures) else iter(())

    def _products(self, batches: Iterable[Batch], blocks: slice, rows: list[slice], plan: list[Floats]) -> list[Floats]:
        """For each player [classes, leaves] the payoffs against the other's plan."""
        parts = self.stage.parts
        weights = []
        for p, part in enumerate(parts):
            weights.append(np.empty((len(plan[1 - p]), len(part.own))))
            sweeps.weigh(plan[1 - p], part.other, part.factor, weights[p])
        values = [np.zeros((len(plan[p]), len(part.own))) for p, part in enumerate(parts)]
        if self.order is not None:
            for p in (0, 1):
                self.order.products(p, weights[p], values[p])
            return values
        for batch in batches:
            pairs = (int(batch.starts[blocks.start]), int(batch.starts[blocks.stop]))
            for p, part in enumerate(parts):
                sweeps.multiply(
                    pairs, batch.positions[p], batch.positions[1 - p], rows[p].start, rows[1 - p].start,
                    batch.payoffs[p], part.starts, weights[p], values[p],
                )  # fmt: skip
        return values


def _checked(strategy: Floats, moves: Any) -> Floats:
    """A strategy, checked: probabilities that sum to one in each situation."""
    if len(moves):
        sums = np.add.reduceat(strategy, np.cumsum(moves) - moves, axis=1)
        if not (strategy.min() >= -TOLERANCE and np.abs(sums - 1.0).max() <= 1e-6):
            raise GalakitError("the probabilities of a player's moves do not sum to one", id="GK609")
    return strategy
