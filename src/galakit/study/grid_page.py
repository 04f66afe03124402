"""Which part of a grid is asked for, and how it is put together."""

from __future__ import annotations

from typing import NamedTuple


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
