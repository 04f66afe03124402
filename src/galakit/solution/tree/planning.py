"""What one player could gain by another behaviour strategy where an information set can be met twice in one play.

No pure response need be best then, and once the game has begun a player cannot change what they do at one visit alone.
So the certificate compares plans: no strategy that is decided on before the start gets more than a bound. With one
probability to choose the bound is proved in fractions: Sturm's theorem counts the sign changes of bound minus
payoff on [0, 1], for each choice of moves elsewhere. With several, `planning_boxes` encloses the payoff in intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

from galakit.deadline import check_deadline
from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.progress import CERTIFYING
from galakit.rules.contract import CHANCE, END, Number
from galakit.solution.tree.planning_boxes import Choices, bound_by_boxes

if TYPE_CHECKING:
    from flint import fmpq, fmpq_poly

WORK = 2_000_000  # nodes, times the choices of moves at sets that are met once
PRECISION = Fraction(1, 2**40)  # of the largest payoff: how closely the bound approaches what can be had


def most(form: SequenceForm, tree: Tree, value: Number) -> tuple[Number, bool]:
    """An upper bound on what one player can expect, at least the value they have; and whether it is attained.

    Attained means up to rounding. The bound is the value itself where no strategy gets more, a Fraction where that was
    proved exactly or the bound approaches the best within `PRECISION`, and a float where intervals enclose it.
    """
    choices = _choices(form, tree)
    if len(choices) * tree.nodes > WORK:
        raise GalakitError(
            f"{form.players[0]} has {len(choices):,} choices of moves at the information sets that are met once",
            notes=[f"each is compared on {tree.nodes:,} nodes, and {WORK:,} are allowed together"],
            hint="choose smaller parameters",
            id="GK696",
        )
    if len(choices.mixed) > 1 or any(form.moves_count[i] > 2 for i in choices.mixed):
        return bound_by_boxes(form, tree, choices, float(value))
    paid = [Fraction(p[0]) for p in tree.payoffs]
    bound, highest = Fraction(value), max(paid)
    narrow = PRECISION * max(map(abs, paid))
    for payoff in _payoffs(form, tree, choices):
        check_deadline(CERTIFYING)
        if _below(payoff, bound):
            continue
        low, high = bound, min(bound + narrow, highest)
        if not _below(payoff, high):
            low, high = high, highest
        while high - low > narrow:
            middle = (low + high) / 2
            low, high = (low, middle) if _below(payoff, middle) else (middle, high)
        bound = high
    return bound, True


def _choices(form: SequenceForm, tree: Tree) -> Choices:
    """The sets where randomising can help, and the moves at the others."""
    mixed = [i for i in tree.absent_minded().tolist() if form.moves_count[i] > 1]
    pure = [i for i in range(form.information_sets) if i not in set(mixed)]
    return Choices(mixed, pure, [int(form.moves_count[i]) for i in pure])


def _payoffs(form: SequenceForm, tree: Tree, choices: Choices) -> Iterator[fmpq_poly]:
    """The expected payoff as a polynomial in the probability of one move, for each choice of moves elsewhere."""
    from flint import fmpq_poly

    paid = [fmpq_poly([_rational(p[0])]) for p in tree.payoffs]
    chances = [fmpq_poly([_rational(p)]) for p in tree.automaton.probabilities]
    above = tree.parent[1:]
    move = tree.edge[1:] - tree.automaton.first[tree.state[above]]
    own = np.flatnonzero(tree.information_set[above] >= 0)
    drawn = np.flatnonzero(tree.mover[above] == CHANCE)
    factor = np.empty(tree.nodes - 1, np.int64)  # which of the factors below the move to each node is
    factor[own] = form.first_sequence[tree.information_set[above[own]]] + move[own]
    factor[drawn] = form.sequences[0] + tree.automaton.probability[tree.edge[1 + drawn]]
    # From the last node to the first: all nodes behind a node come before it.
    upwards = list(zip(range(tree.nodes - 1, 0, -1), above[::-1].tolist(), factor[::-1].tolist()))
    ends = np.flatnonzero(tree.mover == END).tolist()
    for moves in product(*map(range, choices.counts)):
        factors = [fmpq_poly([0])] * form.sequences[0] + chances
        for i, chosen in zip(choices.pure, moves):
            factors[int(form.first_sequence[i]) + chosen] = fmpq_poly([1])
        for i in choices.mixed:
            first = int(form.first_sequence[i])
            factors[first : first + 2] = fmpq_poly([0, 1]), fmpq_poly([1, -1])
        value = [fmpq_poly([0])] * tree.nodes
        for end in ends:
            value[end] = paid[tree.payoff[end]]
        for node, parent, by in upwards:
            value[parent] = value[parent] + factors[by] * value[node]
        yield value[0]


def _below(payoff: fmpq_poly, bound: Fraction) -> bool:
    """Whether a polynomial is at most the bound on all of [0, 1].

    >>> from flint import fmpq_poly
    >>> driver = fmpq_poly([0, 4, -3])
    >>> _below(driver, Fraction(4, 3)), _below(driver, Fraction(4, 3) - Fraction(1, 10**30))
    (True, False)
    """
    from flint import fmpq, fmpq_poly

    room = fmpq_poly([_rational(bound)]) - payoff
    if room.degree() < 1:
        return bool(room(0) >= 0)
    if room(0) < 0 or room(1) < 0 or room(fmpq(1, 2)) < 0:
        return False
    crossing = fmpq_poly([1])  # its roots are those where the sign changes
    for factor, times in room.factor_squarefree()[1]:
        if times % 2:
            crossing *= factor
    for end in (fmpq_poly([0, 1]), fmpq_poly([1, -1])):
        if (crossing % end).is_zero():
            crossing //= end
    return _roots_between(crossing) == 0


def _roots_between(polynomial: fmpq_poly) -> int:
    """The number of distinct roots between 0 and 1, neither of which is one, by Sturm's theorem."""
    chain = [polynomial, polynomial.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))

    def changes(at: int) -> int:
        values = [v for p in chain if (v := p(at)) != 0]
        return sum((a < 0) != (b < 0) for a, b in pairwise(values))

    return changes(0) - changes(1)


def _rational(x: Number) -> fmpq:
    from flint import fmpq

    exactly = Fraction(x)
    return fmpq(exactly.numerator, exactly.denominator)
