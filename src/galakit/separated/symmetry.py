"""Symmetries of the draws: names that the rules only ever compare for equality can be exchanged.

Items of a pack are terms such as (Suit, Rank). At each position of these terms, exchanges of two names are tried, and
proved on every row that matters: guards and payoffs must not change, and outcomes that a player cannot distinguish must
stay so. Such exchanges generate a group of automorphisms of the game. In constant-sum games of two players, strategies
that play the same on each of its *orbits* are enough: the average of an equilibrium over the group is one, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Draw, Pack, Value
from galakit.separated.chance_table import LIMIT_ROWS
from galakit.separated.functions import Ids
from galakit.separated.separate import Separated
from galakit.separated.signals import Signal

FEW = 10_000
FEW_NAMES = 20  # up to which all pairs of them are exchanged
LIMIT_NAMES = 500  # names at one position: more are hardly suits


@dataclass(frozen=True, eq=False)
class Exchange:
    """Two names exchanged at one position of the items of a pack."""

    pack: Pack
    place: int
    names: tuple[Any, Any]
    moved: dict[Draw, Ids]
    """the image of each deal"""

    def columns(self, columns: dict[Draw, Ids]) -> dict[Draw, Ids]:
        """The rows with the names exchanged."""
        return {d: self.moved[d][c] if d in self.moved else c for d, c in columns.items()}

    def affected(self, columns: dict[Draw, Ids]) -> dict[Draw, Ids]:
        """The rows that are not the same with the names exchanged."""
        changed = [self.moved[d][c] != c for d, c in columns.items() if d in self.moved]
        rows = np.any(changed, axis=0) if changed else slice(0)
        return {d: c[rows] for d, c in columns.items()}


def exchanges(game: Separated) -> list[Exchange]:
    """The exchanges that are symmetries of the game, computed once."""
    found = _KNOWN.get(game)
    if found is None:
        found = _KNOWN[game] = _exchanges(game)
    return found


_KNOWN: WeakKeyDictionary[Separated, list[Exchange]] = WeakKeyDictionary()


def finest(game: Separated) -> list[Exchange]:
    """The same, with exchanges of two single items in their place where those are symmetries, too.

    Of cards that only make pairs, any two of a rank can be exchanged; where there are flushes, only whole suits can.
    """
    found = _FINEST.get(game)
    if found is None:
        group = exchanges(game)
        if group:
            values, facts, draws = _compared(game)
            group = [finer for exchange in group for finer in _single(game, exchange, draws, values, facts)]
        found = _FINEST[game] = group
    return found


_FINEST: WeakKeyDictionary[Separated, list[Exchange]] = WeakKeyDictionary()


def _single(
    game: Separated, exchange: Exchange, draws: Iterable[Draw], values: set[Value], facts: set[Value]
) -> list[Exchange]:
    """An exchange, item by item; as it is, where that is no symmetry."""
    pack, place, (a, b) = exchange.pack, exchange.place, exchange.names
    number = {item: k for k, item in enumerate(pack.items)}
    found = []
    for item, k in number.items():
        if item[place] == a:
            moved = list(range(len(number)))
            other = number[(*item[:place], b, *item[place + 1 :])]
            moved[k], moved[other] = other, k
            single = Exchange(pack, place, (a, b), _deals_moved(pack, draws, moved))
            if not _holds(game, single, values, facts):
                return [exchange]
            found.append(single)
    return found


def _compared(game: Separated) -> tuple[set[Value], set[Value], dict[Draw, None]]:
    """The values and facts that a symmetry leaves as they are, and all draws."""
    values = {v for leaf in game.actions.leaves for v in (*(g for g, _ in leaf.guards), *leaf.worked)}
    # Facts that a player never acts on divide the rows of a stage, too.
    stages = {visit.stage for visit in game.actions.visits} | {leaf.stage for leaf in game.actions.leaves}
    facts = {v for stage in stages for own in stage for v in own}
    draws = dict.fromkeys(d for leaf in game.actions.leaves for d in leaf.drawn)
    values |= {d.given for d in draws if d.given is not None}
    return values, facts, draws


def _exchanges(game: Separated) -> list[Exchange]:
    values, facts, draws = _compared(game)
    packs = dict.fromkeys(d.pack for d in draws if d.pack is not None)
    asked = [(pack, place, pair) for pack in packs for place, names in _places(pack) for pair in pairwise(names)]
    found = []
    for k, (pack, place, pair) in enumerate(asked):
        game.world.tell("looking for symmetries", k, len(asked))
        exchange = _exchange(game, pack, draws, place, pair)
        if exchange is not None and _holds(game, exchange, values, facts):
            found.append(exchange)
    return found


def transpositions(game: Separated, group: Iterable[Exchange]) -> list[Exchange]:
    """All exchanges of two names in the group that some generate: a subset of these generates more."""
    draws = dict.fromkeys(d for leaf in game.actions.leaves for d in leaf.drawn)
    together: dict[tuple[Pack, int], list[set[Any]]] = {}
    for exchange in group:
        sets = together.setdefault((exchange.pack, exchange.place), [])
        joined = set(exchange.names).union(*(s for s in sets if s & set(exchange.names)))
        sets[:] = [s for s in sets if not s & joined] + [joined]
    found = []
    for (pack, place), sets in together.items():
        for names in sets:
            ordered = sorted(names, key=repr)
            pairs = combinations(ordered, 2) if len(names) <= FEW_NAMES else pairwise(ordered)
            found += [e for pair in pairs if (e := _exchange(game, pack, draws, place, pair)) is not None]
    return found


def _places(pack: Pack) -> list[tuple[int, list[Any]]]:
    """The positions within the items, with the names that occur there."""
    items = pack.items
    if not all(type(item) is tuple and len(item) == len(items[0]) and item[0] == items[0][0] for item in items):
        return []
    found = [(k, list(dict.fromkeys(item[k] for item in items))) for k in range(1, len(items[0]))]
    return [(k, names) for k, names in found if len(names) <= LIMIT_NAMES]


def _exchange(
    game: Separated, pack: Pack, draws: Iterable[Draw], place: int, names: tuple[Any, Any]
) -> Exchange | None:
    a, b = names
    number = {item: k for k, item in enumerate(pack.items)}
    if len(number) < len(pack.items):
        return None  # items that occur twice
    other = {a: b, b: a}
    moved = []
    for item in pack.items:
        image = (*item[:place], other.get(item[place], item[place]), *item[place + 1 :])
        if image not in number:
            return None
        moved.append(number[image])
    return Exchange(pack, place, names, _deals_moved(pack, draws, moved))


def _deals_moved(pack: Pack, draws: Iterable[Draw], moved: list[int]) -> dict[Draw, Ids]:
    """The image of each deal, where `moved` is that of each item."""
    of_draw = {}
    for draw in draws:
        if draw.pack is pack:
            hands = {hand: k for k, hand in enumerate(combinations(range(len(pack.items)), draw.count))}
            of_draw[draw] = np.array([hands[tuple(sorted(moved[i] for i in hand))] for hand in hands], np.int32)
    return of_draw


def _holds(game: Separated, exchange: Exchange, values: set[Value], facts: set[Value]) -> bool:
    if any(_refuted(game, exchange, v) for v in values):
        return False
    known: dict[Value, bool] = {}
    return all(_same(game, exchange, v, known) for v in values) and all(_alike(game, exchange, f) for f in facts)


def _refuted(game: Separated, exchange: Exchange, value: Value) -> bool:
    """Whether a few rows show that a value changes, as with most exchanges."""
    world = game.world
    support = world.support(value)
    if world.count(support) > LIMIT_ROWS // 10:
        return False
    affected = exchange.affected(world.rows(support).columns)
    columns = {draw: column[:: 1 + len(column) // FEW] for draw, column in affected.items()}
    return not np.array_equal(world.ids(value, columns), world.ids(value, exchange.columns(columns)))


def _same(game: Separated, exchange: Exchange, value: Value, known: dict[Value, bool]) -> bool:
    """Whether a value does not change: because none of its inputs does, or by checking every row."""
    found = known.get(value)
    if found is None:
        found = bool(value.inputs) and all(_same(game, exchange, v, known) for v in value.inputs)
        if not found:
            world = game.world
            support = world.support(value)
            if not support & exchange.moved.keys():
                found = True
            elif world.count(support) <= LIMIT_ROWS // 10:
                columns = exchange.affected(world.rows(support).columns)
                found = np.array_equal(world.ids(value, columns), world.ids(value, exchange.columns(columns)))
        known[value] = found
    return found


def _alike(game: Separated, exchange: Exchange, fact: Value) -> bool:
    """Whether equal results of a fact stay equal, and different ones different."""
    world = game.world
    columns = world.rows(world.support(fact)).columns
    before, after = world.ids(fact, columns).astype(np.int64), world.ids(fact, exchange.columns(columns))
    size = len(world.meaning[fact])
    return len(np.unique(before * size + after)) == size


def moved(game: Separated, signal: Signal, exchange: Exchange) -> npt.NDArray[np.int64]:
    """The image of each class."""
    columns = {draw: column[signal.first] for draw, column in signal.rows.columns.items()}
    return signal.of(game.world, exchange.columns(columns), signal.classes)


def orbits(game: Separated, signal: Signal, group: list[Exchange]) -> npt.NDArray[np.int64]:
    """The orbit of each class, numbered in the order of their first classes."""
    label = np.arange(signal.classes)
    images = [moved(game, signal, exchange) for exchange in group]
    while True:
        before = label
        for image in images:
            label = np.minimum(label, label[image])
            label = np.minimum(label, label[np.argsort(image)]) if len(label) else label
        if np.array_equal(before, label):
            return np.unique(label, return_inverse=True)[1]
