"""The contract for implementations of a game description.

The interpreter and the compiled network both fulfil it, and the tests compare them state by state. Moves and percepts
are ground terms; a state is any hashable object, and equal states compare equal.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from galakit.gdl.text.syntax import Term
from galakit.progress import Progress

if TYPE_CHECKING:  # NumPy is not needed to interpret a description
    from galakit.rules.table import StateTable

State: TypeAlias = Hashable
RANDOM = "random"


def playing(roles: Sequence[str]) -> tuple[int, ...]:
    """The roles that players have: all but nature's.

    >>> playing(["ann", "random", "bob"])
    (0, 2)
    """
    return tuple(k for k, role in enumerate(roles) if role != RANDOM)


def turn_order(roles: Sequence[str]) -> list[int]:
    """The order in which roles choose in a turn: nature first.

    >>> turn_order(["ann", "random", "bob"])
    [1, 0, 2]
    """
    return sorted(range(len(roles)), key=lambda role: roles[role] != RANDOM)


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
    """A machine that can list the states of its rules at once, faster than one by one."""

    def enumerated(self, limit: int, progress: Progress | None) -> StateTable | None:
        """The states, `TooManyStates` where they are more than the limit, or nothing where the rules are at fault."""
