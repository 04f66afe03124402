"""Equilibria with a given support: a linear programme, so that the one that was found can be worked out in fractions.

Once it is known which sequences are played, the conditions are linear: those that are played must be as good as any
other at their information set, and the others no better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.selection.programme import Wanted

PLAYED = 1e-6  # a weight in floating point that is not 0
FINE = 1_000_000  # weights of types as whole numbers


def on_support(form: SequenceForm, plans: Sequence[Floats], wanted: Wanted) -> tuple[IntegerProgramme, list[list[int]]]:
    """The programme of the equilibria that play what these plans play; for each player, the sequences with a column.

    Distances between what types do are counted in the direction that they have in these plans: what is reached so is
    no less than what is counted.

    The columns are the weights of these sequences, then the values of both players' information sets, each in units of
    the common denominator of the player's payoffs.
    """
    played = [np.flatnonzero(plan > PLAYED).tolist() for plan in plans]
    size = len(played[0]) + len(played[1])
    column = [{s: k for k, s in enumerate(played[0])}, {s: len(played[0]) + k for k, s in enumerate(played[1])}]
    values = [size, size + 1 + len(form.sets_of(0))]
    units = [unit(form, player) for player in (0, 1)]
    equal: list[tuple[Row, int]] = []
    least: list[Row] = []
    for player in (0, 1):
        equal += plan_rows(form, player, column[player])
        rows = missed_rows(form, player, column[1 - player], values[player], units[player])
        equal += [(row, 0) for s, row in enumerate(rows) if s in column[player]]
        least += [row for s, row in enumerate(rows) if s not in column[player]]
    for s, t in enumerate(wanted.alike or ()):
        if s in column[0] and t in column[1]:
            equal.append(([(column[0][s], 1), (column[1][t], -1)], 0))
    cost = [0] * (values[1] + 1 + len(form.sets_of(1)))
    aim = wanted.aim
    for player in (0, 1):  # both in the same unit
        cost[values[player]] = -aim.sign * aim.weights[player] * units[1 - player]
    for d in wanted.messages:
        sign = 1 if plans[d.player][d.one] >= plans[d.player][d.other] else -1
        for s, factor in ((d.one, sign), (d.other, -sign)):
            if s in column[d.player]:
                cost[column[d.player][s]] -= aim.sign * factor * round(d.weight * FINE)
    return assembled(equal, least, cost, size), played


def unit(form: SequenceForm, player: int) -> int:
    """The common denominator of a player's payoffs at the ends."""
    return lcm(*(Fraction(c[player]).denominator for c in form.classes))


def plan_rows(form: SequenceForm, player: int, column: Mapping[int, int]) -> list[tuple[Row, int]]:
    """The rows that make the weights of the sequences with a column a plan, each with what it comes to."""
    entries, right = form.constraints(player)
    sums: list[Row] = [[] for _ in right]
    for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), map(int, entries.values.tolist())):
        if s in column:
            sums[r].append((column[s], v))
    return [(row, int(total)) for row, total in zip(sums, right.tolist()) if row]


def missed_rows(form: SequenceForm, player: int, other: Mapping[int, int], values: int, unit: int) -> list[Row]:
    """For each sequence of a player, by how much its last move is worse than the best one there, in units.

    `other` has the columns of the other player's sequences; from column `values` on are the values of the player's
    information sets, the first that of the whole game.
    """
    terms: list[dict[int, int]] = [{} for _ in range(form.sequences[player])]
    entries, _ = form.constraints(player)
    for r, s, v in zip(entries.rows.tolist(), entries.columns.tolist(), map(int, entries.values.tolist())):
        terms[s][values + r] = v
    amounts = [int(Fraction(c[player]) * unit) for c in form.classes]
    mine, theirs = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
    for s, t, c in zip(mine, theirs, form.leaf_class.tolist()):
        if t in other:
            terms[s][other[t]] = terms[s].get(other[t], 0) - amounts[c]
    return [[(j, v) for j, v in own.items() if v] for own in terms]


def assembled(equal: list[tuple[Row, int]], least: list[Row], cost: list[int], x: int) -> IntegerProgramme:
    """A programme of rows that come to a number and rows of at least 0; the first `x` columns are at least 0."""
    every = [*(row for row, _ in equal), *least]
    right = [total for _, total in equal] + [0] * len(least)
    return IntegerProgramme.of_rows(every, right, cost, len(equal), x)
