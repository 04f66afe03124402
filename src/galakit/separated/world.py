"""What chance can draw, as rows of columns, and what values turn out to be on them.

A column holds an outcome of one draw per row, as a number. Deals from one pack are exchangeable, so any subset of
them is listed on its own: all ways to deal just those, equally likely. Values are worked out once for each combination
of what they depend on and kept as numbers, too: `meaning[value][id]` is the thing itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
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
        return self.extended(Rows({}, np.ones(1, np.int64), 1), draws)[0]

    def extended(self, rows: Rows, draws: Iterable[Draw]) -> tuple[Rows, npt.NDArray[np.int64]]:
        """Every row with every outcome of further draws, and the row that each of the new ones came from."""
        columns, weight, total = dict(rows.columns), rows.weight, rows.total
        source = np.arange(rows.count)
        for draw in draws:
            if draw in columns:
                continue
            if draw.pack is None:
                whole, denominator = _whole(draw)
                row = np.repeat(np.arange(len(weight)), len(whole))
                outcome = np.tile(np.arange(len(whole), dtype=np.int32), len(weight))
                more = whole[outcome]
            else:
                row, outcome = self._free(columns, draw, len(weight))
                more = np.ones(len(row), np.int64)
                dealt = sum(d.count for d in columns if d.pack is draw.pack)
                denominator = comb(len(draw.pack.items) - dealt, draw.count)
            if len(row) > LIMIT_ROWS:
                raise GalakitError(
                    f"there are more than {LIMIT_ROWS:,} ways to draw what matters at once",
                    hint="choose smaller parameters",
                    id="GK603",
                )
            columns = {d: c[row] for d, c in columns.items()} | {draw: outcome}
            weight, source = weight[row] * more, source[row]
            total *= denominator
        if total >= 1 << 62:
            raise Entangled("the probabilities of what is drawn have too large denominators")
        return Rows(columns, weight, total), source

    def _free(
        self, columns: dict[Draw, Ids], deal: Draw, count: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The hands that can still be dealt in each row: pairs of row and hand."""
        assert deal.pack is not None
        items = len(deal.pack.items)
        before = [(d, c) for d, c in columns.items() if d.pack is deal.pack]
        if items <= 64:
            taken = np.zeros(count, np.uint64)
            for d, c in before:
                taken |= self._masks(items, d.count)[c]
            row, hand = np.nonzero((taken[:, None] & self._masks(items, deal.count)[None, :]) == 0)
            return row, hand.astype(np.int32)
        if deal.count > 1 or any(d.count > 1 for d, _ in before):
            raise Entangled("hands of several cards are dealt from a pack of more than 64")
        row = np.repeat(np.arange(count), items)
        item = np.tile(np.arange(items, dtype=np.int32), count)
        free = np.ones(len(row), bool)
        for _, c in before:
            free &= c[row] != item
        return row[free], item[free]

    @staticmethod
    @lru_cache(maxsize=16)
    def _masks(items: int, count: int) -> npt.NDArray[np.uint64]:
        return np.array([sum(1 << i for i in hand) for hand in combinations(range(items), count)], np.uint64)

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
        return self.worked(value, [self.ids(v, columns) for v in value.inputs])

    def worked(self, value: Value, inputs: list[Ids]) -> Ids:
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


def _whole(draw: Draw) -> tuple[npt.NDArray[np.int64], int]:
    """Probabilities as whole numbers over one denominator."""
    exact = [Fraction(p) for p in draw.probabilities]
    denominator = lcm(*(p.denominator for p in exact))
    return np.array([int(p * denominator) for p in exact], np.int64), denominator
