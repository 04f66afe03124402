"""What is played in a situation of a separated game with each private information, averaged over what is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galakit.study.grid_answers import Row
from galakit.study.tables import Floats, Ints, Table


@dataclass(frozen=True, eq=False)
class Averages:
    """What is played in a situation, averaged over the classes of each row."""

    held: dict[str, Row]
    """the rows, by their words"""
    number: dict[str, int]
    """where the numbers of each row are"""
    count: Ints
    last: Ints
    """the only class, where there is one"""
    shares: Floats
    """[moves, rows]"""
    value: Floats
    reach: Floats


def averages(table: Table, rows: Sequence[Row], here: Ints) -> Averages:
    """The averages over some classes of a situation; `rows` are those of the kinds of private information."""
    number = {facts: k for k, facts in enumerate(dict.fromkeys(row.facts for row in rows))}
    many = len(number)
    row = np.array([number[told_row.facts] for told_row in rows])[table.private.of[here]]
    count = np.bincount(row, minlength=many)
    reach = _sums(row, table.reach[here], many)
    # By how often play gets there; where it never does, by how often chance deals it.
    met = np.nan_to_num(reach)[row] > 0
    weight = np.where(met, np.nan_to_num(table.reach[here]), table.likely[here])
    defined_here = ~np.isnan(table.value[here]) & (weight > 0)
    known = _sums(row[defined_here], weight[defined_here], many)
    worth = _sums(row[defined_here], (weight * table.value[here])[defined_here], many)
    shares = np.stack([_sums(row, weight * own[here], many) for own in table.shares])
    last = np.zeros(many, np.int64)
    last[row] = here
    with np.errstate(invalid="ignore", divide="ignore"):  # where there is nothing
        shares, value = shares / _sums(row, weight, many), worth / known
    held = {told_row.facts: told_row for told_row in rows if count[number[told_row.facts]]}
    return Averages(held, {facts: number[facts] for facts in held}, count, last, shares, value, reach)


def _sums(row: Ints, weight: Floats, many: int) -> Floats:
    return np.bincount(row, weight, many).astype(np.float64)
