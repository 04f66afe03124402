"""The value of each move against a profile, if the player then plays a best response.

For each sequence of the player: payoff and probability of what follows, weighted by the others' plans and chance,
with the player's best later moves; their quotient is the value of the sequence's last move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy.typing as npt

from galakit.game.realization import Plan, is_exact
from galakit.game.response import sequence_values, whole_values
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number

_Sums: TypeAlias = tuple[npt.NDArray[Any], int]
"""numbers by sequence, and their common divisor"""


class MoveValues:
    """The values of all moves at the information sets of a game with perfect recall.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> solution = gk.solve(game)
    >>> values = MoveValues(game.form, solution.listing.plans)
    >>> values.at(game.form.find(0, solution.at("first", "card(1), chose(pass), bet").facts))
    [Fraction(-1, 1), Fraction(-2, 1)]
    """

    def __init__(self, form: SequenceForm, plans: Sequence[Plan]) -> None:
        self.form, self.plans = form, plans
        self.exact = form.exact and all(is_exact(plan) for plan in plans)
        self._found: dict[int, tuple[_Sums, _Sums]] = {}

    def at(self, information_set: int) -> list[Number] | None:
        """The values of its moves, in order; None where the others and chance never lead there."""
        player = int(self.form.player[information_set])
        first = int(self.form.first_sequence[information_set])
        rows = slice(first, first + int(self.form.moves_count[information_set]))
        (payoff, scale), (mass, of) = self._sums(player)
        if not mass[first]:
            return None
        if self.exact:
            return [Fraction(p * of, scale * mass[first].item()) for p in payoff[rows].tolist()]
        return [p / float(mass[first]) for p in payoff[rows].tolist()]

    def _sums(self, player: int) -> tuple[_Sums, _Sums]:
        """The payoff and the probability after each of a player's sequences."""
        if player not in self._found:
            # With payoffs of 1 at every end, the value after a sequence is the probability of reaching it.
            paid = replace(self.form, classes=[(reach,) * len(self.plans) for reach in self.form.class_reach])
            self._found[player] = (self._sum(self.form, player), self._sum(paid, player))
        return self._found[player]

    def _sum(self, form: SequenceForm, player: int) -> _Sums:
        return whole_values(form, player, self.plans) if self.exact else (sequence_values(form, player, self.plans), 1)


def stakes_of(form: SequenceForm) -> tuple[Number, ...]:
    """Each player's highest payoff less the lowest.

    >>> import galakit as gk
    >>> stakes_of(gk.load("kuhn").form)
    (Fraction(4, 1), Fraction(4, 1))
    """
    pairs = [(weighted, reach) for weighted, reach in zip(form.classes, form.class_reach) if reach]
    found: list[Number] = []
    for player in range(len(form.players)):
        if form.exact:
            paid: list[Number] = [Fraction(weighted[player]) / Fraction(reach) for weighted, reach in pairs]
        else:
            paid = [float(weighted[player]) / float(reach) for weighted, reach in pairs]
        found.append(max(paid, default=0) - min(paid, default=0))
    return tuple(found)
