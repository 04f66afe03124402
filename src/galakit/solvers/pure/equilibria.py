"""Equilibria in pure strategies, of any number of players, by integer programming.

Each player's pure strategies are columns (`strategies`). V is the value of the player's best response to the others:

- with perfect recall, V and a value for each information set are columns, and the value of a set is at least that of
  each of its moves (the dual of the best response);
- for a player who forgets there are no such rows: V is at least the payoff of each response in a growing list, and the
  list grows by the best response whenever a profile is found that is no equilibrium.

The objective is the largest amount by which a player gets less than their V: 0 in an equilibrium. Where the payoffs sum
to a constant c it is the excess of the sum of the Vs over c. Otherwise each leaf has a column that is 1 exactly when
all players play towards it, which gives each player's payoff. (Demanding a gap of 0 as a constraint is equivalent in
theory. But HiGHS 1.15 then calls programmes infeasible that have solutions; here every profile is feasible.)

Payoffs are scaled to [-1, 1]; what misses by no more than SLACK is checked exactly, so that no equilibrium is lost to
rounding, and then forbidden, so that the next is another one. When the best remaining profile misses by more, or none
remains, there is no further equilibrium.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from galakit.deadline import ending
from galakit.game.refinement import Refinement
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.progress import Progress
from galakit.solvers.pure.leaves import Leaves, leaves
from galakit.solvers.pure.optimum import best_strategy, weights_of
from galakit.solvers.pure.programme import Programme
from galakit.solvers.pure.strategies import Strategies, strategies

SLACK = 1e-6
ROUNDING = 1e-9  # by which a deviation must gain where payoffs are floats

Moves = dict[int, int]
"""a move for each information set that the player's own moves lead to"""


class Unfinished(Exception):
    """The time limit was reached before the search was done."""


