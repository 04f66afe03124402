"""The contract for rules that can be followed without knowing what chance drew.

A *draw* is a move of chance whose outcome nothing has looked at yet; a *value* is a function of draws. Followed like
this, rules become a small graph: who decides, where each move leads, what players learn from it, a *guard* wherever a
value decides how play continues, and payoffs, which may be values themselves. Where a value decides which moves there
are, or who moves, the graph has an edge for each of its results: that part of the game is made concrete. Rules that
offer this have a method `lazy_graph`, which raises `NotSeparable` where they cannot be followed without the draws.
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
    """The rules have a mistake that some draws meet, whatever the moves: the error of one of them."""

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

    It is one of three: one of `outcomes`, with `probabilities`; or `count` of the items left in a pack, all sets of
    them equally likely, whose outcome is the tuple of the items in the pack's order; or, where earlier draws decide
    what can be drawn, one of the pairs (outcome, probability) that the value `given` consists of.
    """

    outcomes: tuple[Any, ...] = ()
    probabilities: tuple[Number, ...] = ()
    pack: Pack | None = None
    count: int = 0
    given: Value | None = None
    more: bool = False
    """the same move of chance goes on with another draw"""
    number: int = field(default_factory=itertools.count().__next__, repr=False)
    """rises from draw to draw: lists of draws are sorted by it, so that every run has the same order"""


@dataclass(frozen=True, eq=False)
class Order:
    """How two inputs compare."""

    key: Callable[[Any], Any]
    """the sort key; raises an error for inputs that cannot be sorted"""
    results: tuple[Any, Any, Any]
    """the results where the first input is less, equal, greater"""


@dataclass(frozen=True, eq=False)
class Value:
    """A function of draws: `work(outcome)` of one draw, or `work(*inputs)` of other values.

    Values are compared by identity: front ends make one object for each function of draws.
    """

    work: Callable[..., Any]
    draw: Draw | None = None
    inputs: tuple[Value, ...] = field(default=(), repr=False)
    span: Span | None = None
    lenient: bool = False
    """whether `work` may be called with undefined inputs"""
    function: Any = field(default=None, repr=False)
    """equal for values that apply the same function to their inputs; None where that is not known"""
    order: Order | None = field(default=None, repr=False)
    """set if all it does is compare its two inputs"""


class Undefined:
    """The result of a value on draws where computing it fails; an error only if the game needs it there."""

    def __init__(self, error: Exception) -> None:
        self.error = error


Conditions: TypeAlias = tuple[tuple[Value, Any], ...]
"""values and their results"""


@dataclass(frozen=True, eq=False)
class Edge:
    """What happens between two nodes."""

    target: Node
    facts: tuple[tuple[int, Fact | Value], ...] = ()
    """(player, fact) in order; the fact itself may be a value"""
    gains: tuple[Number, ...] = ()
    worked: tuple[Value, ...] = ()
    """further gains that depend on draws: each value is a number for each player"""


@dataclass(eq=False)
class Decide:
    """A player moves; which moves they have does not depend on draws."""

    player: int
    moves: tuple[Move, ...]
    edges: list[Edge] = field(default_factory=list, repr=False)


@dataclass(eq=False)
class Chance:
    """Something is drawn; no outcome is picked."""

    draw: Draw
    edges: list[Edge] = field(default_factory=list, repr=False)
    """one"""


@dataclass(eq=False)
class Guard:
    """A value decides how play continues."""

    value: Value
    cases: tuple[Any, ...] = (True, False)
    edges: list[Edge] = field(default_factory=list, repr=False)
    """one for each case"""


@dataclass(eq=False)
class End:
    """The game is over."""

    edges: list[Edge] = field(default_factory=list, repr=False)
    """none"""


Node: TypeAlias = Decide | Chance | Guard | End


@dataclass(frozen=True, eq=False)
class LazyGraph:
    """Rules followed without knowing the draws."""

    name: str
    players: tuple[str, ...]
    opening: Edge
    nodes: list[Node]
    concrete: tuple[NotSeparable, ...] = ()
    """what had to be made concrete, and the statements that needed it"""
    needed: tuple[tuple[Value, Conditions], ...] = ()
    """values that statements compute, with the conditions under which they run: if undefined there, rules are wrong"""


class ValueRange(Protocol):
    """Which results values can have: front ends ask while they follow rules."""

    def meanings(self, value: Value, conditions: Conditions) -> tuple[Any, ...] | None:
        """All results of a value under conditions; None where there are too many draws to look at."""

    def examples(self, value: Value, conditions: Conditions) -> tuple[Any, ...]:
        """Some of its results, quickly."""


@runtime_checkable
class Lazy(Protocol):
    """An optional part of the contract of rules."""

    @property
    def draws(self) -> bool:
        """Whether chance draws anything."""

    def lazy_graph(self, ranges: ValueRange) -> LazyGraph:
        """The rules followed without knowing the draws; `NotSeparable` where they cannot be."""
