"""Strategies in a situation of a separated game, by private information, averaged over the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galakit.study.grid_answers import Row
from galakit.study.tables import Floats, Ints, Table


@dataclass(frozen=True, eq=False)
class Averages:
    """Strategy, value and reach in a situation, averaged over the classes of each row."""

    held: dict[str, Row]
    """the rows, by their words"""
    number: dict[str, int]
    """the index of each row in the arrays"""
    count: Ints
    last: Ints
    """the class, where there is only one"""
    shares: Floats
    """[moves, rows]"""
    value: Floats
    reach: Floats


def averages(table: Table, rows: Sequence[Row], here: Ints, kind: Ints | None = None) -> Averages:
    """The averages over some classes of a situation; `rows` has a row for each kind of private information.

    `kind` has the kind of each of these classes, where that is not their own.
    """
    number = {facts: k for k, facts in enumerate(dict.fromkeys(row.facts for row in rows))}
    many = len(number)
    row = np.array([number[row.facts] for row in rows])[table.private.of[here] if kind is None else kind]
    count = np.bincount(row, minlength=many)
    reach = _sums(row, table.reach[here], many)
    # Weighted by reach; where that is 0, by the probability of the deal.
    met = np.nan_to_num(reach)[row] > 0
    weight = np.where(met, np.nan_to_num(table.reach[here]), table.likely[here])
    defined_here = ~np.isnan(table.value[here]) & (weight > 0)
    known = _sums(row[defined_here], weight[defined_here], many)
    total_value = _sums(row[defined_here], (weight * table.value[here])[defined_here], many)
    shares = np.stack([_sums(row, weight * own[here], many) for own in table.shares])
    last = np.zeros(many, np.int64)
    last[row] = here
    with np.errstate(invalid="ignore", divide="ignore"):  # empty rows
        shares, value = shares / _sums(row, weight, many), total_value / known
    held = {row.facts: row for row in rows if count[number[row.facts]]}
    return Averages(held, {facts: number[facts] for facts in held}, count, last, shares, value, reach)


def _sums(row: Ints, weight: Floats, many: int) -> Floats:
    return np.bincount(row, weight, many).astype(np.float64)
