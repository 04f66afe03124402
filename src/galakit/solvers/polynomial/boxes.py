"""All solutions of a system in the simplices, by cutting boxes: those without a solution go, those with just one stay.

A box has no solution where an equation has one sign all over it. Krawczyk's operator, an interval form of Newton's
method, shrinks boxes, and proves that a box contains just one solution where it maps the box into its inside (Krawczyk
1969; Neumaier 1990). What remains undecided when boxes are tiny are solutions at which the derivatives are singular:
often a whole curve of equilibria, of which one is kept here and there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galakit.solvers.polynomial.system import Floats, System

BEYOND = 0.0137  # beyond 0 and 1, so that solutions at the edge are inside; no round number
CUT = 0.4871  # of a side: no round number, so that solutions seldom lie on it
WIDE = 0.1  # by which a box is widened before it is asked whether it has one solution
TINY = 2.0**-13  # sides of boxes that are not cut any more
MOST = 100_000  # boxes of one system
MOST_UNCLEAR = 2_000  # tiny ones, after which it is clear that there are curves
BATCH = 512  # boxes at once
ZERO = 1e-9  # gains and probabilities that count as nothing
SAME = 1e-7  # solutions that are the same
TRIED = 64  # undecided boxes near which an equilibrium is looked for
APART = 0.05  # between those that are kept of a curve


@dataclass(frozen=True, eq=False)
class Solutions:
    """The solutions of a system that are equilibria."""

    points: tuple[Floats, ...]
    isolated: bool
    """whether these are proved to be all, up to rounding"""


def solutions(system: System, over: Callable[[], bool] = lambda: False) -> Solutions:
    """All of them; fewer where time is over, and then not `isolated`."""
    if system.size == 0:
        return Solutions((np.zeros(0),) if _is_equilibrium(system, np.zeros(0)) else (), True)
    boxes = np.empty((1, system.size, 2))
    boxes[:, :, 0], boxes[:, :, 1] = -BEYOND, 1 + BEYOND
    found: list[Floats] = []
    unclear: list[Floats] = []
    seen = 0
    while len(boxes):
        batch, boxes = boxes[-BATCH:], boxes[:-BATCH]
        seen += len(batch)
        if over() or seen > MOST:
            return Solutions(tuple(found), False)
        batch = batch[_possible(system, batch)]
        batch, points = _shrunk(system, batch)
        for point in points:
            if not any(np.abs(point - other).max() < SAME for other in found) and _is_equilibrium(system, point):
                found.append(point)
        small = (batch[:, :, 1] - batch[:, :, 0]).max(axis=1, initial=0.0) < TINY
        unclear += list(batch[small].mean(axis=2))
        boxes = np.concatenate([boxes, _cut(batch[~small])])
        if len(unclear) > MOST_UNCLEAR:
            break
    for point in unclear[:: max(1, len(unclear) // TRIED)]:  # of a curve, here and there a point
        end = _descended(system, point)
        if end is not None and all(np.abs(end - other).max() > APART for other in found):
            found.append(end)
    return Solutions(tuple(found), not unclear)


def _possible(system: System, boxes: Floats) -> npt.NDArray[np.bool_]:
    """Which boxes may contain an equilibrium: each equation has both signs, and no strategy outside is better."""
    least, most = system.bounds(boxes)
    keep = np.ones(len(boxes), bool)
    for low, high, own in zip(least, most, system.supports):
        inside = list(own)
        keep &= (low[:, inside] <= 0).all(axis=1) & (high[:, inside] >= 0).all(axis=1)
        keep &= (low <= ZERO).all(axis=1)
    start = 0
    for own in system.supports:  # the probabilities of a support's strategies sum to 1
        keep &= boxes[:, start : start + len(own) - 1, 0].sum(axis=1) <= 1 + BEYOND
        start += len(own) - 1
    return keep


def _shrunk(system: System, boxes: Floats) -> tuple[Floats, list[Floats]]:
    """Boxes that are still undecided, as Krawczyk's operator leaves them; and the solutions that it proves."""
    if not len(boxes):
        return boxes, []
    middle, radius = boxes.mean(axis=2), np.diff(boxes, axis=2)[:, :, 0] / 2 * (1 + WIDE)
    wide = np.stack([middle - radius, middle + radius], axis=2)
    least, most = system.slopes(wide)
    slopes, spread = (least + most) / 2, (most - least) / 2
    sound = np.linalg.cond(slopes) < 1e10
    inverse = np.zeros_like(slopes)
    inverse[sound] = np.linalg.inv(slopes[sound])
    step = np.einsum("bij,bj->bi", inverse, system.residual(middle))
    rest = np.abs(np.eye(system.size) - inverse @ slopes) + np.abs(inverse) @ spread
    reach = np.einsum("bij,bj->bi", rest, radius)
    target = middle - step
    proved = sound & (np.abs(step) + reach < radius).all(axis=1)
    points = [point for k in np.flatnonzero(proved) if (point := _polished(system, target[k])) is not None]
    low, high = np.maximum(boxes[:, :, 0], target - reach), np.minimum(boxes[:, :, 1], target + reach)
    low, high = np.where(sound[:, None], low, boxes[:, :, 0]), np.where(sound[:, None], high, boxes[:, :, 1])
    left = ~proved & (low <= high).all(axis=1)
    return np.stack([low, high], axis=2)[left], points


def _cut(boxes: Floats) -> Floats:
    """Each box in two, across its longest side."""
    if not len(boxes):
        return boxes
    rows, side = np.arange(len(boxes)), (boxes[:, :, 1] - boxes[:, :, 0]).argmax(axis=1)
    at = boxes[rows, side, 0] + CUT * (boxes[rows, side, 1] - boxes[rows, side, 0])
    one, other = boxes.copy(), boxes.copy()
    one[rows, side, 1] = at
    other[rows, side, 0] = at
    return np.concatenate([one, other])


def _polished(system: System, point: Floats) -> Floats | None:
    """Newton's method from nearby."""
    for _ in range(20):
        box = np.stack([point, point], axis=1)[None]
        step = np.linalg.solve(system.slopes(box)[0][0], system.residual(point[None])[0])
        point = point - step
        if np.abs(step).max() < 1e-15:
            break
    return point if np.abs(system.residual(point[None])).max() < ZERO else None


def _descended(system: System, point: Floats) -> Floats | None:
    """An equilibrium near a point at which the derivatives may be singular; None where there is none."""
    for _ in range(30):
        box = np.stack([point, point], axis=1)[None]
        step = np.linalg.lstsq(system.slopes(box)[0][0], system.residual(point[None])[0], rcond=1e-8)[0]
        point = point - step
    return point if np.abs(system.residual(point[None])).max() < ZERO and _is_equilibrium(system, point) else None


def _is_equilibrium(system: System, point: Floats) -> bool:
    """Whether all probabilities of the supports are positive, and no strategy outside is better.

    A solution with a probability of 0 is one of smaller supports.
    """
    mixed = system.probabilities(point)
    if any(weights[list(own)].min() < ZERO for weights, own in zip(mixed, system.supports)):
        return False
    return all(gains.max() < ZERO for gains in system.gains(point[None]))
