"""The answers about public situations: lists of them, and grids of private information by public situation."""

from __future__ import annotations

from galakit.study.answers import Answer


class Situation(Answer, frozen=True, kw_only=True):
    """A public situation: what a player knows besides his private information."""

    id: str
    player: int
    words: str
    """`gambler bet 1`, or `at the start`"""
    facts: list[str]
    """`bet(gambler,1)`"""
    told: list[str]
    """the facts in words"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    sets: int
    reach: float | None


class Situations(Answer, frozen=True, kw_only=True):
    """The public situations at which a player moves, a page of them."""

    player: int
    items: list[Situation]
    """a page of them"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""


class Row(Answer, frozen=True, kw_only=True):
    """Private information: what stands at the left of a grid."""

    words: str
    """`my hand 2`"""
    facts: str
    """`myhand([2])`; empty where nothing is private"""
    short: str
    """`2`: the same without what all rows have in common"""
    rank: str | None = None
    suit: str | None = None
    """where the private information is one card of a rank and a suit; of hands of two cards, where those of a kind are
    one row, the ranks of both, so that suited ones lie above the diagonal of a chart and the others below"""
    alike: int = 0
    """how many others are played just so, and stand for this row, too"""


class Cell(Answer, frozen=True, kw_only=True):
    """What is played with some private information in some public situation."""

    set: str | None
    """the information set; None where the cell averages over several"""
    probabilities: list[float]
    """of the column's moves, in their order"""
    value: float | None
    reach: float | None
    """0 is drawn grey: play by the profile never leads here"""
    sets: int = 1
    """over how many information sets it averages"""


class Column(Answer, frozen=True, kw_only=True):
    """One public situation of a grid."""

    situation: Situation
    cells: list[Cell | None]
    """one for each row; None where this private information cannot be held here"""


class Grid(Answer, frozen=True, kw_only=True):
    """A player's strategy: private information by public situation."""

    player: int
    rows: list[Row]
    columns: list[Column]
    passive: list[str]
    """moves that do nothing (pass, fold, a bet of 0): drawn light"""
    offset: int
    """the first column's number among `total`"""
    total: int
    row_offset: int
    rows_total: int
    averaged: str | None = None
    """over what the cells average, in words"""
