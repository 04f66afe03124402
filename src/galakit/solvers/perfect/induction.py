"""Backward induction on the automaton (Zermelo 1913; Kuhn 1953): a subgame-perfect equilibrium in pure strategies.

Payoffs are paid along edges, so the value of a state does not depend on how it was reached: each state is solved once,
level by level from the end, however many nodes of the tree share it. In a game without chance exact numbers are
integers over one denominator; with chance they are Fractions.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.game.automaton import CHANCE, Automaton
from galakit.game.ragged import chained
from galakit.progress import Progress, throttled
from galakit.rules.contract import Number

TOLERANCE = 1e-12  # of the largest payoff: by so much equal floats may differ

Ties: TypeAlias = Literal["first", "last", "kind", "spiteful"]
TIES: tuple[Ties, ...] = get_args(Ties)


@dataclass(frozen=True, eq=False)
class Induction:
    """S states, E edges, n players."""

    automaton: Automaton
    exact: bool
    values: npt.NDArray[Any]
    """[S, n] what each player gets from a state on, times `scale`"""
    scale: int
    choice: npt.NDArray[np.int64]
    """[S] the edge that is played; -1 where no player moves"""
    best: npt.NDArray[np.bool_]
    """[E] whether the move is optimal for the mover"""

    def number(self, x: Any) -> Number:
        """An entry of `values` as a number."""
        if not self.exact:
            return float(x)
        return Fraction(x if isinstance(x, Fraction) else int(x)) / self.scale

    @property
    def tied(self) -> npt.NDArray[np.int64]:
        """The states in which several moves are best for the mover."""
        deciding = np.flatnonzero(self.automaton.mover >= 0)
        best = np.concatenate([[0], np.cumsum(self.best)])
        many: npt.NDArray[np.int64] = best[self.automaton.first[deciding + 1]] - best[self.automaton.first[deciding]]
        return deciding[many > 1]


def induce(
    automaton: Automaton,
    ties: Ties = "first",
    *,
    exact: bool = True,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Induction:
    """An optimal move in every state. `ties` chooses among moves that are equally good for the mover.

    It takes the `first` or the `last` of them, the first of those best for the others together (`kind`), or of those
    worst for them (`spiteful`); if several are that, by the payoffs of the others one by one, in their order.

    >>> import galakit as gk
    >>> found = induce(gk.load("centipede").automaton)
    >>> [found.number(x) for x in found.values[found.automaton.start]]
    [Fraction(4, 1), Fraction(1, 1)]
    """
    began, report = time.monotonic(), throttled(progress)
    gains, probabilities, scale = _numbers(automaton, exact)
    values = np.zeros((automaton.states, len(automaton.players)), gains.dtype)
    choice = np.full(automaton.states, -1, np.int64)
    best = np.zeros(automaton.edges, bool)
    slack: Any = 0 if exact else TOLERANCE * float(np.abs(gains).max(initial=0.0)) * len(automaton.levels)
    # Where one player gains exactly what the other loses, moves that are equally good for one are so for the other.
    opposed = exact and gains.shape[1] == 2 and not gains.sum(axis=1).any()
    choosy = ties in ("kind", "spiteful") and not opposed
    done = 0
    for level in reversed(automaton.levels):
        if time_limit is not None and time.monotonic() - began > time_limit:
            raise OutOfTime(
                "the time limit was reached before backward induction reached the start",
                hint="allow more time: --time-limit, or time_limit in Python",
                id="GK632",
            )
        mover = automaton.mover[level]
        for states in (level[mover == CHANCE], level[mover >= 0]):
            if not states.size:
                continue
            edges, start, count = chained(automaton.first, states)
            after = gains.take(automaton.gain[edges], axis=0) + values.take(automaton.target[edges], axis=0)
            if automaton.mover[states[0]] == CHANCE:
                share = probabilities[automaton.probability[edges]]
                values[states] = np.add.reduceat(share[:, None] * after, start, axis=0)
                continue
            whose = automaton.mover[states]
            if (whose == whose[0]).all():
                own = after[:, whose[0]]
            else:
                own = after[np.arange(len(after)), np.repeat(whose, count)]
            good = own >= np.repeat(np.maximum.reduceat(own, start), count) - slack
            good = good.astype(bool)
            liked = _liked(after, np.repeat(whose, count)) if choosy else []
            chosen = _chosen(good, liked, start, count, ties)
            values[states], choice[states], best[edges] = after[chosen], automaton.first[states] + chosen - start, good
        done += len(level)
        report("backward induction", done, automaton.states)
    return Induction(automaton, exact, values, scale, choice, best)


def _liked(after: npt.NDArray[Any], mover: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """How much others like each edge: all together, and of more than one each by themselves, in their order."""
    players = range(after.shape[1])
    others = [np.where(mover == p, 0, after[:, p]) for p in players]
    together = sum(others[1:], start=others[0])
    return [together, *others] if len(players) > 2 else [together]


def _chosen(
    good: npt.NDArray[np.bool_],
    liked: list[npt.NDArray[Any]],
    start: npt.NDArray[Any],
    count: npt.NDArray[Any],
    ties: Ties,
) -> npt.NDArray[np.int64]:
    """The position of the move that is made in each state, among the good ones."""
    for each in liked:
        by = each if ties == "kind" else -each
        by = np.where(good, by, by.min() - 1)
        good = good & (by == np.repeat(np.maximum.reduceat(by, start), count)).astype(bool)
    position = np.arange(len(good))
    if ties == "last":
        return np.maximum.reduceat(np.where(good, position, -1), start)
    return np.minimum.reduceat(np.where(good, position, len(good)), start)


def _numbers(automaton: Automaton, exact: bool) -> tuple[npt.NDArray[Any], npt.NDArray[Any], int]:
    """Gains (times the scale that is returned) and probabilities."""
    if not exact:
        return np.array(automaton.gains, np.float64), np.array(automaton.probabilities, np.float64), 1
    probabilities = np.array([Fraction(p) for p in automaton.probabilities], object)
    fractions = [[Fraction(x) for x in row] for row in automaton.gains]
    if (automaton.mover == CHANCE).any():
        return np.array(fractions, object), probabilities, 1
    scale = lcm(*(x.denominator for row in fractions for x in row))
    whole = np.array([[int(x * scale) for x in row] for row in fractions], object)
    # Sums over players and plays must fit into a machine word; otherwise Python's own integers are as exact.
    largest = max(abs(x) for row in whole.tolist() for x in row)
    fits = largest * len(automaton.levels) * (len(automaton.players) + 1) < 2**62
    return whole.astype(np.int64) if fits else whole, probabilities, scale
