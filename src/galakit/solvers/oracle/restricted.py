"""A part of a game: each player keeps to some sequences, and to a default move where none is allowed.

The allowed sequences of a player are closed: with a sequence, all before it are allowed. At an information set with
allowed moves the player mixes those; at one without, they make the default move. So a plan of the restricted game
extends to one of the whole game: a sequence that ends in default moves has the weight of the last allowed one before.
The restricted game has the leaves that such plans can reach, and one sequence for each allowed one (the temporary
leaves of Bosansky, Kiekintveld, Lisy & Pechoucek 2014 are the ends of default moves here).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import uniform
from galakit.game.response import sequence_values
from galakit.game.sequence_form import SequenceForm

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Restriction:
    """The part of one player."""

    form: SequenceForm
    player: int
    allowed: Mask
    """[sequences]"""
    default: Mask
    """[sequences] whether it ends in the default move of its information set"""

    @cached_property
    def stands_for(self) -> Numbers:
        """[sequences] the allowed sequence whose weight each has in extended plans, -1 where it has none."""
        found = np.full(len(self.allowed), -1, np.int64)
        found[0] = 0
        for level in self.form.levels(self.player):
            own = level.sequences
            some = np.repeat(np.add.reduceat(self.allowed[own].astype(np.int64), level.start) > 0, level.count)
            before = np.repeat(found[level.parent], level.count)
            found[own] = np.where(self.allowed[own], own, np.where(~some & self.default[own], before, -1))
        return found

    @cached_property
    def numbers(self) -> Numbers:
        """[sequences] the number of each allowed sequence in the restricted game, and of those it stands for; or -1."""
        counted = np.cumsum(self.allowed) - 1
        return np.where(self.stands_for >= 0, counted[np.maximum(self.stands_for, 0)], -1)

    def extended(self, plan: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A plan of the restricted game as one of the whole game."""
        nothing = np.zeros(1, plan.dtype) + 0 * plan[:1]
        return np.concatenate([plan, nothing])[self.numbers]

    def with_sequences(self, more: Mask) -> Restriction:
        return replace(self, allowed=self.allowed | more)


def started(form: SequenceForm) -> tuple[Restriction, Restriction]:
    """Default moves only: best responses to an opponent who plays uniformly."""
    first, second = (_started(form, player) for player in (0, 1))
    return first, second


def _started(form: SequenceForm, player: int) -> Restriction:
    plans: list[npt.NDArray[Any] | None] = [None, None]
    plans[1 - player] = uniform(form, 1 - player)
    values = sequence_values(form, player, plans)
    default = np.zeros(len(values), bool)
    for level in form.levels(player):
        own = values[level.sequences]
        best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
        position = np.where(own == best, np.arange(len(own)), len(own))
        default[level.sequences[np.minimum.reduceat(position, level.start)]] = True
    allowed = np.zeros(len(values), bool)
    allowed[0] = True
    return Restriction(form, player, allowed, default)


def restricted_form(form: SequenceForm, parts: Sequence[Restriction]) -> SequenceForm:
    """The sequence form of the restricted game."""
    leaves = np.stack([part.numbers[row] for part, row in zip(parts, form.leaf_sequences)])
    reached = (leaves >= 0).all(axis=0)
    first, count = np.zeros(form.information_sets, np.int32), np.zeros(form.information_sets, np.int32)
    parent = np.zeros(form.information_sets, np.int32)
    for part in parts:
        before = np.concatenate([[0], np.cumsum(part.allowed)])  # how many are allowed before each sequence
        sets = form.sets_of(part.player)
        begin = form.first_sequence[sets]
        first[sets] = before[begin]
        count[sets] = before[begin + form.moves_count[sets]] - before[begin]
        parent[sets] = part.numbers[form.parent_sequence[sets]]
    kept = np.flatnonzero(count > 0)
    return replace(
        form,
        player=form.player[kept],
        first_sequence=first[kept],
        moves_count=count[kept],
        parent_sequence=parent[kept],
        info=form.info[kept],
        state=form.state[kept],
        sequences=tuple(int(part.allowed.sum()) for part in parts),
        leaf_sequences=leaves[:, reached].astype(np.int32),
        leaf_class=form.leaf_class[reached],
    )


def relevant(form: SequenceForm, player: int, response: npt.NDArray[Any], other: npt.NDArray[Any]) -> Mask:
    """The sequences of a pure response that matter: the other player's plan reaches a leaf behind them."""
    live = np.zeros(form.sequences[player], bool)
    live[form.leaf_sequences[player][other[form.leaf_sequences[1 - player]] > 0]] = True
    for level in reversed(form.levels(player)):
        behind = np.logical_or.reduceat(live[level.sequences], level.start)
        live[level.parent[behind]] = True
    return live & (response > 0)
