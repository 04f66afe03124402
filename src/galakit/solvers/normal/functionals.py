"""Linear functions of a player's realization plan, in whole numbers, while the game shrinks.

A continuation of a move, with all of the player's later decisions fixed, pays a linear function of the other's plan: a
sum of rows of the payoff matrix. Whether one continuation is never worse than another is whether the least value of
their difference on the other's treeplex is at least 0. It is found bottom up, like a best response, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import lcm
from typing import TypeAlias

import numpy as np

from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number

Functional: TypeAlias = dict[int, int]
"""a linear function of the other's plan: sequence -> coefficient"""


class Treeplex:
    """A player's side of the game while it shrinks."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        sets = form.sets_of(player)
        self.sets: list[int] = sets.tolist()
        self.first: list[int] = form.first_sequence[sets].tolist()
        self.count: list[int] = form.moves_count[sets].tolist()
        self.parent: list[int] = form.parent_sequence[sets].tolist()
        self.set_of = [-1] * form.sequences[player]
        self.below: list[list[int]] = [[] for _ in range(form.sequences[player])]
        for k, (first, count, parent) in enumerate(zip(self.first, self.count, self.parent)):
            self.set_of[first : first + count] = [k] * count
            self.below[parent].append(k)
        self.alive = [True] * form.sequences[player]
        self.rows = rows(form, player, [c[player] for c in form.classes])
        """what the leaves pay after each own sequence"""
        self._chance = rows(form, player, form.class_reach)
        self._reach: dict[int, Functional] = {}

    def moves(self, k: int) -> list[int]:
        """The moves left at the k-th own information set."""
        return [s for s in range(self.first[k], self.first[k] + self.count[k]) if self.alive[s]]

    def least(self, function: Functional) -> int:
        """The smallest value of a linear function on the own treeplex."""
        return self._least(function)[0]

    def worst(self, function: Functional) -> dict[int, int]:
        """A pure plan with that value: for each set that matters, by its number, the sequence that is played."""
        return self._least(function)[1]

    def _least(self, function: Functional) -> tuple[int, dict[int, int]]:
        value = dict(function)
        played: dict[int, int] = {}
        waiting = [-self.set_of[s] for s in value if s]
        heapify(waiting)
        while waiting:  # a set's parent has a smaller number than its own sequences, so the last set comes first
            k = -heappop(waiting)
            if k in played:
                continue
            played[k] = min(self.moves(k), key=lambda s: value.get(s, 0))
            least = value.get(played[k], 0)
            if least:
                parent = self.parent[k]
                value[parent] = value.get(parent, 0) + least
                if parent:
                    heappush(waiting, -self.set_of[parent])
        return value.get(0, 0), played

    def at(self, function: Functional, played: dict[int, int]) -> int:
        """The value of a function at a pure plan, of which only the sets that matter are known."""
        total = function.get(0, 0)
        for s, value in function.items():
            t = s
            while t and played.get(self.set_of[t]) == t:
                t = self.parent[self.set_of[t]]
            total += value if s and not t else 0
        return total

    def reach(self, k: int) -> Functional:
        """The probability, in whole units, of getting to the k-th set if its owner plays towards it."""
        if k not in self._reach:
            total: Functional = {}
            waiting = [k]
            while waiting:  # whatever is played there, the play ends somewhere: the first move will do
                s = self.first[waiting.pop()]
                for t, value in self._chance[s].items():
                    total[t] = total.get(t, 0) + value
                waiting += self.below[s]
            self._reach[k] = total
        return self._reach[k]

    def remove(self, sequence: int) -> None:
        """Take a sequence and all that continue it."""
        stack = [sequence]
        while stack:
            s = stack.pop()
            self.alive[s] = False
            for k in self.below[s]:
                stack.extend(self.moves(k))


def rows(form: SequenceForm, player: int, amounts: Sequence[Number]) -> list[Functional]:
    """What the leaves amount to after each own sequence, by the other's last sequence, in whole numbers."""
    ratios = [a.as_integer_ratio() for a in amounts]
    denominator = lcm(*(d for _, d in ratios))
    whole = np.fromiter([n * (denominator // d) for n, d in ratios], object)
    wide = form.sequences[1 - player]
    pairs = form.leaf_sequences[player].astype(np.int64) * wide + form.leaf_sequences[1 - player]
    order = np.argsort(pairs, kind="stable")
    found, start = np.unique(pairs[order], return_index=True)
    leaves = whole[form.leaf_class[order]]
    if int(abs(whole).max(initial=0)) * max(1, len(leaves)) < 2**62:
        leaves = leaves.astype(np.int64)
    sums = np.add.reduceat(leaves, start).tolist() if len(start) else []
    made: list[Functional] = [{} for _ in range(form.sequences[player])]
    for s, t, value in zip((found // wide).tolist(), (found % wide).tolist(), sums):
        made[s][t] = value
    return made


def plus(f: Functional, g: Functional) -> Functional:
    """The sum of two functions."""
    total = dict(f)
    for t, v in g.items():
        total[t] = total.get(t, 0) + v
    return total


def difference(good: Functional, bad: Functional) -> Functional:
    """By how much one is better, without what is 0."""
    return {t: v for t in good.keys() | bad.keys() if (v := good.get(t, 0) - bad.get(t, 0))}


def mixed(functions: Sequence[Functional], weights: Sequence[Fraction]) -> tuple[Functional, int]:
    """A mixture of functions, times the common denominator of the weights; the denominator."""
    unit = lcm(*(w.denominator for w in weights))
    total: Functional = {}
    for function, weight in zip(functions, weights):
        for t, v in function.items():
            total[t] = total.get(t, 0) + int(weight * unit) * v
    return total, unit
