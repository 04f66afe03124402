"""Hands of two cards, as poker players chart them: by their ranks, and whether they are of one suit.

There are hundreds of such hands and few kinds of them. Where a grid averages, hands of a kind share a row. They are
arranged as in the usual chart: suited ones above the diagonal, the others below, pairs on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from galakit.display.look import Look
from galakit.display.parts import Card, joined, text_of
from galakit.solution.shown.order import natural
from galakit.study.grid_answers import Row
from galakit.study.rows import WORDS, ranks_first, shortened

_TWO = re.compile(r"\((\w+),(\w+)\),\((\w+),(\w+)\)")


def hands(private: Sequence[tuple[str, ...]], look: Look = WORDS, player: int | None = None) -> list[Row] | None:
    """The row of each hand's kind; None where not all private information is a hand of two cards with suits.

    >>> rows = hands([("hole([(1,3),(1,2)])",), ("hole([(1,3),(2,2)])",), ("hole([(2,3),(1,3)])",)])
    >>> [(row.short, row.rank, row.suit) for row in rows]
    [('3 2 suited', '3', '2'), ('3 2', '2', '3'), ('3 3', '3', '3')]
    """
    cards = _of_decks(private, look, player) or _of_texts(private)
    if cards is None:
        return None
    kinds = []
    for one, other in cards:
        low, high = sorted((one, other), key=lambda card: (card.height or 0, natural(card.rank)))
        kinds.append((_without_suit(high), _without_suit(low), one.suit == other.suit))
    often = Counter(kinds)
    return [_row(*kind, often[kind] - 1) for kind in kinds]


def _of_decks(private: Sequence[tuple[str, ...]], look: Look, player: int | None) -> list[tuple[Card, Card]] | None:
    """The hands, where the look of all private information has two cards."""
    found = []
    for facts in private:
        cards = [part for part in look.known(facts, player).parts if isinstance(part, Card)]
        if len(cards) != 2 or not all(card.suit for card in cards):
            return None
        found.append((cards[0], cards[1]))
    return found if len(found) > 1 else None


def _of_texts(private: Sequence[tuple[str, ...]]) -> list[tuple[Card, Card]] | None:
    """The hands, where all private information is two pairs in a list."""
    found = [_TWO.fullmatch(text) for text in shortened(private)]
    if len(found) < 2 or not all(found):
        return None
    pairs = [((m[1], m[2]), (m[3], m[4])) for m in found if m]
    firsts, seconds = ({pair[k] for hand in pairs for pair in hand} for k in (0, 1))
    if min(len(firsts), len(seconds)) < 2:
        return None
    rank, suit = (0, 1) if ranks_first(firsts, seconds) else (1, 0)
    one, other = ([Card(rank=hand[k][rank], suit=hand[k][suit]) for hand in pairs] for k in (0, 1))
    return list(zip(one, other))


def _without_suit(card: Card) -> Card:
    return Card(rank=card.rank, height=card.height)


def _row(high: Card, low: Card, suited: bool, alike: int) -> Row:
    parts = joined((high, " ", low, " suited" if suited else ""))
    words = text_of(parts)
    return Row(
        words=words,
        words_look=list(parts),
        facts=words,
        short=words,
        short_look=list(parts),
        rank=(high if suited else low).rank,
        suit=(low if suited else high).rank,
        alike=alike,
    )
