"""What the game manager and the player's server expect of every agent.

An agent plays one role of one match. It is told the rules as a machine, prepares until a deadline, and then, turn by
turn, chooses a move and observes what came of it. Deadlines are moments of `time.monotonic()`; whoever calls has
already taken off the margin for the network.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from galakit.gdl.machine import Machine
from galakit.gdl.text.syntax import Term


@dataclass(frozen=True)
class News:
    """What a role learns after a turn."""

    mine: Term
    """the move that counted as its own (the manager replaces illegal ones)"""
    moves: tuple[Term, ...] | None
    """the joint move, where everybody sees it (GDL)"""
    percepts: frozenset[Term] = frozenset()
    """what it perceived (GDL-II)"""


class Agent(Protocol):
    """Plays one role of one match."""

    def prepare(self, deadline: float) -> None:
        """Use the start clock."""

    def choose(self, deadline: float) -> Term:
        """A legal move for the present turn, before the deadline."""

    def observe(self, news: News) -> None:
        """What came of the turn."""

    def close(self) -> None:
        """The match is over or aborted: let go of threads and memory."""


Maker: TypeAlias = Callable[[Machine, int, int], Agent]
"""Makes an agent from the machine, the role it plays, and a seed."""
