"""The action tree: every history of moves, whatever chance draws, with what each player knows at it.

What a player knows is a chain of facts, as in unfolded games. A fact may be a value: then the chain stands for many
states of knowledge, one for each *class* of draws that the player cannot distinguish. Its values are its *signal*.
Where different values on one chain can have the same result, they are made concrete: the tree has a branch for each.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galakit.rules.contract import Number
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.lazy import (
    Chance,
    Conditions,
    Decide,
    Draw,
    End,
    Guard,
    LazyGraph,
    Node,
    NotSeparable,
    Undefined,
    Value,
    ValueRange,
)

LIMIT_NODES = 200_000
HOPELESS = 50  # trees that many times larger are not even begun
LIMIT_FACTS = 20_000_000  # of all situations: where plays never end, each has more than the one before
LIMIT_CONCRETE = 50_000  # nodes where facts are made concrete: larger games are better unfolded
COINCIDE = "two facts that depend on chance in different ways can be the same"


class TooManyHistories(NotSeparable):
    """The action tree is too large to list; methods that need no list can use the graph."""

    def __init__(self, reason: str, graph: LazyGraph) -> None:
        super().__init__(reason)
        self.graph = graph


@dataclass(frozen=True, eq=False)
class Situation:
    """What a player knows when they decide, apart from the results of values; these do not change the moves."""

    player: int
    number: int
    """among the player's situations, in the order in which they are first met"""
    moves: tuple[Any, ...]
    parent: int
    """the player's last sequence before: 0, or 1 + the index of a move among all moves of their situations"""
    first: int
    """the sequence of its first move"""
    signal: tuple[Value, ...]
    facts: tuple[Any, ...]
    """constants and values, in order"""


@dataclass(frozen=True, eq=False)
class Leaf:
    """An end of the game: whose moves led there, under which conditions, and what it pays."""

    sequences: tuple[int, ...]
    """each player's last sequence"""
    guards: Conditions
    gains: tuple[Number, ...]
    worked: tuple[Value, ...]
    drawn: tuple[Draw, ...]
    stage: tuple[tuple[Value, ...], ...]
    """all players' signals at the last decision before it"""


class Visit(NamedTuple):
    """A node at which a player decides."""

    situation: Situation
    guards: Conditions
    """what must hold for it to be reached"""
    drawn: tuple[Draw, ...]
    stage: tuple[tuple[Value, ...], ...]
    """all players' signals there"""
    sequences: tuple[int, ...]
    """each player's last sequence"""


@dataclass(eq=False)
class Actions:
    """The action tree of a game."""

    graph: LazyGraph
    situations: tuple[list[Situation], ...]
    visits: list[Visit]
    leaves: list[Leaf]
    links: _Links = field(repr=False)

    @staticmethod
    def nothing(graph: LazyGraph) -> Actions:
        """A tree of which nothing is listed."""
        players = len(graph.players)
        return Actions(graph, tuple([] for _ in range(players)), [], [], _Links(players))


class _Links:
    """Chains of facts, one number for one chain; the empty ones of the players come first."""

    def __init__(self, players: int) -> None:
        self.under: dict[tuple[int, Value], dict[Conditions, None]] = {}
        """the conditions under which a value continues a chain"""
        self.number: dict[tuple[int, Any], int] = {}
        self.parent = [-1] * players
        self.fact: list[Any] = [None] * players
        self.signal: list[tuple[Value, ...]] = [()] * players

    def add(self, link: int, fact: Any) -> int:
        found = self.number.get((link, fact))
        if found is None:
            found = self.number[link, fact] = len(self.parent)
            self.parent.append(link)
            self.fact.append(fact)
            more = (fact,) if type(fact) is Value else ()
            # Learning the same value again adds nothing to the signal.
            known = self.signal[link]
            self.signal.append(known if not more or fact in known else known + more)
        return found

    def facts(self, link: int) -> tuple[Any, ...]:
        found = []
        while self.parent[link] >= 0:
            found.append(self.fact[link])
            link = self.parent[link]
        return tuple(reversed(found))

    def learnt(
        self, before: _Standing, facts: Any, ranges: ValueRange, concrete: Set[Value]
    ) -> list[tuple[tuple[int, ...], Conditions]]:
        """All players' chains after some facts, and the guards: an alternative for each result of a concrete value."""
        found = [(before.at, before.guards)]
        for player, fact in facts:
            further = []
            for at, guards in found:
                for said, under in _said(fact, guards, ranges) if fact in concrete else ((fact, guards),):
                    if type(said) is Value:
                        self.under.setdefault((at[player], said), {})[under] = None
                    further.append(((*at[:player], self.add(at[player], said), *at[player + 1 :]), under))
            found = further
        return found


class _Standing(NamedTuple):
    """What determines the continuation at a node of the action tree."""

    at: tuple[int, ...]
    """each player's chain"""
    own: tuple[int, ...]
    """each player's last sequence"""
    stage: tuple[tuple[Value, ...], ...]
    """each player's signal at the last decision"""
    gains: tuple[Number, ...]
    worked: tuple[Value, ...] = ()
    guards: Conditions = ()
    drawn: tuple[Draw, ...] = ()


def _said(value: Value, guards: Conditions, ranges: ValueRange) -> Any:
    """The results of a value, each with the guards under which it has it."""
    meanings = ranges.meanings(value, guards)
    if meanings is None:
        raise NotSeparable(f"{COINCIDE}, and draws have too many outcomes to distinguish them", value.span)
    for meaning in meanings:
        if type(meaning) is Undefined:
            raise meaning.error
        under = narrowed(guards, value, meaning)
        if under is not None:
            yield meaning, under


