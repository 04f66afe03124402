"""Cached columns of a listed solution, computed on demand, beside those of its sheet."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.ragged import concatenated, grouped
from galakit.game.realization import plan_of, without_trembles
from galakit.rules.contract import CHANCE
from galakit.solution.shown.numbers import floats
from galakit.solution.situation import Beliefs
from galakit.solution.solution import Solution
from galakit.solution.tree.sheet import Sheet
from galakit.study.layout import Layout, layout
from galakit.study.names import number

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Listed:
    """A solution whose information sets are listed, in the order of the game's sequence form."""

    def __init__(self, solution: Solution, game: Game) -> None:
        self.solution, self.game = solution, game
        self.form = game.form
        self.tree = game.tree
        self.players = game.players
        self.look = game.look
        self._layouts: dict[int, Layout] = {}
        self.kept: dict[tuple[str, int], Any] = {}
        """other cached results, by name and player"""

    @cached_property
    def chance(self) -> bool:
        """Whether chance moves."""
        return bool((self.form.automaton.mover == CHANCE).any())

    @cached_property
    def sheet(self) -> Sheet:
        return self.solution.sheet

    @cached_property
    def probability(self) -> Floats:
        """[R] as floats; the sheet has Fractions where it is exact."""
        return floats(self.sheet.probability)

    @cached_property
    def strategies(self) -> list[Floats]:
        """Each player's behaviour strategy, by sequence."""
        return [floats(np.asarray(s)) for s in self.solution.strategies]

    @cached_property
    def move_value(self) -> Floats:
        """[R] the value of each move; nan where it is undefined."""
        return floats(self.sheet.value)

    @cached_property
    def reach(self) -> Floats:
        return floats(self.sheet.reach)

    @cached_property
    def value(self) -> Floats:
        """[H] the mover's expected payoff at each information set; nan where it is undefined."""
        played = np.where(self.probability > 0, self.probability * self.move_value, 0.0)
        result: Floats = np.add.reduceat(played, self.sheet.first[:-1]) if len(played) else played
        return result

    @cached_property
    def towards(self) -> Floats:
        """[H] the reach of chance and the others at each set; nan where a player forgets."""
        form = self.form
        result = np.full(form.information_sets, np.nan)
        if not form.perfect_recall:
            return result
        strategies = self.strategies
        plans = [plan_of(form, p, s) for p, s in enumerate(strategies)]
        chance = np.array(form.class_reach, np.float64)[form.leaf_class]
        for player, strategy in enumerate(strategies):
            weight = chance.copy()
            for other, plan in enumerate(plans):
                if other != player:
                    weight *= plan[form.leaf_sequences[other]]
            below = np.bincount(form.leaf_sequences[player], weight, form.sequences[player])
            for level in reversed(form.levels(player)):
                played = np.add.reduceat(strategy[level.sequences] * below[level.sequences], level.start)
                np.add.at(below, level.parent, played)
            sets = form.sets_of(player)
            result[sets] = below[form.first_sequence[sets]]
        return result

    @cached_property
    def offered(self) -> Ints:
        """[H] a number for the list of moves: the same for the same moves."""
        automaton = self.form.automaton
        result: Ints = automaton.offered[self.form.state].astype(np.int64)
        return result

    def layout(self, player: int) -> Layout:
        found = self._layouts.get(player)
        if found is None:
            found = self._layouts[player] = layout(self.form, player)
        return found

    @cached_property
    def own_index(self) -> Ints:
        """[H] the index of each information set among its player's."""
        result = np.zeros(self.form.information_sets, np.int64)
        for player in range(len(self.players)):
            sets = self.form.sets_of(player)
            result[sets] = np.arange(len(sets))
        return result

    @cached_property
    def beliefs(self) -> Beliefs | None:
        if self.tree is None:
            return None
        trembles = self.solution.listing.trembles or [without_trembles(s) for s in self.solution.strategies]
        return Beliefs(self.form, self.tree, trembles)

    @cached_property
    def owner(self) -> list[Ints]:
        """For each player, the information set at which each of their sequences ends; -1 for the empty one."""
        form, result = self.form, []
        for player, count in enumerate(form.sequences):
            sets = form.sets_of(player)
            of = np.full(count, -1, np.int64)
            count_of = form.moves_count[sets]
            of[concatenated(form.first_sequence[sets], count_of)] = np.repeat(sets, count_of)
            result.append(of)
        return result

    @cached_property
    def _followers(self) -> list[tuple[Ints, Ints]]:
        form = self.form
        return [
            grouped(form.parent_sequence[form.sets_of(player)], count) for player, count in enumerate(form.sequences)
        ]

    def followers(self, player: int, sequence: int) -> Ints:
        """The player's information sets right after one of their sequences."""
        order, start = self._followers[player]
        found: Ints = self.form.sets_of(player)[order[start[sequence] : start[sequence + 1]]]
        return found

    def number(self, name: str) -> int:
        """The information set of that name."""
        found = number(name)
        if found is not None and found < self.form.information_sets:
            return found
        raise GalakitError(
            f"there is no information set {name[:40]}",
            hint="search for it by its facts, or use the names in answers",
            id="GK803",
        )
