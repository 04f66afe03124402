"""Hands of two cards, as poker players chart them: by their ranks, and whether they are of one suit.

There are hundreds of such hands and few kinds of them. Where a grid averages, hands of a kind share a row. They are
arranged as in the usual chart: suited ones above the diagonal, the others below, pairs on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from galakit.solution.shown.order import natural
from galakit.study.grid_answers import Row
from galakit.study.rows import ranks_first, shortened

_TWO = re.compile(r"\((\w+),(\w+)\),\((\w+),(\w+)\)")


def hands(private: Sequence[tuple[str, ...]]) -> list[Row] | None:
    """The row of each hand's kind; None where not all private information is a hand of two cards with suits.

    >>> rows = hands([("hole([(1,3),(1,2)])",), ("hole([(1,3),(2,2)])",), ("hole([(2,3),(1,3)])",)])
    >>> [(row.short, row.rank, row.suit) for row in rows]
    [('3 2 suited', '3', '2'), ('3 2', '2', '3'), ('3 3', '3', '3')]
    """
    found = [_TWO.fullmatch(text) for text in shortened(private)]
    if len(found) < 2 or not all(found):
        return None
    cards = [((m[1], m[2]), (m[3], m[4])) for m in found if m]
    firsts, seconds = ({card[k] for hand in cards for card in hand} for k in (0, 1))
    if min(len(firsts), len(seconds)) < 2:
        return None
    rank, suit = (0, 1) if ranks_first(firsts, seconds) else (1, 0)
    kinds = []
    for hand in cards:
        low, high = sorted((card[rank] for card in hand), key=natural)
        kinds.append((high, low, hand[0][suit] == hand[1][suit]))
    often = Counter(kinds)
    return [_row(high, low, suited, often[high, low, suited] - 1) for high, low, suited in kinds]


def _row(high: str, low: str, suited: bool, alike: int) -> Row:
    words = f"{high} {low}" + (" suited" if suited else "")
    return Row(
        words=words, facts=words, short=words, rank=high if suited else low, suit=low if suited else high, alike=alike
    )