def unfold_actions(
    graph: LazyGraph, ranges: ValueRange, concrete: Set[Value] = frozenset(), limit: int = LIMIT_NODES
) -> Actions:
    """The action tree; `NotSeparable` if it has more nodes than the limit. The facts `concrete` are made concrete."""
    if not concrete and _size(graph) > HOPELESS * limit:
        raise _too_many(limit, concrete, graph)
    players = len(graph.players)
    links = _Links(players)
    known: list[dict[int, Situation]] = [{} for _ in range(players)]
    sequences = [1] * players
    visits: list[Visit] = []
    leaves: list[Leaf] = []
    nodes = facts = 0
    limit = min(limit, LIMIT_CONCRETE) if concrete else limit
    stack = [(graph.opening, _Standing(tuple(range(players)), (0,) * players, ((),) * players, (0,) * players))]
    while stack:
        edge, before = stack.pop()
        node = edge.target
        gains = tuple(a + b for a, b in zip(before.gains, edge.gains)) if any(edge.gains) else before.gains
        for at, guards in links.learnt(before, edge.facts, ranges, concrete):
            nodes += 1
            if nodes > limit:
                raise _too_many(limit, concrete, graph)
            here = before._replace(at=at, guards=guards, gains=gains, worked=before.worked + edge.worked)
            if isinstance(node, End):
                leaves.append(Leaf(here.own, guards, gains, here.worked, here.drawn, here.stage))
            elif isinstance(node, Chance):
                stack.append((node.edges[0], here._replace(drawn=(*here.drawn, node.draw))))
            elif isinstance(node, Guard):
                for case, following in zip(reversed(node.cases), reversed(node.edges)):
                    under = narrowed(guards, node.value, case)
                    if under is not None:
                        stack.append((following, here._replace(guards=under)))
            else:
                situation = _situation(node, at, here.own, links, known, sequences)
                facts += len(situation.facts)
                if facts > LIMIT_FACTS:
                    raise _too_many(limit, concrete, graph)
                here = here._replace(stage=tuple(links.signal[link] for link in at))
                visits.append(Visit(situation, guards, here.drawn, here.stage, here.own))
                p = node.player
                choosing = links.add(at[p], Choosing(node.moves))
                for k in range(len(node.moves) - 1, -1, -1):
                    chose = links.add(choosing, Chose(node.moves[k]))
                    below = here._replace(
                        at=(*at[:p], chose, *at[p + 1 :]),
                        own=(*here.own[:p], situation.first + k, *here.own[p + 1 :]),
                    )
                    stack.append((node.edges[k], below))
    return Actions(graph, tuple(list(k.values()) for k in known), visits, leaves, links)


def _size(graph: LazyGraph) -> int:
    """How many nodes the tree has if no guards contradict each other; 0 where plays need not end."""
    found: dict[Node, int] = {}
    begun: set[Node] = set()
    stack: list[Node] = [graph.opening.target]
    while stack:
        node = stack[-1]
        if node in begun:
            stack.pop()
            if any(edge.target not in found for edge in node.edges):
                return 0
            found[node] = 1 + sum(found[edge.target] for edge in node.edges)
        else:
            begun.add(node)
            stack += [edge.target for edge in node.edges if edge.target not in begun]
    return found[graph.opening.target]


def _too_many(limit: int, concrete: Set[Value], graph: LazyGraph) -> NotSeparable:
    if not concrete:
        return TooManyHistories(f"there are more than {limit:,} histories of moves, whatever chance draws", graph)
    first = min((v.span for v in concrete if v.span is not None), key=lambda span: span.start, default=None)
    return NotSeparable(f"{COINCIDE}: made concrete, they give more than {limit:,} histories of moves", first)


def narrowed(guards: Conditions, value: Value, meaning: Any) -> Conditions | None:
    """The guards with one more; None where they contradict each other."""
    for other, held in guards:
        if other is value:
            return guards if held is meaning else None
    return (*guards, (value, meaning))


def _situation(
    node: Decide, at: tuple[int, ...], own: tuple[int, ...], links: _Links, known: Any, sequences: list[int]
) -> Situation:
    p = node.player
    link = links.add(at[p], Choosing(node.moves))
    found: Situation | None = known[p].get(link)
    if found is None:
        found = known[p][link] = Situation(
            p, len(known[p]), node.moves, own[p], sequences[p], links.signal[link], links.facts(at[p])
        )
        sequences[p] += len(node.moves)
    return found


def coinciding_facts(actions: Actions, ranges: ValueRange) -> set[Value]:
    """Values that can coincide with other facts on the same chain, which would split states of knowledge."""
    links = actions.links
    children: dict[int, list[Any]] = {}
    for link, fact in links.number:
        children.setdefault(link, []).append(fact)
    found: set[Value] = set()
    for link, facts in children.items():
        values = [fact for fact in facts if type(fact) is Value]
        if not values or len(facts) == 1:
            continue
        by: dict[Any, Any] = {fact: fact for fact in facts if type(fact) is not Value}
        for value in values:
            said = _all_said(links, link, value, ranges)
            for meaning in said:
                other = by.setdefault(meaning, value)
                if other is not value:
                    found |= {value, other} if type(other) is Value else {value}
    return found


def _all_said(links: _Links, link: int, value: Value, ranges: ValueRange) -> set[Any]:
    found: set[Any] = set()
    for guards in links.under[link, value]:
        meanings = ranges.meanings(value, guards)
        if meanings is None:
            meanings = ranges.meanings(value, ())
        if meanings is None:
            raise NotSeparable(f"{COINCIDE}, as far as can be determined", value.span)
        found.update(meanings)
    return found
