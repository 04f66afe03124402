"""Playing cards: what the rules call ranks and suits, and what people call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galakit.display.parts import SUITS, Card
from galakit.display.terms import Term, key_of, number
from galakit.display.wording import spoken

LADDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""ranks of playing cards, lowest first"""
RANKS = {
    **{sign.lower(): sign for sign in LADDER},
    **dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), LADDER)),
    **dict(zip(("t", "jack", "queen", "king", "ace"), LADDER[8:])),
}
"""what rules call them"""
SUIT_NAMES = {suit: suit for suit in SUITS} | {suit[0]: suit for suit in SUITS} | {suit[:-1]: suit for suit in SUITS}
MANY = 1_000  # ranks or suits


@dataclass(frozen=True)
class Deck:
    """Cards `(Suit, Rank)`."""

    suits: Mapping[str, str]
    """what the rules call each suit -> its name"""
    ranks: Mapping[str, tuple[str, int]]
    """what the rules call each rank -> its sign, and the number of ranks below it"""

    def card(self, suit: str, rank: str) -> Card | None:
        if suit not in self.suits or rank not in self.ranks:
            return None
        sign, height = self.ranks[rank]
        return Card(rank=sign, suit=self.suits[suit], height=height)


def items(spec: Term) -> tuple[Term, ...]:
    return spec.args if spec.kind == "list" else ()


def counted(spec: Term) -> list[Term] | None:
    """Suits or ranks: a list, or a number n for 1..n."""
    if spec.kind == "list":
        return list(spec.args[:MANY])
    size = number(spec)
    if not isinstance(size, int) or not 0 < size <= MANY:
        return None
    return [Term("number", str(k)) for k in range(1, size + 1)]


def suits_of(spec: Term | None, suits: Sequence[Term] | None) -> dict[str, str]:
    """The names of suits by what the rules call them."""
    table, given = {}, items(spec) if spec is not None else ()
    for k, item in enumerate(given):
        if item.kind == "sign" and item.name == ":":
            table[key_of(item.args[0])] = _suit(item.args[1])
        else:
            table[str(k + 1)] = table[key_of(item)] = _suit(item)
            if suits is not None and k < len(suits):
                table[key_of(suits[k])] = _suit(item)
    if suits is None:
        return table
    numbers = all(number(suit) is not None for suit in suits)
    usual = list(SUITS) if numbers and 1 < len(suits) <= len(SUITS) else []
    found = {}
    for k, suit in enumerate(suits):
        key = key_of(suit)
        alone = len(suits) == 1 and numbers
        found[key] = table.get(key, usual[k] if usual else "" if alone else _suit(suit))
    return found


def _suit(term: Term) -> str:
    return SUIT_NAMES.get(term.name, spoken(term))


def ranks_of(spec: Term | None, ranks: Sequence[Term] | None) -> dict[str, tuple[str, int]]:
    """The signs of ranks by what the rules call them, with the number of ranks below each."""
    table: dict[str, str] = {}
    names = _ladder(spec, len(ranks) if ranks is not None else None) or list(items(spec) if spec is not None else ())
    for k, item in enumerate(names):
        if isinstance(item, Term) and item.kind == "sign" and item.name == ":":
            table[key_of(item.args[0])] = rank_sign(item.args[1])
            continue
        sign = item if isinstance(item, str) else rank_sign(item)
        if ranks is None:
            table[str(k + 1)] = sign
            if isinstance(item, Term):
                table.setdefault(key_of(item), sign)
        elif k < len(ranks):
            table[key_of(ranks[k])] = sign
    if ranks is None:
        heights = list(dict.fromkeys(table.values()))
        return {key: (sign, heights.index(sign)) for key, sign in table.items()}
    found = {}
    for height, rank in enumerate(ranks):
        key = key_of(rank)
        found[key] = table.get(key) or rank_sign(rank), height
    return found


def rank_sign(term: Term) -> str:
    return RANKS.get(term.name, spoken(term)) if term.kind in ("name", "text") else spoken(term)


def _ladder(spec: Term | None, many: int | None) -> list[str | Term]:
    """The signs of `up_to(Top)` or `up_to(Top, Many)`; none where there are not so many ranks below the top."""
    if spec is None or spec.kind != "call" or spec.name != "up_to" or len(spec.args) not in (1, 2):
        return []
    if len(spec.args) == 2:
        listed = counted(spec.args[1])
        many = None if listed is None else len(listed)
    top = RANKS.get(key_of(spec.args[0]))
    if many is None or top is None:
        return []
    ladder = LADDER if top == "A" else ("A", *LADDER[:-1])
    below = ladder[: ladder.index(top) + 1]
    return list(below[len(below) - many :]) if many <= len(below) else []
