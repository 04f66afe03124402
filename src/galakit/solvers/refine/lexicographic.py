"""Quasi-perfect equilibria of two players whatever their payoffs, with ε as a symbol (Miltersen & Sørensen 2010).

A sequence of d moves has at least the weight ε^d. In the complementarity problem of the sequence form ε is then only in
the right sides (`solvers.lemke.tableau`): a basic variable is a polynomial in ε whose coefficients are fractions, and
Lemke's path compares polynomials by their lowest terms. It ends at an equilibrium for all small ε at once. It cannot
end in a ray: every information set has positive weight, so its value is bounded, and plans are bounded anyway.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from galakit.deadline import OutOfTime
from galakit.game.realization import Trembles
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress
from galakit.solvers.lemke.start import COVERING, Start
from galakit.solvers.lemke.tableau import Ints, Stopped, follow_perturbed
from galakit.solvers.lemke.verify import whole_payoffs


def lexicographic_trembles(
    form: SequenceForm, start: Start = COVERING, *, deadline: float | None = None, progress: Progress | None = None
) -> tuple[tuple[Trembles, Trembles], int]:
    """The limit of the equilibria of the perturbed games, exactly; and how many pivots led there.

    >>> import galakit as gk
    >>> (one, two), pivots = lexicographic_trembles(gk.load("stag_hunt").form)
    >>> [str(share) for share in one.share], one.order.tolist()
    (['1', '1', '1'], [0, 0, 1])
    """
    depths = _depths(form, 0), _depths(form, 1)
    try:
        plans, pivots = follow_perturbed(form, whole_payoffs(form), start, depths, deadline=deadline, progress=progress)
    except Stopped:
        raise OutOfTime(
            "the time limit was reached before a quasi-perfect equilibrium was found",
            hint="allow more time; the method lcp is quicker, and `galakit sequential` judges what it finds",
            id="GK632",
        ) from None
    return (leading_terms(form, 0, plans[0]), leading_terms(form, 1, plans[1])), pivots


def leading_terms(form: SequenceForm, player: int, weights: list[list[Fraction]]) -> Trembles:
    """Each move's share and order from the weights of sequences: polynomials in ε, the constant term first."""
    order = np.array([next(k for k, term in enumerate(weight) if term) for weight in weights], np.int64)
    share = np.fromiter([weight[k] for weight, k in zip(weights, order.tolist())], object)
    later, ratio = order.copy(), share.copy()
    for level in form.levels(player):
        ratio[level.sequences] = share[level.sequences] / np.repeat(share[level.parent], level.count)
        later[level.sequences] -= np.repeat(order[level.parent], level.count)
    return Trembles(ratio, later)


def _depths(form: SequenceForm, player: int) -> Ints:
    depth = np.zeros(form.sequences[player], np.int64)
    for d, level in enumerate(form.levels(player)):
        depth[level.sequences] = d + 1
    return depth
