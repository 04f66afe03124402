"""The best that a team can do which agrees beforehand on a joint plan, drawn at random (Celli & Gatti 2018).

The team draws one pure plan for each member together, which the adversary does not see. This is a constant-sum game
between the adversary's realization plans and the team's joint plans, of which there are too many to list: a linear
programme over the joint plans so far gives the adversary's best plan against them, and an integer programme the joint
plan that does best against it, until no joint plan does better. The last programme is solved in fractions, and branch
and bound, which shares no code with either, proves what no joint plan exceeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.game.realization import Plan
from galakit.game.refinement import refinement
from galakit.progress import Progress, throttled
from galakit.rules.contract import END, Number
from galakit.solution.tree.best_pure import best_pure
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.highs import Basis
from galakit.solvers.programming import in_floats, optimum
from galakit.solvers.pure.optimum import best_strategy
from galakit.solvers.pure.plans import plans_of_moves
from galakit.solvers.selection.support import assembled
from galakit.solvers.team.setting import Setting

ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Correlated:
    """A lottery over joint plans, and the adversary's plan against it."""

    joint: list[tuple[Number, tuple[Plan, ...]]]
    """probability, and a pure plan for each member"""
    adversary: Plan
    value: Number
    """what the adversary can hold the team to"""
    bound: Number
    """what no joint plan exceeds against the adversary's plan"""
    tried: int
    complete: bool


@dataclass(eq=False)
class _Master:
    """The programme over the joint plans so far: their probabilities, then the values of the adversary's sets."""

    setting: Setting
    plans: list[tuple[Plan, ...]]
    gains: list[npt.NDArray[Any]]
    """for each joint plan, what the team gets in units at the leaves of each sequence of the adversary"""

    def add(self, moves: dict[int, int]) -> None:
        s = self.setting
        chosen = np.zeros(s.form.information_sets, np.int64)
        chosen[list(moves)] = list(moves.values())
        every = plans_of_moves(s.form, chosen, exact=False)
        plans = tuple(every[m] for m in s.members)
        on = s.towards(plans) > 0
        whole = np.fromiter([int(Fraction(x) * s.unit) for x in s.paid], object)[s.form.leaf_class[on]]
        gains = np.zeros(s.form.sequences[s.adversary], object)
        np.add.at(gains, s.form.leaf_sequences[s.adversary][on], whole)
        self.plans.append(plans)
        self.gains.append(gains)

    def programme(self) -> IntegerProgramme:
        form, who = self.setting.form, self.setting.adversary
        many = len(self.plans)
        entries, right = form.constraints(who)
        rows: list[Row] = [
            [(k, int(g[t])) for k, g in enumerate(self.gains) if g[t]] for t in range(form.sequences[who])
        ]
        for r, t, v in zip(entries.rows.tolist(), entries.columns.tolist(), map(int, entries.values.tolist())):
            rows[t].append((many + r, -v))
        cost = [0] * (many + len(right))
        cost[many] = -1
        return assembled([([(k, 1) for k in range(many)], 1)], rows, cost, many)


