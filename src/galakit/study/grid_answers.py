"""Answers about public situations: lists of them, and grids of private information by public situation."""

from __future__ import annotations

from galakit.display.parts import Part
from galakit.study.answers import Answer


class PublicSituation(Answer, frozen=True, kw_only=True):
    """A public situation: what a player knows besides their private information."""

    id: str
    player: int
    words: str
    """`gambler bet 1`, or `at the start`"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    facts: list[str]
    """`bet(gambler,1)`"""
    fact_words: list[str]
    """the facts in words; empty texts where one is not shown"""
    fact_looks: list[list[Part] | None]
    """the facts as they are drawn"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    looks: list[list[Part] | None]
    """the moves as they are drawn"""
    sets: int
    reach: float | None
    alike: int = 0
    """how many others differ only by an exchange of suits, and share its column"""


class PublicSituations(Answer, frozen=True, kw_only=True):
    """The public situations at which a player moves, a page of them."""

    player: int
    items: list[PublicSituation]
    """a page of them"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""


class Row(Answer, frozen=True, kw_only=True):
    """Private information: the label of a row of a grid."""

    words: str
    """`my hand 2`"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    facts: str
    """`myhand([2])`; empty where nothing is private"""
    short: str
    """`2`: the same without what all rows share"""
    short_look: list[Part] | None = None
    rank: str | None = None
    suit: str | None = None
    """where the private information is one card of a rank and a suit; of hands of two cards, where similar hands share
    one row, the ranks of both cards: suited hands lie above the diagonal of a chart, the others below"""
    alike: int = 0
    """how many other hands share this row"""


class Cell(Answer, frozen=True, kw_only=True):
    """The strategy with some private information in some public situation."""

    set: str | None
    """the information set; None where the cell averages over several that no exchange of suits makes equal"""
    probabilities: list[float]
    """of the column's moves, in their order"""
    value: float | None
    reach: float | None
    """0 is drawn grey: the profile never reaches it"""
    sets: int = 1
    """how many information sets it averages over"""


class Column(Answer, frozen=True, kw_only=True):
    """One public situation of a grid."""

    situation: PublicSituation
    cells: list[Cell | None]
    """one for each row; None where this private information is impossible here"""


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
    """what the cells average over, in words"""
    reached: int | None = None
    """how many public situations play comes to; None where that is not counted"""
    folded: bool = False
    """whether hands or boards that differ only by an exchange of suits share rows or columns"""
    ranks: list[str]
    """where the rows are cards: all ranks, lowest first"""
    suits: list[str]
    """where they are cards: all suits; where they are hands of two cards, the ranks again"""
