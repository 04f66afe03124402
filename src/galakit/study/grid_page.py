"""Which part of a grid is asked for, how it is put together, and how much of it fits into one answer."""

from __future__ import annotations

from typing import NamedTuple

NUMBERS = 24_000  # numbers in one answer: about 200 kB
FEWEST_ROWS, MOST_ROWS = 16, 256
MOST_COLUMNS = 24
BESIDES = 5  # numbers in a cell besides the probabilities


class GridPage(NamedTuple):
    """A page of a player's grid, or the column of one public situation."""

    situation: str | None = None
    """the name of the only one to show"""
    aggregate: bool = False
    """whether situations that differ only in what chance showed are merged"""
    offset: int = 0
    """the first situation of the page"""
    row_offset: int = 0
    """its first row"""
    reached: bool = False
    """only situations that play comes to, the likeliest first; ignored where sets are not listed"""
    folded: bool = False
    """whether hands and boards that differ only by an exchange of suits, which the rules treat alike, share cells"""


def fits(rows: int, width: int) -> bool:
    """Whether so many rows of this many numbers fit into one answer; of many rows, the first ones."""
    return min(rows, MOST_ROWS) * width <= NUMBERS


def rows_shown(offset: int, width: int) -> slice:
    """The rows that fit into one answer, where a row has this many numbers.

    >>> rows_shown(0, 10), rows_shown(256, 1_000)
    (slice(0, 256, None), slice(256, 280, None))
    """
    return slice(offset, offset + max(FEWEST_ROWS, min(MOST_ROWS, NUMBERS // max(width, 1))))
