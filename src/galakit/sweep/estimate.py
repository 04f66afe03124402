"""When a sweep will be over: cells that are done foretell those that are not.

Costs grow with parameters, most often as a power, so a power is fitted to the cells of each game and method: without it
the estimate of a study whose large cells come last would be far too low.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from math import exp, log, log1p
from typing import TypeAlias

from galakit.sweep.axes import number
from galakit.sweep.columns import Row
from galakit.sweep.plan import Cell, Plan

Family: TypeAlias = tuple[str, str]
"""game and method"""
RIDGE = 0.1  # how much a steep power has to explain
SHORTEST = 1e-3  # seconds
OVERHEAD = 0.05  # seconds for the process of a cell to start and end
RARELY = 50  # an estimate may take one part in so many of the time


class Estimate:
    """The time left of a study."""

    def __init__(self, plan: Plan) -> None:
        self.limit = plan.time_limit
        self._axes = [axis.column for axis in plan.axes]
        self._keys = [(axis.role, axis.name) for axis in plan.axes]
        self._points: dict[Family, list[tuple[list[float], float]]] = defaultdict(list)
        self._again = 0.0
        self._told: float | None = None

    def note(self, row: Row) -> None:
        """A cell that is done."""
        seconds = row.get("seconds")
        if isinstance(seconds, float):
            place = [_scaled(row.get(column)) for column in self._axes]
            self._points[str(row["game"]), str(row["method"])].append((place, log(max(seconds, SHORTEST))))

    def left(self, cells: Sequence[Cell], slots: int) -> float | None:
        """Seconds until these cells are done, so many at once; None while nothing is known."""
        began = time.monotonic()
        if began < self._again:
            return self._told
        self._told = self._left(cells, max(1, slots))
        now = time.monotonic()
        self._again = now + RARELY * (now - began)
        return self._told

    def _left(self, cells: Sequence[Cell], slots: int) -> float | None:
        if not self._points:
            return None
        powers = {family: self._fit(points) for family, points in self._points.items()}
        mean = [constant for constant, _ in powers.values()]
        others = sum(mean) / len(mean), [0.0] * len(self._axes)
        seconds = []
        for cell in cells:
            constant, power = powers.get((cell.rules.name, cell.method), others)
            values = cell.values
            place = [
                _scaled(float(found) if found is not None else None)
                for found in map(_number, map(values.get, self._keys))
            ]
            guess = exp(min(constant + sum(map(_times, power, place)), 20.0))
            seconds.append(OVERHEAD + (guess if self.limit is None else min(guess, self.limit)))
        return max(sum(seconds) / slots, max(seconds, default=0.0))

    def _fit(self, points: list[tuple[list[float], float]]) -> tuple[float, list[float]]:
        """A constant and a power for each axis, in logarithms."""
        import numpy as np

        places = np.array([place for place, _ in points]).reshape(len(points), len(self._axes))
        times = np.array([seconds for _, seconds in points])
        centre, mean = places.mean(axis=0), float(times.mean())
        spread = places - centre
        power = np.linalg.solve(spread.T @ spread + RIDGE * np.eye(len(self._axes)), spread.T @ (times - mean))
        return mean - float(power @ centre), power.tolist()


def _number(text: str | None) -> float | None:
    found = None if text is None else number(text)
    return None if found is None else float(found)


def _scaled(value: object) -> float:
    """The logarithm of a value of an axis; 0 where it is no number."""
    return log1p(abs(value)) if isinstance(value, int | float) and value == value else 0.0


def _times(a: float, b: float) -> float:
    return a * b
