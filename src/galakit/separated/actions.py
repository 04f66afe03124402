"""The action tree: every history of moves, whatever chance draws, with what each player knows at it.

What a player knows is a chain of facts, as in unfolded games; a fact may be a value, and then the chain stands for
many informations, one for each *class* of draws that look alike to him. The values on a chain are its *signal*.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galakit.rules.contract import Number
from galakit.rules.lazy import Chance, Decide, Draw, End, Entangled, Guard, Lazily, Value, Way
from galakit.separated.world import World

LIMIT_NODES = 200_000


@dataclass(frozen=True, eq=False)
class Situation:
    """What a player knows when he decides, but for what his values turn out to be; he has the same moves throughout."""

    player: int
    number: int
    """among his situations, in the order in which they are first met"""
    moves: tuple[Any, ...]
    parent: int
    """his last sequence before: 0, or 1 + the place of a move among all moves of his situations"""
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
    guards: tuple[tuple[Value, bool], ...]
    gains: tuple[Number, ...]
    worked: tuple[Value, ...]
    drawn: tuple[Draw, ...]
    stage: tuple[tuple[Value, ...], ...]
    """everybody's signals at the last decision before it"""


class Visit(NamedTuple):
    """A node at which somebody decides."""

    situation: Situation
    guards: tuple[tuple[Value, bool], ...]
    """what must hold for it to be reached"""
    drawn: tuple[Draw, ...]
    stage: tuple[tuple[Value, ...], ...]
    """everybody's signals there"""
    sequences: tuple[int, ...]
    """everybody's last sequence"""


@dataclass(eq=False)
class Actions:
    """The action tree of a game."""

    lazily: Lazily
    situations: tuple[list[Situation], ...]
    visits: list[Visit]
    leaves: list[Leaf]
    links: _Links = field(repr=False)


class _Links:
    """Chains of facts, one number for one chain; the empty ones of the players come first."""

    def __init__(self, players: int) -> None:
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
            # What is learnt twice teaches nothing the second time.
            known = self.signal[link]
            self.signal.append(known if not more or fact in known else known + more)
        return found

    def facts(self, link: int) -> tuple[Any, ...]:
        found = []
        while self.parent[link] >= 0:
            found.append(self.fact[link])
            link = self.parent[link]
        return tuple(reversed(found))


def unfold_actions(lazily: Lazily, limit: int = LIMIT_NODES) -> Actions:
    """The action tree; `Entangled` when it has more nodes than the limit."""
    players = len(lazily.players)
    links = _Links(players)
    known: list[dict[int, Situation]] = [{} for _ in range(players)]
    sequences = [1] * players
    visits: list[Any] = []
    leaves: list[Leaf] = []
    zero: tuple[Number, ...] = (0,) * players
    nodes = 0
    # (way, links, own sequences, signals at the last decision, guards, gains, worked, draws)
    stack: list[tuple[Way, Any, Any, Any, Any, Any, Any, Any]] = [
        (lazily.opening, tuple(range(players)), (0,) * players, ((),) * players, (), zero, (), ())
    ]
    while stack:
        way, at, own, stage, guards, gains, worked, drawn = stack.pop()
        nodes += 1
        if nodes > limit:
            raise Entangled(f"the players can move in more than {limit:,} ways, whatever chance draws")
        if way.facts:
            changed = list(at)
            for player, fact in way.facts:
                changed[player] = links.add(changed[player], fact)
            at = tuple(changed)
        if any(way.gains):
            gains = tuple(a + b for a, b in zip(gains, way.gains))
        worked += way.worked
        spot = way.target
        if isinstance(spot, End):
            leaves.append(Leaf(own, guards, gains, worked, drawn, stage))
        elif isinstance(spot, Chance):
            stack.append((spot.ways[0], at, own, stage, guards, gains, worked, (*drawn, spot.draw)))
        elif isinstance(spot, Guard):
            for holds, following in ((False, spot.ways[1]), (True, spot.ways[0])):
                under = _under(guards, spot.value, holds)
                if under is not None:
                    stack.append((following, at, own, stage, under, gains, worked, drawn))
        else:
            situation = _situation(spot, at, own, links, known, sequences)
            stage = tuple(links.signal[link] for link in at)
            visits.append(Visit(situation, guards, drawn, stage, own))
            p = spot.player
            here = links.add(at[p], ("choosing", spot.moves))
            for k in range(len(spot.moves) - 1, -1, -1):
                below = (*at[:p], links.add(here, ("chose", spot.moves[k])), *at[p + 1 :])
                stack.append(
                    (
                        spot.ways[k],
                        below,
                        (*own[:p], situation.first + k, *own[p + 1 :]),
                        stage,
                        guards,
                        gains,
                        worked,
                        drawn,
                    )
                )
    return Actions(lazily, tuple(list(k.values()) for k in known), visits, leaves, links)


def _under(guards: tuple[tuple[Value, bool], ...], value: Value, holds: bool) -> tuple[tuple[Value, bool], ...] | None:
    """The guards with one more; None where they contradict each other."""
    for other, held in guards:
        if other is value:
            return guards if held == holds else None
    return (*guards, (value, holds))


def _situation(
    spot: Decide, at: tuple[int, ...], own: tuple[int, ...], links: _Links, known: Any, sequences: list[int]
) -> Situation:
    p = spot.player
    link = links.add(at[p], ("choosing", spot.moves))
    found: Situation | None = known[p].get(link)
    if found is None:
        found = known[p][link] = Situation(
            p, len(known[p]), spot.moves, own[p], sequences[p], links.signal[link], links.facts(at[p])
        )
        sequences[p] += len(spot.moves)
    return found


def check_facts(actions: Actions, world: World) -> None:
    """Different facts on a chain must differ whatever is drawn, or informations would be kept apart that are one."""
    links = actions.links
    children: dict[int, list[Any]] = {}
    for (link, fact), _ in links.number.items():
        children.setdefault(link, []).append(fact)
    for facts in children.values():
        values = [fact for fact in facts if type(fact) is Value]
        if not values or len(facts) == 1:
            continue
        seen: set[Any] = {fact for fact in facts if type(fact) is not Value}
        for value in values:
            world.ids(value, world.rows(world.support(value)).columns)
            meanings = set(world.meaning[value])
            if seen & meanings:
                raise Entangled("two facts that depend on chance in different ways can be the same", value.span)
            seen |= meanings
