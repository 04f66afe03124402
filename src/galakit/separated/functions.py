"""Results of functions of draws, computed once for each combination of inputs and kept as numbers."""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.rules.lazy import Order
from galakit.separated.parallel_eval import Tell, work_out

Ids: TypeAlias = npt.NDArray[np.int32]

DENSE = 1 << 26  # combinations up to which a table is kept rather than a dictionary


class Function:
    """The results of values that apply the same function to their inputs."""

    def __init__(self, inputs: int) -> None:
        self.meanings: list[list[Any]] = [[] for _ in range(inputs)]
        """the results that each input can have"""
        self.results: list[Any] = []
        self._numbers: list[dict[Any, int]] = [{} for _ in range(inputs)]
        self._of_result: dict[Any, int] = {}
        self._places: list[dict[int, Ids]] = [{} for _ in range(inputs)]
        self._table = _Table([0] * inputs)

    def places(self, k: int, meanings: list[Any]) -> Ids:
        """The number here of each meaning of an input."""
        known = self._places[k].get(id(meanings), np.empty(0, np.int32))
        if len(known) < len(meanings):
            numbers, own = self._numbers[k], self.meanings[k]
            more = np.empty(len(meanings) - len(known), np.int32)
            for i, meaning in enumerate(meanings[len(known) :]):
                more[i] = numbers.setdefault(meaning, len(own))
                if more[i] == len(own):
                    own.append(meaning)
            known = self._places[k][id(meanings)] = np.concatenate([known, more])
        return known

    def of(self, inputs: list[Ids], work: Any, lenient: bool, tell: Tell) -> Ids:
        """The numbers of the results for rows of inputs."""
        sizes = [len(m) for m in self.meanings]
        if self._table.sizes != sizes:  # there are more meanings than in the last call
            self._table = self._table.grown(sizes)
        code = inputs[0].astype(np.int64)
        for ids, size in zip(inputs[1:], sizes[1:]):
            code = code * size + ids
        missing = self._table.missing(code)
        if len(missing):
            rows = np.unravel_index(missing, sizes)
            columns = [[m[i] for i in r.tolist()] for m, r in zip(self.meanings, rows)]
            results, numbers = work_out(work, columns, tell, lenient)
            here = np.empty(len(results), np.int32)
            for k, result in enumerate(results):
                here[k] = self._of_result.setdefault(result, len(self.results))
                if here[k] == len(self.results):
                    self.results.append(result)
            self._table.learn(missing, here[numbers])
        return self._table.of(code)


class Comparison(Function):
    """The results of values that compare their two inputs: these are sorted, and nothing is run on pairs."""

    def __init__(self, order: Order) -> None:
        super().__init__(2)
        self.order: Order | None = order
        self._ranks: list[Ids] = [np.empty(0, np.int32)] * 2

    def of(self, inputs: list[Ids], work: Any, lenient: bool, tell: Tell) -> Ids:
        if self.order is not None and [len(r) for r in self._ranks] != [len(m) for m in self.meanings]:
            try:
                self._ranks = list(ranked(self.order, *self.meanings))
            except OutOfTime:
                raise
            except Exception:  # not all can be sorted: then they are compared one by one
                self.order = None
        if self.order is None:
            return super().of(inputs, work, lenient, tell)
        if not self.results:
            self.results = list(self.order.results)
        signs = np.sign(self._ranks[0][inputs[0]] - self._ranks[1][inputs[1]])
        found: Ids = (signs + 1).astype(np.int32)
        return found


def ranked(order: Order, first: list[Any], second: list[Any]) -> tuple[Ids, Ids]:
    """The ranks of meanings in an order; equal ones have equal ranks."""
    keys = [order.key(meaning) for meaning in (*first, *second)]
    ranks = np.empty(len(keys), np.int32)
    rank, last = 0, None
    for k in sorted(range(len(keys)), key=keys.__getitem__):
        if last is not None and keys[last] < keys[k]:
            rank += 1
        ranks[k], last = rank, k
    return ranks[: len(first)], ranks[len(first) :]


class _Table:
    """Numbers by combination, filled in as needed."""

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
