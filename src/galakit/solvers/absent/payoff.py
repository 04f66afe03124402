"""The expected payoff of one player as a polynomial in the probabilities with which they move.

A set that no play meets twice enters linearly, so one of its moves is best whatever is played elsewhere: such a set
needs no variable, but an axis with an entry for each move. A set that is met twice gets a variable for each move
but the last: the probability of that move, given that none of those before it is made. So all variables range over
[0, 1], and a play that makes the move a times and a later one b times has the factor x^a (1 - x)^b.

The polynomials are kept in the basis x^k (1 - x)^(n - k): its coefficients, divided by the binomial coefficients
C(n, k), are those of Bernstein, between the least and the largest of which the polynomial lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import END

Column = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Shape:
    """Which sets have an axis, which moves have a variable, and of which degree the payoff is in it."""

    once: list[int]
    """information sets that no play meets twice, with two moves or more"""
    twice: list[int]
    """those that a play can meet twice"""
    visits: list[int]
    """how often one play can meet each of `twice`"""
    moves: list[int]
    """the number of moves at every set of the game"""

    @property
    def degrees(self) -> list[int]:
        """The degree in each variable."""
        return [n for i, n in zip(self.twice, self.visits) for _ in range(self.moves[i] - 1)]

    @property
    def size(self) -> int:
        """The number of coefficients."""
        return self.choices * prod(n + 1 for n in self.degrees)

    @property
    def choices(self) -> int:
        """The choices of moves at the sets that are met once."""
        return prod(self.moves[i] for i in self.once)


@dataclass(frozen=True, eq=False)
class Payoff:
    """The polynomials, one for each choice of moves at the sets that are met once."""

    form: SequenceForm
    shape: Shape
    scaled: Column
    """[moves at each set of `once`, degree + 1 of each variable] whole numbers: coefficients of x^k (1 - x)^(n - k)"""
    scale: int
    """what these are to be divided by"""

    def bernstein(self) -> npt.NDArray[np.float64]:
        """[choices, degree + 1 of each variable] Bernstein's coefficients."""
        degrees = self.shape.degrees
        weights = reduce(np.multiply.outer, [_binomials(n) for n in degrees], np.array(self.scale, object))
        rows: Column = self.scaled.reshape(-1, *(n + 1 for n in degrees)) / weights
        return np.array(rows, np.float64)

    def strategy(self, row: int, point: Column | list[Any], *, exact: bool) -> Column:
        """The behaviour strategy of a choice of moves and values of the variables."""
        shape = self.shape
        result: Column = np.zeros(self.form.sequences[0], object if exact else np.float64)
        result[:] = Fraction(0) if exact else 0.0
        one = Fraction(1) if exact else 1.0
        first = self.form.first_sequence
        result[0] = one
        result[first[[i for i, many in enumerate(shape.moves) if many == 1]]] = one
        chosen = np.unravel_index(row, [shape.moves[i] for i in shape.once]) if shape.once else ()
        for i, played in zip(shape.once, chosen):
            result[first[i] + played] = one
        variables = iter(point)
        for i in shape.twice:
            left = one
            for move in range(shape.moves[i] - 1):
                x = next(variables)
                result[first[i] + move] = left * x
                left = left * (1 - x)
            result[first[i] + shape.moves[i] - 1] = left
        return result


def shape_of(form: SequenceForm, tree: Tree) -> Shape:
    """The axes and variables of a game's payoff; single moves are no choice."""
    moves = form.moves_count.tolist()
    met = set(tree.absent_minded().tolist())
    choices = [i for i, many in enumerate(moves) if many > 1]
    twice = [i for i in choices if i in met]
    return Shape([i for i in choices if i not in met], twice, _visits(tree, twice), moves)


def payoff_of(form: SequenceForm, tree: Tree, shape: Shape) -> Payoff:
    """The polynomials of a game for one player, in whole numbers."""
    plays, weights = _plays(form, tree)
    whole = lcm(*(w.denominator for w in weights))
    total = np.zeros([shape.moves[i] for i in shape.once] + [n + 1 for n in shape.degrees], object)
    first = form.first_sequence
    for made, weight in zip(plays, weights):
        at: list[Any] = []
        for i in shape.once:
            own = made[first[i] : first[i] + shape.moves[i]]
            at.append(int(own.argmax()) if own.any() else slice(None))
        factors = [np.array(int(weight * whole), object)]
        for i, n in zip(shape.twice, shape.visits):
            own = made[first[i] : first[i] + shape.moves[i]].tolist()
            factors += [_raised(own[k], sum(own[k + 1 :]), n) for k in range(len(own) - 1)]
        total[tuple(at)] += reduce(np.multiply.outer, factors)
    return Payoff(form, shape, total, whole)


def _visits(tree: Tree, sets: list[int]) -> list[int]:
    """How often one play can meet each of these sets."""
    most = []
    for i in sets:
        met = (tree.information_set == i).astype(np.int64)
        for level in tree.levels()[1:]:
            met[level] += met[tree.parent[level]]
        most.append(int(met.max()))
    return most


def _plays(form: SequenceForm, tree: Tree) -> tuple[npt.NDArray[np.int64], list[Fraction]]:
    """How often each move is made in a play, and what all plays with these numbers bring, chance included."""
    made = np.zeros((tree.nodes, form.sequences[0]), np.int64)
    above = tree.parent[1:]
    own = np.flatnonzero(tree.information_set[above] >= 0)
    move = tree.edge[1:] - tree.automaton.first[tree.state[above]]
    made[1 + own, form.first_sequence[tree.information_set[above[own]]] + move[own]] = 1
    for level in tree.levels()[1:]:
        made[level] += made[tree.parent[level]]
    ends = np.flatnonzero(tree.mover == END)
    plays, which = np.unique(made[ends], axis=0, return_inverse=True)
    reaches = [Fraction(r) for r in tree.reaches]
    paid = [Fraction(p[0]) for p in tree.payoffs]
    weights = [Fraction(0)] * len(plays)
    for play, reach, payoff in zip(which.ravel().tolist(), tree.reach[ends].tolist(), tree.payoff[ends].tolist()):
        weights[play] += reaches[reach] * paid[payoff]
    return plays, weights


def _binomials(n: int) -> Column:
    return np.array([comb(n, k) for k in range(n + 1)], object)


def _raised(a: int, b: int, n: int) -> Column:
    """x^a (1 - x)^b in the basis of degree n: times (x + (1 - x))^(n - a - b).

    >>> _raised(1, 0, 2).tolist()
    [0, 1, 1]
    """
    result = np.zeros(n + 1, object)
    result[a : n - b + 1] = _binomials(n - a - b)
    return result
