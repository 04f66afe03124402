"""The order in which people read information sets: the same public situation together, private facts in order.

The *private* fact of a player is the first one in which his information sets differ (the card he is dealt); the
*public* situation is everything else he knows. Sets with the same public situation stand together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from galakit.solution.facts import telling
from galakit.solution.sheet import Sheet


@dataclass(frozen=True)
class Group:
    """Information sets of one player that differ in one fact at most."""

    player: int
    public: tuple[str, ...]
    """what he knows besides the private fact"""
    private: tuple[str, ...]
    """the private fact of each set; empty texts when there is none"""
    sets: tuple[int, ...]


def groups(sheet: Sheet, player: int, sets: list[int] | None = None) -> list[Group]:
    """A player's information sets (all, or the given ones), grouped by public situation."""
    own = np.flatnonzero(sheet.player == player).tolist()
    told = {i: telling(sheet.facts[i]) for i in own}
    place = _first_difference(list(told.values()))
    found: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for i in own if sets is None else sets:
        facts = told[i]
        private = facts[place] if place < len(facts) else ""
        found.setdefault(facts[:place] + facts[place + 1 :], []).append((private, i))
    result = []
    for public, members in sorted(found.items(), key=lambda item: (len(item[0]), [natural(f) for f in item[0]])):
        members.sort(key=lambda member: (natural(member[0]), member[1]))
        result.append(Group(player, public, tuple(p for p, _ in members), tuple(i for _, i in members)))
    return result


def _first_difference(lists: list[tuple[str, ...]]) -> int:
    for place in range(max(map(len, lists), default=0)):
        if len({facts[place] for facts in lists if place < len(facts)}) > 1:
            return place
    return 0


def natural(text: str) -> list[tuple[int, int, str]]:
    """A key that sorts numbers inside texts by size.

    >>> sorted(["card(10)", "card(9)"], key=natural)
    ['card(9)', 'card(10)']
    """
    return [(0, int(t), "") if t.isdecimal() else (1, 0, t) for t in re.split(r"(\d+)", text) if t]
