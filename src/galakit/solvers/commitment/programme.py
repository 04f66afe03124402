"""The best commitment as one mixed-integer programme on the sequence form (Bošanský & Čermák 2015).

The leader's plan is free, or whole where only pure strategies count; the follower's is a pure best response to it. The
columns for the ends that are reached make the leader's payoff, which is maximised: so of all best responses the
follower plays the one that the leader likes best, and the bound of the search is the proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.solvers.pure.programme import INFINITY, Programme
from galakit.solvers.selection.blocks import (
    missed,
    plan_columns,
    reach_ends,
    scales,
    value_columns,
    without_alternative,
)


@dataclass(frozen=True, eq=False)
class Searched:
    """The commitment that the search ended with."""

    plans: tuple[Floats, Floats] | None
    """of both players in their order; None where it found none in time"""
    bound: float
    """what no commitment exceeds"""
    proved: bool
    nodes: int


def search(
    form: SequenceForm, leader: int, *, pure: bool, time_limit: float | None, progress: Progress | None
) -> Searched:
    """The plan to commit to and the follower's reply."""
    follower = 1 - leader
    scale = scales(form)
    programme = Programme()
    plans = [plan_columns(form, programme, player, whole=pure or player == follower) for player in (0, 1)]
    aim = programme.column(-INFINITY, INFINITY, cost=1.0)
    values = value_columns(form, programme, follower)
    alone = without_alternative(form, follower)
    for s, terms in enumerate(missed(form, follower, plans[leader], values, scale[follower])):
        programme.row(terms, 0.0, 0.0 if s in alone else INFINITY)
        if s not in alone:
            programme.row([*terms, (plans[follower][s], 1.0)], upper=1.0)
    reach_ends(form, programme, plans, [aim, values[0]] if leader == 0 else [values[0], aim], scale)
    solved = programme.solve(time_limit=time_limit, progress=progress, gap=1e-9)
    if solved.point is None:
        return Searched(None, scale[leader] * solved.bound, False, solved.nodes)
    found = (solved.point[plans[0]], solved.point[plans[1]])
    return Searched(found, scale[leader] * solved.bound, solved.status == "optimal", solved.nodes)
