"""The factored form of a separated game of two players: (situations x classes) instead of information sets.

A *stage* is a pair of signals: what the players observe of the draws at some decisions. Its *sequences* are those of
its own situations and, before them, *entries*: sequences of earlier stages that its situations or leaves continue. Each
number of a sequence is a vector over the classes of its player. Payoffs are matrices (classes by classes), few for all
leaves of a stage up to a factor; they fall into *blocks*, since what both players know divides the classes. With a
group of symmetries the classes are its orbits; with labels, merged classes: an abstraction of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.contract import Number
from galakit.rules.lazy import NotSeparable, Value
from galakit.separated.actions import Leaf, Situation
from galakit.separated.classes import Classes, Ints, ordered
from galakit.separated.joint import Joint, Mixture
from galakit.separated.separate import Separated
from galakit.separated.steps import OrderedJoint, ordered_joint
from galakit.separated.symmetry import Exchange, orbits

OUTSIDE = -2
Signals = tuple[tuple[Value, ...], ...]
Labels = Mapping[tuple[int, tuple[Value, ...]], Ints]


@dataclass(frozen=True, eq=False)
class Entry:
    """A sequence of an earlier stage (-1 for the empty sequence) that continues here.

    In a part of a game, the stage may be `OUTSIDE`: then `source` numbers what comes from there.
    """

    stage: int
    sequence: int
    """its number there"""
    source: Ints
    """[n] the class there of each class here"""


@dataclass(frozen=True, eq=False)
class Side:
    """One player's part of a stage."""

    classes: Classes
    entries: tuple[Entry, ...]
    situations: tuple[Situation, ...]
    parent: Ints
    """[situations] the local number of the sequence before each"""
    first: Ints
    """[situations] the local number of its first move"""
    moves: Ints
    """[situations]"""
    sequences: int


@dataclass(frozen=True, eq=False)
class Stage:
    """The situations and leaves at which the players have one pair of signals."""

    signals: Signals
    sides: tuple[Side, Side]
    leaves: Ints
    """[leaves, 3] the local sequences of both players, and the matrix"""
    factors: npt.NDArray[np.float64]
    """[leaves] the matrix is multiplied by this"""
    matrices: list[Any]
    """payoffs of player 0 times probabilities, classes of player 0 by classes of player 1: SciPy CSR arrays, or `Steps`
    where pairs of classes are too many to list"""

    @property
    def blocks(self) -> int:
        return len(self.sides[0].classes.blocks) - 1


@dataclass(frozen=True, eq=False)
class Factored:
    """The stages of a game, earlier ones first."""

    game: Separated
    group: list[Exchange]
    stages: list[Stage]
    constant: Number
    """the sum of both players' payoffs"""


def factor(
    game: Separated, group: Sequence[Exchange] = (), *, labels: Labels | None = None, sort: bool = True
) -> Factored:
    """The factored form; `NotSeparable` where the game has none.

    `labels` give, for players and signals, a coarser class for each class. All classes of an orbit have one label, and
    classes with one label at a signal have one label at every earlier signal of the player, because of perfect recall.
    With `sort` classes are in an order in which payoffs change least.
    """
    if len(game.players) != 2:
        raise NotSeparable(f"the game has {len(game.players)} players, and separated games are solved for two")
    return _Factoring(game, list(group), labels or {}, sort).factored()


