"""The action tree: every history of moves, whatever chance draws, with what each player knows at it.

What a player knows is a chain of facts, as in unfolded games; a fact may be a value, and then the chain stands for
many informations, one for each *class* of draws that look alike to him. The values on a chain are its *signal*. Where
different values on one chain can say the same, they are made concrete: the tree has a way for each thing they can say.
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
    Lazily,
    NotSeparable,
    Outlook,
    Spot,
    Undefined,
    Value,
)

LIMIT_NODES = 200_000
HOPELESS = 50  # times more ways than that are not even begun
LIMIT_FACTS = 20_000_000  # of all situations: where plays never end, each knows more than the one before
LIMIT_CONCRETE = 50_000  # nodes where facts must be told apart: larger games are better unfolded
COINCIDE = "two facts that depend on chance in different ways can be the same"


class ManyWays(NotSeparable):
    """There are more nodes than anybody would list; what was found on the way serves those who need no list."""

    def __init__(self, reason: str, lazily: Lazily) -> None:
        super().__init__(reason)
        self.lazily = lazily


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
    guards: Conditions
    gains: tuple[Number, ...]
    worked: tuple[Value, ...]
    drawn: tuple[Draw, ...]
    stage: tuple[tuple[Value, ...], ...]
    """everybody's signals at the last decision before it"""


class Visit(NamedTuple):
    """A node at which somebody decides."""

    situation: Situation
    guards: Conditions
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

    @staticmethod
    def nothing(lazily: Lazily) -> Actions:
        """A tree of which nothing is listed."""
        players = len(lazily.players)
        return Actions(lazily, tuple([] for _ in range(players)), [], [], _Links(players))


class _Links:
    """Chains of facts, one number for one chain; the empty ones of the players come first."""

    def __init__(self, players: int) -> None:
        self.under: dict[tuple[int, Value], dict[Conditions, None]] = {}
        """under which conditions a chain goes on with a value"""
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

    def learnt(
        self, before: _Standing, facts: Any, outlook: Outlook, concrete: Set[Value]
    ) -> list[tuple[tuple[int, ...], Conditions]]:
        """Everybody's chains behind some facts, and the guards: an alternative for each thing a concrete value says."""
        ways = [(before.at, before.guards)]
        for player, fact in facts:
            behind = []
            for at, guards in ways:
                for said, under in _said(fact, guards, outlook) if fact in concrete else ((fact, guards),):
                    if type(said) is Value:
                        self.under.setdefault((at[player], said), {})[under] = None
                    behind.append(((*at[:player], self.add(at[player], said), *at[player + 1 :]), under))
            ways = behind
        return ways


class _Standing(NamedTuple):
    """What there is to know at a node of the action tree."""

    at: tuple[int, ...]
    """everybody's chain"""
    own: tuple[int, ...]
    """everybody's last sequence"""
    stage: tuple[tuple[Value, ...], ...]
    """everybody's signals at the last decision"""
    gains: tuple[Number, ...]
    worked: tuple[Value, ...] = ()
    guards: Conditions = ()
    drawn: tuple[Draw, ...] = ()


def _said(value: Value, guards: Conditions, outlook: Outlook) -> Any:
    """What a value can say, each with the guards under which it does."""
    meanings = outlook.meanings(value, guards)
    if meanings is None:
        raise NotSeparable(f"{COINCIDE}, and draws have too many outcomes to tell them apart", value.span)
    for meaning in meanings:
        if type(meaning) is Undefined:
            raise meaning.error
        under = narrowed(guards, value, meaning)
        if under is not None:
            yield meaning, under


