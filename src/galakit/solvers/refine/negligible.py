"""The exact limit for ε -> 0, without a symbol: one rational ε that is small enough, and provably so.

All numbers that simplex ever looks at in a perturbed programme are quotients of determinants, that is, of polynomials
in ε whose coefficients are whole numbers, none larger than H, the product of the row sums. Below 1/H such a polynomial
has the sign of its lowest coefficient (Cauchy's bound): a basis that is optimal at ε = 1/N with N > H is optimal for
all smaller ε, and no other test is needed. And a weight of a plan is then a ε^k (1 + O(ε)), where a is a fraction with
a denominator of at most H. With N > 8 H^4 the weight at ε = 1/N is so near to a N^-k that k and a can be read off: k
is the nearest whole exponent, a the best approximation with such a denominator. (Farina, Gatti & Sandholm 2018 test a
basis with polynomials instead. Writing a polynomial as one large number is Kronecker's substitution; it leaves the
arithmetic to libraries made for it.)
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.realization import Trembles
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.programming import basis_in_floats
from galakit.solvers.refine.perturbed import Kind, at_float, at_inverse, height, perturbed_programme, weights

LIMIT_BITS = 1_000_000  # of H, times the sequences: beyond, arithmetic on numbers of four times that size takes minutes


def exact_trembles(
    form: SequenceForm, kind: Kind, *, time_limit: float | None = None, progress: Progress | None = None
) -> tuple[tuple[Trembles, Trembles], int]:
    """The limit of the equilibria of the perturbed games, exactly; and the exact pivots it took."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    programme = perturbed_programme(form, kind, exact=True)
    deepest = max(1, *(int(plans.depth.max()) for plans in programme.plans))
    bound = height(programme) * (deepest + 2)  # x is a sum of that many numbers x̃ and l
    if bound.bit_length() * sum(form.sequences) > LIMIT_BITS:
        raise GalakitError(
            f"mistakes small enough would be rarer than 2^-{4 * bound.bit_length():,}: too small to reckon with",
            hint="solve in floating point: --float, exact=False in Python",
            id="GK608",
        )
    bits = 4 * bound.bit_length() + 4
    inverse = 1 << bits
    epsilon = Fraction(1, inverse)
    integers, scales = at_inverse(programme, inverse)
    # A basis does not depend on the unit of the payoffs, and HiGHS takes none above 10^15.
    scaled = perturbed_programme(form, kind, exact=False)
    start = basis_in_floats(at_float(scaled, _visible(form, deepest)), time_limit=time_limit)
    vertex, pivots = exact_optimum(integers, start, deadline=deadline, progress=progress)
    rest = [vertex.z[: programme.x]]
    duals = zip(vertex.y[programme.equalities :], scales[programme.equalities :])
    rest.append([y * scale / scales[-1] for y, scale in duals])
    trembles = []
    for player in (0, 1):
        x = weights(form, player, programme.plans[player], np.fromiter(rest[player], object), epsilon)
        trembles.append(_leading(form, player, x, bits, bound))
    return (trembles[0], trembles[1]), pivots


def _visible(form: SequenceForm, deepest: int) -> float:
    """An ε whose power for `deepest` mistakes floats can distinguish from 0, and that leaves room to choose."""
    return min(max(10 ** (-6 / deepest), 1e-4), 0.05, 0.5 / int(form.moves_count.max(initial=1)))


def _leading(form: SequenceForm, player: int, x: npt.NDArray[Any], bits: int, bound: int) -> Trembles:
    """The leading terms of a plan's weights, move by move."""
    order = np.zeros(len(x), np.int64)
    factor = np.empty(len(x), object)
    for s, weight in enumerate(x.tolist()):
        small = weight.denominator.bit_length() - weight.numerator.bit_length()
        order[s] = (small + bits // 2) // bits
        factor[s] = (weight * (1 << bits * int(order[s]))).limit_denominator(bound)
    share, later = factor.copy(), order.copy()
    for level in form.levels(player):
        share[level.sequences] = factor[level.sequences] / np.repeat(factor[level.parent], level.count)
        later[level.sequences] = order[level.sequences] - np.repeat(order[level.parent], level.count)
    return Trembles(share, later)
