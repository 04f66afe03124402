"""Rest points of two players' games, exactly, and whether play returns to them after a small disturbance.

The replicator equation rests where all strategies that are present earn the same, which is one linear system for each
support (each pair of supports for two populations). Those at which no absent strategy would earn more are the Nash
equilibria, where best-response dynamics and fictitious play rest as well. Stability is read from the eigenvalues of
the Jacobian along the simplex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats
from galakit.rules.contract import Number
from galakit.solvers.dynamics.flows import logit_jacobian, logit_response, replicator_jacobian
from galakit.solvers.dynamics.populations import Populations
from galakit.solvers.exact.pivoting import inequalities, whole

LIMIT_SUPPORTS = 2_000
ZERO = 1e-9  # of the scale: a real part of an eigenvalue
GRID = 60  # starts of Newton's method
SAME = 1e-6

Kind: TypeAlias = Literal["sink", "source", "saddle", "centre", "undecided"]


@dataclass(frozen=True)
class RestPoint:
    """A state that does not change."""

    shares: tuple[Number, ...]
    """population after population"""
    equilibrium: bool
    """whether it is a Nash equilibrium"""
    isolated: bool = True
    """False where it stands for infinitely many rest points with the same strategies"""
    kind: Kind | None = None
    """None where the dynamics have no Jacobian"""
    eigenvalues: tuple[complex, ...] = field(default=(), repr=False)


def listed(populations: Populations) -> bool:
    """Whether all rest points can be listed: two players, and few supports."""
    return len(populations.table.players) == 2 and _supports(populations) <= LIMIT_SUPPORTS


def _supports(populations: Populations) -> int:
    return prod((1 << size) - 1 for size in populations.sizes)


def rest_points(populations: Populations, tick: Callable[[], None] = lambda: None) -> tuple[RestPoint, ...]:
    """The rest points of the replicator equation, the pure ones first; one for each support that has any.

    >>> import galakit as gk
    >>> from galakit.solvers.dynamics.populations import populations_of
    >>> hunt = populations_of(gk.load("stag_hunt").normal_form())
    >>> [(str(p.shares[0]), p.kind) for p in rest_points(hunt)]
    [('1', 'sink'), ('0', 'sink'), ('3/4', 'source')]
    """
    found = []
    for supports in _candidates(populations):
        tick()
        point = _resting(populations, supports)
        if point is not None:
            jacobian = replicator_jacobian(populations, np.array(point.shares, np.float64))
            eigenvalues = _eigenvalues(populations, jacobian)
            kind = kind_of(eigenvalues, ZERO * populations.scale)
            found.append(RestPoint(point.shares, point.equilibrium, point.isolated, kind, eigenvalues))
    return tuple(found)


def _candidates(populations: Populations) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Supports, one for each player, small ones first."""
    first = populations.sizes[0]
    second = first if populations.one else populations.sizes[1]
    if populations.one:
        for size in range(1, first + 1):
            for own in combinations(range(first), size):
                yield own, own
        return
    shapes = sorted(((a, b) for a in range(1, first + 1) for b in range(1, second + 1)), key=lambda ab: (sum(ab), ab))
    for a, b in shapes:
        for own in combinations(range(first), a):
            for other in combinations(range(second), b):
                yield own, other


def _resting(populations: Populations, supports: tuple[tuple[int, ...], ...]) -> RestPoint | None:
    """The rest point with these strategies present, if there is one."""
    isolated = True
    mixed: list[list[Fraction]] = []
    for p in range(len(populations.names)):
        # The shares of population p make the strategies of the other one (or its own) equally good.
        other = 0 if populations.one else 1 - p
        solved = equalising(populations.whole[other], supports[other], supports[p])
        if solved is None:
            return None
        shares, unique = solved
        isolated &= unique
        full = [Fraction(0)] * populations.sizes[p]
        for k, share in zip(supports[p], shares):
            full[k] = share
        mixed.append(full)
    equilibrium = True
    for p in range(len(populations.names)):
        against = np.array(mixed[0 if populations.one else 1 - p], object)
        payoffs = populations.whole[p].astype(object) @ against
        equilibrium &= bool(payoffs[supports[p][0]] == max(payoffs))
    return RestPoint(tuple(share for full in mixed for share in full), equilibrium, isolated)


