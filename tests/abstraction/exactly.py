"""Factored games in fractions: values by a linear programme that is proved, and gains in the game itself."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from galakit.separated.factored import Factored, factor
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.programming import in_floats, optimum
from tests.separated.programme import _Numbers


def exact_value(game: Factored) -> Fraction:
    """What player 0 gets."""
    return solved(game)[0]


def solved(game: Factored) -> tuple[Fraction, list[list[Fraction]]]:
    """The value and optimal plans, proved by equal primal and dual solutions."""
    numbers, cell = [_Numbers(game, p) for p in (0, 1)], payoffs(game)
    scale = lcm(*(f.denominator for f in cell.values()))
    (e, right), (f, cost) = (n.constraints() for n in numbers)
    x, y = numbers[0].count, numbers[1].count
    rows = [_row(e, r, 0, 1) for r in range(e.shape[0])]
    turned = f.T.tocsr()
    below = [_row(turned, r, x, -1) for r in range(y)]
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
    vertex, _ = exact_optimum(programme, basis)
    value = -sum((c * z for c, z in zip(programme.cost, vertex.z) if c), Fraction(0)) / scale
    return value, [vertex.z[:x], vertex.y[e.shape[0] :]]


def exact_gains(small: Factored) -> list[Fraction]:
    """What both players could gain in the game itself against optimal plans of a smaller one."""
    full = factor(small.game, sort=False)
    cell = payoffs(full)
    _, found = solved(small)
    x, y = (_lifted(small, full, p, plan) for p, plan in enumerate(found))
    value = sum((payoff * x[i] * y[j] for (i, j), payoff in cell.items()), Fraction(0))
    worth = [[Fraction(0)] * len(x), [Fraction(0)] * len(y)]
    for (i, j), payoff in cell.items():
        worth[0][i] += payoff * y[j]
        worth[1][j] -= payoff * x[i]
    return [_best(full, 0, worth[0]) - value, _best(full, 1, worth[1]) + value]


def payoffs(game: Factored) -> dict[tuple[int, int], Fraction]:
    """What player 0 is paid, for each pair of sequences, times how likely it is."""
    numbers = [_Numbers(game, p) for p in (0, 1)]
    cell: dict[tuple[int, int], Fraction] = {}
    for k, stage in enumerate(game.stages):
        for (first, second, which), times in zip(stage.leaves.tolist(), stage.factors.tolist()):
            matrix = stage.matrices[which].tocoo()
            places = zip(numbers[0].of(k, first)[matrix.row].tolist(), numbers[1].of(k, second)[matrix.col].tolist())
            for place, payoff in zip(places, (matrix.data * times).tolist()):
                cell[place] = cell.get(place, Fraction(0)) + _rational(payoff)
    return cell


def _lifted(small: Factored, full: Factored, player: int, plan: list[Fraction]) -> list[Fraction]:
    here, there = _Numbers(full, player), _Numbers(small, player)
    found = [Fraction(1)] * here.count
    for k, (one, other) in enumerate(zip(full.stages, small.stages)):
        side, merged = one.sides[player], other.sides[player].classes
        place = merged.place[merged.orbit[side.classes.order]]
        for sequence in range(len(side.entries), side.sequences):
            for at, source in zip(here.of(k, sequence).tolist(), there.of(k, sequence)[place].tolist()):
                found[at] = plan[source]
    return found


def _best(game: Factored, player: int, worth: list[Fraction]) -> Fraction:
    matrix, _ = _Numbers(game, player).constraints()
    for r in range(matrix.shape[0] - 1, 0, -1):
        row = _row(matrix, r, 0, 1)
        (parent,) = (j for j, sign in row if sign < 0)
        worth[parent] += max(worth[j] for j, sign in row if sign > 0)
    return worth[0]


def _rational(number: float) -> Fraction:
    found = Fraction(number).limit_denominator(10**7)
    assert abs(found - number) < 1e-12
    return found


def _row(matrix, r: int, shift: int, sign: int) -> list[tuple[int, int]]:
    start, end = matrix.indptr[r : r + 2].tolist()
    return [(int(j) + shift, sign * int(v)) for j, v in zip(matrix.indices[start:end], matrix.data[start:end])]
