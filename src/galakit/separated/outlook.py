"""What a value can turn out to be: asked while rules are followed, so it must cost little.

All outcomes of the draws that matter are looked at where there are few; where there are many, some are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galakit.rules.lazy import Conditions, Draw, Value
from galakit.separated.world import Rows, World

FEW = 30_000  # rows that are looked at for one question
LIMIT_LOOKED = 3_000_000  # rows for all questions
SAMPLE = 64
WIDE = 100_000  # outcomes of one draw beyond which not even some of its rows are looked at


@dataclass(eq=False)
class WorldOutlook:
    """Answers from a world, each worked out once."""

    world: World
    looked: int = 0
    _meanings: dict[tuple[Value, Conditions], tuple[Any, ...] | None] = field(default_factory=dict)
    _examples: dict[tuple[Value, Conditions], tuple[Any, ...]] = field(default_factory=dict)

    def meanings(self, value: Value, conditions: Conditions) -> tuple[Any, ...] | None:
        """All that a value can turn out to be under conditions; None where there is too much to look at."""
        key = (value, self._relevant(value, conditions))
        if key not in self._meanings:
            draws = self._draws(*key)
            found = None
            if self.looked <= LIMIT_LOOKED and self._few(draws):
                found = self._found(*key, self.world.rows(draws))
            self._meanings[key] = found
        return self._meanings[key]

    def examples(self, value: Value, conditions: Conditions) -> tuple[Any, ...]:
        """Some of it, quickly."""
        key = (value, self._relevant(value, conditions))
        if key not in self._examples:
            draws = self._draws(*key)
            narrow = all(d.given is not None or self.world.most((d,)) <= WIDE for d in draws)
            self._examples[key] = self._found(*key, self._some(draws)) if narrow else ()
        return self._examples[key]

    def _draws(self, value: Value, conditions: Conditions) -> frozenset[Draw]:
        return self.world.support(value, *(v for v, _ in conditions))

    def _few(self, draws: frozenset[Draw]) -> bool:
        """Whether draws have few joint outcomes: what others decide is not looked at where those are many."""
        ordered = self.world.ordered(draws)
        return all(self.world.most(ordered[: k + 1]) <= FEW for k in range(len(ordered)))

    def _relevant(self, value: Value, conditions: Conditions) -> Conditions:
        """The conditions that have to do with a value: some draw or pack in common, perhaps through others."""
        if not conditions:
            return ()
        touched = self._touched(value)
        rest = [(c, self._touched(c[0])) for c in conditions]
        chosen = []
        while near := [(c, own) for c, own in rest if own & touched]:
            chosen.extend(c for c, _ in near)
            touched = touched.union(*(own for _, own in near))
            rest = [(c, own) for c, own in rest if not own & touched]
        return tuple(c for c in conditions if c in chosen) if rest else conditions

    def _touched(self, value: Value) -> frozenset[Any]:
        return frozenset(d if d.pack is None else d.pack for d in self.world.support(value))

    def _some(self, draws: frozenset[Draw]) -> Rows:
        chosen = np.random.default_rng(1997)
        rows = Rows({}, np.ones(1, np.int64), 1)
        for draw in self.world.ordered(draws):
            rows, _ = self.world.extended(rows, [draw])
            if rows.count > SAMPLE:
                rows = rows.kept(np.sort(chosen.choice(rows.count, SAMPLE, replace=False)))
            rows = Rows(rows.columns, np.ones(rows.count, np.int64), 1)
        return rows

    def _found(self, value: Value, conditions: Conditions, rows: Rows) -> tuple[Any, ...]:
        world, columns, left = self.world, rows.columns, rows.count
        self.looked += left
        for condition, expected in conditions:
            ids = world.ids(condition, columns)
            kept = np.array([m is expected for m in world.meaning[condition]], bool)[ids]
            columns, left = {d: c[kept] for d, c in columns.items()}, int(kept.sum())
            if not left:
                return ()
        return tuple(world.meaning[value][k] for k in np.unique(world.ids(value, columns)).tolist())
