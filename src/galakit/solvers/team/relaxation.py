"""A bound on what a team without correlation can get while its members' plans stay in boxes: a linear programme.

The payoff is a product of the members' weights. Each product of weights gets a column, held in McCormick's envelope
(1976) of the box, which is as exact as the box is narrow; and what holds for the plans also holds for the products:
at an information set they sum to the product with the parent sequence. Without boxes this is the bound of a team that
may correlate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.solvers.highs import run
from galakit.solvers.team.setting import Setting

Ints = npt.NDArray[np.int64]
PRODUCTS = 6_000  # columns for products at most


@dataclass(frozen=True, eq=False)
class Relaxed:
    """The solution of a relaxation."""

    bound: float
    weights: Floats
    """[all members' sequences]"""
    violation: Floats
    """[products] by how much each misses the product of its factors"""


def products(setting: Setting) -> int:
    """How many columns for products there would be."""
    total, many = 0, setting.form.sequences[setting.members[0]]
    for member in setting.members[1:]:
        many *= setting.form.sequences[member]
        total += many
    return total


class Relaxation:
    """The programme; what is the same in all boxes is built once. Columns: weights, products, adversary's values."""

    def __init__(self, setting: Setting) -> None:
        form, members = setting.form, setting.members
        self.setting = setting
        self.many = [form.sequences[m] for m in members]
        self.first = np.cumsum([0, *self.many]).tolist()
        """where each member's weights begin; the last entry is where products begin"""
        self.left, self.right, self.factors, leaf = self._products()
        values = self.first[-1] + len(self.left)
        entries, right = form.constraints(setting.adversary)
        self.columns = values + len(right)
        rows: list[dict[int, float]] = []
        lower: list[float] = []
        upper: list[float] = []

        def row(terms: dict[int, float], low: float, high: float) -> None:
            rows.append(terms)
            lower.append(low)
            upper.append(high)

        for k, member in enumerate(members):
            for terms, total in self._sums(member):
                row({self.first[k] + s: v for s, v in terms.items()}, total, total)
        self._sums_of_products(row)
        gets: list[dict[int, float]] = [{} for _ in range(form.sequences[setting.adversary])]
        for t, column, amount in zip(
            form.leaf_sequences[setting.adversary].tolist(), leaf.tolist(), (setting.leaves / setting.stake).tolist()
        ):
            gets[t][column] = gets[t].get(column, 0.0) + amount
        for r, t, v in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
            gets[t][values + r] = gets[t].get(values + r, 0.0) - v
        for terms in gets:
            row(terms, 0.0, np.inf)
        self.start = np.cumsum([0, *map(len, rows)])
        self.index = np.array([c for terms in rows for c in terms], np.int32)
        self.value = np.array([v for terms in rows for v in terms.values()], np.float64)
        self.lower, self.upper = np.array(lower), np.array(upper)
        self.cost = np.zeros(self.columns)
        self.cost[values] = 1.0
        own = np.arange(len(self.left)) + self.first[-1]
        four = np.stack([own, self.left, self.right], axis=1).astype(np.int32)
        self.index_all = np.concatenate([self.index, np.repeat(four, 4, axis=0).ravel()])
        self.start_all = np.concatenate([self.start, self.start[-1] + 3 * np.arange(1, 4 * len(own) + 1)])

    def _products(self) -> tuple[Ints, Ints, Ints, Ints]:
        """The two factors of each product, all members' weights in it, and the product of each leaf."""
        form, members = self.setting.form, self.setting.members
        left, right, factors = [], [], []
        before = np.arange(self.many[0])  # the columns of the products of the members so far
        weights = before[:, None]
        leaf = form.leaf_sequences[members[0]].astype(np.int64)
        base = self.first[-1]
        for k, member in enumerate(members[1:], 1):
            own = np.arange(self.many[k])
            left.append(np.repeat(before, len(own)))
            right.append(np.tile(own + self.first[k], len(before)))
            weights = np.concatenate([np.repeat(weights, len(own), axis=0), right[-1][:, None]], axis=1)
            padded = np.repeat(weights[:, -1:], len(members), axis=1)
            padded[:, : weights.shape[1]] = weights
            factors.append(padded)
            leaf = leaf * len(own) + form.leaf_sequences[member]
            before = base + np.arange(len(left[-1]))
            base += len(left[-1])
        start = base - len(before)
        return np.concatenate(left), np.concatenate(right), np.concatenate(factors), start + leaf

    def _sums(self, member: int) -> list[tuple[dict[int, float], float]]:
        entries, right = self.setting.form.constraints(member)
        sums: list[dict[int, float]] = [{} for _ in right]
        for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
            sums[r][s] = v
        return list(zip(sums, right.tolist()))

    def _sums_of_products(self, row: Any) -> None:
        """At an information set of a member, products sum to the product with its parent sequence."""
        base = self.first[-1]
        wide = self.many[0]
        for k, member in enumerate(self.setting.members[1:], 1):
            own = self.many[k]
            for terms, total in self._sums(member):
                for p in range(wide):
                    product = {base + p * own + s: v for s, v in terms.items()}
                    if total:  # the empty sequence: the product is the other factor
                        product[int(self.left[base - self.first[-1] + p * own])] = -1.0
                    row(product, 0.0, 0.0)
            if k == 1:
                for terms, total in self._sums(self.setting.members[0]):
                    for s in range(own):
                        product = {base + p * own + s: v for p, v in terms.items()}
                        if total:
                            product[self.first[1] + s] = -1.0
                        row(product, 0.0, 0.0)
            base += wide * own
            wide *= own

    def solve(self, low: Floats, high: Floats, seconds: float = np.inf) -> Relaxed | None:
        """The bound while all members' weights are in a box; None where no plan is. `OutOfTime` after so long."""
        import highspy

        many, count = self.first[-1], len(self.left)
        lows, highs_ = np.zeros(self.columns), np.ones(self.columns)
        lows[many + count :], highs_[many + count :] = -np.inf, np.inf
        lows[:many], highs_[:many] = low, high
        lows[many : many + count] = low[self.factors[:, 0]]
        highs_[many : many + count] = high[self.factors[:, 0]]
        for k in range(1, self.factors.shape[1]):
            # A product of fewer members repeats its last factor, which is not multiplied again.
            more = self.factors[:, k] != self.factors[:, k - 1]
            lows[many : many + count][more] *= low[self.factors[more, k]]
            highs_[many : many + count][more] *= high[self.factors[more, k]]
        la, ua, lb, ub = lows[self.left], highs_[self.left], lows[self.right], highs_[self.right]
        ones = np.ones(count)
        # w - x b - y a against -x y, for x of the left factor's box and y of the right one's.
        values = np.stack(
            [np.stack([ones, -y, -x], axis=1) for x, y in ((la, lb), (ua, ub), (ua, lb), (la, ub))], axis=1
        )
        sides = np.stack([-la * lb, -ua * ub, -ua * lb, -la * ub], axis=1)
        below = np.stack([sides[:, 0], sides[:, 1], -np.inf * ones, -np.inf * ones], axis=1)
        above = np.stack([np.inf * ones, np.inf * ones, sides[:, 2], sides[:, 3]], axis=1)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.columns, len(self.lower) + 4 * count
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = self.cost, lows, highs_
        lp.row_lower_ = np.concatenate([self.lower, below.ravel()])
        lp.row_upper_ = np.concatenate([self.upper, above.ravel()])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = self.start_all.astype(np.int32)
        lp.a_matrix_.index_ = self.index_all
        lp.a_matrix_.value_ = np.concatenate([self.value, values.ravel()])
        solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("time_limit", float(seconds))
        solver.passModel(lp)
        run(solver)
        if solver.getModelStatus() == highspy.HighsModelStatus.kTimeLimit:
            raise OutOfTime(
                "the time limit was reached before a bound was computed", hint="allow more time", id="GK632"
            )
        if (status := solver.getModelStatus()) == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise GalakitError(
                f"a bound could not be computed: {solver.modelStatusToString(status)}",
                hint="scale the payoffs so that they are not too far apart",
                id="GK607",
            )
        point = np.array(solver.getSolution().col_value)
        bound = float(solver.getInfo().objective_function_value) * self.setting.stake
        violation = np.abs(point[many : many + count] - point[self.left] * point[self.right])
        return Relaxed(bound, point[:many], violation)
