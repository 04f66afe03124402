"""All equilibria of two players as a mixed-integer programme on the sequence form (Sandholm, Gilpin & Conitzer 2005).

A plan is a best response if each of its sequences is: for each sequence, either it is not played, or nothing better is
there in its place, which a binary column decides. Both players' payoffs are columns of their own, so any sum of them
can be maximised over all equilibria, and the bound of the search is the proof. So can the distance between what types
do, and constraints such as that both play alike may be added. Columns for the ends of the game, which
are reached no more often than either player allows, keep the payoffs together and the bound low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.solvers.pure.programme import INFINITY, Programme, Solved
from galakit.solvers.selection.aim import Aim
from galakit.solvers.selection.messages import Difference, differences
from galakit.solvers.selection.symmetry import symmetry


@dataclass(frozen=True, eq=False)
class Found:
    """The equilibrium that the search ended with."""

    plans: tuple[Floats, Floats] | None
    """None where it found none in time"""
    reached: float
    """what the aim comes to"""
    bound: float
    """what no equilibrium exceeds, or for the worst falls short of"""
    proved: bool
    nodes: int


@dataclass(frozen=True)
class Wanted:
    """An aim, with what it says about the sequences of a game."""

    aim: Aim
    alike: tuple[int, ...] | None = None
    """for each sequence of the first player, that of the second which must have the same weight"""
    messages: tuple[Difference, ...] = ()
    """the differences that are to be large"""

    @classmethod
    def of(cls, form: SequenceForm, aim: Aim) -> Wanted:
        if aim.kind == "symmetric":
            return cls(aim, alike=tuple(symmetry(form)))
        return cls(aim, messages=tuple(differences(form)) if aim.kind == "informative" else ())

    def reached(self, plans: Sequence[Any], values: Sequence[Any]) -> Any:
        """What the aim comes to with given plans and payoffs."""
        if self.aim.kind == "informative":
            return sum(d.weight * abs(plans[d.player][d.one] - plans[d.player][d.other]) for d in self.messages)
        return sum(w * v for w, v in zip(self.aim.weights, values))


def search(form: SequenceForm, wanted: Wanted, *, time_limit: float | None, progress: Progress | None) -> Found:
    """The equilibrium that serves an aim best."""
    aim = wanted.aim
    scale = [stake or 1.0 for stake in form.stakes.tolist()]  # no move misses more
    programme = Programme()
    plans = [[programme.column(0, 1) for _ in range(form.sequences[player])] for player in (0, 1)]
    values: list[list[int]] = []
    for player in (0, 1):
        root = aim.sign * aim.weights[player] * scale[player]
        sets = len(form.sets_of(player))
        values.append([programme.column(-INFINITY, INFINITY, cost=root if k == 0 else 0.0) for k in range(1 + sets)])
    for player in (0, 1):
        entries, right = form.constraints(player)
        rows: list[list[tuple[int, float]]] = [[] for _ in right]
        for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
            rows[r].append((plans[player][s], v))
        for row, total in zip(rows, right.tolist()):
            programme.row(row, total, total)
        missed = _missed(form, player, plans[1 - player], values[player], scale[player])
        alone = _alone(form, player)
        for s, terms in enumerate(missed):
            programme.row(terms, 0.0, 0.0 if s in alone else INFINITY)
            if s not in alone:
                idle = programme.column(0, 1, whole=True)
                programme.row([*terms, (idle, -1.0)], upper=0.0)
                programme.row([(plans[player][s], 1.0), (idle, 1.0)], upper=1.0)
    _reach_ends(form, programme, plans, [own[0] for own in values], scale)
    for s, t in enumerate(wanted.alike or ()):
        programme.row([(plans[0][s], 1.0), (plans[1][t], -1.0)], 0.0, 0.0)
    for d in wanted.messages:
        _tell_apart(programme, plans[d.player][d.one], plans[d.player][d.other], aim.sign * d.weight)
    solved: Solved = programme.solve(time_limit=time_limit, progress=progress, gap=1e-9)
    point = solved.point
    if point is None:
        return Found(None, 0.0, aim.sign * solved.bound, False, solved.nodes)
    found = (point[plans[0]], point[plans[1]])
    reached = float(wanted.reached(found, [u * float(point[v[0]]) for u, v in zip(scale, values)]))
    return Found(found, reached, aim.sign * solved.bound, solved.status == "optimal", solved.nodes)


def _tell_apart(programme: Programme, one: int, other: int, cost: float) -> None:
    """Count the distance of two columns between 0 and 1: at most it where it is to be large, at least it otherwise."""
    apart = programme.column(0, 1, cost=cost)
    if cost < 0:
        programme.row([(apart, 1.0), (one, -1.0), (other, 1.0)], lower=0.0)
        programme.row([(apart, 1.0), (one, 1.0), (other, -1.0)], lower=0.0)
        return
    more = programme.column(0, 1, whole=True)  # whether the first one is larger
    programme.row([(apart, 1.0), (one, -1.0), (other, 1.0), (more, 2.0)], upper=2.0)
    programme.row([(apart, 1.0), (one, 1.0), (other, -1.0), (more, -2.0)], upper=0.0)


def _reach_ends(
    form: SequenceForm, programme: Programme, plans: list[list[int]], roots: list[int], scale: list[float]
) -> None:
    """Let payoffs be those of ends that are reached, each no more often than either player allows, together once."""
    chance = np.array(form.class_reach, np.float64)[form.leaf_class]
    at: dict[tuple[int, int], int] = {}
    once: dict[int, float] = {}
    paid: list[dict[int, float]] = [{roots[player]: -1.0} for player in (0, 1)]
    for row, (s, t) in enumerate(form.leaf_sequences.T.tolist()):
        column = at.get((s, t))
        if column is None:
            column = at[s, t] = programme.column(0, 1)
            programme.row([(column, 1.0), (plans[0][s], -1.0)], upper=0.0)
            programme.row([(column, 1.0), (plans[1][t], -1.0)], upper=0.0)
        once[column] = once.get(column, 0.0) + float(chance[row])
        for player in (0, 1):
            amount = float(form.class_values[form.leaf_class[row], player]) / scale[player]
            paid[player][column] = paid[player].get(column, 0.0) + amount
    programme.row(list(once.items()), 1.0, 1.0)
    for terms in paid:
        programme.row(list(terms.items()), 0.0, 0.0)


def _missed(
    form: SequenceForm, player: int, other: Sequence[int], values: Sequence[int], scale: float
) -> list[list[tuple[int, float]]]:
    """For each sequence, by how much its last move is worse than the best one there: terms over the columns."""
    terms: list[dict[int, float]] = [{} for _ in range(form.sequences[player])]
    entries, _ = form.constraints(player)
    for row, column, value in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
        terms[column][values[row]] = terms[column].get(values[row], 0.0) + value
    theirs = form.leaf_sequences[1 - player].tolist()
    for s, t, amount in zip(form.leaf_sequences[player].tolist(), theirs, (form.payoff(player) / scale).tolist()):
        terms[s][other[t]] = terms[s].get(other[t], 0.0) - amount
    return [list(one.items()) for one in terms]


def _alone(form: SequenceForm, player: int) -> set[int]:
    """The empty sequence, and moves without alternative."""
    sets = form.sets_of(player)
    return {0, *form.first_sequence[sets[form.moves_count[sets] == 1]].tolist()}
