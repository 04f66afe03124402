"""All vertices of a polytope {z >= 0, M z <= 1} with positive M, by the double description method in whole numbers.

The polytope is a slice of a cone, which starts as the orthant and is cut by one inequality after the other (Motzkin
et al. 1953; Fukuda & Prodon 1996). A cut keeps the extreme rays on its good side and makes a new one between each
adjacent pair of rays on different sides; two rays are adjacent if no third one is tight wherever both are. Degenerate
polytopes, in which many inequalities meet in a vertex, need no special care.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError

LIMIT_VERTICES = 20_000
LIMIT_NUMBERS = 20_000_000  # of all vertices together: each takes some forty bytes and more
BLOCK = 1 << 22  # numbers compared at a time


@dataclass(frozen=True, eq=False)
class Vertices:
    """V vertices in d dimensions; the inequalities are the d of z >= 0, then the k rows of M."""

    rays: npt.NDArray[Any]
    """[V, d] whole numbers: the vertex up to a positive factor"""
    tight: npt.NDArray[np.bool_]
    """[V, d + k] which inequalities hold with equality"""


def vertices(matrix: npt.NDArray[Any], *, tick: Callable[[], None] = lambda: None) -> Vertices:
    """The vertices other than 0.

    >>> found = vertices(np.array([[2, 1], [1, 2]]))
    >>> sorted(found.rays.tolist()), found.tight.sum(axis=1).tolist()
    ([[0, 1], [1, 0], [1, 1]], [2, 2, 2])
    """
    cuts, dimension = matrix.shape
    # Homogeneous coordinates (z, t): the rays of the orthant are the unit vectors, tight in all coordinates but one.
    rays = np.eye(dimension + 1, dtype=np.int64).astype(object)
    tight = np.concatenate([~np.eye(dimension + 1, dtype=bool), np.zeros((dimension + 1, cuts), bool)], axis=1)
    for k, row in enumerate(matrix.astype(object)):
        slack = rays[:, -1] - rays[:, :-1] @ row
        above, below = np.flatnonzero(slack > 0), np.flatnonzero(slack < 0)
        tight[slack == 0, dimension + 1 + k] = True
        up, down = _adjacent(tight, above, below, dimension - 1, tick)
        kept = np.flatnonzero(slack >= 0)
        _check(len(kept) + len(up), dimension)
        new = slack[up, None] * rays[down] - slack[down, None] * rays[up]
        both = tight[up] & tight[down]
        both[:, dimension + 1 + k] = True
        rays = np.concatenate([rays[kept], _reduced(new)])
        tight = np.concatenate([tight[kept], both])
    inequalities = np.delete(np.arange(tight.shape[1]), dimension)  # t >= 0 was only there to begin with
    found = np.flatnonzero((rays[:, :-1] != 0).any(axis=1))
    return Vertices(rays[found, :-1], tight[np.ix_(found, inequalities)])


def _check(many: int, dimension: int) -> None:
    """Refuse vertices that are too many to list, before memory is taken for them."""
    most = min(LIMIT_VERTICES, LIMIT_NUMBERS // (dimension + 1))
    if many > most:
        raise GalakitError(
            f"a polytope of best responses has more than {most:,} vertices: too many to list",
            hint="lemke-howson finds one equilibrium without listing them",
            id="GK620",
        )


def _adjacent(
    tight: npt.NDArray[np.bool_],
    above: npt.NDArray[np.int64],
    below: npt.NDArray[np.int64],
    least: int,
    tick: Callable[[], None],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pairs of a ray above and one below a cut that span a face of the cone."""
    # Counts are products of 0-1 matrices; as float32 they are quick, and exact far beyond any number of inequalities.
    ones = tight.astype(np.float32)
    loose = 1 - ones.T
    pairs: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = [(above[:0], below[:0])]
    step = max(1, BLOCK // max(1, len(tight)))
    for begin in range(0, len(above), step):
        tick()
        some = above[begin : begin + step]
        many = np.argwhere(ones[some] @ ones[below].T >= least)
        up, down = some[many[:, 0]], below[many[:, 1]]
        for start in range(0, len(up), step):
            tick()
            u, d = up[start : start + step], down[start : start + step]
            containing = ((ones[u] * ones[d]) @ loose == 0).sum(axis=1)
            alone = containing == 2  # the two themselves
            pairs.append((u[alone], d[alone]))
    return np.concatenate([u for u, _ in pairs]), np.concatenate([d for _, d in pairs])


def _reduced(rays: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each ray divided by its greatest common divisor."""
    if not len(rays):
        return rays
    divisors = np.array([gcd(*ray) for ray in rays.tolist()], object)
    divided: npt.NDArray[Any] = rays // divisors[:, None]
    return divided
