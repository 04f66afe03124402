"""From a pair of bases to an equilibrium in fractions, proved.

Only the bases come from floating point: each half of the problem (see `halves`), with the variables that are not basic
set to 0, is a square system in integers, which is solved exactly, and all signs are checked. The result is an
equilibrium, or None where the bases belong to none.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm
from galakit.solvers.exact.rational import Row, Singular, dot, solve_sparse


def whole_payoffs(form: SequenceForm) -> tuple[list[Row], list[Row]]:
    """Each player's payoffs in integers, scaled: for each own sequence, those of the other with what they bring."""
    made = []
    for player in (0, 1):
        payoffs = [Fraction(c[player]) for c in form.classes]
        denominator = lcm(*(p.denominator for p in payoffs))
        whole = [p.numerator * (denominator // p.denominator) for p in payoffs]
        common = gcd(*whole) or 1
        cells: list[dict[int, int]] = [{} for _ in range(form.sequences[player])]
        own, other = form.leaf_sequences[[player, 1 - player]].tolist()
        for i, j, c in zip(own, other, form.leaf_class.tolist()):
            cells[i][j] = cells[i].get(j, 0) + whole[c] // common
        made.append([[(j, value) for j, value in cell.items() if value] for cell in cells])
    return made[0], made[1]


def equilibrium(
    form: SequenceForm,
    payoffs: tuple[list[Row], list[Row]],
    support: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
    prior: tuple[Plan, Plan] | None = None,
) -> tuple[Plan, Plan] | None:
    """The exact plans whose basic sequences are given; None when there are none.

    >>> import galakit as gk
    >>> form = gk.load("matching_pennies").form
    >>> everything, heads = np.array([True, True, True]), np.array([True, True, False])
    >>> [plan.tolist()[1] for plan in equilibrium(form, whole_payoffs(form), (everything, everything))]
    [Fraction(1, 2), Fraction(1, 2)]
    >>> equilibrium(form, whole_payoffs(form), (heads, heads)) is None
    True

    With a `prior` they must also be the end of a piece of the path that starts there: best responses to all
    mixtures of themselves with a very little of the prior.
    """
    plans = []
    for own, other in ((0, 1), (1, 0)):
        half = _WholeHalf(form, payoffs[other], own, support)
        try:
            values = half.solution(None)
            if any(v < 0 for v in values.signed):
                return None
            if prior is not None and 0 in values.signed:
                drift = half.solution(prior[own])
                if any(d < 0 for v, d in zip(values.signed, drift.signed) if v == 0):
                    return None
        except (Singular, GalakitError):
            return None
        plan = np.fromiter(values.plan, object)
        plans.append(plan)
    return plans[0], plans[1]


class _Values:
    """The values of the variables of a half, or their derivatives by z."""

    def __init__(self, plan: list[Fraction], slacks: list[Fraction]) -> None:
        self.plan = plan
        self.signed = plan[1:] + slacks
        """all that must not be negative"""


class _WholeHalf:
    """E x = e and F'q - B'x - w = 0 in integers, with x and w 0 where they are not basic."""

    def __init__(
        self,
        form: SequenceForm,
        payoffs: list[Row],
        own: int,
        support: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
    ) -> None:
        other = 1 - own
        self._payoffs = payoffs
        self._plan = form.sequences[own]
        self._basic = np.flatnonzero(support[own]).tolist()
        self._tight = np.flatnonzero(support[other]).tolist()
        index = {j: k for k, j in enumerate(self._basic)}
        self._rows: list[Row] = [[(index[j], v) for j, v in row if j in index] for row in _constraints(form, own)]
        self._constraints = len(self._rows)
        self._values: list[Row] = [[] for _ in range(form.sequences[other])]
        for i, row in enumerate(_constraints(form, other)):
            for j, v in row:
                self._values[j].append((i, v))
        shift = len(self._basic)
        for j in self._tight:
            row = [(index[i], -v) for i, v in payoffs[j] if i in index]
            self._rows.append(row + [(shift + i, v) for i, v in self._values[j]])
        self._size = shift + len(form.sets_of(other)) + 1

    def solution(self, prior: Plan | None) -> _Values:
        """The variables; with a prior, their derivatives by z, where the plan is x + z times the prior."""
        if len(self._rows) != self._size:
            raise Singular
        right: list[Fraction | int] = [0] * self._size
        right[0] = 1 if prior is None else -1
        brings = [Fraction(0)] * len(self._payoffs) if prior is None else [dot(row, prior) for row in self._payoffs]
        right[self._constraints :] = [brings[j] for j in self._tight]
        solved = solve_sparse(self._rows, right)
        plan = [Fraction(0)] * self._plan
        for j, value in zip(self._basic, solved):
            plan[j] = value
        values = solved[len(self._basic) :]
        tight = set(self._tight)
        slacks = [
            dot(self._values[j], values) - dot(row, plan) - brings[j]
            for j, row in enumerate(self._payoffs)
            if j not in tight
        ]
        return _Values(plan, slacks)


def _constraints(form: SequenceForm, player: int) -> list[Row]:
    """The rows of E."""
    rows: list[Row] = [[(0, 1)]]
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        own = [(j, 1) for j in range(first, first + int(form.moves_count[i]))]
        rows.append([*own, (int(form.parent_sequence[i]), -1)])
    return rows
