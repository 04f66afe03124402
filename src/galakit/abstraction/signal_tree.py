"""The signal tree of a separated game of two players: the signals of each level, and the payoffs they decide.

Gilpin & Sandholm (2007), section 3. A *level* holds the signals of one player at some decisions, a *meeting*
puts the signals of both side by side with what the endings there pay. Where the rules have symmetries their orbits
stand for the signals; without any, each signal stands for itself. Nothing here grows with the moves of the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.lazy import NotSeparable, Undefined, Value
from galakit.separated.actions import Leaf
from galakit.separated.chance_table import Rows
from galakit.separated.classes import Ints
from galakit.separated.functions import Ids
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, orbits

Payoffs: TypeAlias = tuple[tuple[tuple[Number, ...], ...], ...]

LIMIT_PAYOFFS = 5_000_000  # endings times kinds of draws


@dataclass(frozen=True, eq=False)
class Level:
    """The signals of a player at some decisions."""

    player: int
    values: tuple[Value, ...]
    unit: Ints
    """[classes of the signal] the number of the signal: its orbit where there are symmetries"""
    weight: Ints
    """[signals] the probability of each, times `total`"""
    total: int
    above: tuple[tuple[int, Ints], ...]
    """the preceding levels, and [signals] the signal there of each"""

    @property
    def count(self) -> int:
        return len(self.weight)


@dataclass(frozen=True, eq=False)
class Meeting:
    """Signals of both players that can be drawn together, and the payoffs."""

    levels: tuple[int, int]
    signals: tuple[Ints, Ints]
    """[rows] the signals of players 0 and 1"""
    outcome: Ints
    """[rows] a row of `payoffs`"""
    weight: Ints
    """[rows] the probability, times `total`"""
    total: int
    payoffs: Payoffs
    """for each outcome and each pair of sequences that ends here, the payoffs of all players"""


@dataclass(frozen=True, eq=False)
class SignalTree:
    """The levels of both players, earlier ones first, and where they meet."""

    game: Separated
    group: tuple[Exchange, ...]
    levels: tuple[Level, ...]
    meetings: tuple[Meeting, ...]

    def below(self, number: int) -> list[tuple[int, Ints]]:
        """The levels that follow a level, with the signal there of each of theirs."""
        return [(k, up) for k, level in enumerate(self.levels) for above, up in level.above if above == number]


def signal_tree(game: Separated, group: Sequence[Exchange] = ()) -> SignalTree:
    """The signal tree; `NotSeparable` for other than two players.

    >>> import galakit as gk
    >>> tree = signal_tree(gk.load("leduc").separated)
    >>> [(level.player, level.count) for level in tree.levels]
    [(0, 6), (1, 6), (0, 30), (1, 30)]
    >>> [len(meeting.weight) for meeting in tree.meetings]
    [30, 120]
    """
    if len(game.players) != 2:
        raise NotSeparable(f"the game has {len(game.players)} players, and separated games are solved for two")
    coming = _coming(game)
    names = sorted(coming, key=lambda name: (len(name[1]), name[0]))
    number = {name: k for k, name in enumerate(names)}
    levels: list[Level] = []
    for player, values in names:
        signal = game.signal(values)
        unit = orbits(game, signal, list(group)) if group else np.arange(signal.classes)
        weight = np.zeros(int(unit.max()) + 1, np.int64)
        np.add.at(weight, unit, signal.weight)
        above = []
        for earlier in coming[player, values]:
            there = np.zeros(len(weight), np.int64)
            there[unit] = levels[number[player, earlier]].unit[game.refined(values, earlier)]
            above.append((number[player, earlier], there))
        levels.append(Level(player, values, unit, weight, signal.rows.total, tuple(above)))
    leaves: dict[Any, list[Leaf]] = {}
    for leaf in game.actions.leaves:
        leaves.setdefault(leaf.stage, []).append(leaf)
    meetings = []
    for stage, own in leaves.items():
        at = (number[0, stage[0]], number[1, stage[1]])
        meetings.append(_meeting(game, at, (levels[at[0]], levels[at[1]]), own))
    return SignalTree(game, tuple(group), tuple(levels), tuple(sorted(meetings, key=lambda m: m.levels)))


def _coming(game: Separated) -> dict[tuple[int, tuple[Value, ...]], list[tuple[Value, ...]]]:
    """The signals of each player, with the preceding ones."""
    found: dict[tuple[int, tuple[Value, ...]], dict[tuple[Value, ...], None]] = {}
    for player, situations in enumerate(game.actions.situations):
        owner = {s.first + k: s.signal for s in situations for k in range(len(s.moves))}
        entered = [(s.signal, s.parent) for s in situations]
        entered += [(leaf.stage[player], leaf.sequences[player]) for leaf in game.actions.leaves]
        for signal, sequence in entered:
            earlier = found.setdefault((player, signal), {})
            if sequence and owner[sequence] != signal:
                earlier[owner[sequence]] = None
    return {name: list(earlier) for name, earlier in found.items()}


def _meeting(game: Separated, at: tuple[int, int], levels: tuple[Level, Level], leaves: list[Leaf]) -> Meeting:
    first, second, rows = _listed(game, levels, looked_at(leaves))
    outcome, payoffs = outcomes(game, leaves, rows)
    code = (first * levels[1].count + second) * len(payoffs) + outcome
    distinct, back = np.unique(code, return_inverse=True)
    weight = np.zeros(len(distinct), np.int64)
    np.add.at(weight, back, rows.weight)
    pair, pays = np.divmod(distinct, len(payoffs))
    return Meeting(at, (pair // levels[1].count, pair % levels[1].count), pays, weight, rows.total, payoffs)


def _listed(game: Separated, levels: tuple[Level, Level], values: set[Value]) -> tuple[Ints, Ints, Rows]:
    """The signals of both players on rows that stand for all.

    One signal of each orbit of player 0 is enough, weighted by the size of the orbit.
    """
    world = game.world
    own, other = (game.signal(level.values) for level in levels)
    _, first, times = np.unique(levels[0].unit, return_index=True, return_counts=True)
    of_row = own.of(world, own.rows.columns, own.rows.count)
    kept = np.flatnonzero(np.isin(of_row, first))
    mine = levels[0].unit[of_row[kept]]
    start = own.rows.kept(kept, own.rows.weight[kept] * times[mine])
    draws = [d for d in world.support(*levels[1].values, *values) if d not in start.columns]
    rows, source = world.extended(start, draws)
    return mine[source], levels[1].unit[other.of(world, rows.columns, rows.count)], rows


def looked_at(leaves: Sequence[Leaf]) -> set[Value]:
    """The values in guards and payoffs of endings."""
    return {value for leaf in leaves for value in (*(guard for guard, _ in leaf.guards), *leaf.worked)}


def outcomes(game: Separated, leaves: Sequence[Leaf], rows: Rows) -> tuple[Ints, Payoffs]:
    """For each row a number for the payoffs of all endings: equal numbers pay the same whatever the players do."""
    keys = list(dict.fromkeys((leaf.guards, leaf.worked) for leaf in leaves))
    kind = np.zeros(rows.count, np.int64)
    for fact in _facts(game, keys, rows):
        kind = np.unique(kind * (int(fact.max()) + 2) + fact + 1, return_inverse=True)[1]
    _, one = np.unique(kind, return_index=True)
    if len(one) * len(leaves) > LIMIT_PAYOFFS:
        raise GalakitError(
            f"{len(one):,} kinds of draws pay differently at {len(leaves):,} endings: too many to compare",
            hint="choose smaller parameters, or --with shrink=symmetries",
            id="GK603",
        )
    payoffs: dict[Any, int] = {}
    facts = np.stack(list(_facts(game, keys, rows.kept(one))), axis=1)
    outcome = np.array([payoffs.setdefault(_paid(game, keys, leaves, fact), len(payoffs)) for fact in facts])
    return outcome[kind], tuple(payoffs)


def _facts(game: Separated, keys: list[Any], rows: Rows) -> Iterator[Ids]:
    """For each kind of ending whether it is reached on a row, and what the values are that it pays: -1 if not."""
    for guards, worked in keys:
        holds = game.holding(guards, rows.columns, rows.count)
        yield holds.astype(np.int32)
        for value in worked:
            ids = game.world.ids(value, rows.columns)
            for k in np.unique(ids[holds]).tolist():
                meaning = game.world.meaning[value][k]
                if type(meaning) is Undefined:
                    raise meaning.error
            yield np.where(holds, ids, -1)


def _paid(game: Separated, keys: list[Any], leaves: Sequence[Leaf], fact: Ids) -> tuple[tuple[Number, ...], ...]:
    """The payoffs of each pair of sequences, where these conditions hold."""
    brought: dict[Any, list[Number] | None] = {}
    column = 0
    for guards, worked in keys:
        extra: list[Number] = [0] * len(game.players)
        for k, value in enumerate(worked):
            if fact[column]:
                extra = [a + b for a, b in zip(extra, game.world.meaning[value][int(fact[column + 1 + k])])]
        brought[guards, worked] = extra if fact[column] else None
        column += 1 + len(worked)
    total: dict[tuple[int, ...], tuple[Number, ...]] = {}
    for leaf in leaves:
        more = brought[leaf.guards, leaf.worked]
        before = total.setdefault(leaf.sequences, (0,) * len(game.players))
        if more is not None:
            total[leaf.sequences] = tuple(a + b + c for a, b, c in zip(before, leaf.gains, more))
    return tuple(total.values())
