"""The rows of a grid: private information in words, abbreviated, and as a card where it is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from galakit.solution.facts import split
from galakit.solution.shown.wording import facts_in_words, worded
from galakit.study.grid_answers import Row

_WRAPPED = re.compile(r"([\w']*)([\[(])(.*)[\])]", re.DOTALL)
NONE = "–"


def rows(private: Sequence[tuple[str, ...]], players: Sequence[str] = ()) -> list[Row]:
    """One row for each private information.

    >>> [(row.short, row.words, row.facts) for row in rows([("myhand([2])",), ("myhand([10])",)])]
    [('2', 'my hand 2', 'myhand([2])'), ('10', 'my hand 10', 'myhand([10])')]
    >>> [(row.rank, row.suit) for row in rows([("card((3,hearts))",), ("card((4,hearts))",), ("card((3,spades))",)])]
    [('3', 'hearts'), ('4', 'hearts'), ('3', 'spades')]
    """
    short = shortened(private)
    cards: Sequence[tuple[str | None, str | None]] = _cards(short) or [(None, None)] * len(short)
    return [
        Row(
            words=facts_in_words(facts, players) if facts else "nothing private",
            facts=", ".join(facts),
            short=_members(s, players) if s else NONE,
            rank=rank,
            suit=suit,
        )
        for facts, s, (rank, suit) in zip(private, short, cards)
    ]


def _members(text: str, players: Sequence[str]) -> str:
    """The members of a list in words.

    >>> _members("(1,3),(1,4)", ()), _members("stay_out", ()), _members("]", ())
    ('(1,3), (1,4)', 'stay out', ']')
    """
    words = worded(f"[{text}]", players)
    return text if words == f"[{text}]" else words


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


def _cards(short: Sequence[str]) -> Sequence[tuple[str, str]] | None:
    """Rank and suit of each, where all are cards `(x,y)` that fill most of a chart."""
    pairs = []
    for text in short:
        inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
        parts = split(inner)
        if len(parts) != 2 or any(c in "([{" for c in inner):
            return None
        pairs.append((parts[0], parts[1]))
    if len(set(pairs)) < len(pairs) or len(pairs) < 2:
        return None
    firsts, seconds = ({p[k] for p in pairs} for k in (0, 1))
    if min(len(firsts), len(seconds)) < 2 or 2 * len(pairs) < len(firsts) * len(seconds):
        return None
    return pairs if ranks_first(firsts, seconds) else [(b, a) for a, b in pairs]


def ranks_first(firsts: set[str], seconds: set[str]) -> bool:
    """Whether the first part is the rank: the one that is a number, or has more values. Ties: the suit is first."""
    numbers = [all(x.isdecimal() for x in side) for side in (firsts, seconds)]
    if numbers[0] != numbers[1]:
        return numbers[0]
    return len(firsts) > len(seconds)
