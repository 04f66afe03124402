"""What every move of a separated profile is worth, and how often it comes to it: all classes at once.

Plans go down from stage to stage; from the leaves the payoffs come up, as in the certificate, but on the classes that
the strategies are over, and kept at every situation. Divided by the probability with which chance and the other
player lead to a situation they are what its moves bring, once there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.separated.classes import Classes, Ints
from galakit.separated.factored import Factored, Stage
from galakit.separated.symmetry import orbits
from galakit.separated.world import Rows

Floats = npt.NDArray[np.float64]
Strategies = list[tuple[Floats, Floats]]
"""for each stage and player, [own sequences, classes]: the probability of each move in each class"""
Guards = tuple[tuple[Value, bool], ...]


class Outlook:
    """For each situation of a profile [moves, classes] what the moves are worth, and [classes] how often it is met."""

    def __init__(self, form: Factored, strategies: Strategies) -> None:
        self.form = form
        self.strategies = strategies
        self.worth: dict[Situation, Floats] = {}
        """nan where chance and the other never lead"""
        self.reach: dict[Situation, Floats] = {}
        self._likely: dict[tuple[int, Guards], Any] = {}
        self._owner = [self._owners(p) for p in (0, 1)]
        self._plans = [self._planned(p) for p in (0, 1)]
        for player in (0, 1):
            self._valued(player)
        del self._plans, self._likely

    def _owners(self, player: int) -> dict[int, tuple[int, int]]:
        """The stage that a sequence of the game belongs to, and its number there."""
        owner = {}
        for k, stage in enumerate(self.form.stages):
            side = stage.sides[player]
            for situation, first in zip(side.situations, side.first.tolist()):
                owner.update({situation.first + a: (k, first + a) for a in range(len(situation.moves))})
        return owner

    def _planned(self, player: int) -> list[Floats]:
        """For each stage the plan [sequences, classes]."""
        plans: list[Floats] = []
        for stage, strategy in zip(self.form.stages, self.strategies):
            side = stage.sides[player]
            entries = len(side.entries)
            plan = np.empty((side.sequences, side.classes.count))
            for e, entry in enumerate(side.entries):
                plan[e] = 1.0 if entry.stage < 0 else plans[entry.stage][entry.sequence][entry.source]
            for parent, first, moves in zip(side.parent.tolist(), side.first.tolist(), side.moves.tolist()):
                here = slice(first, first + moves)
                plan[here] = plan[parent] * strategy[player][here.start - entries : here.stop - entries]
            plans.append(plan)
        return plans

    def _valued(self, player: int) -> None:
        stages = self.form.stages
        later = [np.zeros((s.sides[player].sequences, s.sides[player].classes.count)) for s in stages]
        for k in range(len(stages) - 1, -1, -1):
            stage, side = stages[k], stages[k].sides[player]
            entries = len(side.entries)
            worth = later[k]
            worth += self._leaves(stage, k, player)
            strategy = self.strategies[k][player]
            for s in range(len(side.situations) - 1, -1, -1):
                here = slice(int(side.first[s]), int(side.first[s] + side.moves[s]))
                mine = strategy[here.start - entries : here.stop - entries]
                worth[int(side.parent[s])] += (worth[here] * mine).sum(axis=0)
            for e, entry in enumerate(side.entries):
                if entry.stage >= 0:
                    into = later[entry.stage][entry.sequence]
                    into += np.bincount(entry.source, weights=worth[e], minlength=len(into))
            towards = self._towards(k, player)
            constant = 0.0 if player == 0 else float(self.form.constant)
            for s, situation in enumerate(side.situations):
                here = slice(int(side.first[s]), int(side.first[s] + side.moves[s]))
                with np.errstate(invalid="ignore", divide="ignore"):
                    brought = worth[here] / towards[s]
                self.worth[situation] = np.where(towards[s] > 0, brought + constant, np.nan)
                self.reach[situation] = towards[s] * self._plans[player][k][int(side.parent[s])]
            later[k] = np.zeros((0, 0))

    def _leaves(self, stage: Stage, k: int, player: int) -> Floats:
        """What the own sequences bring at the leaves of a stage, against the other's plan; player 1's minus player 0's."""
        from scipy.sparse import csr_array

        side, plan = stage.sides[player], self._plans[1 - player][k]
        worth = np.zeros((side.sequences, side.classes.count))
        sign = 1.0 if player == 0 else -1.0
        for number, matrix in enumerate(stage.matrices):
            here = stage.leaves[:, 2] == number
            if not here.any():
                continue
            own, row = np.unique(stage.leaves[here, player], return_inverse=True)
            pairs = (row, stage.leaves[here, 1 - player])
            weighted = csr_array((stage.factors[here] * sign, pairs), shape=(len(own), len(plan))) @ plan
            worth[own] += ((matrix if player == 0 else matrix.T) @ np.ascontiguousarray(weighted.T)).T
        return worth

    def _towards(self, k: int, player: int) -> Floats:
        """[situations, classes] how likely chance and the other lead to each situation of a stage."""
        stage = self.form.stages[k]
        side = stage.sides[player]
        number = {situation: s for s, situation in enumerate(side.situations)}
        total = np.zeros((len(side.situations), side.classes.count))
        by_guards: dict[Guards, list[tuple[int, int]]] = {}
        for visit in self.form.game.actions.visits:
            if visit.situation in number:
                found = by_guards.setdefault(visit.guards, [])
                found.append((number[visit.situation], visit.sequences[1 - player]))
        for guards, visits in by_guards.items():
            if (k, guards) not in self._likely:
                self._likely[k, guards] = likely(self.form, stage, guards)
            together = self._likely[k, guards] if player == 0 else self._likely[k, guards].T
            plans = np.stack([self._plan(1 - player, sequence, k) for _, sequence in visits], axis=1)
            np.add.at(total, [s for s, _ in visits], (together @ plans).T)
        return total

    def _plan(self, player: int, sequence: int, k: int) -> Floats:
        """The plan of a sequence of the game on the classes of a stage."""
        if sequence == 0:
            return np.ones(self.form.stages[k].sides[player].classes.count)
        stage, local = self._owner[player][sequence]
        found = self._plans[player][stage][local]
        return found if stage == k else found[self._source(player, stage, k)]

    def _source(self, player: int, earlier: int, k: int) -> Ints:
        """The class at an earlier stage of each class of a later one."""
        stages = self.form.stages
        here, there = stages[k].sides[player].classes, stages[earlier].sides[player].classes
        one = np.zeros(here.count, np.int64)
        one[column(here)] = np.arange(len(here.orbit))
        coarse = self.form.game.refined(stages[k].signals[player], stages[earlier].signals[player])
        source: Ints = column(there)[coarse[one]]
        return source


