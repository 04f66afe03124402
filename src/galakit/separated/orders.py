"""Values that depend on draws through one comparison only.

At a showdown guards and payoffs depend only on which hand is better. Then pairs of hands need not be listed: the ranks
of the hands in the order are enough, and which items cannot be held by both players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.rules.lazy import Draw, NotSeparable, Order, Undefined, Value
from galakit.separated.chance_table import ChanceTable, Rows
from galakit.separated.functions import ranked

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Three = tuple[Any, Any, Any]

MANY = 4_000_000  # pairs from which on an order is looked for
LIMIT_CLASHES = 20_000_000


@dataclass(frozen=True, eq=False)
class Reading:
    """The results of values where one value is less than another, equal to it, greater."""

    order: Order | None
    """None where nothing is compared"""
    left: Value | None
    right: Value | None
    results: dict[Value, Three]

    def turned(self) -> Reading:
        """The same with both sides exchanged."""
        return Reading(self.order, self.right, self.left, {v: r[::-1] for v, r in self.results.items()})


def reading(values: Iterable[Value]) -> Reading | None:
    """The results of values that depend on draws through one comparison only; None for all others."""
    found = Reading(None, None, None, {})
    for value in values:
        read = _read(value)
        if read is None:
            return None
        if found.order is None:
            found = read
            continue
        if (read.left, read.right) == (found.right, found.left) != (found.left, found.right):
            read = read.turned()
        assert read.order is not None
        if (read.left, read.right) != (found.left, found.right) or read.order.key is not found.order.key:
            return None
        found.results.update(read.results)
    return found


def _read(value: Value) -> Reading | None:
    if value.order is not None:
        left, right = value.inputs
        return Reading(value.order, left, right, {value: value.order.results})
    if not value.inputs:
        return None
    below = reading(value.inputs)
    if below is None:
        return None
    less, same, more = (_worked(value, [below.results[v][k] for v in value.inputs]) for k in range(3))
    return Reading(below.order, below.left, below.right, {value: (less, same, more)})


def _worked(value: Value, inputs: list[Any]) -> Any:
    undefined = next((x for x in inputs if type(x) is Undefined), None)
    if undefined is not None:
        return undefined
    try:
        return value.work(*inputs)
    except (NotSeparable, OutOfTime):
        raise
    except Exception as error:
        return Undefined(error)


@dataclass(frozen=True, eq=False)
class Meeting:
    """Rows of draws on two sides, independent except that both cannot have the same item."""

    rows: tuple[Rows, Rows]
    likely: tuple[Floats, Floats]
    """[rows] their product is the probability of a pair that does not clash"""
    ranks: tuple[Ints, Ints]
    """[rows] their ranks in the order"""
    clashes: tuple[Ints, Ints]
    """pairs of rows with the same item, which cannot occur"""
    reading: Reading

    @property
    def clash_signs(self) -> Ints:
        """How the rows of each clash compare: 0 where that of the first side is less, 1 equal, 2 greater."""
        a, b = (ranks[rows] for ranks, rows in zip(self.ranks, self.clashes))
        found: Ints = np.sign(a - b) + 1
        return found

    def partners(self, side: int) -> Ints:
        """[rows of a side, 3] how many rows of the other side can occur with each, by how they compare."""
        mine, others = self.ranks[side], np.sort(self.ranks[1 - side])
        low, high = (np.searchsorted(others, mine, side=s) for s in ("left", "right"))
        found: Ints = np.stack([len(others) - high, high - low, low], axis=1)
        signs = self.clash_signs if side == 0 else 2 - self.clash_signs
        np.subtract.at(found, (self.clashes[side], signs), 1)
        return found


def meeting(world: ChanceTable, mine: frozenset[Draw], theirs: frozenset[Draw], read: Reading) -> Meeting | None:
    """Two sides that share nothing but a comparison and perhaps one item; None where they share more.

    The results of the reading are for the first side compared with the second.
    """
    clash = [(a, b) for a in mine for b in theirs if a.pack is not None and a.pack is b.pack]
    if mine & theirs or len(clash) > 1 or any(d.count > 1 for pair in clash for d in pair):
        return None
    if not (world.self_contained(mine) and world.self_contained(theirs)):
        return None
    first, second = rows = (world.rows(mine), world.rows(theirs))
    ranks = (np.zeros(first.count, np.int64), np.zeros(second.count, np.int64))
    if read.order is not None:
        assert read.left is not None and read.right is not None
        if not world.support(read.left) <= mine:
            read = read.turned()
        found = _ranks(world, rows, read)
        if found is None:
            return None
        ranks = found
    likely = np.ones(second.count)
    dealt: dict[Any, int] = {}
    for draw in (*mine, *theirs):
        before = dealt.get(draw.pack, 0)
        dealt[draw.pack] = before + draw.count
        if draw in mine:
            continue
        if draw.pack is None:
            likely *= world.chances(draw, second.columns)
        else:
            likely /= comb(len(draw.pack.items) - before, draw.count)
    clashes = (np.empty(0, np.int64), np.empty(0, np.int64))
    if clash:
        a, b = clash[0]
        if _many(first.columns[a], second.columns[b]) > LIMIT_CLASHES:
            return None
        clashes = _matched(first.columns[a], second.columns[b])
    return Meeting(rows, (first.weight / first.total, likely), ranks, clashes, read)


def _ranks(world: ChanceTable, rows: tuple[Rows, Rows], read: Reading) -> tuple[Ints, Ints] | None:
    assert read.order is not None and read.left is not None and read.right is not None
    sides = zip((read.left, read.right), rows)
    if not all(world.support(value) <= own.columns.keys() for value, own in sides):
        return None
    ids = [world.ids(v, r.columns) for v, r in zip((read.left, read.right), rows)]
    try:
        places = ranked(read.order, world.meaning[read.left], world.meaning[read.right])
    except OutOfTime:
        raise
    except Exception:  # values that cannot be sorted are compared pair by pair
        return None
    return places[0][ids[0]].astype(np.int64), places[1][ids[1]].astype(np.int64)


def _many(a: Any, b: Any) -> int:
    size = 1 + max(int(a.max()), int(b.max()))
    return int(np.bincount(a, minlength=size) @ np.bincount(b, minlength=size))


def _matched(a: Any, b: Any) -> tuple[Ints, Ints]:
    """All pairs of indices at which two columns are equal."""
    order = np.argsort(b, kind="stable")
    low, high = (np.searchsorted(b[order], a, side=s) for s in ("left", "right"))
    many = high - low
    start = np.cumsum(many) - many
    return np.repeat(np.arange(len(a)), many), order[np.arange(many.sum()) + np.repeat(low - start, many)]
