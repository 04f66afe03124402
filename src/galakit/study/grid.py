"""The grid of a player: private information by public situation.

A cell is an information set, or an average over several that differ in what chance showed, where that is left open.
Averages are weighted by reach; where the player's own moves never lead there, by the reach of chance and the others.
"""

from __future__ import annotations

import msgspec
import numpy as np

from galakit.solution.shown.chart import passive
from galakit.study.grid_answers import Cell, Column, Grid, Row
from galakit.study.grid_page import GridPage
from galakit.study.hands import hands
from galakit.study.layout import Layout, Part
from galakit.study.listed import Floats, Ints, Listed
from galakit.study.quantities import defined, rounded
from galakit.study.rows import axes
from galakit.study.rows import rows as rows_of
from galakit.study.situations import merged_into, named, situation
from galakit.study.suits import SharedRows, folded_situations, heights, orbits_of

NUMBERS = 24_000  # numbers in one answer: about 200 kB
FEWEST_ROWS, MOST_ROWS = 16, 256
MOST_COLUMNS = 24
BESIDES = 5  # numbers in a cell besides the probabilities


def grid(listed: Listed, player: int, page: GridPage) -> Grid:
    """A page of the grid, or the column of one situation."""
    name, aggregate, offset, row_offset, reached, folded = page
    layout = listed.layout(player)
    orbit = orbits_of(listed, player) if folded else None
    if name is not None:
        number, merged = named(listed, player, name)
        if aggregate and not merged:
            number, merged = merged_into(listed, player, number), True
        part = layout.public_of(merged)
        numbers, offset, total = [number], 0, 1
    else:
        merged, part = aggregate, _situations(listed, layout, aggregate, orbit)
        numbers = np.unique(part.of).tolist()
        if reached:
            numbers = _reached(listed, layout, part).tolist()
        total = len(numbers)
        numbers = numbers[offset : offset + MOST_COLUMNS]
    # As many columns as fit into an answer, and at least one.
    row_of, told_rows = _rows(listed, player, merged)
    kept: list[int] = []
    held, width = np.empty(0, np.int64), 0
    for number in numbers:
        own = part.members(number)
        rows = np.union1d(held, row_of[own])
        wider = width + int(listed.form.moves_count[layout.sets[own]].max(initial=0)) + BESIDES
        if kept and min(len(rows), MOST_ROWS) * wider > NUMBERS:
            break
        kept.append(number)
        held, width = rows, wider
    shared = None
    if orbit is not None:  # the sets of the situations that stand for the columns
        standing = [layout.public_of(merged).members(number) for number in kept]
        shared = SharedRows({r: told_rows[r] for r in held.tolist()}, [(row_of[own], orbit[own]) for own in standing])
        held = np.array(sorted(shared.labels), np.int64)
    shown = held[row_offset : row_offset + max(FEWEST_ROWS, min(MOST_ROWS, NUMBERS // max(width, 1)))]
    columns = []
    moves: dict[str, None] = {}
    for place, number in enumerate(kept):
        here, own = situation(listed, player, merged, number, part), part.members(number)
        moves.update(dict.fromkeys(here.moves))
        if shared is None or orbit is None:
            cells = _cells(listed, here.moves, layout.sets[own], row_of[own], shown)
        else:  # the set that stands for all of a cell comes last
            own = np.concatenate((np.setdiff1d(own, standing[place]), standing[place][::-1]))
            of = shared.of(place, orbit[own])
            cells = _cells(listed, here.moves, layout.sets[own], of, shown, standing=not merged)
            at = {row: k for k, row in enumerate(shown.tolist())}
            for row, other in shared.same[place].items():
                if row in at and other in at:
                    cells[at[row]] = cells[at[other]]
        columns.append(Column(situation=here, cells=cells))
    if shared is not None:
        told_rows = [shared.labels.get(r, row) for r, row in enumerate(told_rows)]
    lines = [told_rows[r] for r in shown.tolist()]
    if shared is not None:
        order = sorted(range(len(lines)), key=lambda k: heights(lines[k]))
        lines = [lines[k] for k in order]
        columns = [msgspec.structs.replace(one, cells=[one.cells[k] for k in order]) for one in columns]
    return Grid(
        player=player,
        rows=lines,
        columns=columns,
        passive=[m for m in moves if passive(m)],
        offset=offset,
        total=total,
        row_offset=row_offset,
        rows_total=len(held),
        averaged=_averaged(listed, player) if merged else None,
        reached=len(_reached(listed, layout, part)),
        folded=shared is not None and (shared.folded or any(column.situation.alike for column in columns)),
        **axes(told_rows if shared is None else list(shared.labels.values())),
    )


def _situations(listed: Listed, layout: Layout, merged: bool, orbit: Ints | None) -> Part:
    """The situations of a grid; where suits are folded, one stands for those that differ by an exchange."""
    part = layout.public_of(merged)
    if orbit is None:
        return part
    found: Part | None = listed.kept.get((f"folded {merged}", layout.player))
    if found is None:
        found = listed.kept[f"folded {merged}", layout.player] = folded_situations(part, orbit)
    return found


def _reached(listed: Listed, layout: Layout, part: Part) -> Ints:
    """The situations that play comes to, the likeliest first."""
    reach = np.bincount(part.of, np.nan_to_num(listed.reach[layout.sets]), len(part.facts))
    order = np.argsort(-reach, kind="stable")
    return order[reach[order] > 0]


def _rows(listed: Listed, player: int, merged: bool) -> tuple[Ints, list[Row]]:
    """The row of each of the player's information sets, and all rows; where cells average, similar hands share one."""
    found: tuple[Ints, list[Row]] | None = listed.kept.get((f"rows {merged}", player))
    if found is None:
        private = listed.layout(player).private
        kinds = hands(private.facts, listed.look, player) if merged else None
        if kinds is None:
            found = private.of, rows_of(private.facts, listed.look, player)
        else:
            different = {row.facts: row for row in kinds}
            number = {facts: k for k, facts in enumerate(different)}
            found = np.array([number[row.facts] for row in kinds])[private.of], list(different.values())
        listed.kept[f"rows {merged}", player] = found
    return found


def _averaged(listed: Listed, player: int) -> str | None:
    """What is left open, in words."""
    layout = listed.layout(player)
    found: str | None = listed.kept.get(("open", player))
    if found is None:
        public = set(layout.public.facts.distinct)
        opened = dict.fromkeys(listed.look.words(f) for f in layout.merged.facts.distinct if f not in public)
        told_rows = _rows(listed, player, True)[1]
        suits = ["suits"] if any(row.alike for row in told_rows) else []
        found = listed.kept["open", player] = ", ".join([*opened, *suits])
    return found or None


def _cells(
    listed: Listed, moves: list[str], sets: Ints, of: Ints, shown: Ints, standing: bool = False
) -> list[Cell | None]:
    """The cells of the shown rows in a situation; `of` has the row of each of its information sets.

    With `standing`, the last one of a row stands for all of them.
    """
    row = np.searchsorted(shown, of)
    inside = row < len(shown)
    inside[inside] = shown[row[inside]] == of[inside]
    row, sets = row[inside], sets[inside]
    many = len(shown)
    count = np.bincount(row, minlength=many)
    weight = _weights(listed, sets, row, many)
    total = np.bincount(row, weight, many)
    value = listed.value[sets]
    known = ~np.isnan(value) & (weight > 0)
    total_value = np.bincount(row[known], (weight * value)[known], many)
    valued = np.bincount(row[known], weight[known], many)
    reach = np.bincount(row, listed.reach[sets], many)
    shares = np.stack([np.bincount(row, weight * p, many) for p in probabilities(listed, moves, sets)])
    last = np.zeros(many, np.int64)
    last[row] = sets
    with np.errstate(invalid="ignore", divide="ignore"):  # rows without a cell
        numbers = ((shares / total).T.tolist(), (total_value / valued).tolist(), reach.tolist())
    return [
        Cell(
            set=str(number) if sets_here == 1 or standing else None,
            probabilities=[rounded(share) for share in played],
            value=defined(expects),
            reach=defined(often),
            sets=sets_here,
        )
        if sets_here
        else None
        for number, sets_here, played, expects, often in zip(last.tolist(), count.tolist(), *numbers)
    ]


def _weights(listed: Listed, sets: Ints, row: Ints, many: int) -> Floats:
    """The weight of each information set in its cell."""
    weight = np.ones(len(sets))
    for often in (listed.towards[sets], listed.reach[sets]):
        met = np.bincount(row, np.nan_to_num(often), many)[row] > 0
        weight = np.where(met, np.nan_to_num(often), weight)
    return weight


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
