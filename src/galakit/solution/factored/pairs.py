"""The joint draws of two players at a stage and their payoffs: pairs of rows, a few blocks at a time.

The values that both players observe divide their classes into *blocks*. In a block each row of draws that one player
observes is paired with each that the other observes; pairs that cannot be drawn together are dropped. Guards and
payoffs are computed on the remaining pairs, directly from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import comb
from operator import is_
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Draw, Undefined, Value
from galakit.separated.chance_table import Rows
from galakit.separated.functions import Ids
from galakit.separated.separate import Separated
from galakit.separated.signals import Signal
from galakit.solution.factored.stages import Ints, Key, Mixture, Signals

Floats = npt.NDArray[np.float64]


class Batch(NamedTuple):
    """Pairs of rows, block by block."""

    starts: Ints
    """[blocks + 1] where the pairs of each block start"""
    positions: tuple[Ints, Ints]
    """[pairs] the position of each player's class"""
    payoffs: tuple[Floats, Floats]
    """for each player [mixtures, pairs]: the probability of a pair times the payoff"""


class Table:
    """The rows and classes of both players at a stage, sorted by blocks."""

    def __init__(self, game: Separated, signals: Signals) -> None:
        self.game = game
        self.signal: tuple[Signal, ...] = tuple(game.signal(s) for s in signals)
        rows = [s.rows for s in self.signal]
        both = [v for v in signals[0] if v in signals[1]]
        shared = [d for d in rows[0].columns if d in rows[1].columns]
        known = [[game.world.ids(v, r.columns) for v in both] for r in rows]
        block = _numbered(known, [r.count for r in rows])
        # Within a block only rows with the same shared draws can be met.
        group = _numbered([[b, *(r.columns[d] for d in shared)] for b, r in zip(block, rows)], [r.count for r in rows])
        self.blocks = 1 + max(int(b.max()) for b in block)
        self.order, self.starts, self.position, self.rows = [], [], [], []
        """for each player: classes by position; [blocks + 1] where each block starts; the position of each row; rows"""
        self.likely: list[Floats] = []
        groups = 1 + max(int(g.max()) for g in group)
        for p in (0, 1):
            signal = self.signal[p]
            of_class = block[p][signal.first]
            order = np.argsort(of_class, kind="stable")
            position = np.empty_like(order)
            position[order] = np.arange(len(order))
            sorted_rows = np.lexsort((group[p], block[p]))
            self.order.append(order)
            self.starts.append(np.searchsorted(of_class[order], np.arange(self.blocks + 1)))
            self.position.append(position[signal.of(game.world, rows[p].columns, rows[p].count)[sorted_rows]])
            self.rows.append(rows[p].kept(sorted_rows))
            if p == 0:
                self.row_starts = np.searchsorted(block[0][sorted_rows], np.arange(self.blocks + 1))
                mine = group[0][sorted_rows]
            else:
                theirs = group[1][sorted_rows]
        low = np.full(groups, len(theirs))
        np.minimum.at(low, theirs, np.arange(len(theirs)))
        self.met = low[mine], np.bincount(theirs, minlength=groups)[mine]
        """for each row of player 0: the first row of player 1 that can be met, and how many there are"""
        self.pairs = np.concatenate([[0], np.cumsum(self.met[1])])
        self._weigh(shared)
        self.lock = Lock()
        self.ids: tuple[dict[Value, Ids], dict[Value, Ids]] = ({}, {})

    def _weigh(self, shared: list[Draw]) -> None:
        """Find impossible pairs and the probabilities of rows, from draws that only one player observes."""
        first, second = self.rows
        alone = [[d for d in r.columns if d not in shared] for r in self.rows]
        self.clash = [
            (_items(a, first.columns[a]), _items(b, second.columns[b]))
            for a in alone[0]
            for b in alone[1]
            if a.pack is not None and a.pack is b.pack
        ]
        likely = np.ones(second.count)
        dealt: dict[Any, int] = {}
        for d in first.columns:
            dealt[d.pack] = dealt.get(d.pack, 0) + d.count
        for d in alone[1]:
            if d.pack is None:
                likely *= self.game.world.chances(d, second.columns)
            else:
                likely /= comb(len(d.pack.items) - dealt.get(d.pack, 0), d.count)
                dealt[d.pack] = dealt.get(d.pack, 0) + d.count
        self.likely = [first.weight / first.total, likely]

    def batches(self, low: int, high: int, many: int, mixtures: tuple[Any, Any]) -> Iterator[Batch]:
        """The pairs of the blocks from `low` up to `high`, about `many` at a time."""
        end = int(self.row_starts[high])
        start = int(self.row_starts[low])
        while start < end:
            stop = int(np.searchsorted(self.pairs, self.pairs[start] + many, side="right")) - 1
            stop = min(max(stop, start + 1), end)
            with self.lock:  # only one thread at a time evaluates values
                batch = self._batch(start, stop, self.row_starts[low : high + 1], mixtures)
            yield batch
            start = stop

    def _batch(self, start: int, stop: int, blocks: Ints, mixtures: tuple[Any, Any]) -> Batch:
        first, many = (m[start:stop] for m in self.met)
        before = self.pairs[start : stop + 1] - self.pairs[start]
        mine = np.repeat(np.arange(start, stop), many)
        theirs = np.arange(before[-1]) + np.repeat(first - before[:-1], many)
        possible = np.ones(len(mine), bool)
        for ours, others in self.clash:
            for a in ours.T:
                for b in others.T:
                    possible &= a[mine] != b[theirs]
        mine, theirs = mine[possible], theirs[possible]
        at = np.searchsorted(mine, blocks)
        met = _Met(self, mine, theirs)
        first_paid, second_paid = (met.payoffs(own, p) for p, own in enumerate(mixtures))
        return Batch(at, (self.position[0][mine], self.position[1][theirs]), (first_paid, second_paid))


