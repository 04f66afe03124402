"""What happened in a play: its moves in order, each with what its mover knew and what players observed of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galakit.rules.knowledge import FORGOTTEN, Choosing, kind_of

REMEMBERED = 4  # facts that a record of a play keeps of what a mover knew


class Happened(NamedTuple):
    """A move in a history, with what its mover knew and what players observed of it."""

    mover: int
    """the number of a player, or CHANCE"""
    move: str
    known: tuple[str, ...] = ()
    """what the mover knew before, without `choosing(...)`: the latest facts, the last one last"""
    seen: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """what players observed, those who observed something"""


class Recording:
    """The moves of a play as they are made, each with what was known."""

    def __init__(self, players: int) -> None:
        self.steps: list[Happened] = []
        self._known: list[tuple[str, ...]] = [()] * players

    def learn(self, taught: Iterable[tuple[int, str]]) -> None:
        """Facts that players learnt, as (player, text), with own moves as `chose(...)`."""
        for player, text in taught:
            if text == FORGOTTEN:
                self._known[player] = ()
            elif kind_of(text) is not Choosing:
                self._known[player] = (*self._known[player][1 - REMEMBERED :], text)

    def move(self, mover: int, move: str, taught: Sequence[tuple[int, str]]) -> None:
        """A move, and what it taught."""
        known = () if mover < 0 else self._known[mover]
        self.steps.append(Happened(mover, move, known, observed(taught)))
        self.learn(taught)


def observed(taught: Iterable[tuple[int, str]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What each player observed, those who observed something: facts that are not about their own choices.

    >>> observed([(0, "chose(bet)"), (1, "bet"), (1, "choosing([pass,bet])")])
    ((1, ('bet',)),)
    """
    seen: dict[int, list[str]] = {}
    for player, text in taught:
        if kind_of(text) is None and text != FORGOTTEN:
            seen.setdefault(player, []).append(text)
    return tuple((player, tuple(facts)) for player, facts in seen.items())
