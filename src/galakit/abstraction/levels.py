"""The classes of each player's signals and their outcomes, which abstractions compare.

The signals of a player form a tree; a *level* is one of them, and its classes (orbits of classes, where the game has
symmetries) are children of the classes of the level above. The *profile* of a class is the distribution of outcomes
against each class of the other's first informative signal, for each *question* that draws decide (see `questions`).
Outcomes are ordered by their average payoff over the endings of the action tree. Profiles are cumulative:
the sum of absolute differences of two of them is an earth mover's distance, in units of payoff.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.abstraction.questions import questions
from galakit.rules.lazy import Undefined, Value
from galakit.separated.actions import Leaf
from galakit.separated.chance_table import Rows
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, orbits

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Signals: TypeAlias = tuple[tuple[Value, ...], ...]

BINS = 32  # parts into which the range of outcomes is divided where there are more outcomes than that
GROUPS = 16  # of the other's classes, weak to strong
NUMBERS = 1024  # in a profile; with more outcomes there are fewer groups
QUANTILES = 32  # of the expectations at the last signals after a class


@dataclass(frozen=True, eq=False)
class Level:
    """The classes of a player at one signal."""

    signal: tuple[Value, ...]
    above: int
    """the number of the level before, -1 for a first one"""
    orbit: Ints
    """[classes of the signal] the number of each here"""
    parent: Ints
    """[n] the class above that each lies in"""
    weight: Floats
    """[n] the probability of each"""
    public: Ints
    """[n] the public information there, as a number"""
    profile: Floats
    """[n, groups x bins] the outcomes at this signal, against each group"""
    mean: Floats
    """[n] the expected payoff from here on, on average over the endings"""
    quantiles: Floats
    """[n, quantiles] of the expected payoffs at the last signals that may follow"""

    @property
    def count(self) -> int:
        return len(self.weight)

    @property
    def features(self) -> Floats:
        """[n, numbers] the outcomes and quantiles of each class"""
        return np.hstack([self.profile, self.quantiles])

    def distance(self, one: Ints, other: Ints) -> Floats:
        """[one, other] the distances of profiles."""
        from scipy.spatial.distance import cdist

        if self.profile.shape[1] == 0:
            return np.zeros((len(one), len(other)))
        found: Floats = cdist(self.profile[one], self.profile[other], "cityblock")
        return found


def families(level: Level, above: Ints, public: bool) -> Iterator[Ints]:
    """The classes of a level that may be merged: equal parents and, with `public`, equal public information."""
    key = above[level.parent]
    if public:
        key = key * (int(level.public.max()) + 1) + level.public
    order = np.argsort(key, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(key[order])) + 1)


def levels(game: Separated, group: Sequence[Exchange] = ()) -> tuple[list[Level], list[Level]]:
    """The levels of both players, earlier ones first.

    >>> import galakit as gk
    >>> from galakit.separated.symmetry import exchanges
    >>> separated = gk.load("leduc").separated
    >>> [level.count for level in levels(separated, exchanges(separated))[0]]
    [3, 15]
    """
    stages: dict[Signals, list[Leaf]] = {visit.stage: [] for visit in game.actions.visits}
    for leaf in game.actions.leaves:
        stages.setdefault(leaf.stage, []).append(leaf)
    tables = _Tables(game, list(group), stages)
    return tables.levels(0), tables.levels(1)


def labelled(player: int, found: Sequence[Level], merged: Sequence[Ints]) -> dict[Any, Ints]:
    """Labels of classes, as `factor` wants them, from a number per orbit and level."""
    return {(player, level.signal): own[level.orbit] for level, own in zip(found, merged)}


class _Tables:
    """Joint outcomes of draws from the view of either player."""

    def __init__(self, game: Separated, group: list[Exchange], stages: Mapping[Signals, list[Leaf]]) -> None:
        self.game = game
        self.stages = stages
        self.endings = max(1, sum(map(len, stages.values())))
        self.orbit: dict[tuple[Value, ...], Ints] = {}
        for signals in stages:
            for values in signals:
                if values not in self.orbit:
                    signal = game.signal(values)
                    self.orbit[values] = orbits(game, signal, group) if group else np.arange(signal.classes)

    def levels(self, player: int) -> list[Level]:
        names = sorted({signals[player] for signals in self.stages}, key=len)
        made: list[Level] = []
        for k, name in enumerate(names):
            # A signal extends an earlier one: new values are appended.
            above = max((j for j in range(k) if names[j] == name[: len(names[j])]), default=-1)
            made.append(self._level(player, name, above, names))
        return _with_quantiles(made)

    def _level(self, player: int, name: tuple[Value, ...], above: int, names: list[tuple[Value, ...]]) -> Level:
        game, orbit = self.game, self.orbit[name]
        signal = game.signal(name)
        n = int(orbit.max()) + 1
        _, first = np.unique(orbit, return_index=True)
        parent = np.zeros(n, np.int64)
        if above >= 0:
            parent = self.orbit[names[above]][game.refined(name, names[above])[first]]
        weight = np.bincount(orbit, weights=signal.weight.astype(float), minlength=n) / signal.rows.total
        public = np.zeros(n, np.int64)
        profiles, mean = [np.zeros((n, 0))], np.zeros(n)
        for signals, leaves in self.stages.items():
            if signals[player] == name:
                public = _refined(public, self._public(player, signals, n))
                own, other, likely, paid = self._outcomes(player, signals, leaves)
                edges = [_edges(outcome) for outcome, _ in paid]
                many = max(1, min(GROUPS, NUMBERS // max(1, sum(len(e) - 1 for e in edges))))
                for (outcome, gained), parts in zip(paid, edges):
                    group = _grouped(other, gained, likely, many)
                    profiles.append(_cumulative(own * many + group, outcome, likely, parts, n * many).reshape(n, -1))
                    mean += np.bincount(own, weights=likely * gained, minlength=n)
        nothing = np.zeros((n, 0))
        return Level(name, above, orbit, parent, weight, public, np.hstack(profiles), mean, nothing)

    def _rows(self, player: int, signals: Signals, values: tuple[Value, ...]) -> tuple[Ints, Rows]:
        """The joint draws with one class of each orbit of the player, and the orbit of each row."""
        game, world = self.game, self.game.world
        signal, orbit = game.signal(signals[player]), self.orbit[signals[player]]
        _, first = np.unique(orbit, return_index=True)
        of_row = signal.of(world, signal.rows.columns, signal.rows.count)
        chosen = np.zeros(signal.classes, bool)
        chosen[first] = True
        kept = np.flatnonzero(chosen[of_row])
        draws = [d for d in world.support(*signals[1 - player], *values) if d not in signal.rows.columns]
        rows, source = world.extended(signal.rows.kept(kept), draws)
        return orbit[of_row[kept]][source], rows

    def _public(self, player: int, signals: Signals, n: int) -> Ints:
        """The public information: connected components of classes that can be drawn together."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        own, rows = self._rows(player, signals, ())
        theirs = signals[1 - player]
        other = self.orbit[theirs][self.game.signal(theirs).of(self.game.world, rows.columns, rows.count)]
        size = n + int(self.orbit[theirs].max()) + 1
        graph = coo_array((np.ones(len(own), np.int8), (own, other + n)), shape=(size, size))
        found: Ints = connected_components(graph, directed=False)[1][:n].astype(np.int64)
        return found

    def _outcomes(self, player: int, signals: Signals, leaves: list[Leaf]) -> tuple[Ints, Ints, Floats, list[Any]]:
        """For each row the player's orbit, the other's first one, its probability given the former; and payoffs.

        For each question: the payoff on each row, in total and net of endings where gains and losses cancel out.
        """
        asked = questions(leaves, player)
        if not asked:
            nothing = np.zeros(0, np.int64)
            return nothing, nothing, np.zeros(0), []
        needed = tuple(v for q in asked for guards, worked, *_ in q.answers for v in (*(g for g, _ in guards), *worked))
        own, rows = self._rows(player, signals, needed)
        paid = []
        for question in asked:
            amount = np.zeros(rows.count)
            for guards, worked, gains, times in question.answers:
                holds = self.game.holding(guards, rows.columns, rows.count)
                amount[holds] += gains
                for value in worked:
                    ids = self.game.world.ids(value, rows.columns)[holds]
                    meanings = self.game.world.meaning[value]
                    amounts = np.array([0.0 if type(m) is Undefined else float(m[player]) for m in meanings])
                    amount[holds] += times * amounts[ids]
            paid.append((amount * question.stake / self.endings, amount * question.balance / self.endings))
        theirs = self.first(signals[1 - player])
        other = self.orbit[theirs][self.game.signal(theirs).of(self.game.world, rows.columns, rows.count)]
        weight = rows.weight.astype(float)
        drawn = np.bincount(own, weights=weight).astype(float)
        return own, other, _share(weight, drawn[own]), paid

    def first(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """The first non-empty prefix of a signal that is a signal itself."""
        return min((v for v in self.orbit if v and v == values[: len(v)]), key=len, default=values)


def _share(part: Floats, whole: Floats) -> Floats:
    """What share of a whole each part is: nothing of what is never drawn."""
    shares = np.zeros(len(whole))
    np.divide(part, whole, out=shares, where=whole > 0)
    return shares


def _refined(one: Ints, other: Ints) -> Ints:
    """The numbers of pairs."""
    found: Ints = np.unique(one * (int(other.max()) + 1) + other, return_inverse=True)[1]
    return found


def _edges(outcome: Floats) -> Floats:
    """The distinct outcomes, or the edges of bins where there are many."""
    found: Floats = np.unique(np.round(outcome, 12))
    return found if len(found) <= BINS + 1 else np.linspace(found[0], found[-1], BINS + 1)


def _grouped(other: Ints, gained: Floats, likely: Floats, many: int) -> Ints:
    """The group of the other's class on each row: from the best for the player to the worst."""
    mass = np.bincount(other, weights=likely)
    gains = np.bincount(other, weights=likely * gained)
    order = np.argsort(-gains / np.where(mass > 0, mass, 1.0), kind="stable")
    group = np.zeros(len(mass), np.int64)
    if np.count_nonzero(mass) <= many:
        order = order[mass[order] > 0]
        group[order] = np.arange(len(order))
    else:
        middle = (np.cumsum(mass[order]) - mass[order] / 2) / mass.sum()
        group[order] = np.minimum((middle * many).astype(np.int64), many - 1)
    return group[other]


def _cumulative(own: Ints, outcome: Floats, likely: Floats, edges: Floats, n: int) -> Floats:
    """[n, parts] the integral of each distribution function over each part of the range of outcomes.

    The range is measured from its middle, so that the result does not depend on its orientation, even for distributions
    of different mass.
    """
    found = np.empty((n, len(edges) - 1))
    for k, (low, high) in enumerate(pairwise(edges)):
        below = np.clip(high - outcome, 0.0, high - low) - (high - low) / 2
        found[:, k] = np.bincount(own, weights=likely * below, minlength=n)
    return found


def _with_quantiles(made: list[Level]) -> list[Level]:
    """The levels with means that include later levels, and quantiles of the expectations at the last ones."""
    means = [level.mean.copy() for level in made]
    for level, mean in reversed(list(zip(made, means))):
        if level.above >= 0:
            share = _share(level.weight, made[level.above].weight[level.parent])
            means[level.above] += np.bincount(level.parent, weights=share * mean, minlength=len(means[level.above]))
    inner = {level.above for level in made}
    looks: list[list[Floats]] = [[] for _ in made]
    for k, level in enumerate(made):
        if k in inner:
            continue
        at, ancestor = k, np.arange(level.count)
        while at >= 0:
            looks[at].append(_quantiles(ancestor, means[k], level.weight, made[at].count))
            ancestor, at = made[at].parent[ancestor], made[at].above
    return [replace(level, mean=m, quantiles=np.hstack(look)) for level, m, look in zip(made, means, looks)]


def _quantiles(group: Ints, amount: Floats, weight: Floats, groups: int) -> Floats:
    """[groups, quantiles] of the amounts, divided by the number of quantiles."""
    order = np.lexsort((amount, group))
    group, amount, weight = group[order], amount[order], weight[order]
    drawn = np.bincount(group, weights=weight, minlength=groups) > 0
    weight = np.where(drawn[group], weight, 1.0)  # a group that is never drawn has quantiles, too
    upto = np.cumsum(weight / np.bincount(group, weights=weight, minlength=groups)[group])
    wanted = np.arange(groups)[:, None] + (np.arange(QUANTILES) + 0.5) / QUANTILES
    at = np.searchsorted(upto, wanted.ravel() - 1e-9).reshape(wanted.shape)
    found: Floats = amount[np.minimum(at, len(amount) - 1)] / QUANTILES
    return found
