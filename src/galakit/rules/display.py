"""How a game looks: what rules may say about their facts and moves besides how the game is played.

A display is a list of pairs of texts, `left : right`, written like the facts themselves. A left side is a pattern of a
fact or move, and its right side says what people see in its place; a few names on the left are tables (`TABLES`). Both
sides are read when something is shown, by `galakit.display`. Nothing that is solved depends on a display.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from galakit.rules.contract import Rules, State


class Entry(NamedTuple):
    """A line of a display."""

    left: str
    right: str


Display: TypeAlias = tuple[Entry, ...]
"""the entries in order: the first whose left side matches is used"""

MOST = 500  # entries
LONGEST = 10_000  # characters of a side

TABLES = ("ranks", "suits", "pieces", "deck", "dice", "start", "board")
"""names on the left that describe the things of a game; `board(Name)` where there are several boards"""


@runtime_checkable
class Displayed(Protocol):
    """An optional part of the contract: rules that say how the game looks."""

    @property
    def display(self) -> Display: ...


@runtime_checkable
class Visible(Protocol):
    """An optional part of the contract: rules whose states can be described by what is true in them.

    Only those of games in which all players know the state are shown.
    """

    def holds(self, state: State) -> Sequence[str] | None:
        """What is true in a state, as texts; None where some player does not know it."""


def display_of(rules: Rules) -> Display:
    """The display of rules, empty where they have none."""
    return rules.display if isinstance(rules, Displayed) else ()