class _Met:
    """Some pairs of rows, and the outcomes of values on them."""

    def __init__(self, table: Table, mine: Ints, theirs: Ints) -> None:
        self.table = table
        self.index = (mine, theirs)
        self.likely = table.likely[0][mine] * table.likely[1][theirs]
        self.known: dict[Value, Ids] = {}
        self.keyed: dict[Any, Any] = {}

    def payoffs(self, mixtures: tuple[Mixture, ...], player: int) -> Floats:
        """[mixtures, pairs] the probability of each pair times a player's payoff, up to a factor."""
        found = np.zeros((len(mixtures), len(self.likely)))
        for total, mixture in zip(found, mixtures):
            for (key, worked), c in mixture:
                total += c * (self._worked(key, player) if worked else self._chance(key))
        return found

    def _chance(self, key: Key) -> Floats:
        if key not in self.keyed:
            likely, holds, source, _ = self._rows(key)
            self.keyed[key] = self._summed(likely * holds, source)
        found: Floats = self.keyed[key]
        return found

    def _worked(self, key: Key, player: int) -> Floats:
        likely, holds, source, ids = self._rows(key)
        total = np.zeros(len(likely))
        for value in key[1]:
            total += _meant(self.table.game, value, ids(value), holds, lambda m: float(m[player]), 0.0)
        return self._summed(likely * holds * total, source)

    def _summed(self, numbers: Floats, source: Ints | None) -> Floats:
        if source is None:
            return numbers
        return np.bincount(source, weights=numbers, minlength=len(self.likely)).astype(np.float64)

    def _rows(self, key: Key) -> tuple[Floats, npt.NDArray[np.bool_], Ints | None, Any]:
        """The probabilities of pairs, those on which the guards hold, and how to evaluate values there.

        Where a draw matters that neither player observes, every pair is combined with each of its outcomes.
        """
        guards, worked = key
        world = self.table.game.world
        seen = [rows.columns for rows in self.table.rows]
        more = [d for d in world.support(*(v for v, _ in guards), *worked) if d not in seen[0] and d not in seen[1]]
        likely, source, ids = self.likely, None, self.ids
        if more:
            columns = {d: c[i] for own, i in zip(seen, self.index) for d, c in own.items()}
            rows, source = world.extended(Rows(columns, np.ones(len(likely), np.int64), 1), more)
            likely = likely[source] * (rows.weight / rows.total)

            def ids(value: Value) -> Ids:
                return world.ids(value, rows.columns)

        holds = np.ones(len(likely), bool)
        for value, expected in guards:
            holds &= _meant(self.table.game, value, ids(value), holds, partial(is_, expected), False)
        return likely, holds, source, ids

    def ids(self, value: Value) -> Ids:
        """The outcomes of a value: per row where one player observes all draws it depends on."""
        found = self.known.get(value)
        if found is None:
            support = self.table.game.world.support(value)
            for p, rows in enumerate(self.table.rows):
                if support <= rows.columns.keys():
                    own = self.table.ids[p]
                    if value not in own:
                        own[value] = self.table.game.world.ids(value, rows.columns)
                    found = own[value][self.index[p]]
                    break
            else:
                found = self.table.game.world.worked(value, [self.ids(v) for v in value.inputs])
            self.known[value] = found
        return found


def _meant(game: Separated, value: Value, ids: Ids, needed: Any, reading: Any, nothing: Any) -> Any:
    """A value on each row, read as a number; an error where an undefined one is needed."""
    meanings = game.world.meaning[value]
    wrong = [k for k, m in enumerate(meanings) if type(m) is Undefined]
    if wrong:
        asked = needed & np.isin(ids, wrong)
        if asked.any():
            raise meanings[int(ids[asked.argmax()])].error
    return np.array([nothing if type(m) is Undefined else reading(m) for m in meanings])[ids]


def _numbered(columns: list[list[Any]], counts: list[int]) -> list[Ints]:
    """One number for the same entries in all columns of both tables."""
    code = np.zeros(sum(counts), np.int64)
    for pair in zip(*columns):
        one = np.concatenate(pair)
        code = np.unique(code * (int(one.max()) + 1) + one, return_inverse=True)[1]
    return [code[: counts[0]], code[counts[0] :]]


def _items(draw: Draw, column: Ids) -> Ints:
    """[rows, count] the items that were dealt, by their numbers in the pack."""
    from itertools import combinations

    assert draw.pack is not None
    hands = np.array(list(combinations(range(len(draw.pack.items)), draw.count)), np.int64)
    found: Ints = hands[column]
    return found