class Equilibria:
    """The search. Iterating gives one equilibrium after the other, each as the moves of each player.

    >>> import galakit as gk
    >>> game = gk.load("stag_hunt")
    >>> sorted(Equilibria(game.form, game.tree), key=str)
    [({0: 0}, {1: 0}), ({0: 1}, {1: 1})]
    """

    def __init__(
        self, form: SequenceForm, tree: Tree, time_limit: float | None = None, progress: Progress | None = None
    ) -> None:
        self.form = form
        self.until = None if time_limit is None else time.monotonic() + time_limit
        self.progress = progress
        with ending("preparing the integer programme"):
            self._prepare(form, tree)

    def _prepare(self, form: SequenceForm, tree: Tree) -> None:
        self.leaves: Leaves = leaves(form, tree)
        self.scale = max((abs(float(x)) for p in tree.payoffs for x in p), default=0.0) or 1.0
        self.weight = self.leaves.weight.astype(np.float64) / self.scale
        self.programme = Programme()
        self.players: list[Strategies] = [strategies(self.programme, split) for split in self.leaves.splits]
        self._product: dict[tuple[int, ...], int] = {}
        self.most = [self._most(p) for p in range(len(form.players))]
        self.missed = self.programme.column(0, 2 * len(self.players), cost=-1.0)
        self._measure_what_is_missed()

    def __iter__(self) -> Iterator[tuple[Moves, ...]]:
        while True:
            solved = self.programme.solve(self._left(), self.progress, least=-SLACK)
            if solved.status in ("infeasible", "hopeless"):
                return
            if solved.point is None or (solved.status == "time" and solved.point[self.missed] > SLACK):
                raise Unfinished
            if solved.point[self.missed] > SLACK:
                return
            profile = tuple(own.chosen(solved.point) for own in self.players)
            better = self._better(profile)
            if better is None:
                yield profile
            else:
                self._answer(*better)
            columns = [c for own, moves in zip(self.players, profile) for c in own.columns_of(moves)]
            if not columns:
                return
            self.programme.row([(c, 1.0) for c in columns], upper=len(columns) - 1)

    def _left(self) -> float | None:
        if self.until is None:
            return None
        left = self.until - time.monotonic()
        if left <= 0:
            raise Unfinished
        return left

    def _towards(self, players: list[int], leaf: int) -> int:
        """A column that is 1 exactly when these players play towards a leaf, otherwise 0."""
        needs = {p: int(self.leaves.sequences[p, leaf]) for p in players}
        columns = tuple(self.players[p].column(s) for p, s in needs.items() if s)
        if not columns:
            return self.players[0].column(0)  # it is always 1
        if len(columns) == 1:
            return columns[0]
        if columns not in self._product:
            product = self._product[columns] = self.programme.column(0, 1)
            for column in columns:
                self.programme.row([(product, 1.0), (column, -1.0)], upper=0)
            self.programme.row([(product, 1.0), *((c, -1.0) for c in columns)], lower=1 - len(columns))
        return self._product[columns]

    def _others(self, player: int, leaf: int) -> int:
        return self._towards([p for p in range(len(self.players)) if p != player], leaf)

    def _most(self, player: int) -> int:
        """The column V of a player, with the rows that bound it from below where they have perfect recall."""
        split = self.leaves.splits[player]
        most = self.programme.column(-1, 1)
        if not _remembers(split):
            return most
        value = [self.programme.column(-1, 1) for _ in range(len(split.sets))]
        rows: list[dict[int, float]] = [{most: 1.0}]
        rows += [{value[r]: 1.0} for r, count in enumerate(split.count.tolist()) for _ in range(count)]
        for r, sequence in enumerate(split.parent.tolist()):
            rows[sequence][value[r]] = -1.0
        self._pay(rows, player, self.leaves.sequences[player])
        for row in rows:
            self.programme.row(list(row.items()), lower=0)
        return most

    def _pay(self, rows: list[dict[int, float]], player: int, of: Any) -> None:
        """Subtract what each leaf pays a player, if the others play towards it, from its row."""
        for leaf in np.flatnonzero(self.weight[player]).tolist():
            if of[leaf] >= 0:
                row, column = rows[of[leaf]], self._others(player, leaf)
                row[column] = row.get(column, 0.0) - float(self.weight[player, leaf])

    def _measure_what_is_missed(self) -> None:
        constant = self.form.constant_sum
        if constant is not None:
            self.programme.row(
                [(self.missed, -1.0), *((v, 1.0) for v in self.most)], upper=float(constant) / self.scale
            )
            return
        everybody = list(range(len(self.players)))
        for player, most in enumerate(self.most):
            row = {most: 1.0, self.missed: -1.0}
            for leaf in np.flatnonzero(self.weight[player]).tolist():
                column = self._towards(everybody, leaf)
                row[column] = row.get(column, 0.0) - float(self.weight[player, leaf])
            self.programme.row(list(row.items()), upper=0)

    def _better(self, profile: tuple[Moves, ...]) -> tuple[int, Any] | None:
        """A player who can do better, exactly, and the sequences of how; None in an equilibrium."""
        on = [weights_of(split, moves) for split, moves in zip(self.leaves.splits, profile)]
        for player, split in enumerate(self.leaves.splits):
            values = self.leaves.sequence_values(player, on)
            if _remembers(split):
                best = _best(split, values)
                answer = None
            else:
                moves, _, _ = best_strategy(split, values.astype(np.float64), self._left())
                answer = weights_of(split, moves)
                best = values[answer].sum()
            gain = best - values[on[player]].sum()
            if gain > (0 if self.form.exact else ROUNDING * self.scale):
                return player, answer
        return None

    def _answer(self, player: int, on: Any) -> None:
        """From now on V is at least the payoff of this response; players with perfect recall have such rows already."""
        if on is not None:
            rows: list[dict[int, float]] = [{self.most[player]: 1.0}]
            self._pay(rows, player, np.where(on[self.leaves.sequences[player]], 0, -1))
            self.programme.row(list(rows[0].items()), lower=0)


def _remembers(split: Refinement) -> bool:
    return len(np.unique(split.sets)) == len(split.sets)


def _best(split: Refinement, values: Any) -> Fraction | float:
    """The value of the best response, bottom up."""
    total = values.copy()
    for here in reversed(list(split.ranges())):
        own = split.first[here]
        brings = total[own[0] : int(own[-1] + split.count[here][-1])]
        np.add.at(total, split.parent[here], np.maximum.reduceat(brings, own - own[0]))
    return total[0]  # type: ignore[no-any-return]
