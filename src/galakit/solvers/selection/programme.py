"""All equilibria of two players as a mixed-integer programme on the sequence form (Sandholm, Gilpin & Conitzer 2005).

Both players' plans are best responses (`blocks`), and their payoffs are columns of their own, so any sum of them can be
maximised over all equilibria, and the bound of the search is the proof. So can the distance between what types do, and
constraints such as that both play alike may be added. Columns for the ends of the game, which are reached no more often
than either player allows, keep the payoffs together and the bound low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.rules.contract import Number
from galakit.solvers.pure.programme import INFINITY, Programme, Solved
from galakit.solvers.selection.aim import Aim
from galakit.solvers.selection.blocks import (
    missed,
    plan_columns,
    reach_ends,
    scales,
    value_columns,
    without_alternative,
)
from galakit.solvers.selection.messages import Difference, differences
from galakit.solvers.selection.symmetry import symmetry

RESOLUTION = 1e-9  # coefficients below are 0 to HiGHS
CLOSE = 1e-7  # of the payoffs: what reaches a bound up to that is best


@dataclass(frozen=True, eq=False)
class Found:
    """The equilibrium that the search ended with."""

    plans: tuple[Floats, Floats] | None
    """None where it found none in time"""
    reached: float
    """what the aim comes to"""
    bound: float
    """what no equilibrium exceeds, or for the worst falls short of"""
    proved: bool
    nodes: int


def unseen(form: SequenceForm) -> float:
    """The amount below which payoffs are taken for nothing; 0 where there are none so small."""
    amounts = np.abs(form.class_values)
    least = np.where(amounts > 0, amounts, INFINITY).min(axis=0, initial=INFINITY)
    coarse = RESOLUTION * np.array(scales(form))
    return float(coarse[least < coarse].max(initial=0.0))


@dataclass(frozen=True)
class Wanted:
    """An aim, with what it says about the sequences of a game."""

    aim: Aim
    alike: tuple[int, ...] | None = None
    """for each sequence of the first player, that of the second which must have the same weight"""
    messages: tuple[Difference, ...] = ()
    """the differences that are to be large"""

    @classmethod
    def of(cls, form: SequenceForm, aim: Aim) -> Wanted:
        if aim.kind == "symmetric":
            return cls(aim, alike=tuple(symmetry(form)))
        return cls(aim, messages=tuple(differences(form)) if aim.kind == "informative" else ())

    def reached(self, plans: Sequence[Any], values: Sequence[Any]) -> Any:
        """What the aim comes to with given plans and payoffs."""
        if self.aim.kind == "informative":
            return sum(d.weight * abs(plans[d.player][d.one] - plans[d.player][d.other]) for d in self.messages)
        return sum(w * v for w, v in zip(self.aim.weights, values))


def search(
    form: SequenceForm,
    wanted: Wanted,
    *,
    bound: Number | None = None,
    time_limit: float | None,
    progress: Progress | None,
) -> Found:
    """The equilibrium that serves an aim best; `bound` is what is known that none exceeds."""
    aim = wanted.aim
    scale = scales(form)
    unit = 1.0 if wanted.messages else max(scale)
    programme = Programme()
    plans = [plan_columns(form, programme, player) for player in (0, 1)]
    values = [
        value_columns(form, programme, player, cost=aim.sign * aim.weights[player] * (scale[player] / unit))
        for player in (0, 1)
    ]
    for player in (0, 1):
        alone = without_alternative(form, player)
        for s, terms in enumerate(missed(form, player, plans[1 - player], values[player], scale[player])):
            programme.row(terms, 0.0, 0.0 if s in alone else INFINITY)
            if s not in alone:
                idle = programme.column(0, 1, whole=True)
                programme.row([*terms, (idle, -1.0)], upper=0.0)
                programme.row([(plans[player][s], 1.0), (idle, 1.0)], upper=1.0)
    reach_ends(form, programme, plans, [own[0] for own in values], scale)
    for s, t in enumerate(wanted.alike or ()):
        programme.row([(plans[0][s], 1.0), (plans[1][t], -1.0)], 0.0, 0.0)
    for d in wanted.messages:
        _tell_apart(programme, plans[d.player][d.one], plans[d.player][d.other], aim.sign * d.weight)
    # The bound is no row of the programme: it would be tight at the optimum, and HiGHS loses optima so close to a row.
    enough = INFINITY if bound is None else aim.sign * float(bound) / unit - CLOSE
    solved: Solved = programme.solve(time_limit=time_limit, progress=progress, gap=1e-9, enough=enough)
    point = solved.point
    limit = aim.sign * unit * solved.bound
    if bound is not None:
        limit = (min if aim.sign > 0 else max)(limit, float(bound))
    if point is None:
        return Found(None, 0.0, limit, False, solved.nodes)
    found = (point[plans[0]], point[plans[1]])
    reached = float(wanted.reached(found, [u * float(point[v[0]]) for u, v in zip(scale, values)]))
    proved = solved.status in ("optimal", "enough")
    return Found(found, reached, limit, proved, solved.nodes)


def _tell_apart(programme: Programme, one: int, other: int, cost: float) -> None:
    """Count the distance of two columns between 0 and 1: at most it where it is to be large, at least it otherwise."""
    apart = programme.column(0, 1, cost=cost)
    if cost < 0:
        programme.row([(apart, 1.0), (one, -1.0), (other, 1.0)], lower=0.0)
        programme.row([(apart, 1.0), (one, 1.0), (other, -1.0)], lower=0.0)
        return
    more = programme.column(0, 1, whole=True)  # whether the first one is larger
    programme.row([(apart, 1.0), (one, -1.0), (other, 1.0), (more, 2.0)], upper=2.0)
    programme.row([(apart, 1.0), (one, 1.0), (other, -1.0), (more, -2.0)], upper=0.0)