def unfold_actions(
    lazily: Lazily, outlook: Outlook, concrete: Set[Value] = frozenset(), limit: int = LIMIT_NODES
) -> Actions:
    """The action tree; `NotSeparable` when it has more nodes than the limit. `concrete` are facts to be made so."""
    if not concrete and _ways(lazily) > HOPELESS * limit:
        raise _too_many(limit, concrete, lazily)
    players = len(lazily.players)
    links = _Links(players)
    known: list[dict[int, Situation]] = [{} for _ in range(players)]
    sequences = [1] * players
    visits: list[Visit] = []
    leaves: list[Leaf] = []
    nodes = facts = 0
    limit = min(limit, LIMIT_CONCRETE) if concrete else limit
    stack = [(lazily.opening, _Standing(tuple(range(players)), (0,) * players, ((),) * players, (0,) * players))]
    while stack:
        way, before = stack.pop()
        spot = way.target
        gains = tuple(a + b for a, b in zip(before.gains, way.gains)) if any(way.gains) else before.gains
        for at, guards in links.learnt(before, way.facts, outlook, concrete):
            nodes += 1
            if nodes > limit:
                raise _too_many(limit, concrete, lazily)
            here = before._replace(at=at, guards=guards, gains=gains, worked=before.worked + way.worked)
            if isinstance(spot, End):
                leaves.append(Leaf(here.own, guards, gains, here.worked, here.drawn, here.stage))
            elif isinstance(spot, Chance):
                stack.append((spot.ways[0], here._replace(drawn=(*here.drawn, spot.draw))))
            elif isinstance(spot, Guard):
                for case, following in zip(reversed(spot.cases), reversed(spot.ways)):
                    under = narrowed(guards, spot.value, case)
                    if under is not None:
                        stack.append((following, here._replace(guards=under)))
            else:
                situation = _situation(spot, at, here.own, links, known, sequences)
                facts += len(situation.facts)
                if facts > LIMIT_FACTS:
                    raise _too_many(limit, concrete, lazily)
                here = here._replace(stage=tuple(links.signal[link] for link in at))
                visits.append(Visit(situation, guards, here.drawn, here.stage, here.own))
                p = spot.player
                choosing = links.add(at[p], Choosing(spot.moves))
                for k in range(len(spot.moves) - 1, -1, -1):
                    chose = links.add(choosing, Chose(spot.moves[k]))
                    below = here._replace(
                        at=(*at[:p], chose, *at[p + 1 :]),
                        own=(*here.own[:p], situation.first + k, *here.own[p + 1 :]),
                    )
                    stack.append((spot.ways[k], below))
    return Actions(lazily, tuple(list(k.values()) for k in known), visits, leaves, links)


def _ways(lazily: Lazily) -> int:
    """How many nodes the tree has, but for guards that contradict each other; 0 where plays need not end."""
    found: dict[Spot, int] = {}
    begun: set[Spot] = set()
    stack: list[Spot] = [lazily.opening.target]
    while stack:
        spot = stack[-1]
        if spot in begun:
            stack.pop()
            if any(way.target not in found for way in spot.ways):
                return 0
            found[spot] = 1 + sum(found[way.target] for way in spot.ways)
        else:
            begun.add(spot)
            stack += [way.target for way in spot.ways if way.target not in begun]
    return found[lazily.opening.target]


def _too_many(limit: int, concrete: Set[Value], lazily: Lazily) -> NotSeparable:
    if not concrete:
        return ManyWays(f"the players can move in more than {limit:,} ways, whatever chance draws", lazily)
    first = min((v.span for v in concrete if v.span is not None), key=lambda span: span.start, default=None)
    return NotSeparable(f"{COINCIDE}: told apart, there are more than {limit:,} ways to move", first)


def narrowed(guards: Conditions, value: Value, meaning: Any) -> Conditions | None:
    """The guards with one more; None where they contradict each other."""
    for other, held in guards:
        if other is value:
            return guards if held is meaning else None
    return (*guards, (value, meaning))


def _situation(
    spot: Decide, at: tuple[int, ...], own: tuple[int, ...], links: _Links, known: Any, sequences: list[int]
) -> Situation:
    p = spot.player
    link = links.add(at[p], Choosing(spot.moves))
    found: Situation | None = known[p].get(link)
    if found is None:
        found = known[p][link] = Situation(
            p, len(known[p]), spot.moves, own[p], sequences[p], links.signal[link], links.facts(at[p])
        )
        sequences[p] += len(spot.moves)
    return found


def coinciding_facts(actions: Actions, outlook: Outlook) -> set[Value]:
    """Values that can say what other facts on the same chain say: informations would be kept apart that are one."""
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
            said = _all_said(links, link, value, outlook)
            for meaning in said:
                other = by.setdefault(meaning, value)
                if other is not value:
                    found |= {value, other} if type(other) is Value else {value}
    return found


def _all_said(links: _Links, link: int, value: Value, outlook: Outlook) -> set[Any]:
    found: set[Any] = set()
    for guards in links.under[link, value]:
        meanings = outlook.meanings(value, guards)
        if meanings is None:
            meanings = outlook.meanings(value, ())
        if meanings is None:
            raise NotSeparable(f"{COINCIDE}, for all that can be told", value.span)
        found.update(meanings)
    return found
