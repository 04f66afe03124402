"""The exact value of a factored game, by the linear programme of tests.separated.programme in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from galakit.separated.factored import Factored
from galakit.solve.exact import IntegerProgramme, basic_solution, prove
from galakit.solve.programming import in_floats, optimum
from tests.separated.programme import _Numbers


def exact_value(game: Factored) -> Fraction:
    """What player 0 gets, proved by equal primal and dual solutions."""
    numbers = [_Numbers(game, p) for p in (0, 1)]
    cell: dict[tuple[int, int], Fraction] = {}
    for k, stage in enumerate(game.stages):
        for (first, second, which), factor in zip(stage.leaves.tolist(), stage.factors.tolist()):
            matrix = stage.matrices[which].tocoo()
            places = zip(numbers[0].of(k, first)[matrix.row].tolist(), numbers[1].of(k, second)[matrix.col].tolist())
            for place, payoff in zip(places, (matrix.data * factor).tolist()):
                cell[place] = cell.get(place, Fraction(0)) + _rational(payoff)
    scale = lcm(*(f.denominator for f in cell.values()))
    (e, right), (f, cost) = (n.constraints() for n in numbers)
    x, y = numbers[0].count, numbers[1].count
    rows = [_row(e, r, 0, 1) for r in range(e.shape[0])]
    below = [_row(f.T.tocsr(), r, x, -1) for r in range(y)]
    for (i, j), payoff in cell.items():
        if payoff:
            below[j].append((i, int(payoff * scale)))
    rows += below
    columns: list[list[tuple[int, int]]] = [[] for _ in range(x + f.shape[0])]
    for r, row in enumerate(rows):
        for j, v in row:
            columns[j].append((r, v))
    programme = IntegerProgramme(
        rows, columns, [int(v) for v in right] + [0] * y, [0] * x + [-int(v) for v in cost], e.shape[0], x,
        Fraction(scale),
    )  # fmt: skip
    basis = optimum(in_floats(programme)).basis
    vertex = basic_solution(programme, np.flatnonzero(basis.columns).tolist(), np.flatnonzero(~basis.rows).tolist())
    prove(programme, vertex)
    return -sum((c * z for c, z in zip(programme.cost, vertex.z) if c), Fraction(0)) / scale


def _rational(number: float) -> Fraction:
    found = Fraction(number).limit_denominator(10**7)
    assert abs(found - number) < 1e-12
    return found


def _row(matrix, r: int, shift: int, sign: int) -> list[tuple[int, int]]:
    start, end = matrix.indptr[r : r + 2].tolist()
    return [(int(j) + shift, sign * int(v)) for j, v in zip(matrix.indices[start:end], matrix.data[start:end])]
