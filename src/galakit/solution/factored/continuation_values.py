"""Values of moves and reach of situations of a separated profile: all classes at once.

Plans go down from stage to stage; from the leaves the payoffs come up, as in the certificate, but on the classes of
the strategies, and are kept at every situation. Divided by the probability with which chance and the other player lead
to a situation they are the values of its moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.separated.chance_table import Rows
from galakit.separated.classes import Classes, Ints
from galakit.separated.factored import Factored, Stage
from galakit.separated.signals import Signal
from galakit.separated.symmetry import orbits

Floats = npt.NDArray[np.float64]
Strategies = list[tuple[Floats, Floats]]
"""for each stage and player, [own sequences, classes]: the probability of each move in each class"""
Guards = tuple[tuple[Value, Any], ...]


class ContinuationValues:
    """For each situation of a profile [moves, classes] the values of moves, and [classes] the reach."""

    def __init__(self, form: Factored, strategies: Strategies) -> None:
        self.form = form
        self.strategies = strategies
        self._values: dict[Situation, Floats] = {}
        self._reach: dict[Situation, Floats] = {}
        self._owner = [self._owners(p) for p in (0, 1)]
        self._left = {0, 1}
        """the players whose values are not computed yet"""
        self._plans: list[list[Floats]] = []

    def values(self, situation: Situation) -> Floats:
        """[moves, classes] the values of moves; nan where chance and the other never lead."""
        self._look(situation.player)
        return self._values[situation]

    def reach(self, situation: Situation) -> Floats:
        """[classes] the probability that play gets there."""
        self._look(situation.player)
        return self._reach[situation]

    def _look(self, player: int) -> None:
        """Compute all numbers of a player on the first query."""
        if player in self._left:
            self._plans = self._plans or [planned(self.form, self.strategies, p) for p in (0, 1)]
            self._valued(player)
            self._left.remove(player)
            self._plans = self._plans if self._left else []

    def _owners(self, player: int) -> dict[int, tuple[int, int]]:
        """The stage that a sequence of the game belongs to, and its number there."""
        owner = {}
        for k, stage in enumerate(self.form.stages):
            side = stage.sides[player]
            for situation, first in zip(side.situations, side.first.tolist()):
                owner.update({situation.first + a: (k, first + a) for a in range(len(situation.moves))})
        return owner

    def _valued(self, player: int) -> None:
        stages = self.form.stages
        later = [np.zeros((s.sides[player].sequences, s.sides[player].classes.count)) for s in stages]
        for k in range(len(stages) - 1, -1, -1):
            stage, side = stages[k], stages[k].sides[player]
            entries = len(side.entries)
            values = later[k]
            values += paid(stage, player, self._plans[1 - player][k])
            strategy = self.strategies[k][player]
            for s in range(len(side.situations) - 1, -1, -1):
                here = slice(int(side.first[s]), int(side.first[s] + side.moves[s]))
                mine = strategy[here.start - entries : here.stop - entries]
                values[int(side.parent[s])] += (values[here] * mine).sum(axis=0)
            for e, entry in enumerate(side.entries):
                if entry.stage >= 0:
                    into = later[entry.stage][entry.sequence]
                    into += np.bincount(entry.source, weights=values[e], minlength=len(into))
            towards = self._towards(k, player)
            constant = 0.0 if player == 0 else float(self.form.constant)
            for s, situation in enumerate(side.situations):
                here = slice(int(side.first[s]), int(side.first[s] + side.moves[s]))
                with np.errstate(invalid="ignore", divide="ignore"):
                    brought = values[here] / towards[s]
                self._values[situation] = np.where(towards[s] > 0, brought + constant, np.nan)
                self._reach[situation] = towards[s] * self._plans[player][k][int(side.parent[s])]
            later[k] = np.zeros((0, 0))

    def _towards(self, k: int, player: int) -> Floats:
        """[situations, classes] the probability that chance and the other lead to each situation of a stage."""
        side, other = self.form.stages[k].sides[player], 1 - player
        number = {situation: s for s, situation in enumerate(side.situations)}
        total = np.zeros((len(side.situations), side.classes.count))
        # The other's plan is on the classes of the stage of their last move.
        groups: dict[tuple[int, Guards], list[tuple[int, int]]] = {}
        for visit in self.form.game.actions.visits:
            if visit.situation in number:
                stage, local = self._owner[other].get(visit.sequences[other], (-1, 0))
                groups.setdefault((stage, visit.guards), []).append((number[visit.situation], local))
        for (stage, guards), visits in groups.items():
            together = likely(self.form, player, k, stage, guards)
            plans = self._plans[other][stage][[s for _, s in visits]] if stage >= 0 else np.ones((len(visits), 1))
            brought = (together @ np.ascontiguousarray(plans.T)).T
            for (s, _), row in zip(visits, brought):
                total[s] += row
        return total


def planned(form: Factored, strategies: Strategies, player: int) -> list[Floats]:
    """For each stage a player's plan [sequences, classes]."""
    plans: list[Floats] = []
    for stage, strategy in zip(form.stages, strategies):
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


