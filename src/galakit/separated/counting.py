"""The sizes of separated games, exactly, without building them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from galakit.rules.lazy import Chance, Conditions, Draw, End, Guard, Node
from galakit.separated.separate import Separated


@dataclass(frozen=True)
class Count:
    """How large a separated game would be."""

    nodes: int
    terminals: int
    information_sets: list[int]
    sequences: list[int]
    signal_nodes: int
    """nodes of the tree of draws alone"""
    lp_rows: int | None
    """of the linear programme of two players: sequences of one, information sets of the other, and one"""
    action_nodes: int
    """decisions in the action tree"""

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}


def count(game: Separated) -> Count:
    """All sizes of a game."""
    nodes, terminals = nodes_of(game)
    sets, sequences = [], []
    for situations in game.actions.situations:
        own_sets, own_sequences = 0, 1
        for situation in situations:
            possible = game.possible[situation]
            many = game.signal(situation.signal).classes if possible is None else int(possible.sum())
            own_sets += many
            own_sequences += many * len(situation.moves)
        sets.append(own_sets)
        sequences.append(own_sequences)
    return Count(
        nodes=nodes,
        terminals=terminals,
        information_sets=sets,
        sequences=sequences,
        signal_nodes=_signal_nodes(game),
        lp_rows=sequences[0] + sets[1] + 1 if len(sets) == 2 else None,
        action_nodes=len(game.actions.visits),
    )


def _signal_nodes(game: Separated) -> int:
    prefixes: set[tuple[Draw, ...]] = {()}
    for leaf in game.actions.leaves:
        for k, draw in enumerate(leaf.drawn):
            if not draw.more:
                prefixes.add(leaf.drawn[: k + 1])
    return sum(game.world.count(prefix) for prefix in prefixes)


def nodes_of(game: Separated) -> tuple[int, int]:
    """Nodes and terminal nodes of the game tree.

    The count below a node of the graph is the same for all outcomes of the draws before it, unless the branches of a
    guard differ in size: then the outcomes on which it holds are counted one by one.
    """
    known: dict[tuple[Node, tuple[Draw, ...]], Any] = {}

    def below(node: Node, drawn: tuple[Draw, ...]) -> tuple[int, int] | None:
        """The count below a node, which holds for every outcome of the draws; None where it differs."""
        key = (node, drawn)
        if key in known:
            return known[key]  # type: ignore[no-any-return]
        found: tuple[int, int] | None
        if isinstance(node, End):
            found = (1, 1)
        elif isinstance(node, Guard):
            parts = [below(edge.target, drawn) for edge in node.edges]
            found = parts[0] if parts and all(part == parts[0] for part in parts) else None
        elif isinstance(node, Chance):
            inner = below(node.edges[0].target, (*drawn, node.draw))
            found = None
            many = game.world.fan(drawn, node.draw)
            if inner is not None and many is not None:
                goes_on = bool(drawn) and drawn[-1].more
                found = ((0 if goes_on else 1) + many * inner[0], many * inner[1])
        else:
            parts = [below(edge.target, drawn) for edge in node.edges]
            found = None
            if all(part is not None for part in parts):
                found = (1 + sum(p[0] for p in parts if p), sum(p[1] for p in parts if p))
        known[key] = found
        return found

    try:
        even = below(game.graph.opening.target, ())
    except RecursionError:  # very long plays
        even = None
    return even if even is not None else one_by_one(game, game.graph.opening.target)


def one_by_one(game: Separated, start: Node, before: tuple[Draw, ...] = ()) -> tuple[int, int]:
    """The same from a node on: for every node of the action tree, count the outcomes that lead there."""
    world = game.world
    known: dict[tuple[frozenset[Draw], Conditions], int] = {}

    def reaching(drawn: tuple[Draw, ...], guards: Conditions) -> int:
        key = (frozenset(drawn), guards)
        if key not in known:
            if guards:
                rows = world.rows(key[0])
                known[key] = int(game.holding(guards, rows.columns, rows.count).sum())
            else:
                known[key] = world.count(drawn)
        return known[key]

    nodes = terminals = 0
    stack: list[tuple[Node, tuple[Draw, ...], Conditions]] = [(start, before, ())]
    while stack:
        node, drawn, guards = stack.pop()
        if isinstance(node, Guard):
            stack.extend((edge.target, drawn, (*guards, (node.value, c))) for c, edge in zip(node.cases, node.edges))
            continue
        many = reaching(drawn, guards)
        if not (drawn and drawn[-1].more):
            nodes += many
        if isinstance(node, End):
            terminals += many
        elif not many:
            continue
        elif isinstance(node, Chance):
            stack.append((node.edges[0].target, (*drawn, node.draw), guards))
        else:
            stack.extend((edge.target, drawn, guards) for edge in node.edges)
    return nodes, terminals
