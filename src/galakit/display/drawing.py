"""The parts that a display's right side names: `card(K)`, `dice(Roll)`, `chips(3)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from galakit.display.parts import Back, Chips, Coin, Money, Part, Pile, beside
from galakit.display.terms import Term, bare, number
from galakit.display.things import Things, dice
from galakit.display.wording import spoken

Drawn: TypeAlias = Callable[[Things, str, Sequence[Term]], tuple[Part, ...] | None]
"""the parts of a name with arguments; None where these are not what it takes"""


def _cards(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...]:
    return beside([(things.card((card,)),) for card in _members(args[0])])


def _coin(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...]:
    return (Coin(side=spoken(args[0])),)


def _chips(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...]:
    return (Chips(amount=_amount(args[0])),)


def _money(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...]:
    return (Money(amount=_amount(args[0])),)


def _pile(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...] | None:
    count = number(args[0])
    return (Pile(count=count),) if isinstance(count, int) and count >= 0 else None


def _square(things: Things, board: str, args: Sequence[Term]) -> tuple[Part, ...] | None:
    square = things.square(args[0], board)
    return None if square is None else (square,)


def _members(term: Term) -> Sequence[Term]:
    """The members of a list, or the one thing that is no list."""
    return term.args if bare(term).kind == "list" else (term,)


def _amount(term: Term) -> str:
    """An amount: a number, or in words."""
    value = number(term)
    return spoken(term) if value is None else str(value).replace("-", "−")


DRAWN: dict[str, Drawn] = {
    "card": lambda things, board, args: (things.card(args),),
    "cards": _cards,
    "die": lambda things, board, args: dice(args[:1]),
    "dice": lambda things, board, args: dice(_members(args[0])),
    "coin": _coin,
    "chips": _chips,
    "money": _money,
    "pile": _pile,
    "piece": lambda things, board, args: (things.piece(args[0]),),
    "square": _square,
}
DRAWN_ALONE: dict[str, tuple[Part, ...]] = {"back": (Back(),), "nothing": ()}
"""those without arguments"""
