"""The stages of a separated game as its certificate uses them: situations and payoffs at each.

A *stage* is a pair of signals, one of each player. Numbers of a player at a stage are tables, a row for each of the
player's classes and a column for each *sequence*: first the entries, which come from earlier stages, then the moves
of the situations there. Built from the action tree alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Conditions, Value
from galakit.separated.actions import Leaf, Situation
from galakit.separated.separate import Separated

Ints = npt.NDArray[np.int64]
Signals = tuple[tuple[Value, ...], ...]
Key = tuple[Conditions, tuple[Value, ...]]
"""on which draws a leaf is reached: guards; and payoffs that depend on them"""
Mixture = tuple[tuple[tuple[Key, bool], float], ...]
"""payoffs as a sum: the probability of a key (or, True, its payoff) times a number"""


@dataclass(frozen=True, eq=False)
class Part:
    """One player at a stage."""

    entries: tuple[tuple[int, int], ...]
    """(stage, column there) each comes from; (-1, 0) is the empty sequence"""
    situations: tuple[Situation, ...]
    """earlier ones first"""
    parent: Ints
    """[situations] columns"""
    first: Ints
    moves: Ints
    columns: int
    mixtures: tuple[Mixture, ...]
    starts: Ints
    """[mixtures + 1] leaves that pay by the same mixture are neighbours"""
    own: Ints
    """[leaves] the player's column"""
    other: Ints
    """[leaves] the other's"""
    factor: npt.NDArray[np.float64]
    """[leaves] what the mixture is multiplied by"""


@dataclass(frozen=True, eq=False)
class Stage:
    signals: Signals
    parts: tuple[Part, Part]


def stages_of(game: Separated) -> list[Stage]:
    """The stages, earlier ones first."""
    # The mover may depend on what a player was dealt: then one situation occurs at several stages, and the mover
    # decides by what these have in common.
    at: dict[Situation, Signals] = {}
    for visit in game.actions.visits:
        at[visit.situation] = _shared(at.get(visit.situation, visit.stage), visit.stage)
    deciding: dict[Signals, list[Situation]] = {}
    for situation, signals in at.items():
        deciding.setdefault(signals, []).append(situation)
    ending: dict[Signals, list[Leaf]] = {}
    for leaf in game.actions.leaves:
        ending.setdefault(leaf.stage, []).append(leaf)
    # With perfect recall, later stages have longer signals.
    names = sorted({**deciding, **ending}, key=lambda signals: sum(map(len, signals)))
    came: tuple[dict[int, tuple[int, int]], ...] = ({0: (-1, 0)}, {0: (-1, 0)})
    return [_stage(k, s, deciding.get(s, []), ending.get(s, []), came) for k, s in enumerate(names)]


def _shared(some: Signals, others: Signals) -> Signals:
    """The common beginning of each player's signals."""
    return tuple(
        tuple(a for a, _ in takewhile(lambda pair: pair[0] is pair[1], zip(mine, theirs)))
        for mine, theirs in zip(some, others)
    )


def _stage(
    number: int, signals: Signals, situations: Sequence[Situation], leaves: list[Leaf], came: Sequence[dict[int, Any]]
) -> Stage:
    own = [sorted((s for s in situations if s.player == p), key=lambda s: s.number) for p in (0, 1)]
    column: list[dict[int, int]] = []
    entries = []
    for p in (0, 1):
        moves = [s.first + a for s in own[p] for a in range(len(s.moves))]
        needed = dict.fromkeys([*(s.parent for s in own[p]), *(leaf.sequences[p] for leaf in leaves)])
        here = set(moves)
        entering = [s for s in needed if s not in here]
        entries.append(tuple(came[p][s] for s in entering))
        column.append({s: k for k, s in enumerate((*entering, *moves))})
        came[p].update({s: (number, column[p][s]) for s in moves})
    parts = []
    for p in (0, 1):
        mixtures, starts, paid, factor = _payoffs(leaves, column, p)
        parts.append(
            Part(
                entries[p],
                tuple(own[p]),
                np.array([column[p][s.parent] for s in own[p]], np.int64),
                np.array([column[p][s.first] for s in own[p]], np.int64),
                np.array([len(s.moves) for s in own[p]], np.int64),
                len(column[p]),
                mixtures,
                starts,
                paid[:, p].copy(),
                paid[:, 1 - p].copy(),
                factor,
            )
        )
    return Stage(signals, (parts[0], parts[1]))


def _payoffs(leaves: list[Leaf], column: list[dict[int, int]], player: int) -> tuple[Any, Ints, Ints, Any]:
    """A player's payoffs by the sequences of both: one mixture for all pairs whose payoffs are proportional."""
    sums: dict[tuple[int, int], dict[tuple[Key, bool], float]] = {}
    for leaf in leaves:
        key = (leaf.guards, leaf.worked)
        total = sums.setdefault((column[0][leaf.sequences[0]], column[1][leaf.sequences[1]]), {})
        if leaf.gains[player]:
            total[key, False] = total.get((key, False), 0.0) + float(leaf.gains[player])
        if leaf.worked:
            total[key, True] = total.get((key, True), 0.0) + 1.0
    found: dict[Mixture, list[tuple[int, int, float]]] = {}
    for pair, total in sums.items():
        parts = [(what, c) for what, c in total.items() if c]
        if parts:
            scale = parts[0][1]
            found.setdefault(tuple((what, c / scale) for what, c in parts), []).append((*pair, scale))
    rows = [row for same in found.values() for row in same]
    starts = np.cumsum([0, *(len(same) for same in found.values())])
    pairs = np.array([row[:2] for row in rows], np.int64).reshape(-1, 2)
    return tuple(found), starts, pairs, np.array([row[2] for row in rows], np.float64)
