"""All equilibria of two players as a mixed-integer programme on the sequence form (Sandholm, Gilpin & Conitzer 2005).

A plan is a best response if each of its sequences is: for each sequence, either it is not played, or nothing better is
there in its place, which a binary column decides. Both players' payoffs are columns of their own, so any sum of them
can be maximised over all equilibria, and the bound of the search is the proof. Columns for the ends of the game, which
are reached no more often than either player allows, keep the payoffs together and the bound low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.pure.programme import INFINITY, Programme, Solved
from galakit.solvers.selection.aim import Aim

PLAYED = 1e-6  # a weight in floating point that is not 0


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


def search(form: SequenceForm, aim: Aim, *, time_limit: float | None, progress: Progress | None) -> Found:
    """The equilibrium that serves an aim best."""
    scale = [_spread(form, player) for player in (0, 1)]
    programme = Programme()
    plans = [[programme.column(0, 1) for _ in range(form.sequences[player])] for player in (0, 1)]
    values: list[list[int]] = []
    for player in (0, 1):
        root = aim.sign * aim.weights[player] * scale[player]
        sets = len(form.sets_of(player))
        values.append([programme.column(-INFINITY, INFINITY, cost=root if k == 0 else 0.0) for k in range(1 + sets)])
    for player in (0, 1):
        entries, right = form.constraints(player)
        rows = _rows(entries, len(right))
        for row, total in zip(rows, right.tolist()):
            programme.row([(plans[player][s], v) for s, v in row], total, total)
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
        return Found(None, 0.0, aim.sign * solved.bound, False, solved.nodes)
    reached = sum(w * u * float(point[v[0]]) for w, u, v in zip(aim.weights, scale, values))
    found = (point[plans[0]], point[plans[1]])
    return Found(found, reached, aim.sign * solved.bound, solved.status == "optimal", solved.nodes)


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
    entries, right = form.constraints(player)
    for row, column, value in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
        terms[column][values[row]] = terms[column].get(values[row], 0.0) + value
    theirs = form.leaf_sequences[1 - player].tolist()
    for s, t, amount in zip(form.leaf_sequences[player].tolist(), theirs, (form.payoff(player) / scale).tolist()):
        terms[s][other[t]] = terms[s].get(other[t], 0.0) - amount
    assert len(right) == len(values)
    return [list(one.items()) for one in terms]


def _alone(form: SequenceForm, player: int) -> set[int]:
    """The empty sequence, and moves without alternative."""
    sets = form.sets_of(player)
    return {0, *form.first_sequence[sets[form.moves_count[sets] == 1]].tolist()}


def _spread(form: SequenceForm, player: int) -> float:
    """The largest difference between two payoffs: no move misses more."""
    payoffs = [float(c[player]) / float(reach) for c, reach in zip(form.classes, form.class_reach) if reach]
    return (max(payoffs, default=0.0) - min(payoffs, default=0.0)) or 1.0


def _rows(entries: Any, count: int) -> list[list[tuple[int, float]]]:
    rows: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    for row, column, value in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
        rows[row].append((column, value))
    return rows


def on_support(form: SequenceForm, plans: Sequence[Floats], aim: Aim) -> tuple[IntegerProgramme, list[list[int]]]:
    """The programme in integers of the equilibria that play only what these plans play; the sequences with a column.

    Sequences that the plans do not play have no column; the others must be best.
    """
    played = [np.flatnonzero(plan > PLAYED).tolist() for plan in plans]
    columns = [{s: k for k, s in enumerate(played[0])}, {}]
    columns[1] = {s: len(played[0]) + k for k, s in enumerate(played[1])}
    size = len(played[0]) + len(played[1])
    first = [size, size + 1 + len(form.sets_of(0))]
    equal: list[Row] = []
    right: list[int] = []
    more: list[Row] = []
    for player in (0, 1):
        entries, total = form.constraints(player)
        whole = lcm(*(Fraction(c[player]).denominator for c in form.classes))
        rows = [
            [(columns[player][s], int(v)) for s, v in row if s in columns[player]] for row in _rows(entries, len(total))
        ]
        for row, b in zip(rows, total.tolist()):
            if row:
                equal.append(row)
                right.append(int(b))
        # The values of information sets are whole numbers times the common denominator of the payoffs.
        missed: list[dict[int, int]] = [{} for _ in range(form.sequences[player])]
        for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
            missed[s][first[player] + r] = int(v)
        mine, theirs = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
        amounts = [int(Fraction(c[player]) * whole) for c in form.classes]
        for s, t, c in zip(mine, theirs, form.leaf_class.tolist()):
            if t in columns[1 - player] and amounts[c]:
                at = columns[1 - player][t]
                missed[s][at] = missed[s].get(at, 0) - amounts[c]
        for s, terms in enumerate(missed):
            row = [(j, v) for j, v in terms.items() if v]
            if s in columns[player]:
                equal.append(row)
                right.append(0)
            else:
                more.append(row)
    every = [*equal, *more]
    wide = first[1] + 1 + len(form.sets_of(1))
    by_column: list[Row] = [[] for _ in range(wide)]
    for r, row in enumerate(every):
        for j, v in row:
            by_column[j].append((r, v))
    cost = [0] * wide
    wholes = [lcm(*(Fraction(c[player]).denominator for c in form.classes)) for player in (0, 1)]
    for player in (0, 1):  # in units of both denominators
        cost[first[player]] = -aim.sign * aim.weights[player] * wholes[1 - player]
    programme = IntegerProgramme(every, by_column, right + [0] * len(more), cost, len(equal), size, Fraction(1))
    return programme, played
