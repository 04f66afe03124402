"""The grid of a player: private information by public situation.

A cell is an information set, or an average over several that differ in what chance showed, where that is left open.
"""

from __future__ import annotations

import numpy as np

from galakit.solution.shown.chart import passive
from galakit.study.grid_answers import Column, Grid
from galakit.study.grid_columns import columns_of, fitting, reached
from galakit.study.grid_page import GridPage, rows_shown
from galakit.study.grid_rows import Folded, Rows, Separate, labelled
from galakit.study.listed import Listed
from galakit.study.rows import axes
from galakit.study.situations import situation
from galakit.study.suits import orbits_of


def grid(listed: Listed, player: int, page: GridPage) -> Grid:
    """A page of the grid, or the column of one situation."""
    orbit = orbits_of(listed, player) if page.folded else None
    asked = columns_of(listed, player, page, orbit)
    row_of, every = labelled(listed, player, asked.merged)
    columns, held, width = fitting(listed, asked, row_of)
    given = listed, columns, row_of, every, held
    rows: Rows = Separate(*given) if orbit is None else Folded(*given, orbit)

    shown = np.array(list(rows.labels), np.int64)[rows_shown(page.row_offset, width)]
    lines = [rows.labels[row] for row in shown.tolist()]
    order = rows.order(lines)
    shown_columns = []
    for place, number in enumerate(columns.numbers):
        here = situation(listed, player, columns.merged, number, columns.part)
        cells = rows.cells(place, here.moves, shown)
        shown_columns.append(Column(situation=here, cells=[cells[k] for k in order]))
    moves = dict.fromkeys(move for column in shown_columns for move in column.situation.moves)
    alike = orbit is not None and any(column.situation.alike for column in shown_columns)
    return Grid(
        player=player,
        rows=[lines[k] for k in order],
        columns=shown_columns,
        passive=[move for move in moves if passive(move)],
        offset=columns.offset,
        total=columns.total,
        row_offset=page.row_offset,
        rows_total=len(rows.labels),
        averaged=_averaged(listed, player) if columns.merged else None,
        reached=len(reached(listed, columns.layout, columns.part)),
        folded=rows.folded or alike,
        **axes(rows.every),
    )


def _averaged(listed: Listed, player: int) -> str | None:
    """What is left open, in words."""
    layout = listed.layout(player)
    found: str | None = listed.kept.get(("open", player))
    if found is None:
        public = set(layout.public.facts.distinct)
        opened = dict.fromkeys(listed.look.words(f) for f in layout.merged.facts.distinct if f not in public)
        suits = ["suits"] if any(row.alike for row in labelled(listed, player, True)[1]) else []
        found = listed.kept["open", player] = ", ".join([*opened, *suits])
    return found or None
