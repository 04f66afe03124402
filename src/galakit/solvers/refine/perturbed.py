"""The sequence-form programme of a game in which every move is made now and then by mistake, with ε as a symbol.

Two kinds of mistakes lead to two refinements, in games of two players with a constant sum:

* quasi-perfect (Miltersen & Sørensen 2010): a sequence of d moves has a weight of at least ε^d;
* extensive-form perfect (Farina & Gatti 2017): a move has a probability of at least ε wherever its player is.

Either way a plan is x = l + S x̃ with x̃ >= 0, where l and S consist of powers of ε: l[σ] = ε^d and S = 1, or l = 0 and
x[σa] = x̃[σa] + ε x[σ]. With l, S for the first player, k, T for the second, the programme of `lp` becomes

    max (A k)'S x̃ + (f - F k)'q   subject to   E S x̃ = e - E l,   T'A'(l + S x̃) - (F T)'q >= 0,   x̃ >= 0,

and the dual values of the inequalities are ỹ. Its entries are polynomials in ε with integer coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.sparse import Entries, by_column
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.highs import Programme
from galakit.solvers.lp.exact import integer_payoffs

LIMIT_TERMS = 20_000_000  # of the polynomials: a gigabyte

Kind: TypeAlias = Literal["quasi-perfect", "extensive-perfect"]
Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Plans:
    """x = l + S x̃ for one player: which x̃ each weight x is made of."""

    depth: Ints
    """[sequences] moves in each"""
    lower: Ints | None
    """[sequences] the power of ε that is l, -1 where l is 0; None where it is 0 everywhere"""
    above: tuple[Ints, ...]
    """above[k][σ]: the sequence whose x̃ enters x[σ] times ε^k, -1 where there is none"""


@dataclass(frozen=True, eq=False)
class Perturbed:
    """Terms of the polynomials: matrix[row, column] += value · ε^power, for each k.

    Column `columns` is the right side and row `rows` the cost (of minimising).
    """

    kind: Kind
    row: Ints
    column: Ints
    power: Ints
    value: npt.NDArray[Any]
    rows: int
    columns: int
    equalities: int
    x: int
    plans: tuple[Plans, Plans]


def perturbed_programme(form: SequenceForm, kind: Kind, *, exact: bool) -> Perturbed:
    """The programme of a game; the payoffs are whole numbers when exact, else floats of at most 1."""
    plans = _plans(form, 0, kind), _plans(form, 1, kind)
    if exact:
        cell, _ = integer_payoffs(form)
        pairs = np.array(list(cell), np.int64).reshape(-1, 2).T
        payoff = np.fromiter(list(cell.values()), object)
    else:
        pairs = form.leaf_sequences.astype(np.int64)
        payoff = form.payoff(0) / (float(np.abs(form.payoff(0)).max(initial=0.0)) or 1.0)

    many = pairs.shape[1] * len(_parts(plans[0], pairs[0][:0])) * len(_parts(plans[1], pairs[1][:0]))
    if many > LIMIT_TERMS:
        raise GalakitError(
            f"the programme with mistakes would have up to {many:,} terms, more than the limit of {LIMIT_TERMS:,}",
            hint="the method quasi-perfect needs the fewest" if kind == "extensive-perfect" else "use the method lp",
            id="GK603",
        )
    sets = [form.sets_of(p) for p in (0, 1)]
    equalities, x = 1 + len(sets[0]), form.sequences[0]
    rows, columns = equalities + form.sequences[1], x + 1 + len(sets[1])
    terms: list[tuple[Ints, Ints, Ints, npt.NDArray[Any]]] = []

    def add(row: Ints, column: Ints, power: Ints, value: npt.NDArray[Any]) -> None:
        terms.append((row, column, power, value))

    # A: all products of a part of x[σ] with a part of y[τ].
    for at_x, column, p in _parts(plans[0], pairs[0]):
        for at_y, row, q in _parts(plans[1], pairs[1]):
            both = np.intersect1d(at_x, at_y, assume_unique=True)
            i, j = np.searchsorted(at_x, both), np.searchsorted(at_y, both)
            c, r, power = column[i], row[j], p[i] + q[j]
            constant = c < 0
            known = r < 0
            add(np.where(known, rows, equalities + r), np.where(constant, columns, c), power,
                np.where(constant ^ known, -payoff[both], payoff[both]))  # fmt: skip
    # E and F: the moves of a set minus its parent; the first row is that of the empty sequence.
    one = np.zeros(1, np.int64)
    for player, plan in enumerate(plans):
        own = sets[player]
        line = np.arange(1, len(own) + 1)
        count = form.moves_count[own].astype(np.int64)
        moves = [np.arange(f, f + c) for f, c in zip(form.first_sequence[own].tolist(), count.tolist())]
        number = np.concatenate([one, np.repeat(line, count), line])
        sequence = np.concatenate([one, *moves, form.parent_sequence[own].astype(np.int64)])
        sign = np.concatenate([one + 1, np.ones(count.sum(), np.int64), -np.ones(len(own), np.int64)])
        for at, part, power in _parts(plan, sequence):
            constant = part < 0
            if player == 0:  # E S x̃ = e - E l
                add(number[at], np.where(constant, columns, part), power, np.where(constant, -sign[at], sign[at]))
            else:  # -(F T)'q in the rows, and F k in the cost
                add(np.where(constant, rows, equalities + part), x + number[at], power,
                    np.where(constant, sign[at], -sign[at]))  # fmt: skip
    add(one, one + columns, one, one + 1)  # e
    add(one + rows, one + x, one, one - 1)  # f
    merged = [np.concatenate(parts) for parts in zip(*(t[:3] for t in terms))]
    value = np.concatenate([t[3].astype(object if exact else np.float64) for t in terms])
    keep = ~((merged[0] == rows) & (merged[1] == columns))  # a constant in the objective
    row_, column_, power_ = (m[keep] for m in merged)
    return Perturbed(kind, row_, column_, power_, value[keep], rows, columns, equalities, x, plans)


def _plans(form: SequenceForm, player: int, kind: Kind) -> Plans:
    depth = np.zeros(form.sequences[player], np.int64)
    parent = np.full(form.sequences[player], -1, np.int64)
    for d, level in enumerate(form.levels(player)):
        depth[level.sequences] = d + 1
        parent[level.sequences] = np.repeat(level.parent, level.count)
    itself = np.arange(len(depth))
    if kind == "quasi-perfect":
        return Plans(depth, np.where(depth > 0, depth, -1), (itself,))
    above = [itself]
    while (above[-1] >= 0).any():
        above.append(np.where(above[-1] >= 0, parent[above[-1]], -1))
    return Plans(depth, None, tuple(above[:-1]))


def _parts(plans: Plans, sequence: Ints) -> list[tuple[Ints, Ints, Ints]]:
    """For weights x[sequence]: which of them have a part, the x̃ it is (-1: the constant l), and the power of ε."""
    parts = []
    for k, above in enumerate(plans.above):
        at = np.flatnonzero(above[sequence] >= 0)
        parts.append((at, above[sequence[at]], np.full(len(at), k)))
    if plans.lower is not None:
        at = np.flatnonzero(plans.lower[sequence] >= 0)
        parts.append((at, np.full(len(at), -1), plans.lower[sequence[at]]))
    return parts


def weights(form: SequenceForm, player: int, plans: Plans, rest: npt.NDArray[Any], epsilon: Any) -> npt.NDArray[Any]:
    """The plan x = l + S x̃."""
    x = rest.copy()
    for d, level in enumerate(form.levels(player)):
        if plans.lower is not None:
            x[level.sequences] = rest[level.sequences] + epsilon ** (d + 1)
        else:
            x[level.sequences] = rest[level.sequences] + np.repeat(x[level.parent], level.count) * epsilon
    return x


def at_float(p: Perturbed, epsilon: float) -> Programme:
    """The programme for one ε in floats."""
    value = p.value.astype(np.float64) * epsilon**p.power
    inner = (p.row < p.rows) & (p.column < p.columns)
    right, cost = p.column == p.columns, p.row == p.rows
    return Programme(
        matrix=by_column(Entries(p.row[inner], p.column[inner], value[inner]), (p.rows, p.columns)),
        cost=np.bincount(p.column[cost], value[cost], p.columns).astype(np.float64),
        right=np.bincount(p.row[right], value[right], p.rows).astype(np.float64),
        equalities=p.equalities,
        x=p.x,
    )


def at_inverse(p: Perturbed, inverse: int) -> tuple[IntegerProgramme, list[int]]:
    """The programme for ε = 1/inverse, exactly; and by what each row (the cost is the last) was multiplied."""
    degree = np.zeros(p.rows + 1, np.int64)
    np.maximum.at(degree, p.row, p.power)
    powers = [1]
    while len(powers) <= degree.max(initial=0):
        powers.append(powers[-1] * inverse)
    rows: list[dict[int, int]] = [{} for _ in range(p.rows + 1)]
    for r, c, shift, value in zip(
        p.row.tolist(), p.column.tolist(), (degree[p.row] - p.power).tolist(), p.value.tolist()
    ):
        rows[r][c] = rows[r].get(c, 0) + value * powers[shift]
    sparse: list[Row] = [[(c, v) for c, v in row.items() if v and c < p.columns] for row in rows[:-1]]
    programme = IntegerProgramme.of_rows(
        sparse,
        right=[row.get(p.columns, 0) for row in rows[:-1]],
        cost=[rows[-1].get(c, 0) for c in range(p.columns)],
        equalities=p.equalities,
        x=p.x,
    )
    return programme, [powers[d] for d in degree.tolist()]


def height(p: Perturbed) -> int:
    """No coefficient of a subdeterminant, right side and cost included, is larger: the product of all row sums."""
    total = [0] * (p.rows + 1)
    for r, value in zip(p.row.tolist(), p.value.tolist()):
        total[r] += abs(value)
    result = 1
    for t in total:
        result *= max(t, 1)
    return result
