"""The best commitment by one linear programme for each reply of the follower (Conitzer & Sandholm 2006).

For a pure reply the leader's plans to which it is a best response are a polytope, and the best of them is a linear
programme; the best commitment is the best of these. Replies come in the order of what the leader could get at most if
they were certain, so most programmes need not be solved. In fractions all of it is a proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from galakit.deadline import Deadline
from galakit.game.normal_form import NormalForm
from galakit.game.realization import Plan, repaired
from galakit.game.response import best_response, exact_best_response
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress, throttled
from galakit.rules.contract import Number
from galakit.solvers.commitment.pure import pure_plan
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.programming import in_floats, optimum
from galakit.solvers.selection.support import assembled, missed_rows, plan_rows, unit

ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class BestReply:
    """The commitment, and the reply that it aims at."""

    plan: Plan
    reply: Plan
    programmes: int
    """how many replies needed a linear programme"""
    replies: int


def best_of_replies(
    form: SequenceForm, leader: int, *, exact: bool, deadline: Deadline | None, progress: Progress | None
) -> BestReply:
    """The best commitment, by going through all pure replies."""
    report = throttled(progress)
    replies = NormalForm(form).plans_of(1 - leader)
    respond = exact_best_response if exact else best_response
    hopes = [respond(form, leader, [row, row])[0] for row in replies]
    best: tuple[Number, Plan, Plan] | None = None
    done = 0
    for k in sorted(range(len(replies)), key=lambda k: -hopes[k]):
        if best is not None and hopes[k] <= best[0] + (0 if exact else ROUNDING):
            break
        report("going through the follower's replies", done, len(replies))
        if deadline is not None:
            deadline.check("going through the follower's replies", done)
        done += 1
        plan = against(form, leader, replies[k], exact=exact, deadline=deadline)
        if plan is not None:
            value = _value(form, leader, plan, replies[k])
            if best is None or value > best[0]:
                best = (value, plan, replies[k])
    assert best is not None, "every plan of the leader has a best response"
    return BestReply(best[1], pure_plan(best[2], exact), done, len(replies))


def against(
    form: SequenceForm, leader: int, reply: Plan, *, exact: bool, deadline: Deadline | None = None
) -> Plan | None:
    """The leader's best plan of those to which a pure reply is a best response; None where there is none."""
    lost, chosen = (_programme(form, leader, reply, optimal=optimal) for optimal in (False, True))
    left = None if deadline is None else deadline.left
    ends = None if deadline is None else deadline.ends
    first = optimum(in_floats(lost), time_limit=left)  # what the reply loses at least, whatever the leader plays
    if exact:
        vertex, _ = exact_optimum(lost, first.basis, deadline=ends)
        if sum(c * z for c, z in zip(lost.cost, vertex.z)) > 0:
            return None
    elif first.objective > ROUNDING:
        return None
    found = optimum(in_floats(chosen), time_limit=left)
    many = form.sequences[leader]
    if not exact:
        return repaired(form, leader, found.z[:many])
    vertex, _ = exact_optimum(chosen, found.basis, deadline=ends)
    return np.fromiter(vertex.z[:many], object)


def _programme(form: SequenceForm, leader: int, reply: Plan, *, optimal: bool) -> IntegerProgramme:
    """Columns: the leader's weights, then the values of the follower's information sets.

    If the reply is to be optimal, none of its sequences misses anything, and the leader's payoff is maximised.
    Otherwise what the reply misses in all is minimised.
    """
    follower, many = 1 - leader, form.sequences[leader]
    own = {s: s for s in range(many)}
    rows = missed_rows(form, follower, own, many, unit(form, follower))
    played = [bool(x) for x in reply]
    equal: list[tuple[Row, int]] = plan_rows(form, leader, own)
    cost = [0] * (many + 1 + len(form.sets_of(follower)))
    if not optimal:
        for row, on in zip(rows, played):
            for j, v in row if on else ():
                cost[j] += v
        return assembled(equal, rows, cost, many)
    equal += [(row, 0) for row, on in zip(rows, played) if on]
    amounts = [int(Fraction(c[leader]) * unit(form, leader)) for c in form.classes]
    mine, theirs = form.leaf_sequences[leader].tolist(), form.leaf_sequences[follower].tolist()
    for s, t, c in zip(mine, theirs, form.leaf_class.tolist()):
        if played[t]:
            cost[s] -= amounts[c]
    return assembled(equal, [row for row, on in zip(rows, played) if not on], cost, many)


def _value(form: SequenceForm, leader: int, plan: Plan, reply: Plan) -> Number:
    """The leader's expected payoff."""
    on = np.asarray(reply, bool)[form.leaf_sequences[1 - leader]]
    weight = plan[form.leaf_sequences[leader][on]]
    kinds = form.leaf_class[on].tolist()
    if plan.dtype == object:
        return sum((Fraction(form.classes[c][leader]) * w for c, w in zip(kinds, weight.tolist())), Fraction(0))
    return float(form.class_values[kinds, leader] @ weight)
