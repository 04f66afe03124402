"""A grid: one public situation, a row for each class of private information, a column for each move.

Classes that are treated alike, as cards that differ in their suits only, are one row. Where some public facts are left
open, the rows are their possible values (the boards), and the numbers are averages over private information.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.separated.classes import Ints
from galakit.solution.factored.matching import Known
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.shown.order import natural

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    """A row of a grid."""

    facts: tuple[str, ...]
    """what the player knows besides the facts of the grid; one of those that are alike"""
    alike: int
    """how many others are alike"""
    probabilities: dict[str, float]
    values: dict[str, float | None]
    """of each move; None where neither chance nor the others ever lead here"""
    reach: float | None
    """of all that are alike together; None where it was not computed"""

    @property
    def value(self) -> float | None:
        """The expected payoff here."""
        parts = [p * v for p, v in zip(self.probabilities.values(), self.values.values()) if v is not None]
        return sum(parts) if len(parts) == len(self.values) else None

    def to_json(self) -> dict[str, Any]:
        return {
            "facts": list(self.facts),
            "alike": self.alike,
            "reach": self.reach,
            "moves": [
                {"move": m, "probability": p, "value": self.values[m]} for m, p in self.probabilities.items()
            ],
        }  # fmt: skip


@dataclass(frozen=True)
class Grid:
    """A player's strategy in one public situation."""

    player: str
    facts: tuple[str, ...]
    """the known facts of the player, in order"""
    moves: tuple[str, ...]
    lines: tuple[Line, ...]
    averaged: bool
    """whether the rows are averages over what the player may hold"""

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "facts": list(self.facts),
            "moves": list(self.moves),
            "averaged": self.averaged,
            "lines": [line.to_json() for line in self.lines],
        }


def grid(
    index: SituationIndex, situation: Situation, known: Known, column: Ints, numbers: tuple[Floats, Floats, Floats]
) -> Grid:
    """The grid of a situation in which some values are known; `numbers` are shares, values and reach by column."""
    signal = index.game.signal(situation.signal)
    ids = np.unravel_index(signal.codes, signal.sizes) if signal.values else ()
    chosen = np.ones(signal.classes, bool)
    possible = index.game.possible[situation]
    if possible is not None:
        chosen &= possible
    for value, number in zip(signal.values, ids):
        if value in known:
            chosen &= number == known[value]
    here = np.flatnonzero(chosen)
    public, private = opened(index, situation, known)
    by, averaged = (public, bool(private)) if public else (private, False)
    # Boards that are alike have the same columns, others have none in common: the first column identifies a board.
    key = column[here]
    if averaged and len(here):
        boards = np.stack([ids[signal.values.index(v)][here] for v in by], axis=1)
        board = np.unique(boards, axis=0, return_inverse=True)[1].ravel()
        least = np.full(board.max() + 1, np.iinfo(np.int64).max)
        np.minimum.at(least, board, key)
        key = least[board]
    return Grid(
        player=index.players[situation.player],
        facts=index.facts(situation, known),
        moves=tuple(index.moves(situation)),
        lines=_lines(index, situation, by, here, key, ids, column, numbers),
        averaged=averaged,
    )


def opened(index: SituationIndex, situation: Situation, known: Known) -> tuple[list[Value], list[Value]]:
    """The values that are left open: those that all others know, too, and the rest."""
    others = [
        set(seen)
        for visit in index.visits[situation]
        for player, seen in enumerate(visit.stage)
        if player != situation.player
    ]
    left = [v for v in dict.fromkeys(f for f in index.chain(situation) if type(f) is Value) if v not in known]
    public = [v for v in left if all(v in seen for seen in others)]
    return public, [v for v in left if v not in public]


def _lines(
    index: SituationIndex,
    situation: Situation,
    by: Sequence[Value],
    here: Ints,
    key: Ints,
    ids: Any,
    column: Ints,
    numbers: tuple[Floats, Floats, Floats],
) -> tuple[Line, ...]:
    shares, values, reach = numbers
    signal = index.game.signal(situation.signal)
    moves = index.moves(situation)
    # The reach of a column is divided among its classes by their probabilities.
    every = np.bincount(column, weights=signal.weight.astype(float), minlength=shares.shape[1])
    likely = signal.weight[here] / every[column[here]]
    met = reach[column[here]] * likely
    found = []
    order = np.argsort(key, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(order) else ():
        held = np.stack([ids[signal.values.index(v)][here[rows]] for v in by], axis=1) if by else np.zeros((1, 0), int)
        held = np.unique(held, axis=0)
        facts = tuple(index.said(v, int(i)) for v, i in zip(by, held[0]))
        columns = column[here[rows]]
        weight = met[rows] if met[rows].sum() > 0 else likely[rows]
        share = (shares[:, columns] * weight).sum(axis=1) / weight.sum()
        brought = _averaged(values[:, columns], weight)
        found.append(
            Line(
                facts,
                len(held) - 1,
                dict(zip(moves, share.tolist())),
                dict(zip(moves, brought)),
                None if np.isnan(met[rows]).any() else float(met[rows].sum()),
            )
        )
    return tuple(sorted(found, key=lambda line: [natural(f) for f in line.facts]))


def _averaged(values: Floats, weight: Floats) -> list[float | None]:
    known = ~np.isnan(values[0])
    total = weight[known].sum()
    if not total > 0:
        return [None] * len(values)
    averages: list[float | None] = ((values[:, known] * weight[known]).sum(axis=1) / total).tolist()
    return averages
