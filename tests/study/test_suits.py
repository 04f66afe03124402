"""Grids in which suits are folded: both backends, against the grids in which they are not."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.study.backends import FactoredBackend, TreeBackend
from galakit.study.grid_page import GridPage


@pytest.fixture(scope="module", params=[TreeBackend, FactoredBackend])
def backend(request):
    game = gk.load("leduc")
    return request.param(gk.solve(game, "factored", iterations=30), game)


def columns(backend, **asked):
    found = []
    while (page := backend.grid(0, GridPage(offset=len(found), **asked))).columns:
        found += [(page.rows, column) for column in page.columns]
    return found


def test_cards_of_a_rank_share_a_row_and_boards_a_column(backend):
    grid = backend.grid(0, GridPage(folded=True))
    assert grid.folded and [(row.short, row.alike) for row in grid.rows] == [("J", 1), ("Q", 1), ("K", 1)]
    assert not backend.grid(0, GridPage()).folded
    told = {column.situation.words: column.situation for column in grid.columns}
    assert told["at the start"].alike == 0 and told["chose check, check, board J♠"].alike == 1
    assert "chose check, check, board J♥" not in told


def test_each_information_set_is_in_one_column(backend):
    plain, folded = columns(backend), columns(backend, folded=True)
    assert len(folded) < len(plain)
    for of in (lambda there: there.sets, lambda there: there.reach):
        totals = [sum(of(column.situation) for _, column in every) for every in (plain, folded)]
        assert totals[0] == pytest.approx(totals[1])


def test_a_cell_averages_what_is_alike_and_opens_one_of_it(backend):
    column = next(c for _, c in columns(backend, folded=True) if c.situation.words == "chose check, check, board J♠")
    alike = [
        (cell, row.short)
        for rows, c in columns(backend)
        if c.situation.words in ("chose check, check, board J♠", "chose check, check, board J♥")
        for row, cell in zip(rows, c.cells)
        if cell is not None and row.short.startswith("Q")
    ]
    cell = column.cells[1]
    assert cell.sets == len(alike) == 4 and cell.set in [one.set for one, _ in alike]
    reach = sum(one.reach for one, _ in alike)
    assert cell.reach == pytest.approx(reach, abs=1e-6)
    for k, share in enumerate(cell.probabilities):
        assert share == pytest.approx(sum(one.reach * one.probabilities[k] for one, _ in alike) / reach, abs=1e-5)
    assert "board J♠" in backend.whole(cell.set).words


def test_where_there_are_flushes_the_suit_of_the_board_stays_apart():
    game = gk.load("rhode_island", ranks=3)
    backend = FactoredBackend(gk.solve(game, "factored", iterations=1), game)
    grid = backend.grid(0, GridPage(folded=True))
    assert [(row.short, row.alike) for row in grid.rows][:2] == [("Q♠", 0), ("Q♥", 2)]
    start = grid.columns[0]
    assert start.cells[0] == start.cells[1]  # before the flop they are the same
    assert grid.columns[3].situation.alike == 3
