"""Exact solution of sparse square systems with integer entries.

The bases of sequence-form programmes are nearly triangular: plans follow from their parents and values from their
children. So rows and columns are matched and the strongly connected components of the matched graph, in topological
order, bring the system into block triangular form (Duff & Reid 1978). Blocks of one unknown are divisions; small ones
are solved by FLINT with Dixon's p-adic lifting, which needs dense matrices, and large ones by `refinement`, unless they
are too near to singular. For 127-card poker, 519 unknowns split into 490 blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from graphlib import TopologicalSorter
from math import lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError

Row: TypeAlias = list[tuple[int, int]]
"""(column, value) of the non-zeros of a row"""


SMALL_BLOCK = 64  # unknowns; dense matrices are quicker up to about there
LIMIT_BLOCK = 6_000  # unknowns; a dense block of that size takes minutes and gigabytes


class Singular(ArithmeticError):
    """The matrix has no inverse."""


def solve_sparse(rows: Sequence[Row], right: Sequence[Fraction | int]) -> list[Fraction]:
    """The vector z with `rows` z = `right`; raises Singular if there is none or more than one."""
    size = len(rows)
    solution = [Fraction(0)] * size
    for equations, unknowns in _blocks(rows):
        if len(unknowns) == 1:
            [i], [j] = equations, unknowns
            pivot = next(value for column, value in rows[i] if column == j)
            solution[j] = (right[i] - dot(rows[i], solution)) / pivot  # unknowns of later blocks are 0 there
        else:
            for j, value_j in zip(unknowns, _block(rows, right, solution, equations, unknowns)):
                solution[j] = value_j
    return solution


def dot(row: Row, vector: Sequence[Fraction] | npt.NDArray[Any]) -> Fraction:
    """Their product. Most weights of a plan are 0, and fractions are slow to add: numerators are gathered first."""
    sums: dict[int, int] = {}
    for j, value in row:
        x = vector[j]
        if x:
            d = x.denominator
            sums[d] = sums.get(d, 0) + value * x.numerator
    return sum((Fraction(s, d) for d, s in sums.items()), Fraction(0))


def _blocks(rows: Sequence[Row]) -> list[tuple[list[int], list[int]]]:
    """Equations and unknowns of each diagonal block, such that a block needs only unknowns of earlier ones."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    size = len(rows)
    if size == 0:
        return []
    count = [len(row) for row in rows]
    column = np.array([j for row in rows for j, _ in row], np.int32)
    pattern = csr_array(
        (np.ones(len(column), np.int8), column, np.concatenate([[0], np.cumsum(count)])), shape=(size, size)
    )
    unknown = maximum_bipartite_matching(pattern, perm_type="column")  # of each equation
    if (unknown < 0).any():
        raise Singular
    equation = np.empty(size, np.int64)
    equation[unknown] = np.arange(size)
    needs = csr_array((pattern.data, equation[column], pattern.indptr), shape=(size, size))
    number, label = connected_components(needs, connection="strong")

    members: list[list[int]] = [[] for _ in range(number)]
    for i, b in enumerate(label.tolist()):
        members[b].append(i)
    links = np.unique(np.repeat(label, count).astype(np.int64) * number + label[equation[column]])
    order = TopologicalSorter[int]({b: [] for b in range(number)})
    for block, before in zip((links // number).tolist(), (links % number).tolist()):
        if block != before:
            order.add(block, before)
    return [(members[b], unknown[members[b]].tolist()) for b in order.static_order()]


def _block(
    rows: Sequence[Row],
    right: Sequence[Fraction | int],
    solution: Sequence[Fraction],
    equations: list[int],
    unknowns: list[int],
) -> list[Fraction]:
    """The unknowns of a block, given those of the blocks before it."""
    column_of = {j: k for k, j in enumerate(unknowns)}
    block: list[Row] = []
    rests: list[Fraction] = []
    for i in equations:
        block.append([(column_of[column], value) for column, value in rows[i] if column in column_of])
        rests.append(right[i] - dot(rows[i], solution))
    denominator = lcm(*(r.denominator for r in rests))
    whole = [r.numerator * (denominator // r.denominator) for r in rests]
    found = _refined(block, whole) if len(block) > SMALL_BLOCK else None
    return [v / denominator for v in (_dense(block, whole) if found is None else found)]


def _refined(block: list[Row], right: list[int]) -> list[Fraction] | None:
    from scipy.sparse import csr_array

    from galakit.solvers.exact.refinement import solve_refined

    count = [len(row) for row in block]
    column = np.array([j for row in block for j, _ in row], np.int32)
    try:
        value = np.array([v for row in block for _, v in row], np.int64)
    except OverflowError:
        return None
    starts = np.concatenate([[0], np.cumsum(count)])
    return solve_refined(csr_array((value, column, starts), shape=(len(block), len(block))), right)


def _dense(block: list[Row], right: list[int]) -> list[Fraction]:
    from flint import fmpq, fmpq_mat, fmpz_mat

    size = len(block)
    if size > LIMIT_BLOCK:
        raise GalakitError(
            f"the exact solution needs a dense system of {size:,} unknowns, more than the limit of {LIMIT_BLOCK:,}",
            hint="solve in floating point",
            id="GK608",
        )
    matrix = [0] * (size * size)
    for k, row in enumerate(block):
        for j, value in row:
            matrix[k * size + j] = value
    try:
        left: Any = fmpq_mat(fmpz_mat(size, size, matrix))  # the stubs do not know the choice of algorithm
        result = left.solve(fmpq_mat(fmpz_mat(size, 1, right)), algorithm="dixon")
    except ZeroDivisionError:
        raise Singular from None
    values: list[fmpq] = [result[k, 0] for k in range(size)]
    return [Fraction(int(v.p), int(v.q)) for v in values]
