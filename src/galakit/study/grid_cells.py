"""The cells of a situation in a grid: an information set each, or an average over several that share a row.

Averages are weighted by reach; where the player's own moves never lead there, by the reach of chance and the others.
"""

from __future__ import annotations

import numpy as np

from galakit.study.grid_answers import Cell
from galakit.study.listed import Floats, Ints, Listed
from galakit.study.quantities import defined, rounded


def cells_of(
    listed: Listed, moves: list[str], sets: Ints, of: Ints, shown: Ints, *, standing: bool = False
) -> list[Cell | None]:
    """The cells of the shown rows in a situation; `of` has the row of each of its information sets.

    With `standing`, the last one of a row stands for all of them.
    """
    row = np.searchsorted(shown, of)
    inside = row < len(shown)
    inside[inside] = shown[row[inside]] == of[inside]
    row, sets = row[inside], sets[inside]
    many = len(shown)
    weight = _weights(listed, sets, row, many)
    shares = np.stack([np.bincount(row, weight * p, many) for p in probabilities(listed, moves, sets)])
    last = np.zeros(many, np.int64)
    last[row] = sets
    with np.errstate(invalid="ignore", divide="ignore"):  # rows without a cell
        played = (shares / np.bincount(row, weight, many)).T
    columns = (
        last,
        np.bincount(row, minlength=many),
        played,
        _values(listed, sets, row, weight, many),
        np.bincount(row, listed.reach[sets], many),
    )
    return [
        Cell(
            set=str(number) if together == 1 or standing else None,
            probabilities=[rounded(share) for share in shares_here],
            value=defined(value),
            reach=defined(often),
            sets=together,
        )
        if together
        else None
        for number, together, shares_here, value, often in zip(*(column.tolist() for column in columns))
    ]


def probabilities(listed: Listed, moves: list[str], sets: Ints) -> Floats:
    """[moves, sets] probabilities; 0 for moves that a set does not have."""
    sheet = listed.sheet
    result = np.zeros((len(moves), len(sets)))
    offered = listed.offered[sets]
    for kind in np.unique(offered):
        same = np.flatnonzero(offered == kind)
        first = sheet.first[sets[same]]
        for k, move in enumerate(sheet.move[sheet.rows(int(sets[same[0]]))]):
            result[moves.index(move), same] = listed.probability[first + k]
    return result


def _weights(listed: Listed, sets: Ints, row: Ints, many: int) -> Floats:
    """The weight of each information set in its cell."""
    weight = np.ones(len(sets))
    for often in (listed.towards[sets], listed.reach[sets]):
        met = np.bincount(row, np.nan_to_num(often), many)[row] > 0
        weight = np.where(met, np.nan_to_num(often), weight)
    return weight


def _values(listed: Listed, sets: Ints, row: Ints, weight: Floats, many: int) -> Floats:
    """[rows] the player's expected payoff; nan where it is undefined."""
    value = listed.value[sets]
    known = ~np.isnan(value) & (weight > 0)
    total = np.bincount(row[known], (weight * value)[known], many)
    with np.errstate(invalid="ignore", divide="ignore"):
        result: Floats = total / np.bincount(row[known], weight[known], many)
    return result