def equalising(
    payoffs: npt.NDArray[Any], equal: tuple[int, ...], mixing: tuple[int, ...], *, best: bool = False
) -> tuple[list[Fraction], bool] | None:
    """Positive shares of the strategies `mixing` (columns) against which all of `equal` (rows) earn the same.

    With `best`, no other row may earn more. Returned with whether they are the only ones; None where there are none.

    >>> equalising(np.array([[0, 3], [1, 2]]), (0, 1), (0, 1))
    ([Fraction(1, 2), Fraction(1, 2)], True)
    """
    from flint import fmpz_mat

    many = len(mixing)
    against = payoffs[:, list(mixing)].astype(object)
    ahead = against - against[equal[0]]
    rows = [[int(v) for v in ahead[k]] for k in equal[1:]]
    others = [k for k in range(len(ahead)) if k not in equal] if best else []
    reduced, _, rank = fmpz_mat([*([*row, 0] for row in rows), [1] * (many + 1)]).rref()
    table: Any = reduced
    pivots = [next(j for j in range(many + 1) if table[i, j] != 0) for i in range(rank)]
    if many in pivots:
        return None  # the equations contradict each other
    if rank == many:
        shares = [Fraction(int(table[i, many]), int(table[i, j])) for i, j in enumerate(pivots)]
        fits = min(shares) > 0 and all(ahead[k] @ np.array(shares, object) <= 0 for k in others)
        return (shares, True) if fits else None
    # Maximise t with t <= each share, the differences = 0 (or <= 0), and the sum of shares <= 1.
    differences = whole([*rows, *([-v for v in row] for row in rows), *(ahead[k] for k in others)]).reshape(-1, many)
    blocks = [
        np.concatenate([-whole(np.eye(many, dtype=np.int64)), whole(np.ones((many, 1), np.int64))], axis=1),
        np.concatenate([differences, whole(np.zeros((len(differences), 1), np.int64))], axis=1),
        whole([[1] * many + [0]]),
    ]
    matrix = np.concatenate(blocks)
    tableau = inequalities(matrix, whole([0] * (len(matrix) - 1) + [1]), whole([0] * many + [1]))
    if tableau.maximise() <= 0:
        return None
    shares = tableau.values()[:many]
    return [share / sum(shares) for share in shares], False


def logit_rest_points(populations: Populations, precision: float, tick: Callable[[], None]) -> tuple[RestPoint, ...]:
    """Rest points of logit dynamics that Newton's method finds from many starts: quantal response equilibria."""
    from scipy.optimize import root

    draw, many = np.random.default_rng(0), sum(populations.sizes)
    found: list[Floats] = []

    def miss(state: Floats) -> Floats:
        tick()
        return logit_response(populations, state, precision) - state

    def slope(state: Floats) -> Floats:
        return logit_jacobian(populations, state, precision)

    for k in range(GRID):
        begin = populations.normalised(draw.exponential(size=many) if k else np.ones(many))
        solved: Any = root(miss, begin, jac=slope)
        exact = bool(np.abs(miss(solved.x)).max() < SAME / 100)
        if exact and solved.x.min() >= 0 and not any(np.abs(solved.x - other).max() < SAME for other in found):
            found.append(solved.x)
    points = []
    for state in sorted(found, key=lambda state: tuple(-state)):
        eigenvalues = _eigenvalues(populations, logit_jacobian(populations, state, precision))
        kind = kind_of(eigenvalues, ZERO)
        points.append(RestPoint(tuple(state.tolist()), False, True, kind, eigenvalues))
    return tuple(points)


def _eigenvalues(populations: Populations, jacobian: Floats) -> tuple[complex, ...]:
    """Those of a Jacobian along the simplex, on which the shares of each population sum to 1."""
    basis = np.zeros((len(jacobian), len(jacobian) - len(populations.sizes)))
    column = 0
    for b in populations.blocks:
        many = b.stop - b.start
        # An orthonormal basis of the vectors that sum to 0.
        within = np.linalg.qr(np.concatenate([np.ones((many, 1)), np.eye(many)[:, 1:]], axis=1))[0][:, 1:]
        basis[b, column : column + many - 1] = within
        column += many - 1
    values = np.linalg.eigvals(basis.T @ jacobian @ basis)
    return tuple(complex(v) for v in sorted(values, key=lambda v: (-v.real, -v.imag)))


def kind_of(eigenvalues: tuple[complex, ...], zero: float) -> Kind:
    """What the linearisation says about a rest point.

    >>> kind_of((-1 + 0j, -2 + 0j), 1e-9), kind_of((1 + 0j, -2 + 0j), 1e-9), kind_of((1j, -1j), 1e-9)
    ('sink', 'saddle', 'centre')
    """
    real = [v.real for v in eigenvalues]
    if all(r < -zero for r in real):
        return "sink"
    if all(r > zero for r in real):
        return "source"
    if any(r > zero for r in real) and any(r < -zero for r in real):
        return "saddle"
    if all(abs(v.real) <= zero < abs(v.imag) for v in eigenvalues):
        return "centre"
    return "undecided"
