"""The deals of a public situation: who may hold what, how likely that is, and what it is worth.

Both kinds of backends list them, one from the nodes of a tree, one from the draws of a separated game; ranges, equities
and reports over boards are sums over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.display.typed import folded

if TYPE_CHECKING:
    from galakit.display.look import Look
    from galakit.study.grid_answers import PublicSituation

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Facts: TypeAlias = tuple[str, ...]

CHECKS = ("check", "call")
"""what moves are called that bring a hand to its showdown without raising"""


@dataclass(frozen=True, eq=False)
class Deals:
    """Deals at a public situation, one for each way in which private information can be distributed there."""

    player: int
    """who moves"""
    situation: PublicSituation
    hands: list[list[Facts]]
    """[players] the private facts of each hand; empty where a player's hands were not listed"""
    held: list[Ints]
    """[players] the number of the hand in each deal"""
    chance: Floats
    """[deals] how likely chance deals so"""
    plans: list[Floats]
    """[players] how likely each player plays to here"""
    shares: Floats
    """[moves, deals] the strategy of the mover"""
    values: Floats
    """[players, deals] expected payoffs; nan where they are undefined"""
    showdown: Callable[[], tuple[Floats, str | None]]
    """works out `shown` and `note`, which takes longest"""
    board: Ints
    """[deals] the number of the board"""
    boards: list[Facts]
    """what chance showed all players"""
    names: list[str]
    """[boards] the id of the public situation with that board"""
    name: Callable[[int], str]
    """the information set of each deal"""

    @cached_property
    def _showdown(self) -> tuple[Floats, str | None]:
        return self.showdown()

    @property
    def shown(self) -> Floats:
        """[players, deals] the share of the pot if all further bets are checks and calls; nan where it is undefined."""
        return self._showdown[0]

    @property
    def note(self) -> str | None:
        """Why equities or the others' hands are missing."""
        return self._showdown[1]

    @property
    def reach(self) -> Floats:
        return self.weight(range(len(self.plans)))

    def weight(self, players: Iterable[int]) -> Floats:
        """[deals] how likely chance and some players lead to each."""
        weight = self.chance.copy()
        for player in players:
            weight = weight * self.plans[player]
        return weight

    def weights(self, player: int) -> list[Floats]:
        """[deals] weights for averages over a player's hands: the first that is positive somewhere counts.

        How often they are met; how often chance and the others lead there; how often they are dealt.
        """
        others = [p for p in range(len(self.plans)) if p != player]
        return [self.met, self.weight(others), self.chance]

    @cached_property
    def met(self) -> Floats:
        """[deals] how often each is met; where play never comes here, leaving out the moves of as few as need be.

        All players' ranges are about the same deals, so that their equities add up.
        """
        every = range(len(self.plans))
        left_out = [(), *((p,) for p in (self.player, *every)), tuple(every)]
        weights = (self.weight(p for p in every if p not in out) for out in left_out)
        return next((weight for weight in weights if weight.sum() > 0), self.chance)


def averaged(numbers: Floats, of: Ints, many: int, weights: Sequence[Floats]) -> Floats:
    """[groups] the averages of numbers [deals] by group; nan where none of them is defined."""
    known = ~np.isnan(numbers)
    result = np.full(many, np.nan)
    for weight in weights:
        total = np.bincount(of[known], weight[known], many)
        summed = np.bincount(of[known], (weight * np.nan_to_num(numbers))[known], many)
        missing = np.isnan(result) & (total > 0)
        result[missing] = summed[missing] / total[missing]
    return result


def check_or_call(labels: Iterable[str]) -> int | None:
    """The number of the move that goes on without raising, by what moves are called.

    >>> check_or_call(["fold", "call 2", "raise"]), check_or_call(["pass", "bet"])
    (1, None)
    """
    return next((k for k, label in enumerate(labels) if folded(label).split(" ")[0] in CHECKS), None)


def share_of_pot(paid: Floats, least: Floats, most: Floats) -> Floats:
    """Payoffs between the worst and the best showdown, as shares of the pot; nan where there is no showdown."""
    low, high = np.nanmin(least, axis=-1, initial=np.inf), np.nanmax(most, axis=-1, initial=-np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        share: Floats = (paid - low[..., None]) / (high - low)[..., None]
    return np.where(np.isfinite(share), share, np.nan)


def labels_at(look: Look, facts: Sequence[str], moves: Iterable[str], player: int) -> list[str]:
    """What the moves of a public situation are called."""
    return look.labels(moves, facts, player)
