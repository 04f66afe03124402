"""The sizes of separated games, exactly, without building them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from galakit.rules.lazy import Chance, Conditions, Draw, End, Guard, Spot
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
    """nodes of the action tree at which somebody decides"""

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
    return sum(game.world.ways(prefix) for prefix in prefixes)


def nodes_of(game: Separated) -> tuple[int, int]:
    """Nodes and terminal nodes below each spot, for one way in which the draws before it turned out.

    Where the ways behind a guard differ in size, the outcomes on which it holds are counted one by one.
    """
    known: dict[tuple[Spot, tuple[Draw, ...]], Any] = {}

    def below(spot: Spot, drawn: tuple[Draw, ...]) -> tuple[int, int] | None:
        """The same number for every outcome of the draws; None where it differs."""
        key = (spot, drawn)
        if key in known:
            return known[key]  # type: ignore[no-any-return]
        found: tuple[int, int] | None
        if isinstance(spot, End):
            found = (1, 1)
        elif isinstance(spot, Guard):
            parts = [below(way.target, drawn) for way in spot.ways]
            found = parts[0] if parts and all(part == parts[0] for part in parts) else None
        elif isinstance(spot, Chance):
            inner = below(spot.ways[0].target, (*drawn, spot.draw))
            found = None
            many = game.world.fan(drawn, spot.draw)
            if inner is not None and many is not None:
                goes_on = bool(drawn) and drawn[-1].more
                found = ((0 if goes_on else 1) + many * inner[0], many * inner[1])
        else:
            parts = [below(way.target, drawn) for way in spot.ways]
            found = None
            if all(part is not None for part in parts):
                found = (1 + sum(p[0] for p in parts if p), sum(p[1] for p in parts if p))
        known[key] = found
        return found

    try:
        even = below(game.lazily.opening.target, ())
    except RecursionError:  # very long plays
        even = None
    return even if even is not None else one_by_one(game, game.lazily.opening.target)


def one_by_one(game: Separated, start: Spot, before: tuple[Draw, ...] = ()) -> tuple[int, int]:
    """The same from a spot on by counting, for every node of the action tree, the outcomes that lead there."""
    world = game.world
    known: dict[tuple[frozenset[Draw], Conditions], int] = {}

    def reaching(drawn: tuple[Draw, ...], guards: Conditions) -> int:
        key = (frozenset(drawn), guards)
        if key not in known:
            if guards:
                rows = world.rows(key[0])
                known[key] = int(game.holding(guards, rows.columns, rows.count).sum())
            else:
                known[key] = world.ways(drawn)
        return known[key]

    nodes = terminals = 0
    stack: list[tuple[Spot, tuple[Draw, ...], Conditions]] = [(start, before, ())]
    while stack:
        spot, drawn, guards = stack.pop()
        if isinstance(spot, Guard):
            stack.extend((way.target, drawn, (*guards, (spot.value, c))) for c, way in zip(spot.cases, spot.ways))
            continue
        many = reaching(drawn, guards)
        if not (drawn and drawn[-1].more):
            nodes += many
        if isinstance(spot, End):
            terminals += many
        elif not many:
            continue
        elif isinstance(spot, Chance):
            stack.append((spot.ways[0].target, (*drawn, spot.draw), guards))
        else:
            stack.extend((way.target, drawn, guards) for way in spot.ways)
    return nodes, terminals