def column(classes: Classes) -> Ints:
    """Where the numbers of each class of the signal stand: those of one orbit in one place."""
    return classes.place[classes.orbit]


def likely(form: Factored, stage: Stage, guards: Guards) -> Any:
    """How likely each pair of classes of the players is together with what guards ask for, as a sparse matrix."""
    from scipy.sparse import csr_array

    game, world = form.game, form.game.world
    signals = [game.signal(values) for values in stage.signals]
    # One class of each orbit of player 0 is enough: the others go with it.
    orbit = orbits(game, signals[0], form.group) if form.group else np.arange(signals[0].classes)
    _, first, times = np.unique(orbit, return_index=True, return_counts=True)
    rank = np.full(signals[0].classes, -1)
    rank[first] = np.arange(len(first))
    start = signals[0].rows
    mine = signals[0].of(world, start.columns, start.count)
    kept = np.flatnonzero(rank[mine] >= 0)
    mine = mine[kept]
    weight = start.weight[kept] * times[rank[mine]]
    draws = [d for d in world.support(*stage.signals[1], *(v for v, _ in guards)) if d not in start.columns]
    rows, source = world.extended(Rows(start.kept(kept).columns, weight, start.total), draws)
    holds = game.holding(guards, rows.columns, rows.count)
    theirs = signals[1].of(world, rows.columns, rows.count)
    pairs = (column(stage.sides[0].classes)[mine[source]][holds], column(stage.sides[1].classes)[theirs][holds])
    shape = (stage.sides[0].classes.count, stage.sides[1].classes.count)
    return csr_array(((rows.weight / rows.total)[holds], pairs), shape=shape)
