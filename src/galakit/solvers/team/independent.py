"""The best that a team can do whose members draw their moves independently (von Stengel & Koller 1997).

The team-maxmin payoff is not concave in the members' plans. Branch and bound over boxes of plans finds it: a linear
programme bounds each box (`relaxation`), members who improve their plans in turn find good ones, and the box with the
highest bound is split until no box promises more than the gap allows.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

import numpy as np

from galakit.deadline import Deadline, OutOfTime
from galakit.game.realization import Plan, behaviour, plan_of, repaired
from galakit.game.sequence_form import Floats
from galakit.game.sparse import ByColumn
from galakit.progress import Progress, throttled
from galakit.rules.contract import Number
from galakit.solvers.highs import Programme
from galakit.solvers.programming import optimum
from galakit.solvers.team.relaxation import Relaxation, Relaxed
from galakit.solvers.team.setting import Setting

ROUNDS = 50  # in which members improve their plans
DENOMINATORS = (12, 60, 1_000, 1_000_000)  # of probabilities in fractions, tried in this order


@dataclass(frozen=True, eq=False)
class Independent:
    """A plan for each member."""

    plans: tuple[Plan, ...]
    value: Number
    """what the adversary can hold the team to"""
    bound: float
    """what no plans exceed"""
    boxes: int
    complete: bool


def independent(
    setting: Setting, gap: float, *, exact: bool, deadline: Deadline | None, progress: Progress | None
) -> Independent:
    """Plans within a gap of the best; with a bound, and incomplete, where the time ends first."""
    report = throttled(progress)
    relaxation = Relaxation(setting)
    size = relaxation.first[-1]
    best, plans = _improved(setting, [np.asarray(p) for p in _split(relaxation, np.full(size, 0.5))], deadline)
    number = count()
    waiting: list[tuple[float, int, Floats, Floats, Relaxed]] = []
    boxes, given_up = 0, -np.inf  # the highest bound of boxes that are not split any more
    complete = True

    def consider(low: Floats, high: Floats, known: float) -> None:
        """Bound a box, of which a bound is known, and keep it where it promises more than the best so far."""
        nonlocal best, plans, boxes, given_up, complete
        try:
            relaxed = relaxation.solve(low, high, np.inf if deadline is None else deadline.left)
        except OutOfTime:
            complete, given_up = False, max(given_up, known)
            return
        boxes += 1
        if relaxed is None:
            return
        own = _split(relaxation, relaxed.weights)
        value = float(setting.held_to(setting.towards(own))[0])
        if value > best + 1e-12 or boxes == 1:
            value, own = _improved(setting, own, deadline)
        if value > best:
            best, plans = value, own
        if relaxed.bound > best + gap:
            heapq.heappush(waiting, (-relaxed.bound, next(number), low, high, relaxed))
        else:
            given_up = max(given_up, relaxed.bound)

    consider(np.zeros(size), np.ones(size), setting.most)
    while complete and waiting and -waiting[0][0] > best + gap:
        bound, _, low, high, relaxed = heapq.heappop(waiting)
        report(f"boxes of plans: between {best:.6g} and {-bound:.6g}", boxes, None)
        at, where = _cut(relaxation, low, high, relaxed)
        if deadline is not None and deadline.left == 0:
            heapq.heappush(waiting, (bound, next(number), low, high, relaxed))
            complete = False
            break
        if at is None:
            given_up = max(given_up, -bound)
            continue
        for lower in (True, False):
            sub_low, sub_high = low.copy(), high.copy()
            (sub_high if lower else sub_low)[at] = where
            consider(sub_low, sub_high, -bound)
    bound = max(best, given_up, -waiting[0][0] if waiting else -np.inf)
    found, value = (_in_fractions if exact else _in_floats)(setting, tuple(plans), best)
    return Independent(found, value, max(bound, float(value)), boxes, complete)


def _split(relaxation: Relaxation, weights: Floats) -> list[Plan]:
    form, members = relaxation.setting.form, relaxation.setting.members
    parts = zip(members, relaxation.first, relaxation.first[1:])
    return [repaired(form, m, weights[a:b]) for m, a, b in parts]


def _cut(relaxation: Relaxation, low: Floats, high: Floats, relaxed: Relaxed) -> tuple[int | None, float]:
    """The weight at which a box is split: the widest factor of the product that is most wrong."""
    width = high - low
    for product in np.argsort(-relaxed.violation)[:20].tolist():
        at = max(relaxation.factors[product].tolist(), key=lambda c: width[c])
        if width[at] > 1e-9:
            middle = (low[at] + high[at]) / 2
            inner = np.clip(relaxed.weights[at], low[at] + 0.1 * width[at], high[at] - 0.1 * width[at])
            return at, float(0.25 * middle + 0.75 * inner)
    return None, 0.0


def _improved(setting: Setting, plans: list[Plan], deadline: Deadline | None) -> tuple[float, list[Plan]]:
    """Members choose their best plans in turn, given the others', until none gains or the time is over."""
    plans = list(plans)
    value = float(setting.held_to(setting.towards(plans))[0])
    for _ in range(ROUNDS):
        before = value
        for k in range(len(plans)):
            better = [*plans]
            try:
                better[k] = _best_of(setting, plans, k, None if deadline is None else deadline.left)
            except OutOfTime:
                return value, plans
            reached = float(setting.held_to(setting.towards(better))[0])
            if reached > value:
                value, plans = reached, better
        if value <= before + 1e-12:
            break
    return value, plans


