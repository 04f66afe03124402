"""The complementarity problem in two halves (Koller, Megiddo & von Stengel 1996, section 4).

With plans x and y, values p and q of the information sets, and slacks u and w, an equilibrium is a solution of

    E x = e,  F'q - B'x - w = 0      and      F y = f,  E'p - A y - u = 0,     all of x, y, u, w >= 0,

in which a sequence that is played has no slack: x'u = 0, y'w = 0. The two halves have no variable in common. Each
variable of one is complementary to a variable of the other, and both depend on a parameter z: the matrix of a half
times its variables, plus z times its `push`, is its `right` side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from galakit.game.automaton import Column
from galakit.game.sequence_form import Floats, SequenceForm, Sparse
from galakit.game.sparse import Entries
from galakit.solvers.lemke.start import Start, default_moves

NEAR = 1e-9  # values closer to each other than this, measured by the smallest payoff, count as equal


@dataclass(frozen=True, eq=False)
class Half:
    """One player's plan and the other's values and slacks; the columns come in this order: plan, slacks, values."""

    matrix: Sparse
    """rows: the constraints of the plan, then the other's sequences"""
    right: Floats
    """[rows, 3] the right side, and two vectors that make it generic: multiples of an infinitesimal, and of one that is
    infinitesimal even to that (see `perturbed`)"""
    push: Floats
    """[rows] what z is multiplied by"""
    plan: int
    """how many columns are the plan"""
    slacks: int
    basis: Column
    """[rows] the columns of the first basis; at the end those whose sign is free: the empty sequence and the values"""

    @property
    def signed(self) -> int:
        """How many of the basic variables must not be negative: the first ones."""
        values = self.matrix.shape[1] - self.plan - self.slacks
        return len(self.basis) - int(values) - 1


def with_dummy(form: SequenceForm) -> SequenceForm:
    """A game of one player as a game of two, with a dummy player who has no decisions and no payoffs."""
    if len(form.players) > 1:
        return form
    return replace(
        form,
        players=(*form.players, "dummy"),
        sequences=(*form.sequences, 1),
        leaf_sequences=np.vstack([form.leaf_sequences, np.zeros_like(form.leaf_sequences)]),
        classes=[(c[0], 0) for c in form.classes],
    )


def halves(form: SequenceForm, start: Start) -> tuple[Half, Half]:
    """The problem of a game of two players, at the start of a path."""
    payoffs = [_scaled(form.matrix(0)), _scaled(form.matrix(1).T.tocsr())]
    if start.prior is None:
        priors = None
        gains = None
    else:
        priors = [plan.astype(np.float64) for plan in start.prior]
        gains = [payoffs[0] @ priors[1], payoffs[1] @ priors[0]]
    default = [default_moves(form, p, None if gains is None else gains[p], NEAR) for p in (0, 1)]
    constraints = [form.constraints(p) for p in (0, 1)]
    made = []
    for own, other in ((0, 1), (1, 0)):
        e = constraints[own][1]
        pushed = np.where(default[other], 0.0, 1.0) if gains is None else -gains[other]
        made.append(
            _half(
                constraints[own],
                payoffs[other],
                constraints[other],
                right=_generic(e, default[other], seed=own),
                push=np.concatenate([np.zeros(len(e)) if gains is None else e, pushed]),
                default=(default[own], default[other]),
            )
        )
    return made[0], made[1]


def _scaled(payoffs: Sparse) -> Sparse:
    """The same game, with payoffs of at least 1: tolerances are measured by the smallest one."""
    size = np.abs(payoffs.data)
    largest = size.max(initial=0.0)
    payoffs.data[size <= 1e-13 * largest] = 0.0  # what rounding leaves of a sum that is 0
    payoffs.eliminate_zeros()
    return payoffs / max(np.abs(payoffs.data).min(initial=np.inf), 1e-6 * largest) if payoffs.nnz else payoffs


def _generic(e: Floats, default: Column, seed: int) -> Floats:
    """The right side and its perturbations.

    The stronger one lets moves of the other player that are not the default lose a little, so that the default is the
    only best response at the beginning; the weaker one lets every information set of the own player be reached. Then
    no path can end in a ray (the weights of plans are bounded, and so are values where every set is reached), and as
    the amounts are random, no two basic variables become 0 at once.
    """
    draw = np.random.default_rng(seed)
    right = np.zeros((len(e) + len(default), 3))
    right[: len(e), 0] = e
    right[len(e) :, 1] = np.where(default, 0.0, -draw.uniform(1.0, 2.0, len(default)))
    right[: len(e), 2] = draw.uniform(1.0, 2.0, len(e))
    return right


def _half(
    own: tuple[Entries, Floats],
    payoffs: Sparse,
    others: tuple[Entries, Floats],
    *,
    right: Floats,
    push: Floats,
    default: tuple[Column, Column],
) -> Half:
    from scipy.sparse import csc_array

    (e_rows, e_columns, e_values), e = own
    (f_rows, f_columns, f_values), f = others
    constraints, values, (slacks, plan) = len(e), len(f), payoffs.shape
    a_rows = np.repeat(np.arange(slacks), np.diff(payoffs.indptr))
    sequences = np.arange(slacks)
    rows = [e_rows, constraints + a_rows, constraints + sequences, constraints + f_columns]
    columns = [e_columns, payoffs.indices, plan + sequences, plan + slacks + f_rows]
    entries = [e_values, -payoffs.data, -np.ones(slacks), f_values]
    matrix = csc_array(
        (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))),
        shape=(constraints + slacks, plan + slacks + values),
    )
    played = np.flatnonzero(default[0])[1:]
    left_out = plan + np.flatnonzero(~default[1])
    basis = np.concatenate([played, left_out, [0], plan + slacks + np.arange(values)])
    return Half(matrix, right, push, plan, slacks, basis)
