"""Linear programmes in integers: their basic solutions, and the proof that one of them is optimal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from galakit.solvers.exact.rational import Row, Singular, dot, solve_sparse


@dataclass(frozen=True, eq=False)
class IntegerProgramme:
    """Minimise cost'z with rows z >= right, the first `equalities` of them equal, and the first `x` of z at least 0."""

    rows: list[Row]
    columns: list[Row]
    right: list[int]
    cost: list[int]
    equalities: int
    x: int
    scale: Fraction
    """by which the objective was multiplied to make all numbers whole"""

    @classmethod
    def of_rows(
        cls, rows: list[Row], right: list[int], cost: list[int], equalities: int, x: int, scale: Fraction = Fraction(1)
    ) -> IntegerProgramme:
        """The programme with these rows, whose columns are made from them."""
        columns: list[Row] = [[] for _ in cost]
        for r, row in enumerate(rows):
            for j, value in row:
                columns[j].append((r, value))
        return cls(rows, columns, right, cost, equalities, x, scale)


@dataclass(frozen=True, eq=False)
class Vertex:
    """A basic solution: structural columns and rows without basic slack, primal and dual values."""

    columns: list[int]
    tight: list[int]
    z: list[Fraction]
    slack: list[Fraction]
    y: list[Fraction]
    reduced: list[Fraction]


def basic_solution(p: IntegerProgramme, columns: list[int], tight: list[int]) -> Vertex:
    """Solve for the basic solution and its dual."""
    if len(columns) != len(tight):
        raise Singular
    column_at = {j: k for k, j in enumerate(columns)}
    row_at = {r: k for k, r in enumerate(tight)}
    rows = [[(column_at[j], v) for j, v in p.rows[r] if j in column_at] for r in tight]
    transposed = [[(row_at[r], v) for r, v in p.columns[j] if r in row_at] for j in columns]
    z = [Fraction(0)] * len(p.columns)
    for j, value in zip(columns, solve_sparse(rows, [p.right[r] for r in tight])):
        z[j] = value
    y = [Fraction(0)] * len(p.rows)
    for r, value in zip(tight, solve_sparse(transposed, [p.cost[j] for j in columns])):
        y[r] = value
    slack = [dot(row, z) - b for row, b in zip(p.rows, p.right)]
    reduced = [c - dot(column, y) for column, c in zip(p.columns, p.cost)]
    return Vertex(columns, tight, z, slack, y, reduced)


def feasible(p: IntegerProgramme, v: Vertex) -> bool:
    """Whether a basic solution satisfies all constraints."""
    return (
        all(x >= 0 for x in v.z[: p.x])
        and all(s == 0 for s in v.slack[: p.equalities])
        and all(s >= 0 for s in v.slack[p.equalities :])
    )


def prove(p: IntegerProgramme, v: Vertex) -> None:
    """Primal and dual feasible with equal objective values: optimal, by weak duality. A failure is a bug."""
    dual = all(d == 0 for d in v.reduced[p.x :]) and all(d >= 0 for d in v.reduced[: p.x])
    signs = all(y >= 0 for y in v.y[p.equalities :])
    primal = sum(c * z for c, z in zip(p.cost, v.z) if c)
    equal = primal == sum(b * y for b, y in zip(p.right, v.y) if b)
    if not (feasible(p, v) and dual and signs and equal):
        raise AssertionError("an exact solution failed its own proof")
