"""The contract for rules that can be followed without knowing what chance drew.

A *draw* is a move of chance that nobody has looked at yet; a *value* is what depends on draws, and how. Followed this
way, rules become a small graph: who decides, which way each move goes, what is learnt on it, a *guard* wherever
the way on depends on a value, and payoffs that may be values themselves. Where a value decides what somebody may do,
or whose turn it is, there is a way for each thing it can turn out to be: that part of the game is made concrete. A
front end that offers this has a method `lazily`, which raises `NotSeparable` where the rules cannot be followed so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from galakit.errors import Span
from galakit.rules.contract import Fact, Move, Number


class NotSeparable(Exception):
    """Why rules cannot be followed without knowing the draws: a sentence, and the statement that prevents it."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class Mistaken(Exception):
    """Rules that go wrong on some plays whatever the moves are: the error of one of them."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(frozen=True, eq=False)
class Pack:
    """Things that are dealt, each at most once."""

    items: tuple[Any, ...] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Draw:
    """One move of chance, independent of all others but those from the same pack.

    Either one of `outcomes`, which are the choices made, with `probabilities`; or `count` items of a pack that
    are still there, all sets of them equally likely: the outcome is then the tuple of the items, in the pack's order;
    or one of what `given` turns out to be, a tuple of pairs (outcome, probability): then earlier draws decide.
    """

    outcomes: tuple[Any, ...] = ()
    probabilities: tuple[Number, ...] = ()
    pack: Pack | None = None
    count: int = 0
    given: Value | None = None
    more: bool = False
    """the same move of chance goes on with another draw"""
    number: int = field(default_factory=itertools.count().__next__, repr=False)
    """draws made earlier have smaller ones: whoever lists draws goes by it, so that runs can be repeated"""


@dataclass(frozen=True, eq=False)
class Order:
    """How two inputs compare."""

    key: Callable[[Any], Any]
    """what they are sorted by; raises an error where that cannot be"""
    results: tuple[Any, Any, Any]
    """what comes of it where the first is less, the same, more"""


@dataclass(frozen=True, eq=False)
class Value:
    """What depends on draws: `work(outcome)` of a draw, or `work(*inputs)` of other values.

    Values are compared by identity: front ends make one object for one dependence.
    """

    work: Callable[..., Any]
    draw: Draw | None = None
    inputs: tuple[Value, ...] = field(default=(), repr=False)
    span: Span | None = None
    lenient: bool = False
    """whether `work` may be asked where inputs are undefined"""
    function: Any = field(default=None, repr=False)
    """equal for values that do the same with their inputs; None where that is not known"""
    order: Order | None = field(default=None, repr=False)
    """where all it does is to compare its two inputs"""


class Undefined:
    """What a value is where working it out fails: nobody may need it there."""

    def __init__(self, error: Exception) -> None:
        self.error = error


Conditions: TypeAlias = tuple[tuple[Value, Any], ...]
"""values, and what they turned out to be"""


@dataclass(frozen=True, eq=False)
class Way:
    """What happens from one spot to the next."""

    target: Spot
    facts: tuple[tuple[int, Fact | Value], ...] = ()
    """(player, fact) in order; the fact itself may be a value"""
    gains: tuple[Number, ...] = ()
    worked: tuple[Value, ...] = ()
    """further gains, each value a number per player"""


@dataclass(eq=False)
class Decide:
    """A player moves; which moves he has does not depend on draws."""

    player: int
    moves: tuple[Move, ...]
    ways: list[Way] = field(default_factory=list, repr=False)


@dataclass(eq=False)
class Chance:
    """Something is drawn, and nobody need look at it."""

    draw: Draw
    ways: list[Way] = field(default_factory=list, repr=False)
    """one"""


@dataclass(eq=False)
class Guard:
    """The way on depends on what a value turns out to be."""

    value: Value
    cases: tuple[Any, ...] = (True, False)
    ways: list[Way] = field(default_factory=list, repr=False)
    """one for each case"""


@dataclass(eq=False)
class End:
    """The game is over."""

    ways: list[Way] = field(default_factory=list, repr=False)
    """none"""


Spot: TypeAlias = Decide | Chance | Guard | End


@dataclass(frozen=True, eq=False)
class Lazily:
    """Rules followed without knowing the draws."""

    name: str
    players: tuple[str, ...]
    opening: Way
    spots: list[Spot]
    concrete: tuple[NotSeparable, ...] = ()
    """what had to be made concrete, and where"""
    needed: tuple[tuple[Value, Conditions], ...] = ()
    """values that statements work out, and the conditions under which they run: undefined there, the rules are wrong"""


class Outlook(Protocol):
    """What draws can bring, for who follows rules and must know it to go on."""

    def meanings(self, value: Value, conditions: Conditions) -> tuple[Any, ...] | None:
        """All that a value can turn out to be under conditions; None where there is too much to look at."""

    def examples(self, value: Value, conditions: Conditions) -> tuple[Any, ...]:
        """Some of it, quickly."""


@runtime_checkable
class Lazy(Protocol):
    """An optional part of the contract of rules."""

    def lazily(self, outlook: Outlook) -> Lazily:
        """The rules followed without knowing the draws; `NotSeparable` where they cannot be."""
