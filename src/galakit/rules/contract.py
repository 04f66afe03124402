"""The contract every front end fulfils: a game is a Markov process with observations and payoffs on every step.

A *state* holds only what can influence the future, so equal states have equal futures and exploring visits each of them
once. What a player knows is not in the state: it is the list of all they observed and did, which code that follows a
play keeps (`knowledge`). Before a decision the mover observes which moves they have, and after it which one they made;
both follow from `State.moves`, so rules only report other observations. Perfect recall follows, unless a player
observes `FORGET`: then they know nothing of what was before.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

CHANCE = -1
END = -2

Number: TypeAlias = int | Fraction | float
Fact: TypeAlias = Hashable
Move: TypeAlias = Hashable


class Forgetting(Enum):
    """The fact that erases all facts before it. At the opening there are none, so it does not occur there."""

    FORGET = "(forgets everything)"


FORGET = Forgetting.FORGET


class State(Protocol):
    """Immutable and hashable; equal states have equal futures."""

    @property
    def mover(self) -> int:
        """The index of a player, CHANCE or END."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, distinct; empty exactly when the mover is END."""

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        """One exact probability per move (or floats where the rules are inexact) when the mover is CHANCE."""

    def after(self, index: int) -> Step:
        """What happens when the move of that index is made."""


class Step(NamedTuple):
    """What happens from one state to the next."""

    state: State
    observations: tuple[tuple[int, Fact], ...]
    """(player, fact) in the order in which they were observed."""
    payoffs: tuple[Number, ...]
    """What each player gained."""


class Rules(Protocol):
    """A game that can be explored."""

    name: str
    players: tuple[str, ...]

    def start(self) -> Step:
        """The opening: everything before the first choice."""

    def write(self, thing: Fact | Move) -> str:
        """A fact or move as text; different ones have different texts, and FORGET has its value."""


@runtime_checkable
class Forgetful(Protocol):
    """A part of the contract for rules in which players may observe `FORGET`; in all others they do not."""

    @property
    def forgetful(self) -> frozenset[int]:
        """The numbers of these players."""


def forgetful(rules: Rules) -> frozenset[int]:
    """The players who may observe `FORGET`."""
    return rules.forgetful if isinstance(rules, Forgetful) else frozenset()


@runtime_checkable
class Watchable(Protocol):
    """An optional part of the contract: rules of a program whose variables can be watched for debugging.

    States hold only what can influence the future; `watch` reports all variables that the program has set.
    """

    def watch(self, state: State | None, index: int = 0) -> tuple[Step, Mapping[str, str]]:
        """The opening (without a state) or a move's step, and the variables set after it, with their values as text."""


@runtime_checkable
class Forgiving(Protocol):
    """An optional part of the contract: rules that refuse a play which ends without a payoff for some player."""

    def forgiving(self, doubts: list[str]) -> Rules:
        """The same rules, which add a message to `doubts` and count 0 instead: enough to play, not to solve."""


@runtime_checkable
class Unpaying(Protocol):
    """An optional part of the contract: rules whose plays may end without stating payoffs, which pays 0 to all."""

    def may_end_unpaid(self) -> bool:
        """Whether some plays end without stating payoffs and others with them."""

    def ends_unpaid(self, play: Sequence[int]) -> bool:
        """Whether the play with these moves, given by their indices, ends without stating payoffs."""


@runtime_checkable
class Growing(Protocol):
    """An optional part of the contract: rules that know which of their variables makes the states so many."""

    def growing(self, states: Sequence[State]) -> list[tuple[str, int]]:
        """The variables that grow from state to state, each with its number of values so far."""
