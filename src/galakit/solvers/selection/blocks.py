"""Parts of mixed-integer programmes on the sequence form: plans, best responses, and the ends that are reached.

A plan is a best response if each of its sequences is: for each sequence, either it is not played, or nothing better is
there in its place, which a whole column decides. Payoffs are divided by a scale for each player, so that no move
misses more than 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galakit.game.sequence_form import SequenceForm
from galakit.solvers.pure.programme import INFINITY, Programme


def scales(form: SequenceForm) -> list[float]:
    """What each player's payoffs are divided by: no move misses more."""
    most = np.abs(form.class_values).max(axis=0, initial=0.0).tolist()
    return [stake or amount or 1.0 for stake, amount in zip(form.stakes.tolist(), most)]


def plan_columns(form: SequenceForm, programme: Programme, player: int, *, whole: bool = False) -> list[int]:
    """A column for the weight of each sequence of a player, and the rows that make them a plan; a pure one if whole."""
    columns = [programme.column(0, 1, whole=whole) for _ in range(form.sequences[player])]
    entries, right = form.constraints(player)
    rows: list[list[tuple[int, float]]] = [[] for _ in right]
    for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), entries.values.tolist()):
        rows[r].append((columns[s], v))
    for row, total in zip(rows, right.tolist()):
        programme.row(row, total, total)
    return columns


def value_columns(form: SequenceForm, programme: Programme, player: int, *, cost: float = 0.0) -> list[int]:
    """A column for what a player expects, which costs so much, and one for each of their information sets."""
    many = 1 + len(form.sets_of(player))
    return [programme.column(-INFINITY, INFINITY, cost=0.0 if k else cost) for k in range(many)]


def missed(
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


def without_alternative(form: SequenceForm, player: int) -> set[int]:
    """The empty sequence, and moves without alternative."""
    sets = form.sets_of(player)
    return {0, *form.first_sequence[sets[form.moves_count[sets] == 1]].tolist()}


def reach_ends(
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