def correlated(setting: Setting, *, exact: bool, deadline: Deadline | None, progress: Progress | None) -> Correlated:
    """The best lottery over joint plans; with a bound, and incomplete, where the time ends first."""
    form, tree = setting.form, setting.tree
    report = throttled(progress)
    split = refinement(form, tree, setting.members)
    ends = np.flatnonzero(tree.mover == END)
    assert len(ends) == len(form.leaf_class), "leaves and ends are in the same order"
    master = _Master(setting, [], [])
    master.add({})
    bound, complete = float("inf"), False
    while True:
        programme = master.programme()
        found = optimum(in_floats(programme))
        against = _plan(setting, found.duals[1:])
        value = float(setting.held_to(_towards(setting, master, found.z))[0])
        left = None if deadline is None else deadline.left
        report(f"joint plans: the team gets {value:.6g}", len(master.plans), None)
        if left == 0:
            break
        values = np.zeros(split.sequences)
        np.add.at(values, split.sequence[ends], setting.leaves * against[form.leaf_sequences[setting.adversary]])
        moves, best, solved = best_strategy(split, values, left, None)
        bound = min(bound, best)
        if solved.status == "time" or (not moves and solved.point is None):
            break
        if best <= value + ROUNDING * setting.stake:
            complete = True
            break
        before = len(master.plans)
        master.add(moves)
        if any((master.gains[-1] == g).all() for g in master.gains[:before]):  # nothing new: only rounding is left
            master.plans.pop(), master.gains.pop()
            complete = True
            break
    probabilities: list[Number] = _shares(found.z[: len(master.plans)])
    if exact:
        try:
            probabilities, against = _in_fractions(setting, master, programme, found.basis, deadline)
        except GalakitError:
            exact = False
    towards = _towards(setting, master, np.array(probabilities, object if exact else np.float64))
    value_sure, _ = setting.held_to(towards)
    if complete:
        bound_sure: Number = _most(setting, ends, against, exact)
        # Cut short, branch and bound promises less than the integer programme, which is in floating point.
        bound_sure = bound_sure if bound_sure <= value_sure + Fraction(1, 10**6) else min(bound, float(bound_sure))
    else:
        bound_sure = bound
    joint = [(p, plans) for p, plans in zip(probabilities, master.plans) if p > 0]
    joint.sort(key=lambda one: -one[0])
    return Correlated(joint, against, value_sure, max(bound_sure, value_sure), len(master.plans), complete)


def _plan(setting: Setting, duals: npt.NDArray[np.float64]) -> Plan:
    """The adversary's plan: the duals of their sequences' rows."""
    from galakit.game.realization import repaired

    return repaired(setting.form, setting.adversary, np.abs(duals))


def _shares(weights: npt.NDArray[np.float64]) -> list[Number]:
    clipped = np.where(weights > ROUNDING, weights, 0.0)
    return [float(x) for x in clipped / clipped.sum()]


def _towards(setting: Setting, master: _Master, probabilities: npt.NDArray[Any]) -> Plan:
    """[L] how far the lottery plays towards each leaf."""
    exact = probabilities.dtype == object
    total = np.zeros(len(setting.form.leaf_class), probabilities.dtype) + (Fraction(0) if exact else 0.0)
    for p, plans in zip(probabilities.tolist(), master.plans):
        if p > 0:
            total[setting.towards(plans) > 0] += p
    return total


def _in_fractions(
    setting: Setting, master: _Master, programme: IntegerProgramme, basis: Basis, deadline: Deadline | None
) -> tuple[list[Number], Plan]:
    ends = None if deadline is None else deadline.ends
    vertex, _ = exact_optimum(programme, basis, deadline=ends)
    plan = np.fromiter(vertex.y[1:], object)
    # Sequences of sets that the adversary avoids have no weight; all others are scaled so that the first has weight 1.
    return list(vertex.z[: len(master.plans)]), plan / plan[0]


def _most(setting: Setting, ends: npt.NDArray[np.int64], against: Plan, exact: bool) -> Number:
    """What no joint plan exceeds against a plan of the adversary: branch and bound, in whole numbers if exact."""
    form = setting.form
    reach = against[form.leaf_sequences[setting.adversary]]
    if not exact:
        return float(best_pure(form, setting.tree, setting.members, ends, setting.leaves * reach)[0])
    scale = lcm(*{Fraction(x).denominator for x in against})
    paid = np.fromiter([int(Fraction(x) * setting.unit) for x in setting.paid], object)[form.leaf_class]
    whole = paid * np.fromiter([int(x * scale) for x in reach], object)
    return Fraction(int(best_pure(form, setting.tree, setting.members, ends, whole)[0]), setting.unit * scale)
