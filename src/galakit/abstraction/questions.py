"""What draws decide at the end of a game: who has the better hand, who told the truth, the value of an object.

Most endings differ in their stakes only. A *question* is a list of answers, each with its guards and payoff; endings
whose payoffs are multiples of each other are one question, also with a negative factor, where the players change
places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.separated.actions import Leaf

MOST = 128  # questions that are kept apart


@dataclass(frozen=True, eq=False)
class Question:
    """Endings at which the same comparison of draws decides."""

    answers: tuple[tuple[Any, Any, float, float], ...]
    """(guards, worked payoffs, further payment, how often the worked ones are paid)"""
    stake: float
    """the answers are multiplied by this, all endings together"""
    balance: float
    """the same where gains and losses cancel out"""


def questions(leaves: list[Leaf], player: int) -> list[Question]:
    """The questions that decide a player's payoff at some leaves; none where draws do not matter.

    >>> import galakit as gk
    >>> better, = questions(gk.load("leduc").separated.actions.leaves, 0)  # who has the better hand
    >>> [paid for *_, paid, _ in better.answers]
    [0.0, 1.0, -1.0]
    """
    contexts: dict[tuple[int, ...], dict[Any, list[float]]] = {}
    for leaf in leaves:
        sums = contexts.setdefault(leaf.sequences, {}).setdefault((leaf.guards, leaf.worked), [0.0, 0.0])
        sums[0] += float(leaf.gains[player])
        sums[1] += bool(leaf.worked)
    met = {key: k for k, key in enumerate(dict.fromkeys(key for sums in contexts.values() for key in sums))}
    found: dict[Any, list[float]] = {}
    for context in contexts.values():
        answers, scale = _normal({key: context[key] for key in sorted(context, key=met.__getitem__)})
        if scale:
            both = found.setdefault(answers, [0.0, 0.0])
            both[0] += abs(scale)
            both[1] += scale
    if len(found) > MOST:
        together: dict[Any, list[float]] = {}
        for answers, (_, balance) in found.items():
            for guards, worked, gains, times in answers:
                both = together.setdefault((guards, worked), [0.0, 0.0])
                both[0] += gains * balance
                both[1] += times * balance
        return [Question(tuple((*key, *both) for key, both in together.items()), 1.0, 1.0)]
    return [Question(answers, stake, balance) for answers, (stake, balance) in found.items()]


def _normal(sums: dict[Any, list[float]]) -> tuple[tuple[tuple[Any, Any, float, float], ...], float]:
    """Answers with payoffs in [-1, 1], the first non-zero one positive, and their factor."""
    if any(worked for _, worked in sums):
        return tuple((*key, *both) for key, both in sums.items()), 1.0
    gains = np.array([both[0] for both in sums.values()])
    if not gains.any() or not any(guards for guards, _ in sums):
        return (), 0.0
    scale = float(np.abs(gains).max()) * float(np.sign(gains[gains != 0][0]))
    return tuple((*key, float(g), 0.0) for key, g in zip(sums, np.round(gains / scale, 12) + 0.0)), scale
