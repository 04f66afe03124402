"""Mistakes that justify a profile: is there any consistent belief system with which no player gains?

Consistent beliefs are those of mistakes with orders and shares: a move that is not made has a probability of about
share · ε^order (Kreps & Wilson 1982; Perea, Jansen & Peters 1997). Nodes of an information set that the same mistakes
lead to, a *class*, are all believed or none: those of the lowest order are. So a profile is a sequential equilibrium
exactly when one can choose, at every information set, the classes that are believed, such that

* orders exist with which they are the lowest: linear inequalities;
* shares exist with which no move gains: at one set they are linear in the weights of the classes, which are products
  of shares. Sets that compare the same products have the same weights; where products are tied in other ways (a weight
  is the product of two others), a solution of the linear inequalities is corrected by nonlinear optimisation.

Choices are searched depth first, and a choice without orders or weights ends its branch. What is found is checked in
the arithmetic of the game by its caller, on the tree; "there are none" rests on linear programmes in floating point
whose coefficients are small whole numbers and payoffs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Trembles
from galakit.rules.contract import CHANCE
from galakit.solution.assess.products import shares_of, weights
from galakit.solution.tree.continuation_values import ContinuationValues, number

MOST_PROGRAMMES = 3_000  # linear programmes of a search; each takes a millisecond or two
MOST_CLASSES = 12  # of one information set
ROUNDING = 1e-9  # gains in floating point that count as none

Slips: TypeAlias = frozenset[int]
"""the mistakes on the way to a node, without those that all nodes of its set have in common"""


@dataclass(frozen=True, eq=False)
class Class:
    """The nodes of an information set that the same mistakes lead to."""

    slips: Slips
    gains: npt.NDArray[Any]
    """[moves] what each move gains over the strategy at these nodes, weighted by chance and moves that are made"""


@dataclass(frozen=True, eq=False)
class Critical:
    """An information set at which beliefs matter: its classes that may be believed."""

    information_set: int
    classes: tuple[Class, ...]


@dataclass
class Found:
    """The outcome of a search."""

    trembles: list[Trembles] | None = None
    """mistakes that justify the profile"""
    decided: bool = True
    """whether None means that there are none"""
    conflict: tuple[int, ...] = ()
    """information sets whose beliefs cannot be justified together, if there are none"""


def justifying_mistakes(continuation: ContinuationValues, *, explain: bool = False) -> Found:
    """Mistakes that justify a profile at all its information sets, a proof that there are none, or neither.

    With `explain`, such a proof names information sets that are in conflict: that is many searches more.
    """
    problem = _Problem(continuation)
    found = problem.search(problem.critical)
    if explain and found.trembles is None and found.decided:
        found.conflict = _smallest(problem)
    return found


def _smallest(problem: _Problem) -> tuple[int, ...]:
    """Sets that cannot be justified together; without any one of them the others can."""
    kept = list(problem.critical)
    for one in problem.critical:
        without = [c for c in kept if c is not one]
        found = problem.search(without)
        if found.trembles is None and found.decided:
            kept = without
    return tuple(c.information_set for c in kept)


@dataclass
class _Problem:
    continuation: ContinuationValues
    mistakes: dict[tuple[int, int], int] = field(init=False)
    """information set and move -> the number of the mistake"""
    critical: list[Critical] = field(init=False)

    def __post_init__(self) -> None:
        self.mistakes = {}
        slips, known = self._paths()
        self.critical = []
        for i in range(self.continuation.form.information_sets):
            classes = self._classes(i, slips, known)
            if any((c.gains > (0 if self.continuation.exact else ROUNDING)).any() for c in classes):
                self.critical.append(Critical(i, classes))
        # Those with the fewest choices first: they end most branches.
        self.critical.sort(key=lambda c: len(c.classes))

    def _paths(self) -> tuple[list[Slips], list[Any]]:
        """For each node the mistakes on the way, and the probability of the other moves: 0 where chance never goes."""
        tree, probability = self.continuation.tree, self.continuation.probability
        slips: list[Slips] = [frozenset()]
        known: list[Any] = [number(1, self.continuation.exact)]
        for node in range(1, tree.nodes):
            above = int(tree.parent[node])
            if probability[node] > 0 or tree.mover[above] == CHANCE:
                slips.append(slips[above])
                known.append(known[above] * probability[node])
            else:
                move = int(tree.edge[node] - tree.automaton.first[tree.state[above]])
                one = self.mistakes.setdefault((int(tree.information_set[above]), move), len(self.mistakes))
                slips.append(slips[above] | {one})
                known.append(known[above])
        return slips, known

    def _classes(self, i: int, slips: list[Slips], known: list[Any]) -> tuple[Class, ...]:
        """The classes of an information set that no other one precedes whatever the orders are."""
        continuation = self.continuation
        form, tree = continuation.form, continuation.tree
        player = int(form.player[i])
        own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
        strategy = continuation.strategies[player][own]
        gains: dict[Slips, Any] = {}
        for n in np.flatnonzero(continuation.set_of == i).tolist():
            if known[n] > 0:
                values = continuation.value[tree.children(n), player]
                gain = known[n] * (values - (values * strategy).sum())
                gains[slips[n]] = gains.get(slips[n], 0) + gain
        if not gains:  # only chance moves of probability 0 lead there
            return ()
        common = frozenset.intersection(*gains)
        return tuple(
            Class(path - common, gain) for path, gain in gains.items() if not any(other < path for other in gains)
        )

    def search(self, critical: Sequence[Critical]) -> Found:
        """Choose the classes that are believed at these information sets."""
        budget = _Budget()
        for chosen, orders in self._choices(list(critical), [], [1] * len(self.mistakes), budget):
            shares = shares_of([[(c.slips, c.gains) for c in one.believed] for one in chosen], len(self.mistakes))
            if shares.values is not None:
                return Found(self._trembles(orders, shares.values))
            budget.doubt = budget.doubt or not shares.decided
        return Found(decided=not budget.doubt)

    def _choices(
        self, left: list[Critical], chosen: list[_Choice], orders: list[int], budget: _Budget
    ) -> Iterator[tuple[list[_Choice], list[int]]]:
        """Believed classes at all critical sets for which there are orders, and the orders."""
        if not left:
            yield chosen, orders
            return
        here, *others = left
        if len(here.classes) > MOST_CLASSES:
            budget.doubt = True
            return
        for believed in _subsets(here.classes):
            budget.programmes += 2
            if budget.programmes > MOST_PROGRAMMES:
                budget.doubt = True
                return
            if weights([c.gains for c in believed]) is None:
                continue
            now = [*chosen, _Choice(believed, tuple(c for c in here.classes if c not in believed))]
            found = self._orders(now, orders)
            if found is not None:
                yield from self._choices(others, now, found, budget)

    def _orders(self, chosen: list[_Choice], before: list[int]) -> list[int] | None:
        """Whole numbers from 1 with which the believed classes come first; None where there are none.

        Those from before, with which all but the last choice come first, are kept if they suit that one, too.
        """
        last = chosen[-1]
        lowest = {sum(before[k] for k in c.slips) for c in last.believed}
        if len(lowest) == 1 and all(sum(before[k] for k in c.slips) > min(lowest) for c in last.others):
            return before
        from scipy.optimize import linprog

        def row(one: Class, than: Class) -> npt.NDArray[np.float64]:
            difference = np.zeros(len(self.mistakes))
            difference[list(one.slips)] += 1.0
            difference[list(than.slips)] -= 1.0
            return difference

        equal = [row(c, choice.believed[0]) for choice in chosen for c in choice.believed[1:]]
        later = [row(c, choice.believed[0]) for choice in chosen for c in choice.others]
        if not self.mistakes or not (equal or later):
            return [1] * len(self.mistakes)
        found = linprog(
            np.ones(len(self.mistakes)),
            A_ub=-np.array(later) if later else None,
            b_ub=-np.ones(len(later)) if later else None,
            A_eq=np.array(equal) if equal else None,
            b_eq=np.zeros(len(equal)) if equal else None,
            bounds=(1, None),
        )
        if found.status != 0 or found.x is None:
            return None
        orders = [Fraction(x).limit_denominator(1_000) for x in found.x.tolist()]
        whole = lcm(*(x.denominator for x in orders))
        return [int(x * whole) for x in orders]

    def _trembles(self, orders: list[int], shares: Sequence[Any]) -> list[Trembles]:
        form, exact = self.continuation.form, self.continuation.exact
        made = []
        for strategy in self.continuation.strategies:
            share = strategy.copy()
            share[strategy == 0] = number(1, exact)
            made.append(Trembles(share, (strategy == 0).astype(np.int64)))
        for (i, move), k in self.mistakes.items():
            trembles, sequence = made[int(form.player[i])], int(form.first_sequence[i]) + move
            trembles.share[sequence] = number(shares[k], exact)
            trembles.order[sequence] = orders[k]
        return made


@dataclass(frozen=True, eq=False)
class _Choice:
    """The classes of one set that are believed, and the others."""

    believed: tuple[Class, ...]
    others: tuple[Class, ...]


@dataclass
class _Budget:
    programmes: int = 0
    doubt: bool = False
    """whether some choice was not tried, or neither justified nor refuted"""


def _subsets(classes: Sequence[Class]) -> Iterator[tuple[Class, ...]]:
    """All but the empty one, larger ones first: mistakes are about equally likely where nothing speaks against it."""
    for size in range(len(classes), 0, -1):
        yield from combinations(classes, size)
