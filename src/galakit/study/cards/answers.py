"""Answers about ranges and boards: what players may hold at a public situation, and what each board changes."""

from __future__ import annotations

from galakit.display.parts import Part
from galakit.study.answers import Answer
from galakit.study.grid_answers import PublicSituation


class Hand(Answer, frozen=True, kw_only=True):
    """A hand of a range; where suits are folded, all that differ only by an exchange of suits."""

    words: str
    """`A♠ K♥`"""
    look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    facts: str
    """the private facts of one of them, as the rules write them"""
    row: str | None = None
    """the row of the chart it belongs to: the rank of its first card; None where it is not one or two cards"""
    columns: list[str]
    """the columns: the rank of the other card, so that suited hands of two cards lie above the diagonal; the suits of a
    single card"""
    combos: int
    """how many hands are alike and counted here"""
    share: float
    """its share of the player's range; all shares add up to 1"""
    played: float | None
    """how often the player plays to here with it, where they are dealt it: 1 if they always do"""
    probabilities: list[float]
    """how often each move is made; empty for players who do not move"""
    value: float | None
    """the player's expected payoff with it"""
    equity: float | None
    """its share of the pot against the others' ranges if all further bets are checks and calls"""
    makes: list[str]
    """what it makes with the board: `pair`, `top pair`, `flush draw`"""


class HandKind(Answer, frozen=True, kw_only=True):
    """The part of a range that makes the same."""

    name: str
    """`pair`"""
    combos: int
    share: float
    """of the range"""
    probabilities: list[float]
    """how often each move is made with it; empty for players who do not move"""


class HandRange(Answer, frozen=True, kw_only=True):
    """What a player may hold."""

    player: int
    hands: list[Hand]
    """the hands that pass the filter, a page of them"""
    total: int
    """how many pass it"""
    combos: int
    """how many hands there are in all, suits counted"""
    share: float
    """the part of the range that passes the filter"""
    probabilities: list[float]
    """how often each move is made with those; empty for players who do not move"""
    value: float | None
    """the player's expected payoff with those"""
    equity: float | None
    kinds: list[HandKind]
    """what the whole range makes, the best first"""
    text: str
    """the whole range to copy: `AsKs:1, AsKh:0.25`, how often the player plays to here with each hand"""


class Hands(Answer, frozen=True, kw_only=True):
    """The ranges of all players at a public situation: hands with their shares, moves, values and equities."""

    situation: PublicSituation
    ranges: list[HandRange]
    """the player who moves first"""
    board: str
    """what chance showed all players, in words; empty where nothing"""
    board_look: list[Part] | None = None
    boards: int
    """how many boards it averages over"""
    rows: list[str]
    """of the chart, the highest rank first; empty where hands are not one or two cards"""
    columns: list[str]
    suits: bool
    """whether hands are told apart that differ only by an exchange of suits"""
    reached: bool
    """whether play comes here; if not, the moves of those who must have erred do not count"""
    note: str | None = None
    """why equities or the others' hands are missing"""
    offset: int


class BoardLine(Answer, frozen=True, kw_only=True):
    """A board, or all that differ only by an exchange of suits."""

    situation: str
    """the public situation with it"""
    words: str
    look: list[Part] | None = None
    facts: str
    combos: int
    """how many boards are alike and counted here"""
    share: float
    """how often it comes, where play comes to this situation"""
    probabilities: list[float]
    value: float | None
    """the expected payoff of the player who moves"""
    equity: float | None
    """their range's share of the pot if all further bets are checks and calls"""


class Boards(Answer, frozen=True, kw_only=True):
    """A report over all boards of a public situation: how often each move is made, values and equities."""

    situation: PublicSituation
    lines: list[BoardLine]
    """a page of them"""
    whole: BoardLine
    """the average of those that pass the filter"""
    offset: int
    total: int
    """how many pass the filter"""
    suits: bool
    """whether boards are told apart that differ only by an exchange of suits"""
    note: str | None = None
    """why equities are missing"""
