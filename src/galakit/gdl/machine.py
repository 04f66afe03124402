"""The contract for implementations of a game description.

The interpreter and the compiled network both fulfil it, and the tests compare them state by state. Moves and percepts
are ground terms; a state is any hashable object, and equal states compare equal.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from galakit.gdl.text.syntax import Term

State: TypeAlias = Hashable
RANDOM = "random"


class Machine(Protocol):
    """A game description that can be queried."""

    roles: tuple[str, ...]
    """in the order of the description; `random`, if there is one, among them"""
    incomplete: bool
    """whether the description defines percepts (GDL-II); otherwise all roles observe all moves"""

    def opening(self) -> State:
        """The initial state."""

    def legal(self, state: State, role: int) -> tuple[Term, ...]:
        """The legal moves of a role, in the order of their text; for states that are not terminal."""

    def terminal(self, state: State) -> bool:
        """Whether play is over."""

    def goals(self, state: State) -> tuple[int | None, ...]:
        """The goal value of each role, or None where the description gives it none, or several."""

    def next(self, state: State, moves: Sequence[Term]) -> State:
        """The state after a joint move: one legal move for each role."""

    def sees(self, state: State, moves: Sequence[Term]) -> tuple[frozenset[Term], ...]:
        """What each role perceives when the joint move is made in the state; empty sets for a description of GDL."""

    def holds(self, state: State) -> frozenset[Term]:
        """The terms that are true in a state."""


@runtime_checkable
class Explorer(Protocol):
    """A machine that can find all its states at once, faster than one by one."""

    def explored(self, limit: int) -> Machine | None:
        """A machine that knows all states, if there are not more than that."""
