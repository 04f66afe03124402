"""Two profiles of one game side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.ragged import concatenated
from galakit.game.realization import plan_of
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.certificate import certify
from galakit.study.answers import Comparison, Difference
from galakit.study.listed import Floats, Ints, Listed
from galakit.study.looks import known_of
from galakit.study.quantities import quantities, rounded

PAGE = 100
ALIKE = 1e-6  # smaller distances count as 0
EXACT = 20_000  # sequences: gains in larger games are floats, as fractions take long


class Compared:
    """Ours and theirs, matched by what players know."""

    def __init__(self, ours: Listed, theirs: Listed) -> None:
        self.ours, self.theirs = ours, theirs
        self.other = _matched(ours, theirs)
        """[H] the number of the same information set in theirs"""
        sheet = theirs.sheet
        count = np.diff(ours.sheet.first)
        self.rows = np.repeat(sheet.first[self.other] - ours.sheet.first[:-1], count) + np.arange(count.sum())
        """[R] the row of the same move in theirs"""
        self.probability: Floats = theirs.probability[self.rows]
        change = np.abs(ours.probability - self.probability)
        self.distance: Floats = np.add.reduceat(change, ours.sheet.first[:-1]) / 2 if len(change) else change
        # Information sets that our profile never reaches come last.
        met = np.nan_to_num(ours.reach)
        order = np.lexsort((-met, -np.round(self.distance, 6), met <= 0))
        self.differ: Ints = order[self.distance[order] > ALIKE]
        self.gains = self._gains()

    def _gains(self) -> list[Number]:
        """What each player would gain by switching to ours while all others play theirs."""
        form = self.ours.form
        exact = self.ours.sheet.exact and self.theirs.sheet.exact and sum(form.sequences) <= EXACT
        ours = self._plans(self.ours.sheet.probability if exact else self.ours.probability)
        theirs = self._plans(self.theirs.sheet.probability[self.rows] if exact else self.probability)
        tree = self.ours.tree
        before = certify(form, theirs, tree).value
        result = []
        for player in range(len(form.players)):
            mixed = [ours[p] if p == player else plan for p, plan in enumerate(theirs)]
            result.append(certify(form, mixed, tree).value[player] - before[player])
        return result

    def _plans(self, probability: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
        form, first = self.ours.form, self.ours.sheet.first
        plans = []
        for player in range(len(form.players)):
            strategy = np.ones(form.sequences[player], probability.dtype)
            sets = form.sets_of(player)
            count = form.moves_count[sets]
            strategy[concatenated(form.first_sequence[sets], count)] = probability[concatenated(first[sets], count)]
            plans.append(plan_of(form, player, strategy))
        return plans

    def page(self, offset: int) -> Comparison:
        """The information sets that differ most."""
        return Comparison(
            players=list(self.ours.players),
            ours=quantities(self.ours.solution.value),
            theirs=quantities(self.theirs.solution.value),
            gains_against=quantities(self.gains),
            items=[self._difference(i) for i in self.differ[offset : offset + PAGE].tolist()],
            offset=offset,
            total=len(self.differ),
            alike=len(self.distance) - len(self.differ),
        )

    def _difference(self, number: int) -> Difference:
        sheet = self.ours.sheet
        rows = sheet.rows(number)
        reach = self.ours.reach[number]
        return Difference(
            set=str(number),
            other=str(int(self.other[number])),
            player=int(sheet.player[number]),
            **known_of(self.ours.look, sheet.facts[number], int(sheet.player[number])),
            facts=", ".join(informative(sheet.facts[number])),
            moves=list(sheet.move[rows]),
            labels=self.ours.look.labels(sheet.move[rows], sheet.facts[number], int(sheet.player[number])),
            ours=[rounded(p) for p in self.ours.probability[rows]],
            theirs=[rounded(p) for p in self.probability[rows]],
            distance=rounded(self.distance[number]),
            reach=None if np.isnan(reach) else rounded(reach),
        )


def _matched(ours: Listed, theirs: Listed) -> Ints:
    """The numbers of our information sets in theirs; an error where the games differ."""
    a, b = ours.sheet, theirs.sheet
    problem = GalakitError(
        f"{theirs.solution.name} and {ours.solution.name} cannot be compared: their information sets differ",
        hint="compare two solutions of the same rules and parameters",
        id="GK805",
    )
    if a.players != b.players or a.information_sets != b.information_sets or len(a.move) != len(b.move):
        raise problem
    if a.facts == b.facts and a.move == b.move and (a.player == b.player).all():
        return np.arange(a.information_sets)
    number = {(int(p), facts): i for i, (p, facts) in enumerate(zip(b.player, b.facts))}
    found = [number.get((int(p), facts), -1) for p, facts in zip(a.player, a.facts)]
    if any(i < 0 or a.move[a.rows(k)] != b.move[b.rows(i)] for k, i in enumerate(found)):
        raise problem
    return np.array(found, np.int64)
