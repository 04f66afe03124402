"""The optimal face: all optimal plans of a player of a constant-sum game, as a linear programme to ask questions of.

In the notation of `programme`, the optimal plans are the x with E x = e and F'q <= A'x for a q with f'q >= v, the value
of the game. The probability of a move is the quotient x(move) / x(what leads to it). Its least and greatest values on
the face are those of a linear programme (Charnes & Cooper 1962): all of a plan is multiplied by some t, which turns the
constraints into E x = e t and f'q >= v t, and t = 1 is replaced by x(what leads to it) = 1.

Every optimal plan is a best response to every optimal plan of the opponent. So a move that is worth less than another
one against one of these is in no optimal plan, and no programme has to be solved for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from galakit.deadline import GRACE, OutOfTime, check_deadline, deadline_in_force
from galakit.errors import GalakitError
from galakit.game.realization import Plan, is_exact
from galakit.game.sequence_form import SequenceForm
from galakit.game.sparse import Entries, by_column
from galakit.rules.contract import Number
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.highs import Programme, basis_of, model, run, status_of
from galakit.solvers.lp.exact import integer_programme
from galakit.solvers.lp.programme import sequence_form_programme

ROUNDING = 1e-12  # of the value, as a share of the largest payoff, where it is known in floating point only
NOTHING = 1e-7  # a weight in floating point that counts as 0
SELDOM = 1e-4
"""In floating point, plans that reach an information set much less often than other optimal plans do, by this factor,
are left out: whatever they play there, the loss would be no more than rounding."""


class Face:
    """The optimal plans of one player. Sequences are numbered as in the form."""

    def __init__(self, form: SequenceForm, player: int, value: Number, plans: Sequence[Plan], *, exact: bool) -> None:
        """`value` is what the player can guarantee; the plans are optimal."""
        scale = float(np.abs(form.payoff(0)).max(initial=0.0)) or 1.0
        plain = sequence_form_programme(form, scale, player)
        least = float(value) / scale - (0.0 if exact else ROUNDING)
        self.size = plain.x
        self.programme = _scaled(plain, least)
        self.integers = _scaled_integers(integer_programme(form, player), Fraction(value)) if exact else None
        self._highs = model(self.programme, "simplex")
        self._given = self.size
        self._target = 0
        lost = losses(form, player, plans[1 - player])
        self.unused = {s for s, loss in enumerate(lost) if loss > (0 if exact else NOTHING * scale)}
        """sequences that are in no optimal plan"""
        if not exact:
            for sequence in self.unused:
                self._highs.changeColBounds(sequence, 0.0, 0.0)
        self._before = [0] * self.size
        """for each sequence, the one that leads to it"""
        for i in form.sets_of(player).tolist():
            first, count = int(form.first_sequence[i]), int(form.moves_count[i])
            self._before[first : first + count] = [int(form.parent_sequence[i])] * count
        self._forget()
        self._note(plans[player].tolist())

    def _forget(self) -> None:
        self._weight: list[Number] = [1, *[0] * (self.size - 1)]
        """the most that an optimal plan met so far gives to each sequence"""
        self._settled: set[int] = set()
        """sequences that no optimal plan gives more to"""
        self._seen: dict[tuple[int, int], Number] = {}
        """by sequence and sign, the extreme share in the optimal plans met so far"""

    def _note(self, plan: list[Number]) -> None:
        """Learn from an optimal plan."""
        often = 0 if self.integers is not None else SELDOM
        for sequence, weight in enumerate(plan):
            if weight > self._weight[sequence]:
                self._weight[sequence] = weight
            if sequence and plan[self._before[sequence]] > often:
                share = weight / plan[self._before[sequence]]
                for sign, better in ((1, min), (-1, max)):
                    self._seen[sequence, sign] = better(share, self._seen.get((sequence, sign), share))

    def weight(self, sequence: int) -> Number:
        """What some optimal plan gives to a sequence; 0 where none leads there."""
        if sequence in self.unused:
            return 0
        if sequence not in self._settled and self._weight[sequence] <= (0 if self.integers is not None else SELDOM):
            self._highs.changeColBounds(self.size, 0.0, self._highs.getInfinity())
            most, plan = self._extreme(sequence, self.size, -1)
            self._note(plan)
            self._weight[sequence] = most if self.integers is not None or most > NOTHING else 0
            self._settled.add(sequence)
        return self._weight[sequence]

    def share(self, sequence: int, given: int, sign: int) -> Number:
        """The least (sign 1) or greatest (-1) share of a sequence in what leads to it, where optimal plans do."""
        if sequence in self.unused:
            return 0
        found = self._seen.get((sequence, sign))
        return found if found == (1 - sign) // 2 else self.extreme(sequence, given, sign)[0]

    def extreme(self, sequence: int, given: int, sign: int) -> tuple[Number, list[Number]]:
        """The same, and a plan with that share."""
        highs, seldom = self._highs, SELDOM * float(self.weight(given))
        highs.changeColBounds(self.size, 0.0, highs.getInfinity() if self.integers is not None else 1 / seldom)
        found = self._extreme(sequence, given, sign)
        self._note(found[1])
        return found

    def _extreme(self, target: int, given: int, sign: int) -> tuple[Number, list[Number]]:
        row, highs = self.programme.equalities - 1, self._highs
        highs.changeCoeff(row, self._given, 0.0)
        highs.changeCoeff(row, given, 1.0)
        highs.changeColCost(self._target, 0.0)
        highs.changeColCost(target, float(sign))
        self._given, self._target = given, target
        check_deadline("comparing optimal strategies")
        if (deadline := deadline_in_force()) is not None:  # HiGHS counts the seconds of all runs
            highs.setOptionValue("time_limit", highs.getRunTime() + deadline.left + GRACE)
        run(highs)
        status = status_of(highs)
        if status == "kTimeLimit":
            raise OutOfTime("the time limit was reached while comparing optimal strategies", id="GK632")
        basis = basis_of(highs) if status == "kOptimal" else None
        if basis is None and self.integers is None:
            raise GalakitError(
                f"a linear programme on the optimal strategies could not be solved: {status}",
                hint="solve in fractions (--exact), or leave the ranges out",
                id="GK607",
            )
        if self.integers is None:
            z: list[Number] = np.array(highs.getSolution().col_value).tolist()
        else:
            z = list(exact_optimum(self._asked(given, target, sign), basis)[0].z)
        return z[target], [share / z[self.size] for share in z[: self.size]]

    def hold(self, sequence: int, given: int, share: Number, sign: int) -> None:
        """Keep to plans in which the sequence has at most (sign 1) or at least (-1) this share in what leads to it."""
        self._forget()
        columns = np.array([sequence, given], np.int32)
        values = np.array([-sign, sign * float(share)])
        slack = 0.0 if self.integers is not None else ROUNDING
        self._highs.addRow(-slack, self._highs.getInfinity(), 2, columns, values)
        if self.integers is not None:
            exact = Fraction(share)
            row: Row = [(sequence, -sign * exact.denominator), (given, sign * exact.numerator)]
            self.integers = _with_row(self.integers, row)

    def _asked(self, given: int, target: int, sign: int) -> IntegerProgramme:
        """The programme in integers that asks for this extreme."""
        assert self.integers is not None
        programme = self.integers
        at = programme.equalities - 1
        rows = [*programme.rows]
        rows[at] = [(given, 1)]
        columns = [[(r, value) for r, value in column if r != at] for column in programme.columns]
        columns[given].append((at, 1))
        cost = [0] * len(columns)
        cost[target] = sign
        return replace(programme, rows=rows, columns=columns, cost=cost)


def losses(form: SequenceForm, player: int, against: Plan) -> list[Number]:
    """For each sequence of a player, by how much its last move is worse than the best one against a plan."""
    value: list[Any] = [0] * form.sequences[player]
    payoffs = [c[player] for c in form.classes] if is_exact(against) else form.class_values[:, player].tolist()
    other = against.tolist()
    own, theirs = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
    for mine, their, c in zip(own, theirs, form.leaf_class.tolist()):
        value[mine] += payoffs[c] * other[their]
    lost: list[Number] = [0] * len(value)
    for i in reversed(form.sets_of(player).tolist()):
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        best = max(value[first : first + count])
        lost[first : first + count] = [best - v for v in value[first : first + count]]
        value[int(form.parent_sequence[i])] += best
    return lost


def _scaled(p: Programme, least: float) -> Programme:
    """All multiples of plans that guarantee a payoff: t is the column after x, and `t = 1` is the last equality."""
    rows, columns = p.matrix.shape
    x, equalities = p.x, p.equalities
    column = np.repeat(np.arange(columns), np.diff(p.matrix.start))
    right = np.flatnonzero(p.right[:equalities])
    value = np.flatnonzero(p.cost)
    last = rows + 1
    entries = Entries(
        rows=np.concatenate(
            [p.matrix.row + (p.matrix.row >= equalities), right, [equalities, last], np.full(len(value), last)]
        ),
        columns=np.concatenate([column + (column >= x), np.full(len(right), x), [x, x], value + (value >= x)]),
        values=np.concatenate([p.matrix.value, -p.right[right], [1.0, -least], -p.cost[value]]),
    )
    ones = np.zeros(rows + 2)
    ones[equalities] = 1.0
    return Programme(by_column(entries, (rows + 2, columns + 1)), np.zeros(columns + 1), ones, equalities + 1, x + 1)


def _scaled_integers(p: IntegerProgramme, value: Fraction) -> IntegerProgramme:
    """The same in integers."""

    def moved(row: Row) -> Row:
        return [(j + (j >= p.x), v) for j, v in row]

    least = value * p.scale
    rows = [[*moved(row), *([(p.x, -b)] if b else [])] for row, b in zip(p.rows, p.right)]
    rows.insert(p.equalities, [(p.x, 1)])
    guaranteed = [(j, -c * least.denominator) for j, c in enumerate(p.cost) if c]
    rows.append([*moved(guaranteed), *([(p.x, -least.numerator)] if least else [])])
    right = [0] * len(rows)
    right[p.equalities] = 1
    columns: list[Row] = [[] for _ in range(len(p.columns) + 1)]
    for r, row in enumerate(rows):
        for j, v in row:
            columns[j].append((r, v))
    return IntegerProgramme(rows, columns, right, [0] * len(columns), p.equalities + 1, p.x + 1, Fraction(1))


def _with_row(p: IntegerProgramme, row: Row) -> IntegerProgramme:
    """One more inequality."""
    columns = [[*column] for column in p.columns]
    for j, value in row:
        columns[j].append((len(p.rows), value))
    return replace(p, rows=[*p.rows, row], columns=columns, right=[*p.right, 0])
