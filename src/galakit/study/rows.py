"""The rows of a grid: private information in words, abbreviated, and as a card where it is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from galakit.display.look import Look
from galakit.display.parts import SUITS, Card, Part, Words, drawn, joined, text_of
from galakit.display.seen import Seen
from galakit.solution.facts import split
from galakit.solution.shown.order import Natural, natural
from galakit.study.grid_answers import Row
from galakit.study.looks import words_of

_WRAPPED = re.compile(r"([\w']*)([\[(])(.*)[\])]", re.DOTALL)
NONE = "–"
WORDS = Look()


def rows(private: Sequence[tuple[str, ...]], look: Look = WORDS, player: int | None = None) -> list[Row]:
    """One row for each private information.

    >>> [(row.short, row.words, row.facts) for row in rows([("myhand([2])",), ("myhand([10])",)])]
    [('2', 'my hand 2', 'myhand([2])'), ('10', 'my hand 10', 'myhand([10])')]
    >>> [(row.rank, row.suit) for row in rows([("card((3,hearts))",), ("card((4,hearts))",), ("card((3,spades))",)])]
    [('3', 'hearts'), ('4', 'hearts'), ('3', 'spades')]
    """
    seen = [look.known(facts, player) for facts in private]
    short = _short(private, seen, look)
    cards: Sequence[tuple[str | None, str | None]] = _cards(private, seen) or [(None, None)] * len(short)
    return [
        Row(
            facts=", ".join(facts),
            short=text_of(parts) if facts else NONE,
            short_look=drawn(parts),
            rank=rank,
            suit=suit,
            **words_of(one if facts else Seen(()), "nothing private"),
        )
        for facts, one, parts, (rank, suit) in zip(private, seen, short, cards)
    ]


def _short(private: Sequence[tuple[str, ...]], seen: Sequence[Seen], look: Look) -> list[tuple[Part, ...]]:
    """Each private information without the words that all of them begin with."""
    if any(one.look is not None or one.displayed for one in seen):
        first = {one.parts[0] if one.parts else None for one in seen}
        alike = len(first) == 1 and all(len(one.parts) > 1 for one in seen)
        if alike and isinstance(seen[0].parts[0], Words):
            return [one.parts[1:] for one in seen]
        return [one.parts for one in seen]
    return [_members(text, look) if text else () for text in shortened(private)]


def _members(text: str, look: Look) -> tuple[Part, ...]:
    """The members of a list in words.

    >>> text_of(_members("(1,3),(1,4)", WORDS)), text_of(_members("stay_out", WORDS)), text_of(_members("]", WORDS))
    ('(1,3), (1,4)', 'stay out', ']')
    """
    found = look.fact(f"[{text}]")
    return joined((text,)) if found.words == f"[{text}]" else found.parts


def shortened(private: Sequence[tuple[str, ...]]) -> list[str]:
    """Each private information without the names and brackets that surround all of them.

    >>> shortened([("hand([(1,3),(1,4)])",), ("hand([(1,3),(2,4)])",)])
    ['(1,3),(1,4)', '(1,3),(2,4)']
    >>> shortened([("strong",), ("weak",)])
    ['strong', 'weak']
    """
    longest = max(map(len, private), default=0)
    inner = []
    for position in range(longest):
        texts = [facts[position] for facts in private if position < len(facts)]
        while (found := _unwrapped(texts)) is not None:
            texts = found
        inner.append(iter(texts))
    return [", ".join(next(inner[position]) for position in range(len(facts))) for facts in private]


def _unwrapped(texts: Sequence[str]) -> list[str] | None:
    """The arguments, where all texts are the same name with something in brackets; a single tuple is kept."""
    found = [_WRAPPED.fullmatch(text) for text in texts]
    if not found or not all(found):
        return None
    if len({(m[1], m[2]) for m in found if m}) > 1:
        return None
    inner = [m[3] for m in found if m]
    if not all(_balanced(text) for text in inner):
        return None
    bare = found[0] is not None and found[0][1] == "" and found[0][2] == "("
    return None if bare else inner


def _balanced(text: str) -> bool:
    depth = 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _cards(private: Sequence[tuple[str, ...]], seen: Sequence[Seen]) -> Sequence[tuple[str, str]] | None:
    """Rank and suit of each, where all are cards that fill most of a chart: cards of a deck, or pairs `(x,y)`."""
    drawn_cards = [[part for part in one.parts if isinstance(part, Card)] for one in seen]
    if any(drawn_cards):
        if not all(len(cards) == 1 and cards[0].suit for cards in drawn_cards):
            return None
        pairs = [(cards[0].rank, cards[0].suit) for cards in drawn_cards]
        return pairs if _fills(pairs) else None
    pairs = []
    for text in shortened(private):
        inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
        parts = split(inner)
        if len(parts) != 2 or any(c in "([{" for c in inner):
            return None
        pairs.append((parts[0], parts[1]))
    if not _fills(pairs):
        return None
    firsts, seconds = ({p[k] for p in pairs} for k in (0, 1))
    return pairs if ranks_first(firsts, seconds) else [(b, a) for a, b in pairs]


def _fills(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether pairs are distinct and fill at least half of a chart of two columns and two rows, or a larger one."""
    firsts, seconds = ({p[k] for p in pairs} for k in (0, 1))
    if len(set(pairs)) < len(pairs) or len(pairs) < 2:
        return False
    return min(len(firsts), len(seconds)) >= 2 and 2 * len(pairs) >= len(firsts) * len(seconds)


def axes(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The fields `ranks` and `suits` of a grid: the axes of its chart of cards, in order; empty where there is none.

    >>> from galakit.rules.display import Entry
    >>> look = Look([Entry("ranks", "up_to(king)"), Entry("deck", "2*3")])
    >>> axes(rows([(f"got(({suit},{rank}))",) for suit in (1, 2) for rank in (3, 1, 2)], look))
    {'ranks': ['J', 'Q', 'K'], 'suits': ['spades', 'hearts']}
    """
    if not rows or any(row.rank is None or row.suit is None for row in rows):
        return {"ranks": [], "suits": []}
    cards = [part for row in rows for part in row.words_look or () if isinstance(part, Card)]
    height = {card.rank: card.height for card in cards if card.height is not None}

    def order(name: str) -> tuple[int, int, Natural]:
        if name in height:
            return 0, height[name], []
        return (1, list(SUITS).index(name), []) if name in SUITS else (2, 0, natural(name))

    return {
        "ranks": sorted({str(row.rank) for row in rows}, key=order),
        "suits": sorted({str(row.suit) for row in rows}, key=order),
    }


def ranks_first(firsts: set[str], seconds: set[str]) -> bool:
    """Whether the first part is the rank: the one that is a number, or has more values. Ties: the suit is first."""
    numbers = [all(x.isdecimal() for x in side) for side in (firsts, seconds)]
    if numbers[0] != numbers[1]:
        return numbers[0]
    return len(firsts) > len(seconds)
