"""Which results a value can have: needed while rules are followed, so it must cost little.

Where the draws that matter have few outcomes all are tried; where they have many, some are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np

from galakit.rules.lazy import Conditions, Draw, Value
from galakit.separated.chance_table import ChanceTable, Rows
from galakit.separated.functions import Ids

FEW = 30_000  # rows that are tried for one value
LIMIT_LOOKED = 1_000_000  # rows for all values together
SAMPLE = 64
PATIENCE = 5.0  # seconds for one value: only hostile programs need more
WIDE = 100_000  # outcomes of one draw beyond which not even a sample is tried


@dataclass(eq=False)
class TableRange:
    """The results of values on the rows of a chance table, each computed once."""

    world: ChanceTable
    looked: int = 0
    _meanings: dict[tuple[Value, Conditions], tuple[Any, ...] | None] = field(default_factory=dict)
    _examples: dict[tuple[Value, Conditions], tuple[Any, ...]] = field(default_factory=dict)
    _views: dict[tuple[frozenset[Draw], Conditions, bool], _View] = field(default_factory=dict)

    def meanings(self, value: Value, conditions: Conditions) -> tuple[Any, ...] | None:
        """All results of a value under conditions; None where there are too many draws to look at."""
        key = (value, self._relevant(value, conditions))
        if key not in self._meanings:
            draws = self._draws(*key)
            found = None
            if self.looked <= LIMIT_LOOKED and self._few(draws) and self._quick(*key, draws):
                found = self._found(*key, draws, True)
            self._meanings[key] = found
        return self._meanings[key]

    def examples(self, value: Value, conditions: Conditions) -> tuple[Any, ...]:
        """Some of its results, quickly."""
        key = (value, self._relevant(value, conditions))
        if key not in self._examples:
            draws = self._draws(*key)
            narrow = all(d.given is not None or self.world.most((d,)) <= WIDE for d in draws)
            self._examples[key] = self._found(*key, draws, False) if narrow else ()
        return self._examples[key]

    def _draws(self, value: Value, conditions: Conditions) -> frozenset[Draw]:
        return self.world.support(value, *(v for v, _ in conditions))

    def _few(self, draws: frozenset[Draw]) -> bool:
        """Whether draws have few joint outcomes; a draw that depends on others is not listed where those have many."""
        ordered = self.world.ordered(draws)
        return all(self.world.most(ordered[: k + 1]) <= FEW for k in range(len(ordered)))

    def _quick(self, value: Value, conditions: Conditions, draws: frozenset[Draw]) -> bool:
        """Whether trying all rows takes reasonable time, judged by a sample."""
        began = process_time()
        self.examples(value, conditions)
        return (process_time() - began) * self.world.most(draws) / SAMPLE <= PATIENCE

    def _relevant(self, value: Value, conditions: Conditions) -> Conditions:
        """The conditions that share a draw or pack with a value, perhaps through other conditions."""
        if not conditions:
            return ()
        touched = self._touched(value)
        rest = [(c, self._touched(c[0])) for c in conditions]
        chosen: list[tuple[Value, Any]] = []
        while near := [(c, own) for c, own in rest if own & touched]:
            chosen.extend(c for c, _ in near)
            touched = touched.union(*(own for _, own in near))
            rest = [(c, own) for c, own in rest if not own & touched]
        return tuple(c for c in conditions if c in chosen) if rest else conditions

    def _touched(self, value: Value) -> frozenset[Any]:
        return frozenset(d if d.pack is None else d.pack for d in self.world.support(value))

    def _some(self, draws: frozenset[Draw]) -> Rows:
        chosen = None
        rows = Rows({}, np.ones(1, np.int64), 1)
        for draw in self.world.ordered(draws):
            rows, _ = self.world.extended(rows, [draw])
            if rows.count > SAMPLE:
                chosen = chosen or np.random.default_rng(1997)
                rows = rows.kept(np.sort(chosen.choice(rows.count, SAMPLE, replace=False)))
            rows = Rows(rows.columns, np.ones(rows.count, np.int64), 1)
        return rows

    def _found(self, value: Value, conditions: Conditions, draws: frozenset[Draw], every: bool) -> tuple[Any, ...]:
        view = self._view(draws, conditions, every)
        if not view.count:
            return ()
        self.looked += view.count
        return tuple(
            self.world.meaning[value][k] for k in np.flatnonzero(np.bincount(view.ids(self.world, value))).tolist()
        )

    def _view(self, draws: frozenset[Draw], conditions: Conditions, every: bool) -> _View:
        """The rows on which conditions hold, of all rows or of a sample."""
        key = (draws, conditions, every)
        found = self._views.get(key)
        if found is None:
            if conditions:
                found = self._view(draws, conditions[:-1], every).under(self.world, *conditions[-1])
            else:
                rows = self.world.rows(draws) if every else self._some(draws)
                found = _View(rows.columns, rows.count)
            self._views[key] = found
        return found


@dataclass(eq=False)
class _View:
    """Some rows, and the results of values on them."""

    columns: dict[Draw, Ids]
    count: int
    known: dict[Value, Ids] = field(default_factory=dict)

    def ids(self, world: ChanceTable, value: Value) -> Ids:
        return world.ids(value, self.columns, self.known)

    def under(self, world: ChanceTable, value: Value, expected: Any) -> _View:
        """The rows on which a value has the expected result."""
        if not self.count:
            return self
        ids = self.ids(world, value)
        kept = np.array([m is expected for m in world.meaning[value]], bool)[ids]
        return _View({d: c[kept] for d, c in self.columns.items()}, int(kept.sum()))
