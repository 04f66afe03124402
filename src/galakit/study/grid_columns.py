"""The columns of a page of a grid: public situations, as many as fit into one answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from galakit.study.grid_page import BESIDES, MOST_COLUMNS, GridPage, fits
from galakit.study.layout import Layout, Part
from galakit.study.listed import Ints, Listed
from galakit.study.situations import merged_into, named
from galakit.study.suits import folded_situations


@dataclass(frozen=True, eq=False)
class Columns:
    """The situations of a page, from left to right."""

    layout: Layout
    part: Part
    """the player's situations; each has the sets of all that it stands for"""
    merged: bool
    """whether what chance showed is left open"""
    numbers: list[int]
    """which situations they are"""
    offset: int
    """how many are on pages before this one"""
    total: int
    """how many the whole grid has"""

    def members(self, place: int) -> Ints:
        """The player's own sets in a column."""
        return self.part.members(self.numbers[place])

    def standing(self, place: int) -> Ints:
        """The sets of the situation itself that stands for a column."""
        return self.layout.public_of(self.merged).members(self.numbers[place])


def columns_of(listed: Listed, player: int, page: GridPage, orbit: Ints | None) -> Columns:
    """The situation that a page names, or the next ones of all; `orbit` where those that suits tell apart are one."""
    layout = listed.layout(player)
    if page.situation is not None:
        number, merged = named(listed, player, page.situation)
        if page.aggregate and not merged:
            number, merged = merged_into(listed, player, number), True
        return Columns(layout, layout.public_of(merged), merged, [number], 0, 1)
    part = _situations(listed, layout, page.aggregate, orbit)
    numbers = (reached(listed, layout, part) if page.reached else np.unique(part.of)).tolist()
    shown = numbers[page.offset : page.offset + MOST_COLUMNS]
    return Columns(layout, part, page.aggregate, shown, page.offset, len(numbers))


def fitting(listed: Listed, columns: Columns, row_of: Ints) -> tuple[Columns, Ints, int]:
    """As many columns as fit into an answer, at least one; their rows, and how many numbers a row has."""
    held, width = np.empty(0, np.int64), 0
    for place in range(len(columns.numbers)):
        own = columns.members(place)
        rows = np.union1d(held, row_of[own])
        wider = width + int(listed.form.moves_count[columns.layout.sets[own]].max(initial=0)) + BESIDES
        if place > 0 and not fits(len(rows), wider):
            return replace(columns, numbers=columns.numbers[:place]), held, width
        held, width = rows, wider
    return columns, held, width


def reached(listed: Listed, layout: Layout, part: Part) -> Ints:
    """The situations that play comes to, the likeliest first."""
    reach = np.bincount(part.of, np.nan_to_num(listed.reach[layout.sets]), len(part.facts))
    order = np.argsort(-reach, kind="stable")
    return order[reach[order] > 0]


def _situations(listed: Listed, layout: Layout, merged: bool, orbit: Ints | None) -> Part:
    """The situations of a grid; where suits are folded, one stands for those that differ by an exchange."""
    part = layout.public_of(merged)
    if orbit is None:
        return part
    found: Part | None = listed.kept.get((f"folded {merged}", layout.player))
    if found is None:
        found = listed.kept[f"folded {merged}", layout.player] = folded_situations(part, orbit)
    return found
