"""Games in which everything is drawn first and every move is seen by all: positions instead of an action tree.

The continuation depends on where the rules stand, not on the history that led there. Liar's dice with four dice has 48
such *positions*, and 16.7 million histories of bids that lead to them. So the rules are followed once per position. The
tree of histories is never listed: a position has the same number of histories below it each time it is met, so the
index of a history's numbers in one long table can be computed from its moves. A history comes before its continuations,
and these are contiguous.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.rules.contract import Number
from galakit.rules.lazy import Chance, Conditions, Decide, Draw, Edge, End, Guard, LazyGraph, Node, NotSeparable, Value
from galakit.separated.actions import Actions, narrowed
from galakit.separated.chance_table import ChanceTable
from galakit.separated.separate import Separated
from galakit.separated.signals import Signal

Ints = npt.NDArray[np.int64]

LIMIT_POSITIONS = 100_000


class Close(NamedTuple):
    """One end of a play after its last move."""

    guards: Conditions
    gains: tuple[Number, ...]
    """all that was paid from the start"""
    worked: tuple[Value, ...]
    drawn: tuple[Draw, ...]


class Ending(NamedTuple):
    """What follows a last move: one end, or several between which draws decide."""

    closes: tuple[Close, ...]
    node: Node


@dataclass(frozen=True, eq=False)
class Position:
    """A decision; equal positions have equal continuations and the same payoffs so far."""

    node: Decide
    gains: tuple[Number, ...]
    worked: tuple[Value, ...]
    targets: list[int] = field(default_factory=list, repr=False)
    """for each move the next position, or ~k for ending k"""


@dataclass(eq=False)
class Public:
    """A game in which all draws come first and all moves are public."""

    part: Separated
    """draws and signals; its action tree has nothing listed"""
    drawn: tuple[Draw, ...]
    facts: tuple[tuple[Any, ...], ...]
    """what each player knows before the first move: constants and values"""
    positions: list[Position]
    """the first is where play begins"""
    endings: list[Ending]
    order: list[int]
    """positions, each after all that can follow it"""
    rows: list[list[int]]
    """[positions][players] the number of rows of all histories from a position on: one for each move of each decision
    that has at least two"""
    jumps: list[list[list[int]]]
    """[positions][moves][players] the offset of a move's rows from the first row of its position"""

    @property
    def players(self) -> tuple[str, ...]:
        return self.part.players

    @property
    def hides_draws(self) -> bool:
        """Whether a player decides somewhere without seeing what another player has seen of the draws."""
        return any(set(own) != set(self.signals[0]) for own in self.signals)

    @property
    def signals(self) -> tuple[tuple[Value, ...], ...]:
        """The values each player knows."""
        return tuple(tuple(dict.fromkeys(f for f in own if type(f) is Value)) for own in self.facts)

    def signal(self, player: int) -> Signal:
        """What a player observes of the draws."""
        return self.part.signal(self.signals[player])

    def told(self, position: int, move: int) -> tuple[tuple[int, Any], ...]:
        """(player, fact) that a move reveals, apart from what its mover knows anyway."""
        return self.positions[position].node.edges[move].facts

    @property
    def table(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """Arrays for compiled code: mover, first edge [positions + 1], target, rows and jumps [edges, players]."""
        mover = np.array([p.node.player for p in self.positions], np.int64)
        first = np.cumsum([0, *(len(p.targets) for p in self.positions)])
        target = np.array([t for p in self.positions for t in p.targets], np.int64)
        return mover, first, target, np.array(self.rows, np.int64), np.array([j for own in self.jumps for j in own])

    def histories(self) -> list[int]:
        """How many histories lead to each position."""
        found = [0] * len(self.positions)
        found[0] = 1
        for p in reversed(self.order):
            for t in self.positions[p].targets:
                if t >= 0:
                    found[t] += found[p]
        return found


def public_game(rules: LazyGraph, world: ChanceTable) -> Public:
    """The positions of rules that were followed; `NotSeparable` where something is drawn later, or a move is hidden.

    >>> import galakit as gk
    >>> game = gk.load("liars_dice", dice=2).public
    >>> len(game.positions), sum(game.histories()), sum(game.rows[0])
    (48, 16777216, 25165822)
    """
    return _Following(rules, world).game()


class _Following:
    def __init__(self, graph: LazyGraph, world: ChanceTable) -> None:
        self.graph = graph
        self.world = world
        self.positions: list[Position] = []
        self.endings: dict[tuple[Close, ...], tuple[int, Ending]] = {}
        self.numbers: dict[tuple[Any, ...], int] = {}

    def game(self) -> Public:
        players = len(self.graph.players)
        facts, drawn, start = self._opening()
        self._position(*start)
        for position in self.positions:  # which grows in the loop
            node = position.node
            for edge in node.edges:
                gains = tuple(a + b for a, b in zip(position.gains, edge.gains)) if any(edge.gains) else position.gains
                worked = position.worked + edge.worked
                if isinstance(edge.target, Decide):
                    position.targets.append(self._position(edge.target, gains, worked))
                else:
                    position.targets.append(self._ending(edge.target, Close((), gains, worked, drawn)))
            _check_seen(position, players)
        order = self._order()
        rows, jumps = self._addresses(order, players)
        none = Actions.nothing(self.graph)
        part = Separated(self.graph, none, self.world, self.graph.concrete)
        game = Public(part, drawn, facts, self.positions, [e for _, e in self.endings.values()], order, rows, jumps)
        for player in range(players):  # so that classes have the same numbers in every run
            game.signal(player)
        return game

    def _opening(self) -> tuple[tuple[tuple[Any, ...], ...], tuple[Draw, ...], tuple[Any, ...]]:
        """What players know, what was drawn, and the node and payoffs at the first decision."""
        facts: list[list[Any]] = [[] for _ in self.graph.players]
        gains: tuple[Number, ...] = (0,) * len(facts)
        worked: tuple[Value, ...] = ()
        drawn: list[Draw] = []
        edge = self.graph.opening
        while True:
            for player, fact in edge.facts:
                facts[player].append(fact)
            gains = tuple(a + b for a, b in zip(gains, edge.gains)) if any(edge.gains) else gains
            worked += edge.worked
            node = edge.target
            if isinstance(node, Decide):
                return tuple(map(tuple, facts)), tuple(drawn), (node, gains, worked)
            if isinstance(node, Guard):
                raise NotSeparable("a condition on draws comes before the first decision", node.value.span)
            if isinstance(node, End):
                raise NotSeparable("no player decides anything")
            drawn.append(node.draw)
            edge = node.edges[0]

    def _position(self, *key: Any) -> int:
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.positions)
            if found == LIMIT_POSITIONS:
                raise NotSeparable(f"there are more than {LIMIT_POSITIONS:,} positions, whatever chance draws")
            self.positions.append(Position(*key))
        return found

    def _ending(self, node: Node, so_far: Close) -> int:
        closes = tuple(_closes(node, so_far))
        number, _ = self.endings.setdefault(closes, (len(self.endings), Ending(closes, node)))
        return ~number

    def _order(self) -> list[int]:
        """Positions after those that follow them; an error where plays need not end."""
        order, state = list[int](), [0] * len(self.positions)
        stack = [0]
        while stack:
            p = stack[-1]
            if state[p] == 2:
                stack.pop()
            elif state[p] == 1:
                state[p] = 2
                order.append(stack.pop())
            else:
                state[p] = 1
                below = [t for t in self.positions[p].targets if t >= 0 and state[t] < 2]
                if any(state[t] == 1 for t in below):
                    raise NotSeparable("a play need not come to an end")
                stack += below
        return order

    def _addresses(self, order: list[int], players: int) -> tuple[list[list[int]], list[list[list[int]]]]:
        rows: list[list[int]] = [[0] * players for _ in order]
        jumps: list[list[list[int]]] = [[] for _ in order]
        for p in order:
            position = self.positions[p]
            at = [0] * players
            moves = len(position.targets)
            at[position.node.player] = moves if moves > 1 else 0
            for t in position.targets:
                jumps[p].append(list(at))
                if t >= 0:
                    at = [a + more for a, more in zip(at, rows[t])]
            rows[p] = at
        return rows, jumps


