"""The contract every front end fulfils: a game is a Markov process with observations and payoffs on the way.

A *state* holds only what can influence the future, so equal states have equal futures and exploring visits each of
them once. What a player knows is not in the state: it is the list of what he observed and did on the way there, which
code that follows a play keeps (`knowledge`). On arriving at a decision the mover observes which moves he has
(`choosing(...)`) and after it which one he took (`chose(...)`): both come from `State.moves`, so front ends only report
what else is seen. Perfect recall follows, unless a player observes `FORGET`: then he knows nothing of what was before.
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
    """The fact that wipes out all facts before it. At the opening there are none, so it does not occur there."""

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
    """The way from one state to the next."""

    state: State
    observations: tuple[tuple[int, Fact], ...]
    """(player, fact) in the order in which they were observed."""
    payoffs: tuple[Number, ...]
    """What each player gained on the way."""


class Rules(Protocol):
    """A game that can be explored."""

    name: str
    players: tuple[str, ...]

    def start(self) -> Step:
        """The opening: everything before the first choice."""

    def write(self, thing: Fact | Move) -> str:
        """A fact or move as text; different things have different texts, and FORGET has its value."""


@runtime_checkable
class Forgetful(Protocol):
    """A part of the contract for rules in which a player may observe `FORGET`; in all others nobody does."""

    @property
    def forgetful(self) -> frozenset[int]:
        """The players who may."""


def forgetful(rules: Rules) -> frozenset[int]:
    """The players who may observe `FORGET`."""
    return rules.forgetful if isinstance(rules, Forgetful) else frozenset()


@runtime_checkable
class Watchable(Protocol):
    """An optional part of the contract: rules of a program whose variables people want to watch when they debug it.

    States hold only what can influence the future; here everything the program set on the way is told.
    """

    def watch(self, state: State | None, index: int = 0) -> tuple[Step, Mapping[str, str]]:
        """The opening (without a state) or a move's step, and the values of the variables known behind it, written."""


@runtime_checkable
class Forgiving(Protocol):
    """An optional part of the contract: rules whose plays may end without saying what everybody gets."""

    def forgiving(self, doubts: list[str]) -> Rules:
        """The same rules, which then note the doubt and go on: enough to play, not to solve."""


@runtime_checkable
class Unpaying(Protocol):
    """An optional part of the contract: rules whose plays may end without a word about payoffs, which pays 0 to all."""

    def may_end_unpaid(self) -> bool:
        """Whether some play may, and others are told what they pay."""

    def ends_unpaid(self, play: Sequence[int]) -> bool:
        """Whether the play in which these moves are made, each given by its index, ends so."""


@runtime_checkable
class Growing(Protocol):
    """An optional part of the contract: rules that can tell which of their variables makes the states so many."""

    def growing(self, states: Sequence[State]) -> list[tuple[str, int]]:
        """The variables that grow with the states found, in their order, each with how many values it has taken."""


@runtime_checkable
class Explorable(Protocol):
    """An optional part of the contract: rules that find all their states at once, faster than one by one."""

    def explored(self, limit: int) -> Rules:
        """The same rules, with all states known beforehand; or these, where there are more than that."""
