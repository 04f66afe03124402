"""The transposition table: what a search knows of states, in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from galakit.rules.contract import Number, State, Step

Key: TypeAlias = State | tuple[State, int]
"""A state; in a search that is limited, with the moves that are left."""


@dataclass(slots=True, eq=False)
class Entry:
    """What the search knows of a state: bounds on its value, the best move found, the steps taken so far."""

    lower: Number
    upper: Number
    best: int | None
    paid: Number
    """the sum of all players' payoffs on the path on which it was first reached"""
    mover: int
    steps: list[Step | None]


class Table:
    """At most so many entries. When half of them are new, the others are dropped unless they are used again.

    >>> table = Table(4)
    >>> table["a"] = table["b"] = table["c"] = Entry(0, 0, None, 0, -1, [])
    >>> table.get("a") is not None, table.get("z") is None, len(table)
    (True, True, 3)
    """

    def __init__(self, most: int) -> None:
        self.half = max(1, most // 2)
        self.new: dict[Key, Entry] = {}
        self.old: dict[Key, Entry] = {}

    def get(self, key: Key) -> Entry | None:
        entry = self.new.get(key)
        if entry is None:
            entry = self.old.pop(key, None)
            if entry is not None:
                self[key] = entry
        return entry

    def __setitem__(self, key: Key, entry: Entry) -> None:
        if len(self.new) >= self.half:
            self.old, self.new = self.new, {}
        self.new[key] = entry

    def __len__(self) -> int:
        return len(self.new) + len(self.old)


def entry_of(state: State, paid: Number, lower: Number, upper: Number) -> Entry:
    """An entry for a state of which nothing but these bounds is known."""
    return Entry(lower, upper, None, paid, state.mover, [None] * len(state.moves))