def _closes(node: Node, so_far: Close) -> Iterator[Close]:
    """The ends after a last move."""
    stack = [(node, so_far)]
    while stack:
        node, here = stack.pop()
        if isinstance(node, End):
            yield here
        elif isinstance(node, Decide):
            raise NotSeparable("something is drawn, or a condition on draws met, before a later decision")
        elif isinstance(node, Chance):
            stack.append(_behind(node.edges[0], here._replace(drawn=(*here.drawn, node.draw))))
        else:
            for case, edge in zip(reversed(node.cases), reversed(node.edges)):
                guards = narrowed(here.guards, node.value, case)
                if guards is not None:
                    stack.append(_behind(edge, here._replace(guards=guards)))


def _behind(edge: Edge, here: Close) -> tuple[Node, Close]:
    gains = tuple(a + b for a, b in zip(here.gains, edge.gains))
    return edge.target, here._replace(gains=gains, worked=here.worked + edge.worked)


def _check_seen(position: Position, players: int) -> None:
    """Check that all players observe each move at once, whatever they hold, unless no decision follows."""
    node = position.node
    going_on = [edge for edge, target in zip(node.edges, position.targets) if target >= 0]
    for edge in going_on:
        if any(type(fact) is Value for _, fact in edge.facts):
            raise NotSeparable("a player learns more of what was drawn after the first decision")
    for player in range(players):
        if player != node.player and len(going_on) > 1:
            first = [next((fact for p, fact in edge.facts if p == player), None) for edge in going_on]
            if None in first or len(set(first)) < len(first):
                raise NotSeparable("not every move is seen by all")
