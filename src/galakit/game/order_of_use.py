"""One numbering of an automaton's side tables, whichever way its states were found.

Whatever lists facts or breaks ties does so by these numbers, so a game that the rules list at once must have those of a
game that is explored state by state: else the answer would depend on how long exploring happened to take.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from galakit.deadline import note
from galakit.game.automaton import Automaton, Column

NUMBERING, STEPS = "numbering what players see", 4

T = TypeVar("T")


def in_order_of_use(automaton: Automaton) -> Automaton:
    """The automaton with observations and probabilities numbered as they are first met, state by state."""
    a = automaton
    n = len(a.players)
    note(NUMBERING, 0, STEPS)
    observed = np.insert(a.seen.reshape(-1), a.first[:-1].astype(np.int64) * n, a.offered)
    symbols = _renumbered(np.concatenate([np.array(a.opening_seen, np.int32), observed]), len(a.observations))
    unused = np.flatnonzero(symbols == len(symbols)).tolist()
    if unused:
        # Each fact of a longer observation has an entry of its own, even if no player observes it alone: those come
        # last.
        waiting = {a.observations[i]: i for i in unused}
        following = len(symbols) - len(unused)
        for i in np.argsort(symbols, kind="stable")[:following].tolist():
            for fact in a.observations[i] if len(a.observations[i]) > 1 else ():
                if (found := waiting.pop((fact,), None)) is not None:
                    symbols[found] = following
                    following += 1
    note(NUMBERING, 2, STEPS)
    chances = _renumbered(a.probability, len(a.probabilities))
    note(NUMBERING, 3, STEPS)
    return replace(
        a,
        seen=symbols[a.seen],
        offered=symbols[a.offered],
        opening_seen=tuple(symbols[list(a.opening_seen)].tolist()),
        observations=_reordered(a.observations, symbols),
        probability=chances[a.probability],
        probabilities=_reordered(a.probabilities, chances),
    )


def _renumbered(column: Column, count: int) -> Column:
    """New numbers for `count` old ones: 0 stays, others in the order of their first use; `count` for the unused."""
    first = np.full(count, len(column) + 1, np.int64)
    first[column[::-1]] = np.arange(len(column), 0, -1)
    first[0] = 0
    number = np.full(count, count, np.int32)
    order = np.argsort(first, kind="stable")
    used = int((first <= len(column)).sum())
    number[order[:used]] = np.arange(used)
    return number


def _reordered(table: list[T], numbers: Column) -> list[T]:
    return [table[i] for i in np.argsort(numbers, kind="stable")]