def _best_of(setting: Setting, plans: list[Plan], k: int, seconds: float | None) -> Plan:
    """The best plan of one member against the adversary, the others' plans given: a linear programme."""
    from scipy.sparse import csc_array

    form, member, who = setting.form, setting.members[k], setting.adversary
    others = [np.ones(form.sequences[member]) if j == k else plan for j, plan in enumerate(plans)]
    weight = setting.leaves / setting.stake * setting.towards(others)
    own, right = form.constraints(member)
    theirs, _ = form.constraints(who)
    many, sets = form.sequences[member], len(right)
    values = 1 + len(form.sets_of(who))
    rows = np.concatenate([own.rows, sets + form.leaf_sequences[who], sets + theirs.columns])
    columns = np.concatenate([own.columns, form.leaf_sequences[member], many + theirs.rows])
    entries = np.concatenate([own.values, weight, -theirs.values])
    matrix = csc_array((entries, (rows, columns)), shape=(sets + form.sequences[who], many + values))
    cost = np.zeros(many + values)
    cost[many] = -1.0
    programme = Programme(
        matrix=ByColumn(matrix.shape, matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data),
        cost=cost,
        right=np.concatenate([right, np.zeros(form.sequences[who])]),
        equalities=sets,
        x=many,
    )
    return repaired(form, member, optimum(programme, time_limit=seconds).z[:many])


def _in_floats(setting: Setting, plans: tuple[Plan, ...], value: float) -> tuple[tuple[Plan, ...], Number]:
    return plans, value


def _in_fractions(setting: Setting, plans: tuple[Plan, ...], value: float) -> tuple[tuple[Plan, ...], Number]:
    """Plans with fractions for probabilities near the given ones, and what they are worth exactly."""
    form = setting.form
    for denominator in DENOMINATORS:
        found = []
        for member, plan in zip(setting.members, plans):
            near = [Fraction(x).limit_denominator(denominator) for x in behaviour(form, member, plan).tolist()]
            strategy = np.fromiter(near, object)
            for level in form.levels(member):
                total = np.repeat(np.add.reduceat(strategy[level.sequences], level.start), level.count)
                strategy[level.sequences] = strategy[level.sequences] / total
            found.append(plan_of(form, member, strategy))
        worth = Fraction(setting.held_to(setting.towards(found))[0])
        if float(worth) >= value - 1e-9 * setting.stake:
            break
    return tuple(found), worth
