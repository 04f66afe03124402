"""What cards make, in poker's words: `pair`, `flush`, `straight draw`; for labels and filters.

The rules of a game say which hands win; these words only describe. Straights and flushes need as many cards as a hand
has in the end, five at most; a game of one or two cards has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from galakit.display.parts import Card

KINDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "high card",
)
"""what a hand can be, the best of five cards first"""
MOST = 5  # cards that count
LEAST = 3  # cards of a straight or a flush


def made(own: Sequence[Card], shared: Sequence[Card] = (), most: int | None = None) -> tuple[str, ...]:
    """What a player's own cards make with those of all: the kind first, then what else can be said.

    `most` is the number of cards that the player sees in the end; while there are fewer, draws count.

    >>> def cards(text):
    ...     names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    ...     return [Card(rank=c[0], suit=names[c[1]], height="23456789TJQKA".index(c[0])) for c in text.split()]
    >>> made(cards("Ah Kh"), cards("Kd 7h 2h"), 7)
    ('pair', 'top pair', 'flush draw')
    >>> made(cards("5s 4s"), cards("As 2s 3s"), 7), made(cards("9c 9d"), cards("8c 7c 6d"), 7)
    (('straight flush',), ('pair', 'overpair', 'straight draw'))
    >>> made(cards("Qh"), cards("Qs"), 2), made(cards("Qh"))
    (('pair', 'top pair'), ('high card',))
    """
    every = [*own, *shared]
    size = min(MOST, len(every) if most is None else most)
    kind = _kind(every, size)
    found = [kind]
    if kind == "pair":
        found += _pair(own, shared)
    begun = len(shared) > 0 or len(own) >= LEAST
    if (
        most is not None
        and begun
        and len(every) < most
        and size >= LEAST
        and KINDS.index(kind) > KINDS.index("straight")
    ):
        found += _draws(own, every, size)
    return tuple(found)


def _kind(cards: Sequence[Card], size: int) -> str:
    if size >= LEAST:
        suits = Counter(card.suit for card in cards if card.suit)
        long = [suit for suit, many in suits.items() if many >= size]
        if any(_run([card for card in cards if card.suit == suit], size) for suit in long):
            return "straight flush"
    counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    if counts and counts[0] >= 4:
        return "four of a kind"
    if len(counts) > 1 and counts[0] == 3 and counts[1] >= 2:
        return "full house"
    if size >= LEAST and size < MOST and counts and counts[0] == 3:
        return "three of a kind"  # with fewer than five cards it is better than what follows
    if size >= LEAST and long:
        return "flush"
    if size >= LEAST and _run(cards, size):
        return "straight"
    if counts and counts[0] == 3:
        return "three of a kind"
    if len(counts) > 1 and counts[1] == 2:
        return "two pair"
    return "pair" if counts and counts[0] == 2 else "high card"


def _heights(cards: Sequence[Card]) -> list[int]:
    """The different ranks, an ace also below the two."""
    heights = {card.height for card in cards if card.height is not None}
    low = {-1 for card in cards if card.rank == "A" and card.height is not None}
    return sorted(heights | low)


def _run(cards: Sequence[Card], size: int) -> bool:
    """Whether so many ranks follow each other."""
    length, best = 1, 0
    heights = _heights(cards)
    for low, high in pairwise(heights):
        length = length + 1 if high == low + 1 else 1
        best = max(best, length)
    return best >= size


def _pair(own: Sequence[Card], shared: Sequence[Card]) -> list[str]:
    """Which pair it is."""
    ranks, board = [card.rank for card in own], [card.rank for card in shared]
    heights = [card.height for card in shared if card.height is not None]
    top = max(heights, default=None)
    if len(set(ranks)) < len(ranks):
        high = next(card.height for card in own if ranks.count(card.rank) > 1)
        return ["overpair" if board and top is not None and high is not None and high > top else "pocket pair"]
    if not set(ranks) & set(board):
        return ["pair of the board"] if board else []
    paired = next(card for card in own if card.rank in board)
    return ["top pair" if top is not None and paired.height == top else "lower pair"]


def _draws(own: Sequence[Card], every: Sequence[Card], size: int) -> list[str]:
    """What one more card would make; the player's own cards must be part of it."""
    found = []
    suits = Counter(card.suit for card in every if card.suit)
    if any(suits[card.suit] == size - 1 for card in own if card.suit):
        found.append("flush draw")
    heights, mine = set(_heights(every)), set(_heights(own))
    for low in range(-1, max(heights, default=0) + 1):
        window = set(range(low, low + size)) & heights
        if len(window) == size - 1 and window & mine and not _run(every, size):
            found.append("straight draw")
            break
    return found
