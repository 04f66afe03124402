"""All equilibria of two players as a mixed-integer programme on the sequence form (Sandholm, Gilpin & Conitzer 2005).

Both players' plans are best responses (`blocks`), and their payoffs are columns of their own, so any sum of them can be
maximised over all equilibria, and the bound of the search is the proof. Columns for the ends of the game, which are
reached no more often than either player allows, keep the payoffs together and the bound low.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
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

RESOLUTION = 1e-9  # coefficients below are 0 to HiGHS


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


def search(form: SequenceForm, aim: Aim, *, time_limit: float | None, progress: Progress | None) -> Found:
    """The equilibrium that serves an aim best."""
    scale = scales(form)
    unit = max(scale)
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
    solved: Solved = programme.solve(time_limit=time_limit, progress=progress, gap=1e-9)
    point = solved.point
    if point is None:
        return Found(None, 0.0, aim.sign * unit * solved.bound, False, solved.nodes)
    reached = sum(w * u * float(point[v[0]]) for w, u, v in zip(aim.weights, scale, values))
    found = (point[plans[0]], point[plans[1]])
    return Found(found, reached, aim.sign * unit * solved.bound, solved.status == "optimal", solved.nodes)
