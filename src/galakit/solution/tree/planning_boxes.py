"""An upper bound on the payoff of one player over all behaviour strategies, by intervals on the tree.

A box is an interval for the probability of every move. Intervals for the values of nodes (bottom up) and for the
probabilities of reaching them (top down) enclose the slope of the payoff in each probability; the payoff in the middle
of the box plus the slopes times the widths is a bound, whose error shrinks with the square of the width. Boxes whose
bound is not low enough are cut in two, where the slopes add most to the bound. A move whose slope is below another's
in all of the box is made as seldom as the box allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from galakit.deadline import check_deadline
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.progress import CERTIFYING
from galakit.rules.contract import CHANCE, END

Floats = npt.NDArray[np.float64]

CLOSE = 1e-10  # of the largest payoff: how closely the bound approaches what can be had, far above rounding
ROUNDING = 1e-12  # by which probabilities may miss their sum
TINY = 1e-12  # breaks ties between intervals that add nothing
BATCH = 1024  # boxes at a time
WORK = 30_000_000  # boxes, times nodes


@dataclass(frozen=True)
class Choices:
    """The information sets of one player: where they randomise, and where a pure move is best."""

    mixed: list[int]
    """sets that can be met twice"""
    pure: list[int]
    """sets that cannot: the payoff is linear in the probabilities at each"""
    counts: list[int]
    """the number of moves at each of these"""

    def __len__(self) -> int:
        return prod(self.counts)


def bound_by_boxes(form: SequenceForm, tree: Tree, choices: Choices, value: float) -> tuple[float, bool]:
    """What no strategy exceeds, and whether that was not cut short."""
    game = _Enclosure(form, tree)
    close = CLOSE * max(abs(float(p[0])) for p in tree.payoffs)
    low, high = _first_boxes(form, choices)
    reached, work = value, 0
    waiting, waiting_bounds = np.empty((0, *low.shape[1:], 3)), np.empty(0)
    boxes = np.stack([low, high, np.zeros_like(low)], axis=-1)
    while True:
        check_deadline(CERTIFYING)
        bounds, found = game.bounds(boxes, choices.mixed)
        work += len(boxes)
        reached = max(reached, float(found.max(initial=-np.inf)))
        waiting, waiting_bounds = np.concatenate([waiting, boxes]), np.concatenate([waiting_bounds, bounds])
        kept = waiting_bounds > reached + close
        waiting, waiting_bounds = waiting[kept], waiting_bounds[kept]
        if not len(waiting):
            return reached + close, True
        if work * tree.nodes > WORK:
            return float(waiting_bounds.max()), False
        order = np.argsort(-waiting_bounds, kind="stable")
        boxes = _cut(form, waiting[order[:BATCH]], choices.mixed)
        waiting, waiting_bounds = waiting[order[BATCH:]], waiting_bounds[order[BATCH:]]


def _first_boxes(form: SequenceForm, choices: Choices) -> tuple[Floats, Floats]:
    """[boxes, sequences] all probabilities where the player randomises, for each choice of moves elsewhere."""
    low = np.zeros((len(choices), form.sequences[0]))
    low[:, 0] = 1.0
    first = form.first_sequence
    for box, moves in enumerate(product(*map(range, choices.counts))):
        low[box, first[choices.pure] + np.array(moves, np.int64)] = 1.0
    high = low.copy()
    for i in choices.mixed:
        high[:, first[i] : first[i] + form.moves_count[i]] = 1.0
    return low, high


def _cut(form: SequenceForm, boxes: Floats, mixed: list[int]) -> Floats:
    """Both halves of each box, cut where the slopes add most, as far as probabilities can sum to 1 in them."""
    low, high, added = boxes[..., 0], boxes[..., 1], boxes[..., 2]
    at = np.argmax(np.where(high > low, added + TINY * (high - low), -1.0), axis=1)
    every = np.arange(len(low))
    middle = (low[every, at] + high[every, at]) / 2
    upper, lower = low.copy(), high.copy()
    upper[every, at] = middle
    lower[every, at] = middle
    low, high = np.concatenate([low, upper]), np.concatenate([lower, high])
    possible = np.ones(len(low), bool)
    for i in mixed:
        own = _moves_of(form, i)
        least, largest = low[:, own].sum(axis=1, keepdims=True), high[:, own].sum(axis=1, keepdims=True)
        possible &= (least <= 1 + ROUNDING)[:, 0] & (largest >= 1 - ROUNDING)[:, 0]
        tighter = np.maximum(low[:, own], 1 - (largest - high[:, own]))
        high[:, own] = np.minimum(high[:, own], 1 - (least - low[:, own]))
        low[:, own] = np.minimum(tighter, high[:, own])
    return np.stack([low, high, np.zeros_like(low)], axis=-1)[possible]


def _moves_of(form: SequenceForm, information_set: int) -> slice:
    first = int(form.first_sequence[information_set])
    return slice(first, first + int(form.moves_count[information_set]))


def _shrink(low: Floats, high: Floats, slope_low: Floats, slope_high: Floats) -> None:
    """Moves of one set that another one beats in all of a box are made as seldom as can be, if it can take their place.

    Of moves with equal slopes the first one counts as better.
    """
    moves = low.shape[1]
    room = high + (low.sum(axis=1, keepdims=True) - low) >= 1 - ROUNDING
    worse = np.zeros(low.shape, bool)
    for k in range(moves):
        for j in range(moves):
            if j != k:
                better = slope_low[:, j] > slope_high[:, k]
                if j < k:
                    better |= slope_low[:, j] == slope_high[:, k]
                worse[:, k] |= better & room[:, j]
    high[worse] = low[worse]
    # What is left takes the rest.
    rest = 1 - (high.sum(axis=1, keepdims=True) - high)
    low[...] = np.minimum(np.maximum(low, rest), high)


class _Enclosure:
    """The tree of one player, ready for intervals."""

    def __init__(self, form: SequenceForm, tree: Tree) -> None:
        self.form, self.tree = form, tree
        self.levels = tree.levels()
        above = tree.parent[1:]
        move = tree.edge[1:] - tree.automaton.first[tree.state[above]]
        self.own = 1 + np.flatnonzero(tree.information_set[above] >= 0)
        """nodes after own moves"""
        sets = tree.information_set[tree.parent[self.own]]
        self.sequence = form.first_sequence[sets] + move[self.own - 1]
        """and these moves"""
        chances = np.array([float(p) for p in tree.automaton.probabilities])
        self.fixed = np.ones(tree.nodes)
        drawn = 1 + np.flatnonzero(tree.mover[above] == CHANCE)
        self.fixed[drawn] = chances[tree.automaton.probability[tree.edge[drawn]]]
        self.paid = np.where(tree.mover == END, np.array([float(p[0]) for p in tree.payoffs])[tree.payoff], 0.0)
        self.least, self.largest = self._range(np.minimum), self._range(np.maximum)

    def _range(self, extreme: np.ufunc) -> Floats:
        """[nodes] the least or largest payoff behind each node."""
        found = self.paid.copy()
        for level in reversed(self.levels[1:]):
            above = self.tree.parent[level]
            first = np.flatnonzero(np.diff(above, prepend=-1))
            found[above[first]] = extreme.reduceat(found[level], first)
        return found

    def bounds(self, boxes: Floats, mixed: list[int]) -> tuple[Floats, Floats]:
        """For each box a number that the payoff does not exceed in it, and the payoff at one of its points.

        The boxes shrink to where the payoff is largest in them, and learn how much each interval adds to the bound.
        """
        low, high = boxes[..., 0], boxes[..., 1]
        slopes = self._slopes(low, high)
        for i in mixed:
            _shrink(*(column[:, _moves_of(self.form, i)] for column in (low, high, *slopes)))
        slope_low, slope_high = self._slopes(low, high)
        middle = self._middles(low, high, mixed)
        there = self._values(middle, middle)[0][:, 0]
        bound = there.copy()
        for i in mixed:
            own = _moves_of(self.form, i)
            # Probabilities sum to 1, so a number that is taken from all slopes of a set changes nothing.
            level = ((slope_low[:, own] + slope_high[:, own]) / 2).mean(axis=1, keepdims=True)
            down, up = low[:, own] - middle[:, own], high[:, own] - middle[:, own]
            ends = [s * d for s in (slope_low[:, own] - level, slope_high[:, own] - level) for d in (down, up)]
            boxes[:, own, 2] = np.maximum.reduce(ends)
            bound += boxes[:, own, 2].sum(axis=1)
        return np.minimum(bound, self._values(low, high)[1][:, 0]), there

    def _slopes(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """[boxes, sequences] the slope in a probability: over all nodes after the move, how likely their parents are
        times their values."""
        least, largest = self._values(low, high)
        before, after = self._reaches(low, high)
        above = self.tree.parent[self.own]
        corners = [
            r * v for r in (before[:, above], after[:, above]) for v in (least[:, self.own], largest[:, self.own])
        ]
        slope_low, slope_high = np.zeros_like(low), np.zeros_like(low)
        np.add.at(slope_low.T, self.sequence, np.minimum.reduce(corners).T)
        np.add.at(slope_high.T, self.sequence, np.maximum.reduce(corners).T)
        return slope_low, slope_high

    def _middles(self, low: Floats, high: Floats, mixed: list[int]) -> Floats:
        """A point of each box in which probabilities sum to 1."""
        middle = low.copy()
        for i in mixed:
            own = _moves_of(self.form, i)
            wide = (high[:, own] - low[:, own]).sum(axis=1, keepdims=True)
            share = np.clip((1 - low[:, own].sum(axis=1, keepdims=True)) / np.maximum(wide, 1e-300), 0.0, 1.0)
            middle[:, own] += share * (high[:, own] - low[:, own])
        return middle

    def _steps(self, strategy: Floats) -> Floats:
        steps = np.repeat(self.fixed[None], len(strategy), axis=0)
        steps[:, self.own] = strategy[:, self.sequence]
        return steps

    def _values(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """[boxes, nodes] the least and the largest value of each node, each time within the payoffs behind it."""
        down, up = self._steps(low), self._steps(high)
        least, largest = (np.repeat(self.paid[None], len(low), axis=0) for _ in range(2))
        for level in reversed(self.levels[1:]):
            above = self.tree.parent[level]
            first = np.flatnonzero(np.diff(above, prepend=-1))
            parents = above[first]
            worst = np.minimum(down[:, level] * least[:, level], up[:, level] * least[:, level])
            best = np.maximum(down[:, level] * largest[:, level], up[:, level] * largest[:, level])
            least[:, parents] = np.maximum(np.add.reduceat(worst, first, axis=1), self.least[parents])
            largest[:, parents] = np.minimum(np.add.reduceat(best, first, axis=1), self.largest[parents])
        return least, largest

    def _reaches(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """[boxes, nodes] between which probabilities each node is reached."""
        before, after = self._steps(low), self._steps(high)
        for level in self.levels[1:]:
            above = self.tree.parent[level]
            before[:, level] *= before[:, above]
            after[:, level] *= after[:, above]
        return before, after
