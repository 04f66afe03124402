"""The largest value of polynomials in several variables on the unit box, by branch and bound.

A polynomial lies below its largest Bernstein coefficient on a box, and its values at the corners are coefficients.
Cutting a box in two is de Casteljau's algorithm, which only takes averages, and the distance between bound and value
shrinks with the square of the width (Garloff 1993, *The Bernstein algorithm*).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count, product
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.progress import Progress, nearing, throttled
from galakit.solvers.method import Request

Floats = npt.NDArray[np.float64]
MOST = 200_000  # boxes cut at most


@dataclass(frozen=True, eq=False)
class Found:
    """The best point, and what no point exceeds."""

    row: int
    point: Floats
    value: float
    bound: float
    boxes: int
    complete: bool


@dataclass(frozen=True, eq=False)
class Box:
    """A box with the coefficients of the polynomials that may be best in it."""

    low: Floats
    width: Floats
    rows: npt.NDArray[np.int64]
    coefficients: Floats
    """[rows, degree + 1 of each variable]"""


def branch_and_bound(coefficients: Floats, gap: float, request: Request) -> Found:
    """The best of all rows of Bernstein coefficients, up to the gap; sooner where the time is over."""
    dimensions = coefficients.ndim - 1
    report: Progress = throttled(request.progress)
    waiting: list[tuple[float, int, Box]] = []
    number = count()
    best: tuple[int, Floats, float] = (0, np.zeros(dimensions), -inf)

    def consider(box: Box) -> None:
        nonlocal best
        corner, row, value = _corner(box)
        if value > best[2]:
            best = int(box.rows[row]), box.low + box.width * corner, value
        most = box.coefficients.reshape(len(box.rows), -1).max(axis=1)
        kept = most > best[2] + gap
        if kept.any():
            left = Box(box.low, box.width, box.rows[kept], box.coefficients[kept])
            heapq.heappush(waiting, (-float(most.max()), next(number), left))

    consider(Box(np.zeros(dimensions), np.ones(dimensions), np.arange(len(coefficients)), coefficients))
    cut, complete = 0, True
    while waiting and -waiting[0][0] > best[2] + gap:
        if cut >= MOST or (request.limit is not None and request.limit.left <= 0):
            complete = False
            break
        bound, _, box = heapq.heappop(waiting)
        report(nearing("cutting boxes", -bound - best[2], gap), cut, None)
        for half in _halves(box):
            consider(half)
        cut += 1
    bound = max(best[2] + gap, -waiting[0][0]) if waiting else best[2] + gap
    row, point, value = best
    return Found(row, point, value, bound, cut, complete)


def _corner(box: Box) -> tuple[Floats, int, float]:
    """The best corner, which polynomial is best there, and its value."""
    axes = range(box.coefficients.ndim - 1)
    best = (np.zeros(len(axes)), 0, -inf)
    for corner in product((0, -1), repeat=len(axes)):
        at: tuple[Any, ...] = (slice(None), *corner)
        values = box.coefficients[at]
        row = int(values.argmax())
        if values[row] > best[2]:
            best = -np.array(corner, np.float64), row, float(values[row])
    return best


def _halves(box: Box) -> tuple[Box, Box]:
    """The box, cut in the middle of the variable along which the coefficients differ most."""
    coefficients = box.coefficients
    spread = [np.abs(np.diff(coefficients, axis=k)).max() for k in range(1, coefficients.ndim)]
    axis = int(np.argmax(spread))
    left, right = _casteljau(coefficients, axis + 1)
    width = box.width.copy()
    width[axis] /= 2
    middle = box.low.copy()
    middle[axis] += width[axis]
    return Box(box.low, width, box.rows, left), Box(middle, width, box.rows, right)


def _casteljau(coefficients: Floats, axis: int) -> tuple[Floats, Floats]:
    """The coefficients on both halves of a box.

    >>> [half.tolist() for half in _casteljau(np.array([[0.0, 2.0, 1.0]]), 1)]
    [[[0.0, 1.0, 1.25]], [[1.25, 1.5, 1.0]]]
    """
    here = np.moveaxis(coefficients, axis, 0)
    left, right = [here[0]], [here[-1]]
    while len(here) > 1:
        here = (here[1:] + here[:-1]) / 2
        left.append(here[0])
        right.append(here[-1])
    return np.stack(left, axis), np.stack(right[::-1], axis)
