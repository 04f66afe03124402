"""The path of logit equilibria (McKelvey & Palfrey 1998; Turocy 2010), from chance to best responses.

At precision λ, a move that is better than another by v is e^(λv) times as likely, given what a player knows. At λ = 0
all moves are as likely as in the *prior*, which is uniform unless another is given. From there one path leads to an
equilibrium: it may turn back on the way, so it is followed by its length, not by λ (predictor and corrector).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from galakit.deadline import check_deadline
from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.solvers.quantal.agent_form import Ints, Worth

STEP = 0.1  # the length of the first step
SHORTEST = 1e-10
CORRECTIONS = 6  # Newton steps before a step counts as too long
FEW = 3  # corrections after which the next step may be longer
CLOSE = 1e-9  # of a point to the path
STEPS = 20_000


@dataclass(frozen=True, eq=False)
class Point:
    """A logit equilibrium."""

    precision: float
    """λ, per unit of the largest difference between two payoffs"""
    logs: Floats
    """[K] the logarithm of each move's probability"""


def between(before: Point, after: Point, precision: float) -> Point:
    """A guess at the point of a precision between those of two others."""
    share = (precision - before.precision) / ((after.precision - before.precision) or 1.0)
    return Point(precision, before.logs + share * (after.logs - before.logs))


class Lost(GalakitError):
    """The path could not be followed further."""

    def __init__(self, precision: float) -> None:
        super().__init__(
            f"the path of quantal responses was lost at precision {precision:.3g}",
            hint="try another method, or other starts: --with starts=10",
            id="GK614",
        )


class Agents(Protocol):
    """Moves at sets of them, each set with a player of its own: an agent form, or the states of a stochastic game."""

    first: Ints
    """[H] the first move of each set"""
    set: Ints
    """[K] the set of each move"""
    size: int

    def uniform(self) -> Floats: ...

    def worth(self, logs: Floats) -> Worth: ...


Of = TypeVar("Of", bound=Agents)


class Path(Generic[Of]):
    """The path from a prior."""

    def __init__(self, agents: Of, prior: Floats | None = None) -> None:
        self.agents = agents
        self.prior = agents.uniform() if prior is None else prior
        self.heads = agents.first[agents.set]
        """[K] the first move of each move's information set"""
        self.is_head = self.heads == np.arange(agents.size)

    def points(self) -> Iterator[Point]:
        """Points on the path, closer together where it bends; without end, but for `Lost`."""
        at = np.append(self.prior, 0.0)
        direction = np.zeros(len(at))
        direction[-1] = 1.0
        length = STEP
        yield Point(0.0, self.prior)
        _, slopes = self._equations(at)
        direction = self._tangent(slopes, direction)
        for _ in range(STEPS):
            found = self._corrected(at + length * direction, direction)
            if found is None or found[0][-1] < 0:
                length /= 2
                if length < SHORTEST:
                    raise Lost(at[-1])
                continue
            reached, slopes, corrections = found
            after = self._tangent(slopes, direction)
            if after @ direction < 0.8 and length > 1e-6:  # too sharp a bend: perhaps another branch
                length /= 2
                continue
            at, direction = reached, after
            if corrections <= FEW:
                length *= 1.6
            yield Point(float(at[-1]), at[:-1])
        raise Lost(at[-1])

    def upto(self, precision: float, seen: Callable[[Point], None]) -> Iterator[Point]:
        """Points on the path, the last one of this precision; `seen` is told each."""
        before = Point(0.0, self.prior)
        for point in self.points():
            seen(point)
            if point.precision >= precision:
                yield self.at(precision, between(before, point, precision))
                return
            yield point
            before = point

    def at(self, precision: float, near: Point) -> Point:
        """The point of a given precision near another one."""
        fixed = np.zeros(self.agents.size + 1)
        fixed[-1] = 1.0
        found = self._corrected(np.append(near.logs, precision), fixed)
        if found is None:
            raise Lost(near.precision)
        return Point(precision, found[0][:-1])

    def _equations(self, at: Floats) -> tuple[Floats, Floats]:
        """What must be 0 on the path, and [K, K + 1] its derivatives."""
        logs, precision = at[:-1], at[-1]
        worth: Worth = self.agents.worth(logs)
        values, slopes = worth.values, worth.slopes
        heads, is_head = self.heads, self.is_head
        wrong = (logs - self.prior) - (logs - self.prior)[heads] - precision * (values - values[heads])
        derived = np.empty((len(logs), len(logs) + 1))
        derived[:, :-1] = -precision * (slopes - slopes[heads])
        derived[:, -1] = values[heads] - values
        every = np.arange(len(logs))
        derived[every, every] += 1.0
        derived[every, heads] -= 1.0
        shares = np.exp(logs)
        wrong[is_head] = np.add.reduceat(shares, self.agents.first) - 1.0
        derived[is_head] = 0.0
        derived[heads, every] = shares
        return wrong, derived

    def _corrected(self, guess: Floats, direction: Floats) -> tuple[Floats, Floats, int] | None:
        """The nearest point of the path across a direction, the derivatives there, and how many corrections it took."""
        at = guess
        before = np.inf
        with np.errstate(over="ignore", invalid="ignore"):
            for k in range(CORRECTIONS + 1):
                check_deadline("following quantal responses")
                wrong, slopes = self._equations(at)
                scale = 1.0 + np.abs(at[-1])
                if not np.isfinite(wrong).all():
                    return None
                if np.abs(wrong).max() <= CLOSE * scale:
                    return at, slopes, k
                try:
                    step = np.linalg.solve(np.vstack([slopes, direction]), np.append(wrong, 0.0))
                except np.linalg.LinAlgError:
                    return None
                size = float(np.linalg.norm(step))
                if not np.isfinite(size) or size > before:
                    return None
                at, before = at - step, size
        return None

    @staticmethod
    def _tangent(slopes: Floats, before: Floats) -> Floats:
        """The direction of the path, on from another one."""
        right = np.zeros(len(before))
        right[-1] = 1.0
        try:
            found = np.linalg.solve(np.vstack([slopes, before]), right)
        except np.linalg.LinAlgError:
            return before
        direction: Floats = found / np.linalg.norm(found)
        return direction
