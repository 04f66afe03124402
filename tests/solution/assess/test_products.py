"""Shares of mistakes whose products justify what is played."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np

from galakit.solution.assess.products import shares_of, weights

A, B, C, D = (frozenset({k}) for k in range(4))


def equal(left, right):
    """A set at which two moves are equally good only if the weights are in this proportion."""
    return np.array([left, -left]), np.array([-right, right])


def odds(shares, over, under):
    return prod((shares[k] for k in over), start=Fraction(1)) / prod((shares[k] for k in under), start=Fraction(1))


def test_weights_that_leave_no_choice_are_exact():
    for_a, for_b = equal(2, 3)
    assert weights([for_a, for_b]) == [Fraction(3, 2), 1]
    shares = shares_of([[(A, for_a), (B, for_b)]], 2).values
    assert odds(shares, A, B) == Fraction(3, 2)


def test_information_sets_that_compare_the_same_mistakes_must_agree():
    once, twice = equal(2, 3), equal(4, 6)
    first = [(A, once[0]), (B, once[1])]
    same = [(A | C, twice[0]), (B | C, twice[1])]  # after a further mistake, which both have in common
    other = [(A | C, twice[0]), (B | C, 2 * twice[1])]
    assert odds(shares_of([first, same], 3).values, A, B) == Fraction(3, 2)
    assert shares_of([first, other], 3).values is None and shares_of([first, other], 3).decided


def test_mistakes_of_different_players_multiply():
    """With A to B as 3 to 2 and C to D as 5 to 1, both together are as 15 to 2; nothing else is consistent."""
    ab, cd = equal(2, 3), equal(1, 5)
    sets = [[(A, ab[0]), (B, ab[1])], [(C, cd[0]), (D, cd[1])]]
    both = equal(2, 15)
    found = shares_of([*sets, [(A | C, both[0]), (B | D, both[1])]], 4).values
    assert odds(found, A, B) == Fraction(3, 2) and odds(found, A | C, B | D) == Fraction(15, 2)
    wrong = equal(1, 15)
    refuted = shares_of([*sets, [(A | C, wrong[0]), (B | D, wrong[1])]], 4)
    assert refuted.values is None and not refuted.decided  # no solution, and no proof of that


def test_inequalities_tied_by_products_are_solved_by_optimisation():
    """A at least twice B, C at least twice D, and both together at most ten times: linear weights alone miss the tie."""
    at_least = [np.array([-1, 0]), np.array([2, 0])]
    at_most = [np.array([1, 0]), np.array([-10, 0])]
    sets = [[(A, at_least[0]), (B, at_least[1])], [(C, at_least[0]), (D, at_least[1])]]
    found = shares_of([*sets, [(A | C, at_most[0]), (B | D, at_most[1])]], 4).values
    assert found is not None
    assert float(odds(found, A | C, B | D)) <= 10.001 and float(odds(found, A, B)) >= 1.999
