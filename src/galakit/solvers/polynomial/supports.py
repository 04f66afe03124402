"""Which strategies players may mix in an equilibrium: all choices of supports but those that dominance rules out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import prod

import numpy as np

from galakit.solvers.polynomial.boxes import solutions
from galakit.solvers.polynomial.system import Floats, System

Supports = tuple[tuple[int, ...], ...]
SAME = 1e-7


@dataclass(frozen=True, eq=False)
class Enumerated:
    """The equilibria that were found."""

    mixed: tuple[tuple[Floats, ...], ...]
    """for each, a mixed strategy of each player"""
    complete: bool
    """whether there was time for all supports"""
    isolated: bool
    """whether all are proved to be there, up to rounding; otherwise some may belong to curves of equilibria"""
    supports: int
    """how many were examined"""


def count_supports(shape: Sequence[int]) -> int:
    """How many choices of supports there are.

    >>> count_supports((2, 2, 2))
    27
    """
    return prod(2**size - 1 for size in shape)


def enumerate_equilibria(payoffs: Sequence[Floats], over: Callable[[], bool] = lambda: False) -> Enumerated:
    """All equilibria of a normal form, a table for each player.

    >>> pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> found = enumerate_equilibria([pennies, -pennies])
    >>> [[mixed.round(6).tolist() for mixed in one] for one in found.mixed], found.isolated
    ([[[0.5, 0.5], [0.5, 0.5]]], True)
    """
    shape = payoffs[0].shape
    scaled = tuple((table - table.min()) / (np.ptp(table) or 1.0) for table in payoffs)
    found: list[tuple[Floats, ...]] = []
    complete, isolated, many = True, True, 0
    for supports in _supports(shape):
        if over():
            complete = False
            break
        many += 1
        if any(_dominated(table, player, supports) for player, table in enumerate(scaled)):
            continue
        system = System(scaled, supports)
        solved = solutions(system, over)
        isolated &= solved.isolated
        for point in solved.points:
            one = tuple(system.probabilities(point))
            if not any(all(np.abs(a - b).max() < SAME for a, b in zip(one, other)) for other in found):
                found.append(one)
    return Enumerated(tuple(found), complete and not over(), isolated, many)


def _supports(shape: Sequence[int]) -> Iterator[Supports]:
    """All choices, small ones first."""
    each = [list(chain.from_iterable(combinations(range(size), k) for k in range(1, size + 1))) for size in shape]
    return iter(sorted(product(*each), key=lambda supports: sum(map(len, supports))))


def _dominated(table: Floats, player: int, supports: Supports) -> bool:
    """Whether a strategy of a player's support is worse than another one, whatever the others mix in theirs."""
    for other, own in enumerate(supports):
        if other != player:
            table = np.take(table, own, axis=other)
    rows = np.moveaxis(table, player, 0).reshape(table.shape[player], -1)
    return any(bool((rows > rows[strategy]).all(axis=1).any()) for strategy in supports[player])