def paid(stage: Stage, player: int, plan: Floats) -> Floats:
    """The payoffs of a player's sequences at the leaves of a stage, against this plan of the other.

    What player 1 gains is what player 0 loses.
    """
    from scipy.sparse import csr_array

    side = stage.sides[player]
    values = np.zeros((side.sequences, side.classes.count))
    sign = 1.0 if player == 0 else -1.0
    for number, matrix in enumerate(stage.matrices):
        here = stage.leaves[:, 2] == number
        if not here.any():
            continue
        own, row = np.unique(stage.leaves[here, player], return_inverse=True)
        pairs = (row, stage.leaves[here, 1 - player])
        weighted = csr_array((stage.factors[here] * sign, pairs), shape=(len(own), len(plan))) @ plan
        values[own] += ((matrix if player == 0 else matrix.T) @ np.ascontiguousarray(weighted.T)).T
    return values


def expected(form: Factored, strategies: Strategies) -> tuple[float, float]:
    """The expected payoffs of both players."""
    plans = [planned(form, strategies, p) for p in (0, 1)]
    value = sum(float((own * paid(s, 0, other)).sum()) for s, own, other in zip(form.stages, *plans))
    return value, float(form.constant) - value


def column(classes: Classes) -> Ints:
    """The column of each class of the signal: one for each orbit."""
    return classes.place[classes.orbit]


def likely(form: Factored, player: int, own: int, other: int, guards: Guards) -> Any:
    """The joint probabilities of a player's classes at a stage and the other's at another, as a sparse matrix.

    Only rows on which the guards hold count. Stage -1 is before any observation, with one class.
    """
    from scipy.sparse import csr_array

    game, world = form.game, form.game.world
    signal = game.signal(form.stages[own].signals[player])
    values = form.stages[other].signals[1 - player] if other >= 0 else ()
    rows, mine = _representative(form, signal)
    draws = [d for d in world.support(*values, *(v for v, _ in guards)) if d not in rows.columns]
    rows, source = world.extended(rows, draws)
    holds = game.holding(guards, rows.columns, rows.count)
    a, classes = column(form.stages[own].sides[player].classes), form.stages[own].sides[player].classes.count
    b, others = np.zeros(1, np.int64), 1
    if other >= 0:
        theirs = form.stages[other].sides[1 - player].classes
        b, others = column(theirs), theirs.count
    seen = game.signal(values).of(world, rows.columns, rows.count)
    pairs = (a[mine[source]][holds], b[seen][holds])
    return csr_array(((rows.weight / rows.total)[holds], pairs), shape=(classes, others))


def _representative(form: Factored, signal: Signal) -> tuple[Rows, Ints]:
    """Rows of one class of each orbit, weighted for the whole orbit, and the classes on them."""
    orbit = orbits(form.game, signal, form.group) if form.group else np.arange(signal.classes)
    _, first, times = np.unique(orbit, return_index=True, return_counts=True)
    rank = np.full(signal.classes, -1)
    rank[first] = np.arange(len(first))
    classes = signal.of(form.game.world, signal.rows.columns, signal.rows.count)
    kept = np.flatnonzero(rank[classes] >= 0)
    mine = classes[kept]
    return signal.rows.kept(kept, signal.rows.weight[kept] * times[rank[mine]]), mine
