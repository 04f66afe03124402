"""Strategies that nobody lists: they say what is played where somebody asks.

Large games have more information sets than anybody can list. A policy answers questions instead: where a player
knows some facts, or after some moves. Its certificate is computed from its answers; where the tree can be unfolded,
it can be written down as strategies over all information sets after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from galakit.solution.certificate import Certificate
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm


class Policy(Protocol):
    """A profile of strategies that answers questions."""

    def certify(self) -> Certificate:
        """What everybody expects and could gain by deviating."""

    def after(self, moves: Sequence[str]) -> Situation:
        """What is played after these moves of players and chance."""

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        """What a player does where he knows these facts and no others, in this order; None where he never does."""

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """One behaviour strategy per player over all information sets of the unfolded game."""
