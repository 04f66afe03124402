"""What people see of a fact or a move, as data: words, cards, dice, chips, pieces.

The texts of the parts, one after another, are the whole in Unicode: blanks and commas between them are words, too. The
page draws the same parts as pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
"""suits that have a sign"""
FACES = "⚀⚁⚂⚃⚄⚅"
COUNTED = 10  # things of a pile that are shown one by one
SHAPES = {
    "cross": "✕✕",
    "nought": "○○",
    "disc": "●○",
    "stone": "●○",
    "ship": "■■",
    "hit": "✹✹",
    "water": "~~",
    "flag": "⚑⚑",
    "bomb": "✱✱",
    "wall": "██",
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
}
"""shapes of pieces, with their signs: of the first player, and of the others"""


class Words(Struct, frozen=True, kw_only=True, tag_field="type", tag="words"):
    """A text, with the blanks at its ends."""

    text: str


class Card(Struct, frozen=True, kw_only=True, tag_field="type", tag="card"):
    """A playing card, face up."""

    rank: str
    """`K`, `10`, or the name that the rules give"""
    suit: str = ""
    """`spades`, `hearts`, `diamonds`, `clubs`, or the name that the rules give; empty where suits do not matter"""
    height: int | None = None
    """the number of ranks below it, where that is known"""

    @property
    def text(self) -> str:
        sign = SUITS.get(self.suit)
        return self.rank + (sign if sign is not None else self.suit and f" {self.suit}")


class Back(Struct, frozen=True, kw_only=True, tag_field="type", tag="back"):
    """A playing card, face down."""

    @property
    def text(self) -> str:
        return "🂠"


class Die(Struct, frozen=True, kw_only=True, tag_field="type", tag="die"):
    """A die that shows a face."""

    face: str

    @property
    def text(self) -> str:
        return FACES[int(self.face) - 1] if self.face in ("1", "2", "3", "4", "5", "6") else f"[{self.face}]"


class Coin(Struct, frozen=True, kw_only=True, tag_field="type", tag="coin"):
    """A coin that shows a side."""

    side: str

    @property
    def text(self) -> str:
        return self.side


class Chips(Struct, frozen=True, kw_only=True, tag_field="type", tag="chips"):
    """Chips on the table."""

    amount: str

    @property
    def text(self) -> str:
        return self.amount


class Money(Struct, frozen=True, kw_only=True, tag_field="type", tag="money"):
    """An amount of money."""

    amount: str

    @property
    def text(self) -> str:
        return self.amount


class Pile(Struct, frozen=True, kw_only=True, tag_field="type", tag="pile"):
    """A pile of things that are all alike."""

    count: int

    @property
    def text(self) -> str:
        return "●" * self.count if 0 < self.count <= COUNTED else f"●×{self.count}" if self.count else "nothing"


class Piece(Struct, frozen=True, kw_only=True, tag_field="type", tag="piece"):
    """A piece of a board game."""

    name: str
    """in words"""
    shape: str = ""
    """one of `SHAPES`, or a sign; empty: its name is written on it"""
    player: int | None = None
    """whose it is, where it is a player's"""

    @property
    def text(self) -> str:
        signs = SHAPES.get(self.shape, self.shape)
        return (signs[0 if self.player in (0, None) else -1] if self.shape in SHAPES else signs) or self.name


class Square(Struct, frozen=True, kw_only=True, tag_field="type", tag="square"):
    """A place on a board."""

    name: str
    board: str = ""
    """the name of the board, where there are several"""
    column: int = 0
    row: int = 0
    """counted from 0"""

    @property
    def text(self) -> str:
        return self.name


Part: TypeAlias = Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square


def text_of(parts: Iterable[Part]) -> str:
    """The parts as text.

    >>> text_of((Words(text="holds "), Card(rank="K", suit="spades"), Words(text=" "), Die(face="3")))
    'holds K♠ ⚂'
    """
    return "".join([part.text for part in parts])


def joined(parts: Iterable[Part | str]) -> tuple[Part, ...]:
    """Parts with words between them; words side by side become one.

    >>> joined(["a", "b ", Card(rank="Q"), Words(text=" c"), "d"])
    (Words(text='ab '), Card(rank='Q', suit='', height=None), Words(text=' cd'))
    """
    found: list[Part] = []
    for part in parts:
        text = part if isinstance(part, str) else part.text if isinstance(part, Words) else None
        if text is None:
            assert not isinstance(part, str)
            found.append(part)
        elif text and found and isinstance(found[-1], Words):
            found[-1] = Words(text=found[-1].text + text)
        elif text:
            found.append(Words(text=text))
    return tuple(found)


def beside(parts: Iterable[tuple[Part, ...]]) -> tuple[Part, ...]:
    """Groups of parts with a blank between each two; empty groups are left out."""
    found: list[Part | str] = []
    for group in parts:
        if group:
            found += [" ", *group] if found else group
    return joined(found)


def drawn(parts: tuple[Part, ...]) -> list[Part] | None:
    """The parts for an answer: None where they are only words, which the answer has besides."""
    return None if all(isinstance(part, Words) for part in parts) else list(parts)
