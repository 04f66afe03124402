"""What chance can draw, as rows of columns, and what values turn out to be on them.

A column holds an outcome of one draw per row, as a number. Deals from one pack are exchangeable, so any subset of
them is listed on its own: all ways to deal just those, equally likely. Values are worked out once for each combination
of what they depend on and kept as numbers, too: `meaning[value][id]` is the thing itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb, lcm, prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.rules.lazy import Draw, Entangled, Pack, Value

Ids: TypeAlias = npt.NDArray[np.int32]

LIMIT_ROWS = 30_000_000
DENSE = 1 << 26  # combinations up to which a table is kept rather than a dictionary


class Undefined:
    """What a value is where working it out fails: nobody may need it there."""

    def __init__(self, error: Exception) -> None:
        self.error = error


@dataclass(frozen=True, eq=False)
class Rows:
    """Joint outcomes of some draws; row r has the probability `weight[r] / total`."""

    columns: dict[Draw, Ids]
    weight: npt.NDArray[np.int64]
    total: int

    @property
    def count(self) -> int:
        return len(self.weight)

    def kept(self, chosen: npt.NDArray[Any], weight: npt.NDArray[np.int64] | None = None) -> Rows:
        """Some of the rows, perhaps with other weights."""
        columns = {draw: column[chosen] for draw, column in self.columns.items()}
        return Rows(columns, self.weight[chosen] if weight is None else weight, self.total)


@dataclass(eq=False)
class World:
    """Everything that was worked out about draws and values."""

    meaning: dict[Value, list[Any]] = field(default_factory=dict)
    _outcomes: dict[Draw, list[Any]] = field(default_factory=dict)
    _ids: dict[Value, dict[Any, int]] = field(default_factory=dict)
    _tables: dict[Value, Any] = field(default_factory=dict)
    _supports: dict[Value, tuple[Draw, ...]] = field(default_factory=dict)
    _rows: dict[frozenset[Draw], Rows] = field(default_factory=dict)

    # -- draws -------------------------------------------------------------------------------------------------------

    def outcomes(self, draw: Draw) -> list[Any]:
        """What a draw can turn out to be; for a deal, tuples of items."""
        found = self._outcomes.get(draw)
        if found is None:
            if draw.pack is None:
                found = list(draw.outcomes)
            else:
                many = comb(len(draw.pack.items), draw.count)
                if many > LIMIT_ROWS // 10:
                    raise Entangled(f"a hand of {draw.count} cards can be dealt in {many:,} ways: too many to list")
                found = list(combinations(draw.pack.items, draw.count))
            self._outcomes[draw] = found
        return found

    def support(self, *values: Value) -> frozenset[Draw]:
        """The draws that values depend on."""
        return frozenset(draw for value in values for draw in self._support(value))

    def _support(self, value: Value) -> tuple[Draw, ...]:
        found = self._supports.get(value)
        if found is None:
            own = (value.draw,) if value.draw is not None else ()
            below = {d: None for v in value.inputs for d in self._support(v)}
            found = self._supports[value] = (*own, *below)
        return found

    def ways(self, draws: Iterable[Draw]) -> int:
        """How many joint outcomes some draws have, without listing them."""
        many, dealt = 1, dict[Pack, int]()
        for draw in draws:
            if draw.pack is None:
                many *= len(draw.outcomes)
            else:
                left = len(draw.pack.items) - dealt.get(draw.pack, 0)
                many *= comb(left, draw.count)
                dealt[draw.pack] = dealt.get(draw.pack, 0) + draw.count
        return many

    def rows(self, draws: frozenset[Draw]) -> Rows:
        """All joint outcomes of some draws."""
        found = self._rows.get(draws)
        if found is None:
            many = self.ways(draws)
            if many > LIMIT_ROWS:
                raise GalakitError(
                    f"there are {many:,} ways to draw what matters at once: too many to list",
                    hint="choose smaller parameters",
                    id="GK603",
                )
            found = self._rows[draws] = self._listed(draws)
        return found

    def _listed(self, draws: frozenset[Draw]) -> Rows:
        columns: dict[Draw, Ids] = {}
        weight = np.ones(1, np.int64)
        total = 1
        packs: dict[Pack, list[Draw]] = {}
        for draw in draws:
            if draw.pack is not None:
                packs.setdefault(draw.pack, []).append(draw)
        for deals in packs.values():
            dealt = self._dealt(deals)
            columns, weight = _crossed(columns, weight, dealt, np.ones(len(next(iter(dealt.values()))), np.int64))
        total *= len(weight)
        for draw in draws:
            if draw.pack is None:
                whole, denominator = _whole(draw)
                own = {draw: np.arange(len(whole), dtype=np.int32)}
                columns, weight = _crossed(columns, weight, own, whole)
                total *= denominator
        if total >= 1 << 62:
            raise Entangled("the probabilities of what is drawn have too large denominators")
        return Rows(columns, weight, total)

    def _dealt(self, deals: list[Draw]) -> dict[Draw, Ids]:
        """All disjoint hands of some deals from one pack."""
        columns: dict[Draw, Ids] = {}
        pack = deals[0].pack
        assert pack is not None
        if len(pack.items) <= 64:
            taken = np.zeros(1, np.uint64)
            for deal in deals:
                masks = _masks(len(pack.items), deal.count)
                free = (taken[:, None] & masks[None, :]) == 0
                row, hand = np.nonzero(free)
                columns = {d: c[row] for d, c in columns.items()}
                columns[deal] = hand.astype(np.int32)
                taken = taken[row] | masks[hand]
            return columns
        if any(deal.count > 1 for deal in deals):
            raise Entangled("hands of several cards are dealt from a pack of more than 64")
        for deal in deals:
            size, before = len(pack.items), list(columns.items())
            many = len(before[0][1]) if before else 1
            row = np.repeat(np.arange(many), size)
            item = np.tile(np.arange(size, dtype=np.int32), many)
            free = np.ones(len(row), bool)
            for _, column in before:
                free &= column[row] != item
            columns = {d: c[row[free]] for d, c in before}
            columns[deal] = item[free]
        return columns

    # -- values --------------------------------------------------------------------------------------------------------

    def ids(self, value: Value, columns: dict[Draw, Ids]) -> Ids:
        """What a value turns out to be on each row, as a number into its meanings."""
        if value.draw is not None:
            table = self._tables.get(value)
            if table is None:
                table = np.array([self._id(value, value.work, (o,)) for o in self.outcomes(value.draw)], np.int32)
                self._tables[value] = table
            found: Ids = table[columns[value.draw]]
            return found
        return self._worked(value, [self.ids(v, columns) for v in value.inputs])

    def _worked(self, value: Value, inputs: list[Ids]) -> Ids:
        sizes = [len(self.meaning[v]) for v in value.inputs]
        code = np.zeros(len(inputs[0]), np.int64)
        for ids, size in zip(inputs, sizes):
            code = code * size + ids
        known = self._tables.get(value)
        if known is None:
            known = self._tables[value] = _Table(sizes)
        elif known.sizes != sizes:  # the inputs have got more meanings since the last time
            known = self._tables[value] = known.grown(sizes)
        missing = known.missing(code)
        if len(missing):
            many = np.unravel_index(missing, sizes)
            meanings = [self.meaning[v] for v in value.inputs]
            rows = zip(*([m[i] for i in column.tolist()] for m, column in zip(meanings, many)))
            known.learn(missing, np.array([self._id(value, value.work, row) for row in rows], np.int32))
        return known.of(code)

    def _id(self, value: Value, work: Any, inputs: tuple[Any, ...]) -> int:
        if any(type(x) is Undefined for x in inputs):
            result: Any = next(x for x in inputs if type(x) is Undefined)
        else:
            try:
                result = work(*inputs)
            except Entangled:
                raise
            except Exception as error:  # it matters only where somebody needs the value
                result = Undefined(error)
        ids = self._ids.setdefault(value, {})
        found = ids.get(result)
        if found is None:
            found = ids[result] = len(ids)
            self.meaning.setdefault(value, []).append(result)
        return found


class _Table:
    """Numbers by combination, learnt bit by bit."""

    def __init__(self, sizes: list[int]) -> None:
        self.sizes = sizes
        size = prod(sizes)
        self.dense = np.full(size, -1, np.int32) if size <= DENSE else None
        self.sparse: dict[int, int] = {}

    def grown(self, sizes: list[int]) -> _Table:
        """The same for larger sizes."""
        larger = _Table(sizes)
        old = np.flatnonzero(self.dense >= 0) if self.dense is not None else np.array(list(self.sparse), np.int64)
        code = np.zeros(len(old), np.int64)
        for column, size in zip(np.unravel_index(old, self.sizes), sizes):
            code = code * size + column
        larger.learn(code, self.of(old))
        return larger

    def missing(self, code: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        if self.dense is not None:
            unknown = code[self.dense[code] < 0]
            if not len(unknown):
                return unknown
            mark = np.zeros(len(self.dense), bool)
            mark[unknown] = True
            return np.flatnonzero(mark)
        distinct = np.unique(code)
        return np.array([c for c in distinct.tolist() if c not in self.sparse], np.int64)

    def learn(self, code: npt.NDArray[np.int64], ids: Ids) -> None:
        if self.dense is not None:
            self.dense[code] = ids
        else:
            self.sparse.update(zip(code.tolist(), ids.tolist()))

    def of(self, code: npt.NDArray[np.int64]) -> Ids:
        if self.dense is not None:
            return self.dense[code]
        distinct, back = np.unique(code, return_inverse=True)
        found = np.array([self.sparse[c] for c in distinct.tolist()], np.int32)
        return found[back]


def _masks(items: int, count: int) -> npt.NDArray[np.uint64]:
    return np.array([sum(1 << i for i in hand) for hand in combinations(range(items), count)], np.uint64)


def _crossed(
    left: dict[Draw, Ids], weight: npt.NDArray[np.int64], right: dict[Draw, Ids], other: npt.NDArray[np.int64]
) -> tuple[dict[Draw, Ids], npt.NDArray[np.int64]]:
    """Every row of one table with every row of another."""
    n, m = len(weight), len(other)
    columns = {draw: np.repeat(column, m) for draw, column in left.items()}
    columns |= {draw: np.tile(column, n) for draw, column in right.items()}
    return columns, np.repeat(weight, m) * np.tile(other, n)


def _whole(draw: Draw) -> tuple[npt.NDArray[np.int64], int]:
    """Probabilities as whole numbers over one denominator."""
    exact = [Fraction(p) for p in draw.probabilities]
    denominator = lcm(*(p.denominator for p in exact))
    return np.array([int(p * denominator) for p in exact], np.int64), denominator
