"""The joint outcomes of draws as a table, and the results of values on its rows.

A column holds the outcome of one draw in each row, as a number. Deals from one pack are exchangeable, so a subset of
them can be listed on its own, all its outcomes equally likely. A draw that depends on others comes after them. Values
are computed once for each combination of their inputs, and kept as numbers, too: `meaning[value][id]` is the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.progress import Progress, throttled
from galakit.rules.lazy import Draw, NotSeparable, Pack, Undefined, Value
from galakit.separated.functions import Comparison, Function, Ids
from galakit.separated.parallel_eval import Tell, nothing, work_out

LIMIT_ROWS = 30_000_000
LARGEST = 1 << 62  # a denominator that fits


@dataclass(frozen=True, eq=False)
class Rows:
    """Joint outcomes of some draws; row r has the probability `weight[r] / total`."""

    columns: dict[Draw, Ids]
    weight: npt.NDArray[np.int64]
    total: int

    @property
    def count(self) -> int:
        return len(self.weight)

    def kept(self, chosen: npt.NDArray[Any] | slice, weight: npt.NDArray[np.int64] | None = None) -> Rows:
        """Some of the rows, perhaps with other weights."""
        columns = {draw: column[chosen] for draw, column in self.columns.items()}
        return Rows(columns, self.weight[chosen] if weight is None else weight, self.total)


@dataclass(eq=False)
class ChanceTable:
    """The outcomes of draws and the results of values, as far as they were needed."""

    meaning: dict[Value, list[Any]] = field(default_factory=lambda: defaultdict(list))
    tell: Tell = nothing
    """reports progress"""
    _outcomes: dict[Draw, list[Any]] = field(default_factory=dict)
    _fans: dict[Draw, tuple[int, int]] = field(default_factory=dict)
    _ids: dict[Value, dict[Any, int]] = field(default_factory=dict)
    _drawn: dict[Value, Ids] = field(default_factory=dict)
    _functions: dict[Any, Function] = field(default_factory=dict)
    _results: dict[Value, Ids] = field(default_factory=dict)
    """the number of each result of the function, -1 where the value never had it"""
    _supports: dict[Value, tuple[Draw, ...]] = field(default_factory=dict)
    _rows: dict[frozenset[Draw], Rows] = field(default_factory=dict)

    @contextmanager
    def telling(self, progress: Progress | None) -> Iterator[None]:
        """Report to a callback for a while; it may end the work by raising an error."""
        before, self.tell = self.tell, throttled(progress)
        try:
            yield
        finally:
            self.tell = before

    # -- draws -------------------------------------------------------------------------------------------------------

    def outcomes(self, draw: Draw) -> list[Any]:
        """The outcomes of a draw, whatever was drawn before; those of a deal are tuples of items."""
        found = self._outcomes.get(draw)
        if found is None:
            if draw.given is not None:
                found = list(dict.fromkeys(outcome for pairs in self._given(draw) for outcome, _ in pairs))
            elif draw.pack is None:
                found = list(draw.outcomes)
            else:
                many = comb(len(draw.pack.items), draw.count)
                if many > LIMIT_ROWS // 10:
                    raise NotSeparable(f"there are {many:,} hands of {draw.count} cards: too many to list")
                found = list(combinations(draw.pack.items, draw.count))
            self._outcomes[draw] = found
        return found

    def support(self, *values: Value) -> frozenset[Draw]:
        """The draws that values depend on, those included that other draws depend on."""
        return frozenset(draw for value in values for draw in self._support(value))

    def _support(self, value: Value) -> tuple[Draw, ...]:
        found = self._supports.get(value)
        if found is None:
            own = () if value.draw is None else (*self._before(value.draw), value.draw)
            below = {d: None for v in value.inputs for d in self._support(v)}
            found = self._supports[value] = (*own, *below)
        return found

    def _before(self, draw: Draw) -> tuple[Draw, ...]:
        """The draws that decide what can be drawn."""
        return () if draw.given is None else self._support(draw.given)

    def count(self, draws: Iterable[Draw]) -> int:
        """How many joint outcomes some draws have, without listing them where possible."""
        draws = tuple(draws)
        if any(self._fan(d)[0] < self._fan(d)[1] for d in draws if d.given is not None):
            return self.rows(frozenset(draws)).count
        return self.most(draws)

    def fan(self, before: Iterable[Draw], draw: Draw) -> int | None:
        """How many outcomes a draw has after others; None where that depends on theirs."""
        if draw.given is not None:
            fewest, most = self._fan(draw)
            return most if fewest == most else None
        before = [d for d in before if d.pack is draw.pack and d.pack is not None]
        return self.most((*before, draw)) // self.most(before)

    def most(self, draws: Iterable[Draw]) -> int:
        """How many joint outcomes some draws have at most."""
        many, dealt = 1, dict[Pack, int]()
        for draw in draws:
            if draw.given is not None:
                many *= self._fan(draw)[1]
            elif draw.pack is None:
                many *= len(draw.outcomes)
            else:
                left = len(draw.pack.items) - dealt.get(draw.pack, 0)
                many *= comb(left, draw.count)
                dealt[draw.pack] = dealt.get(draw.pack, 0) + draw.count
        return many

    def _fan(self, draw: Draw) -> tuple[int, int]:
        """How few and how many outcomes a draw can have that depends on others."""
        found = self._fans.get(draw)
        if found is None:
            many = [len(pairs) for pairs in self._given(draw)]
            found = self._fans[draw] = (min(many), max(many))
        return found

    def rows(self, draws: frozenset[Draw]) -> Rows:
        """All joint outcomes of some draws."""
        found = self._rows.get(draws)
        if found is None:
            many = self.most(draws)
            if many > LIMIT_ROWS:
                raise GalakitError(
                    f"the draws that matter together have {many:,} joint outcomes: too many to list",
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
        for draw in self.ordered(draws):
            if draw in columns:
                continue
            if draw.given is not None:
                row, outcome, more, denominator = self._following(columns, draw)
            elif draw.pack is None:
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
                    f"the draws that matter together have more than {LIMIT_ROWS:,} joint outcomes",
                    hint="choose smaller parameters",
                    id="GK603",
                )
            columns = {d: c[row] for d, c in columns.items()} | {draw: outcome}
            weight, source = weight[row] * more, source[row]
            total *= denominator
        if total >= LARGEST:
            raise NotSeparable(FINE)
        return Rows(columns, weight, total), source

    def ordered(self, draws: Iterable[Draw]) -> list[Draw]:
        """Draws after those that they depend on, otherwise in the order in which they were made."""
        draws = sorted(draws, key=lambda draw: draw.number)
        found: dict[Draw, None] = {}
        for draw in draws:
            found |= dict.fromkeys(self._before(draw))
            found[draw] = None
        wanted = set(draws)
        return [draw for draw in found if draw in wanted]

    def _following(self, columns: dict[Draw, Ids], draw: Draw) -> tuple[Any, Ids, npt.NDArray[np.int64], int]:
        """The outcomes of a draw in each row: pairs of row and outcome, weights, and their denominator."""
        assert draw.given is not None
        ids = self.ids(draw.given, columns)
        if not len(ids):
            return np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int64), 1
        used = np.flatnonzero(np.bincount(ids)).tolist()
        pairs = [_pairs(self.meaning[draw.given][k]) for k in used]
        numbers = {outcome: k for k, outcome in enumerate(self.outcomes(draw))}
        flat = [(numbers[outcome], Fraction(p)) for own in pairs for outcome, p in own]
        denominator = _denominator(p for _, p in flat)
        number = np.array([n for n, _ in flat], np.int32)
        whole = np.array([int(p * denominator) for _, p in flat], np.int64)
        tall = np.zeros(used[-1] + 1, np.int64)
        tall[used] = [len(own) for own in pairs]
        start = np.cumsum(tall) - tall
        row = np.repeat(np.arange(len(ids)), tall[ids])
        first = np.cumsum(tall[ids]) - tall[ids]
        at = start[ids][row] + np.arange(len(row)) - first[row]
        return row, number[at], whole[at], denominator

    def chances(self, draw: Draw, columns: dict[Draw, Ids]) -> npt.NDArray[np.float64]:
        """[rows] the probability of a draw's outcome, given the draws that it depends on; not for deals from packs."""
        assert draw.pack is None
        if draw.given is None:
            return np.array([float(p) for p in draw.probabilities])[columns[draw]]
        given = self.ids(draw.given, columns)
        numbers = {outcome: k for k, outcome in enumerate(self.outcomes(draw))}
        table = np.zeros((len(self.meaning[draw.given]), len(numbers)))
        for k in np.flatnonzero(np.bincount(given)).tolist():
            for outcome, p in _pairs(self.meaning[draw.given][k]):
                table[k, numbers[outcome]] += float(p)
        found: npt.NDArray[np.float64] = table[given, columns[draw]]
        return found

    def self_contained(self, draws: frozenset[Draw]) -> bool:
        """Whether some draws depend on no others."""
        return all(draws.issuperset(self._before(draw)) for draw in draws)

    def _given(self, draw: Draw) -> list[tuple[tuple[Any, Any], ...]]:
        """All lists of (outcome, probability) that a draw can have, depending on others."""
        assert draw.given is not None
        used = np.flatnonzero(np.bincount(self.ids(draw.given, self.rows(self.support(draw.given)).columns)))
        return [_pairs(self.meaning[draw.given][k]) for k in used.tolist()]

    def _free(
        self, columns: dict[Draw, Ids], deal: Draw, count: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The hands left in each row: pairs of row and hand."""
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
            raise NotSeparable("hands of several cards are dealt from a pack of more than 64")
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

    def ids(self, value: Value, columns: dict[Draw, Ids], known: dict[Value, Ids] | None = None) -> Ids:
        """The result of a value on each row, as an index into its meanings; `known` keeps it for these rows."""
        if known is not None and value in known:
            return known[value]
        found: Ids
        if value.draw is not None:
            table = self._drawn.get(value)
            if table is None:
                results, numbers = work_out(value.work, [self.outcomes(value.draw)])
                table = self._drawn[value] = self._named(value, results)[numbers]
            found = table[columns[value.draw]]
        else:
            found = self.worked(value, [self.ids(v, columns, known) for v in value.inputs])
        if known is not None:
            known[value] = found
        return found

    def worked(self, value: Value, inputs: list[Ids]) -> Ids:
        """The results of a value for rows of inputs."""
        key = value if value.function is None else value.function
        function = self._functions.get(key)
        if function is None:
            function = Function(len(inputs)) if value.order is None else Comparison(value.order)
            self._functions[key] = function
        columns = [function.places(k, self.meaning[v])[ids] for k, (v, ids) in enumerate(zip(value.inputs, inputs))]
        numbers = function.of(columns, value.work, value.lenient, self.tell)
        named = self._results.get(value, np.empty(0, np.int32))
        if len(named) < len(function.results):
            named = np.concatenate([named, np.full(len(function.results) - len(named), -1, np.int32)])
        new = named[numbers] < 0
        if new.any():  # values that share a function need not share its results
            distinct, first = np.unique(numbers[new], return_index=True)
            distinct = distinct[np.argsort(first)]
            named[distinct] = self._named(value, [function.results[k] for k in distinct.tolist()])
        self._results[value] = named
        found: Ids = named[numbers]
        return found

    def _named(self, value: Value, results: list[Any]) -> Ids:
        """The numbers of some meanings of a value."""
        ids, meaning = self._ids.setdefault(value, {}), self.meaning[value]
        found = np.empty(len(results), np.int32)
        for k, result in enumerate(results):
            number = ids.get(result)
            if number is None:
                number = ids[result] = len(ids)
                meaning.append(result)
            found[k] = number
        return found


FINE = "the probabilities of the draws have too large denominators"


def _pairs(meaning: Any) -> tuple[tuple[Any, Any], ...]:
    """The outcomes with their probabilities; an undefined list has itself as its one outcome."""
    return ((meaning, 1),) if type(meaning) is Undefined else meaning


def _denominator(probabilities: Iterable[Fraction]) -> int:
    found = lcm(*(p.denominator for p in probabilities))
    if found >= LARGEST:
        raise NotSeparable(FINE)
    return found


def _whole(draw: Draw) -> tuple[npt.NDArray[np.int64], int]:
    """Probabilities as whole numbers over one denominator."""
    exact = [Fraction(p) for p in draw.probabilities]
    denominator = _denominator(exact)
    return np.array([int(p * denominator) for p in exact], np.int64), denominator
