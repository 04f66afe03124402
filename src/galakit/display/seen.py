"""What people see of a fact or a move, and what it does on the boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from galakit.display.parts import Part, drawn, text_of
from galakit.display.terms import Term


class Action(NamedTuple):
    """What happens on a board."""

    verb: str
    board: str
    args: tuple[Term, ...]
    """as the display has them, with what its variables stand for"""


@dataclass(frozen=True)
class Seen:
    """What people see of a fact or a move."""

    parts: tuple[Part, ...]
    actions: tuple[Action, ...] = ()
    displayed: bool = False
    """whether an entry of the display says so"""

    @cached_property
    def words(self) -> str:
        """The whole in Unicode; empty where it is not shown."""
        return text_of(self.parts)

    @property
    def look(self) -> list[Part] | None:
        """The parts; None where they are only words."""
        return drawn(self.parts)
