"""Exact solution of sparse square systems with integer entries.

The bases of sequence-form programmes are nearly triangular: plans follow from their parents and values from their
children. So equations with one unknown are solved first, and unknowns of one equation last. In what is left, rows and
columns are matched and the strongly connected components of the matched graph, in topological order, bring the system
into block triangular form (Duff & Reid 1978). For 127-card poker, 519 unknowns split into 490 blocks. Blocks of one
unknown are divisions. Tiny blocks are eliminated here, which is quicker than loading a library; small ones are solved
by FLINT with Dixon's p-adic lifting, which needs dense matrices, and large ones by `refinement`, unless they are too
near to singular.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from graphlib import TopologicalSorter
from math import lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.deadline import check_deadline
from galakit.errors import GalakitError

Row: TypeAlias = list[tuple[int, int]]
"""(column, value) of the non-zeros of a row"""
Block: TypeAlias = tuple[list[int], list[int]]
"""as many equations as unknowns"""


TINY_BLOCK = 20  # unknowns; elimination in plain Python takes about a millisecond
SMALL_BLOCK = 64  # unknowns; dense matrices are quicker up to about there
SOLVING = "solving exactly"
LIMIT_BLOCK = 6_000  # unknowns; a dense block of that size takes minutes and gigabytes


class Singular(ArithmeticError):
    """The matrix has no inverse."""


def solve_sparse(rows: Sequence[Row], right: Sequence[Fraction | int]) -> list[Fraction]:
    """The vector z with `rows` z = `right`; raises Singular if there is none or more than one."""
    solution = [Fraction(0)] * len(rows)
    for equations, unknowns in _blocks(rows):
        if len(unknowns) == 1:
            [i], [j] = equations, unknowns
            pivot = next(value for column, value in rows[i] if column == j)
            solution[j] = (right[i] - dot(rows[i], solution)) / pivot  # unknowns of later blocks are 0 there
        else:
            check_deadline(SOLVING)
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


def _blocks(rows: Sequence[Row]) -> list[Block]:
    """The diagonal blocks in an order in which each needs only unknowns of earlier ones."""
    across: list[list[int]] = [[] for _ in rows]  # the equations of each unknown
    for i, row in enumerate(rows):
        for j, _ in row:
            across[j].append(i)
    along = [[j for j, _ in row] for row in rows]
    solved, determined = [False] * len(rows), [False] * len(rows)
    first = [([i], [j]) for i, j in _peeled(along, across, solved, determined)]
    last = [([i], [j]) for j, i in _peeled(across, along, determined, solved)]
    equations = [i for i, done in enumerate(solved) if not done]
    unknowns = [j for j, done in enumerate(determined) if not done]
    if not equations:
        return first + last[::-1]
    if len(equations) <= TINY_BLOCK:
        return [*first, (equations, unknowns), *last[::-1]]
    number = {j: k for k, j in enumerate(unknowns)}
    inner = _components([[(number[j], v) for j, v in rows[i] if j in number] for i in equations])
    named = [([equations[k] for k in left], [unknowns[k] for k in right]) for left, right in inner]
    return first + named + last[::-1]


def _peeled(
    lines: list[list[int]], across: list[list[int]], done: list[bool], gone: list[bool]
) -> Iterator[tuple[int, int]]:
    """Take lines with one entry left, again and again: each with the place of that entry, which is then gone."""
    left = [sum(not gone[j] for j in line) for line in lines]
    ready = [i for i, count in enumerate(left) if count == 1 and not done[i]]
    if any(count == 0 and not done[i] for i, count in enumerate(left)):
        raise Singular
    for i in ready:  # it grows
        j = next((j for j in lines[i] if not gone[j]), None)
        if j is None:  # another line had the same single entry
            raise Singular
        done[i] = gone[j] = True
        yield i, j
        for other in across[j]:
            left[other] -= 1
            if left[other] == 1 and not done[other]:
                ready.append(other)


def _components(rows: Sequence[Row]) -> list[Block]:
    """The blocks of a system whose equations and unknowns all have several entries."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    size = len(rows)
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
    if len(block) <= TINY_BLOCK:
        return [v / denominator for v in _eliminated(block, whole)]
    found = _refined(block, whole) if len(block) > SMALL_BLOCK else None
    return [v / denominator for v in (_dense(block, whole) if found is None else found)]


def _eliminated(block: list[Row], right: list[int]) -> list[Fraction]:
    """The solution by elimination without fractions (Bareiss 1968): all divisions by the former pivot are exact."""
    size = len(block)
    matrix = [[0] * size + [b] for b in right]
    for line, row in zip(matrix, block):
        for j, value in row:
            line[j] = value
    former = 1
    for k in range(size):
        at = next((i for i in range(k, size) if matrix[i][k]), None)
        if at is None:
            raise Singular
        matrix[k], matrix[at] = matrix[at], matrix[k]
        top = matrix[k]
        pivot = top[k]
        for line in matrix[k + 1 :]:
            factor = line[k]
            line[k:] = [(pivot * a - factor * b) // former for a, b in zip(line[k:], top[k:])]
        former = pivot
    solution = [Fraction(0)] * size
    for k in reversed(range(size)):
        rest = matrix[k][size] - sum(
            (matrix[k][j] * solution[j] for j in range(k + 1, size) if matrix[k][j]), Fraction(0)
        )
        solution[k] = rest / matrix[k][k]
    return solution


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

    from galakit.processes.beside import interruptible

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
        column = fmpq_mat(fmpz_mat(size, 1, right))
        result = interruptible(lambda: left.solve(column, algorithm="dixon"), SOLVING)
    except ZeroDivisionError:
        raise Singular from None
    values: list[fmpq] = [result[k, 0] for k in range(size)]
    return [Fraction(int(v.p), int(v.q)) for v in values]
