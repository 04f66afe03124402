"""The order in which information sets and moves are shown.

The *private* fact of a player is the first one in which their information sets differ (the card they are dealt); the
*public* situation is everything else they know. Sets with the same public situation stand together, private facts in
order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from galakit.rules.knowledge import informative
from galakit.solution.tree.sheet import Sheet

_ANSWERING = re.compile(r"call|accept|agree|match|follow|cooperat|quiet|hold|stay|yes", re.IGNORECASE)
_AMOUNT = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)(?:/(\d{1,15}))?")
_NUMBERS = re.compile(r"(\d+/[1-9]\d*|\d+)")

Natural: TypeAlias = list[tuple[int, Fraction | int, str]]
"""a key for natural sorting"""


@dataclass(frozen=True)
class Group:
    """Information sets of one player that differ in one fact at most."""

    player: int
    public: tuple[str, ...]
    """what the player knows besides the private fact"""
    private: tuple[str, ...]
    """the private fact of each set; empty texts when there is none"""
    sets: tuple[int, ...]


def groups(sheet: Sheet, player: int, sets: list[int] | None = None) -> list[Group]:
    """A player's information sets (all, or the given ones), grouped by public situation."""
    own = np.flatnonzero(sheet.player == player).tolist()
    found = _by_situation({i: sheet.facts[i] for i in own}, own if sets is None else sets)
    return [
        Group(player, public, tuple(p for p, _ in members), tuple(i for _, i in members)) for public, members in found
    ]


def in_order(facts: Sequence[tuple[str, ...]]) -> list[int]:
    """The numbers of a player's information sets, given what is known at each, in the order of `groups`.

    >>> in_order([("card(10)",), ("card(9)", "bet"), ("card(9)",)])
    [2, 0, 1]
    """
    known = dict(enumerate(facts))
    return [i for _, members in _by_situation(known, list(known)) for _, i in members]


def _by_situation(
    facts: Mapping[int, tuple[str, ...]], sets: list[int]
) -> list[tuple[tuple[str, ...], list[tuple[str, int]]]]:
    """For each public situation, the private fact and the number of each information set."""
    known = {i: informative(one) for i, one in facts.items()}
    at = _first_difference(list(known.values()))
    found: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for i in sets:
        private = known[i][at] if at < len(known[i]) else ""
        found.setdefault(known[i][:at] + known[i][at + 1 :], []).append((private, i))
    for members in found.values():
        members.sort(key=lambda member: (natural(member[0]), member[1]))
    return sorted(found.items(), key=lambda item: (len(item[0]), [natural(f) for f in item[0]]))


def _first_difference(lists: list[tuple[str, ...]]) -> int:
    for at in range(max(map(len, lists), default=0)):
        if len({facts[at] for facts in lists if at < len(facts)}) > 1:
            return at
    return 0


def natural(text: str) -> Natural:
    """A key that sorts numbers inside texts by size.

    >>> sorted(["card(10)", "card(9)", "offer(1)", "offer(3/4)", "offer(1/2)"], key=natural)
    ['card(9)', 'card(10)', 'offer(1/2)', 'offer(3/4)', 'offer(1)']
    """
    parts = [part for part in _NUMBERS.split(text) if part]
    return [
        (0, Fraction(part) if "/" in part else int(part), "") if part[0].isdecimal() else (1, 0, part) for part in parts
    ]


def answering(move: str) -> bool:
    """Whether a move reads as an answer to what others did."""
    return _ANSWERING.search(move) is not None


def amount(move: str) -> tuple[str, float] | None:
    """What a move is an amount of, and how much; None where there is not just one number in it.

    >>> amount("bet(3/2)"), amount("2"), amount("(1,2)"), amount("pass")
    (('bet(#)', 1.5), ('#', 2.0), None, None)
    """
    found = _AMOUNT.findall(move)
    if len(found) != 1:
        return None
    above, below = found[0]
    size = float(above) / float(below) if below.strip("0") else float(above)
    return _AMOUNT.sub("#", move), size


def drawn_order(moves: Sequence[str], passive: Collection[str]) -> list[str]:
    """Active moves first, then answers, then passive moves.

    Where there is a passive move, the largest amount stands first, as in poker tools.

    >>> drawn_order(["fold", "call", "raise"], {"fold"}), drawn_order(["0", "1", "2", "10"], {"0"})
    (['raise', 'call', 'fold'], ['10', '2', '1', '0'])
    >>> drawn_order(["1", "2", "3"], ())
    ['1', '2', '3']
    """
    first: dict[str, int] = {}

    def key(index: int) -> tuple[int, int, float]:
        move = moves[index]
        shape, size = (passive and amount(move)) or (move, 0.0)
        kind = 2 if move in passive else 1 if answering(move) else 0
        return kind, first.setdefault(shape, index), -size

    return [moves[index] for index in sorted(range(len(moves)), key=key)]