class _Factoring:
    def __init__(self, game: Separated, group: list[Exchange], labels: Labels, sort: bool) -> None:
        self.game = game
        self.sort = sort
        self.group = group
        self.labels = labels
        self.orbit: dict[tuple[Value, ...], Ints] = {}
        self.constant: Number | None = None

    def factored(self) -> Factored:
        game = self.game
        # A player may not know which signal the other has; both know the part that all cases have in common.
        situations: dict[Situation, Signals] = {}
        for visit in game.actions.visits:
            before = situations.setdefault(visit.situation, visit.stage)
            if before != visit.stage:
                situations[visit.situation] = (_common(before[0], visit.stage[0]), _common(before[1], visit.stage[1]))
        leaves: dict[Signals, list[Leaf]] = {}
        for leaf in game.actions.leaves:
            leaves.setdefault(leaf.stage, []).append(leaf)
        names = sorted(dict.fromkeys([*situations.values(), *leaves]), key=lambda s: (sum(map(len, s)), *map(len, s)))
        owner: list[dict[int, tuple[int, int]]] = [{0: (-1, 0)}, {0: (-1, 0)}]
        stages: list[Stage] = []
        for number, signals in enumerate(names):
            own = [[s for s, at in situations.items() if at == signals and s.player == p] for p in (0, 1)]
            stages.append(self._stage(number, signals, own, leaves.get(signals, []), owner, stages))
        return Factored(game, self.group, stages, 0 if self.constant is None else self.constant)

    def _orbits(self, values: tuple[Value, ...]) -> Ints:
        found = self.orbit.get(values)
        if found is None:
            signal = self.game.signal(values)
            found = orbits(self.game, signal, self.group) if self.group else np.arange(signal.classes)
            self.orbit[values] = found
        return found

    def _merged(self, player: int, values: tuple[Value, ...]) -> Ints:
        """The merged class of each class of a player."""
        found = self.labels.get((player, values))
        return self._orbits(values) if found is None else found

    def _stage(
        self,
        number: int,
        signals: Signals,
        own: list[list[Situation]],
        leaves: list[Leaf],
        owner: list[dict[int, tuple[int, int]]],
        before: list[Stage],
    ) -> Stage:
        pairs = Joint(
            self.game, signals, self._orbits(signals[0]), (self._merged(0, signals[0]), self._merged(1, signals[1]))
        )
        joint = ordered_joint(pairs, [(leaf.guards, leaf.worked) for leaf in leaves]) or pairs
        classes = self._classes(signals, joint)
        entering: list[list[int]] = []
        first: list[list[int]] = []
        local: list[dict[int, int]] = []
        for p in (0, 1):
            mine = {s.first + k for s in own[p] for k in range(len(s.moves))}
            needed = [s.parent for s in own[p]] + [leaf.sequences[p] for leaf in leaves]
            entering.append(list(dict.fromkeys(s for s in needed if s not in mine)))
            where = {s: k for k, s in enumerate(entering[p])}
            first.append([])
            for s in own[p]:
                first[p].append(len(where))
                where.update({s.first + k: len(where) + k for k in range(len(s.moves))})
            local.append(where)
        table, factors, matrices = self._payoffs(joint, classes, leaves, local)
        if self.sort and isinstance(joint, Joint):
            classes, matrices = ordered(classes, matrices)
        sides = []
        for p in (0, 1):
            sides.append(
                Side(
                    classes[p],
                    self._entries(p, entering[p], signals[p], classes[p], owner[p], before),
                    tuple(own[p]),
                    np.array([local[p][s.parent] for s in own[p]], np.int64),
                    np.array(first[p], np.int64),
                    np.array([len(s.moves) for s in own[p]], np.int64),
                    len(local[p]),
                )
            )
        for p in (0, 1):
            mine = {s.first + k for s in own[p] for k in range(len(s.moves))}
            owner[p].update({s: (number, local[p][s]) for s in mine})
        return Stage(signals, (sides[0], sides[1]), table, factors, matrices)

    def _entries(
        self,
        p: int,
        sequences: list[int],
        signal: tuple[Value, ...],
        classes: Classes,
        owner: dict[int, tuple[int, int]],
        before: list[Stage],
    ) -> tuple[Entry, ...]:
        # The class of an earlier stage does not depend on the moves: entries from one stage share one array.
        source = {-1: np.zeros(classes.count, np.int64)}
        for stage in {owner[s][0] for s in sequences} - {-1}:
            source[stage] = self._source(signal, classes, before[stage].signals[p], before[stage].sides[p].classes)
        return tuple(Entry(*owner[s], source[owner[s][0]]) for s in sequences)

    def _source(self, signal: tuple[Value, ...], classes: Classes, earlier: tuple[Value, ...], theirs: Classes) -> Ints:
        """The class of an earlier signal that each class comes from."""
        coarse = self.game.refined(signal, earlier)
        one = np.zeros(classes.count, np.int64)  # a representative of each orbit
        here = classes.place[classes.orbit]
        one[here] = np.arange(len(here))
        above = theirs.place[theirs.orbit[coarse]]
        if not np.array_equal(above, above[one[here]]):
            raise ValueError("classes with one label had different labels before")
        found: Ints = above[one]
        return found

    # -- classes and payoffs ------------------------------------------------------------------------------------------

    def _classes(self, signals: Signals, joint: Joint | OrderedJoint) -> tuple[Classes, Classes]:
        label = joint.blocks()
        count = [int(own.max()) + 1 for own in joint.labels]
        # Blocks are numbered by their first class of player 0, which keeps the order of the game.
        _, first = np.unique(label, return_index=True)
        rank = np.argsort(np.argsort(first))
        made = []
        for p, own in ((0, label[: count[0]]), (1, label[count[0] :])):
            block = rank[own]
            order = np.lexsort((joint.ranks[p], block))
            place = np.empty(len(order), np.int64)
            place[order] = np.arange(len(order))
            signal = self.game.signal(signals[p])
            likely = np.bincount(joint.labels[p], weights=signal.weight.astype(float), minlength=count[p])
            starts = np.searchsorted(block[order], np.arange(len(first) + 1))
            made.append(Classes(joint.labels[p], order, place, likely[order] / signal.rows.total, starts))
        return made[0], made[1]

    def _payoffs(
        self,
        joint: Joint | OrderedJoint,
        classes: tuple[Classes, Classes],
        leaves: list[Leaf],
        local: list[dict[int, int]],
    ) -> tuple[Ints, npt.NDArray[np.float64], list[Any]]:
        sums: dict[tuple[int, int], dict[Any, float]] = {}
        for leaf in leaves:
            key = (leaf.guards, leaf.worked)
            total = sums.setdefault((local[0][leaf.sequences[0]], local[1][leaf.sequences[1]]), {})
            if leaf.gains[0]:
                total[key, 0] = total.get((key, 0), 0.0) + float(leaf.gains[0])
            if leaf.worked:
                total[key, 1] = total.get((key, 1), 0.0) + 1.0
        table: list[tuple[int, int, int]] = []
        factors: list[float] = []
        numbers: dict[Mixture, int] = {}
        for pair, total in sums.items():
            parts = [(base, c) for base, c in total.items() if c]
            if parts:
                factor = parts[0][1]
                mixture = tuple((base, c / factor) for base, c in parts)
                table.append((*pair, numbers.setdefault(mixture, len(numbers))))
                factors.append(factor)
        keys = list(dict.fromkeys((leaf.guards, leaf.worked) for leaf in leaves))
        matrices, wholes = joint.matrices(list(numbers), keys, (classes[0].place, classes[1].place))
        for leaf in leaves:
            key = (leaf.guards, leaf.worked)
            if key in wholes:  # otherwise the leaf is never reached
                self._check_sum(leaf, wholes[key])
        return np.array(table, np.int64).reshape(-1, 3), np.array(factors), matrices

    def _check_sum(self, leaf: Leaf, worked: Number) -> None:
        total = sum(leaf.gains) + worked
        if self.constant is None:
            self.constant = total
        elif total != self.constant:
            raise NotSeparable("what one player gains is not what the other loses")


def _common(a: tuple[Value, ...], b: tuple[Value, ...]) -> tuple[Value, ...]:
    """The common prefix of two signals."""
    same = 0
    while same < min(len(a), len(b)) and a[same] is b[same]:
        same += 1
    return a[:same]
