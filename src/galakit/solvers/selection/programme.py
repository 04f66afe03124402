"""All equilibria of two players as a mixed-integer programme on the sequence form (Sandholm, Gilpin & Conitzer 2005).

A plan is a best response if each of its sequences is: for each sequence, either it is not played, or nothing better is
there in its place, which a binary column decides. Both players' payoffs are columns of their own, so any sum of them
can be maximised over all equilibria, and the bound of the search is the proof. Columns for the ends of the game, which
are reached no more often than either player allows, keep the payoffs together and the bound low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.solvers.pure.programme import INFINITY, Programme, Solved
from galakit.solvers.selection.aim import Aim


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


RESOLUTION = 1e-9  # coefficients below are 0 to HiGHS


def unseen(form: SequenceForm) -> float:
    """The amount below which payoffs are taken for nothing; 0 where there are none so small."""
    amounts = np.abs(form.class_values)
    least = np.where(amounts > 0, amounts, INFINITY).min(axis=0, initial=INFINITY)
    coarse = RESOLUTION * np.array(_scale(form))
    return float(coarse[least < coarse].max(initial=0.0))


def _scale(form: SequenceForm) -> list[float]:
    """The unit of each player's payoffs: no move misses more."""
    most = np.abs(form.class_values).max(axis=0, initial=0.0).tolist()
    return [stake or amount or 1.0 for stake, amount in zip(form.stakes.tolist(), most)]


def search(form: SequenceForm, aim: Aim, *, time_limit: float | None, progress: Progress | None) -> Found:
    """The equilibrium that serves an aim best."""
    scale = _scale(form)
    unit = max(scale)
    programme = Programme()
    plans = [[programme.column(0, 1) for _ in range(form.sequences[player])] for player in (0, 1)]
    values: list[list[int]] = []
    for player in (0, 1):
        root = aim.sign * aim.weights[player] * (scale[player] / unit)
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
    solved: Solved = programme.solve(time_limit=time_limit, progress=progress, gap=1e-9)
    point = solved.point
    if point is None:
        return Found(None, 0.0, aim.sign * unit * solved.bound, False, solved.nodes)
    reached = sum(w * u * float(point[v[0]]) for w, u, v in zip(aim.weights, scale, values))
    found = (point[plans[0]], point[plans[1]])
    return Found(found, reached, aim.sign * unit * solved.bound, solved.status == "optimal", solved.nodes)


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
