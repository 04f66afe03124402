"""The plays of `tree_search`, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.agents.search import EXPLORATION
from galakit.compiling import njit
from galakit.rules.contract import CHANCE, END

LONGEST = 4_096
"""decisions of a play at which statistics are kept"""


@njit(cache=True, nogil=True)
def play_many(
    first: Any,
    child: Any,
    mover: Any,
    information_set: Any,
    share: Any,
    payoff: Any,
    offset: Any,
    nodes: Any,
    weights: Any,
    many: int,
    seed: int,
    counts: Any,
    sums: Any,
    low: Any,
    high: Any,
) -> None:
    """Plays from nodes drawn by their cumulated weights; statistics are kept for each move of an information set."""
    np.random.seed(seed)
    entry = np.zeros(LONGEST, np.int64)
    chooser = np.zeros(LONGEST, np.int64)
    for _ in range(many):
        k = np.searchsorted(weights, np.random.random() * weights[-1], side="right")
        node = nodes[min(k, len(nodes) - 1)]
        length = 0
        growing = True
        while mover[node] != END:
            a, b = first[node], first[node + 1]
            if mover[node] == CHANCE:
                point = np.random.random()
                k = a
                while k < b - 1 and point >= share[k]:
                    point -= share[k]
                    k += 1
            elif growing and length < LONGEST:
                start = offset[information_set[node]]
                total = 0.0
                for m in range(b - a):
                    total += counts[start + m]
                growing = total > 0
                k = a + _picked(counts, sums, start, b - a, total, low[mover[node]], high[mover[node]])
                entry[length] = start + k - a
                chooser[length] = mover[node]
                length += 1
            else:
                k = a + np.random.randint(b - a)
            node = child[k]
        for player in range(payoff.shape[1]):
            low[player] = min(low[player], payoff[node, player])
            high[player] = max(high[player], payoff[node, player])
        for k in range(length):
            counts[entry[k]] += 1
            sums[entry[k]] += payoff[node, chooser[k]]


@njit(cache=True, nogil=True)
def _picked(counts: Any, sums: Any, start: int, moves: int, total: float, low: float, high: float) -> int:
    """A move that was never tried, or the one with the highest bound."""
    fresh = 0
    for m in range(moves):
        fresh += counts[start + m] == 0
    if fresh:
        left = np.random.randint(fresh)
        for m in range(moves):
            if counts[start + m] == 0:
                if left == 0:
                    return m
                left -= 1
    best, chosen = -np.inf, 0
    for m in range(moves):
        n = counts[start + m]
        mean = sums[start + m] / n
        scaled = (mean - low) / (high - low) if high > low else 0.5
        bound = scaled + EXPLORATION * np.sqrt(np.log(total) / n)
        if bound > best:
            best, chosen = bound, m
    return chosen
