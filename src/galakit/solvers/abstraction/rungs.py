"""The abstractions that are solved one after the other: requested ones, or a ladder that ends with the game itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from galakit.abstraction.approximate import Costs, approximate
from galakit.abstraction.clusters import clustered
from galakit.abstraction.ladder import depths, ladder
from galakit.abstraction.levels import Ints, labelled, levels
from galakit.errors import GalakitError
from galakit.separated.factored import Factored, factor
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange
from galakit.solvers.regret.options import natural, option, yes

MERGING = ("matching", "kmeans")
FINER = 4.0


class Rung(NamedTuple):
    """One abstraction."""

    name: str
    """the number of classes, round by round"""
    form: Factored
    lossless: bool
    """whether only symmetric draws are merged"""


class Rungs:
    """The requested abstractions, made lazily."""

    def __init__(self, game: Separated, group: list[Exchange], options: Mapping[str, Any]) -> None:
        self.game = game
        self.group = group
        self.by = str(options.get("by", MERGING[0]))
        if self.by not in MERGING:
            raise GalakitError(
                f"there is no way to abstract called {self.by}", hint="they are " + ", ".join(MERGING), id="GK509"
            )
        self.public = option(options, "public", False, yes, "yes or no")
        self.seed = option(options, "seed", 0, natural, "a whole number that is not negative")
        self.thresholds = option(options, "threshold", None, _numbers, "numbers that are not negative, as 2,1,0.5")
        self.classes = option(options, "classes", None, _counts, "numbers of classes per round, as 6,20,60 or 3,9/6,20")
        self.finer = option(options, "finer", FINER, _above_one, "a number above 1")
        if self.thresholds is not None and (self.classes is not None or self.by != "matching"):
            raise GalakitError(
                "a threshold belongs to by=matching, and decides the number of classes itself",
                hint="give a threshold or numbers of classes",
                id="GK509",
            )
        self.ground = factor(game, group)
        """the game itself, up to its symmetries"""
        self.levels = levels(game, group)
        self.costs = tuple(Costs(own, public=self.public) for own in self.levels)

    def __iter__(self) -> Iterator[Rung]:
        if self.thresholds is not None:
            for threshold in self.thresholds:
                yield self._rung([approximate(costs, threshold=threshold) for costs in self.costs])
        elif self.classes is not None:
            for counts in self.classes:
                each = [[_at(counts, d) for d in depths(own)] for own in self.levels]
                yield self._rung([self._merged(p, own) for p, own in enumerate(each)])
        else:
            plans = [ladder(own, self.finer) for own in self.levels]
            for step in range(max(map(len, plans)), 0, -1):
                yield self._rung([self._merged(p, plan[max(0, len(plan) - step)]) for p, plan in enumerate(plans)])
            yield self._rung([[np.arange(level.count) for level in own] for own in self.levels])

    def _merged(self, player: int, counts: list[int]) -> list[Ints]:
        if self.by == "kmeans":
            return clustered(self.levels[player], counts, public=self.public, seed=self.seed)
        return approximate(self.costs[player], classes=counts)

    def _rung(self, merged: list[list[Ints]]) -> Rung:
        counts = [[int(numbers.max()) + 1 for numbers in own] for own in merged]
        lossless = counts == [[level.count for level in own] for own in self.levels]
        name = " and ".join(dict.fromkeys("/".join(f"{n:,}" for n in own) for own in counts)) + " classes"
        if lossless:
            return Rung(name, self.ground, True)
        labels = labelled(0, self.levels[0], merged[0]) | labelled(1, self.levels[1], merged[1])
        return Rung(name, factor(self.game, self.group, labels=labels), False)


def _numbers(value: Any) -> list[float]:
    """
    >>> _numbers("2,1,0.5"), _numbers(3)
    ([2.0, 1.0, 0.5], [3.0])
    """
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, (list, tuple)) else [value]
    found = [float(x) for x in parts]
    if not found or not all(0 <= x < float("inf") for x in found):
        raise ValueError
    return found


def _counts(value: Any) -> list[list[int]]:
    """
    >>> _counts("3,9/6,20"), _counts([4, 20, 60])
    ([[3, 9], [6, 20]], [[4, 20, 60]])
    """
    if isinstance(value, str):
        value = [part.split(",") for part in value.split("/")]
    if not value or not isinstance(value[0], (list, tuple)):
        value = [value]
    found = [[natural(x) for x in part] for part in value]
    if not all(part and min(part) > 0 for part in found):
        raise ValueError
    return found


def _at(counts: list[int], depth: int) -> int:
    """The number for a round; rounds after the last one named are not merged."""
    return counts[depth] if depth < len(counts) else 2**62


def _above_one(value: Any) -> float:
    number = float(value)
    if not 1 < number < float("inf"):
        raise ValueError
    return number
