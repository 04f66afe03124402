"""Values in a game of public moves, from some history on: of a profile, and of best responses to it.

Depth first over all histories; the payoffs of all pairs of classes are computed from the rules again. Nothing is shared
with the solver but the game itself and the tables of strategies: a row for each history and move, a column for each
class, weights to be normalised over moves.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from numba import get_num_threads

from galakit.compiling import njit
from galakit.progress import Progress, throttled
from galakit.rules.lazy import Undefined
from galakit.separated.public import Close, Public

Floats = npt.NDArray[np.float64]

PARTS = 200  # tasks for threads, at least
LEAST = 2_000  # rows that justify a thread


class Table(Protocol):
    """[rows, classes] weights of moves: an array, or convertible to one."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, rows: slice, /) -> Any: ...


class PublicNode(NamedTuple):
    """The node of a history: its position, and the first row of both players' tables."""

    position: int
    rows: tuple[int, int]


class _Visit(NamedTuple):
    """A history that is evaluated together with those above it."""

    node: PublicNode
    plan: Floats
    """the probability of the other's moves up to there"""
    above: int
    """the number of the visit that it follows"""
    share: Floats
    """[classes] how likely the move to it is"""


class Values:
    """The values of a profile, given as [rows, classes] for both players."""

    def __init__(self, game: Public, strategies: tuple[Table, Table], progress: Progress | None = None) -> None:
        self.game = game
        self.strategies = strategies
        self.report = throttled(progress)
        self.paid = [_paid(game, p) for p in (0, 1)]
        """for each player [endings, the other's classes, own classes] the probability of a pair times the payoff"""
        self.together = _likely(game)
        """[classes of player 0, classes of player 1] the probability of each pair"""
        self._table = game.table
        self._small = max(LEAST, sum(game.rows[0]) // PARTS)

    def shares(self, node: PublicNode) -> Floats:
        """[moves, classes] the mover's strategy; uniform where all weights are 0."""
        position = self.game.positions[node.position]
        moves, player = len(position.targets), position.node.player
        if moves == 1:
            return np.ones((1, self.strategies[player].shape[1]))
        start = node.rows[player]
        weights = self.strategies[player][start : start + moves].astype(np.float64)
        total = weights.sum(axis=0)
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), 1.0 / moves)

    def behind(self, node: PublicNode, move: int) -> PublicNode | None:
        """The history after a move; None where the game is over."""
        target = self.game.positions[node.position].targets[move]
        if target < 0:
            return None
        jump = self.game.jumps[node.position][move]
        return PublicNode(target, (node.rows[0] + jump[0], node.rows[1] + jump[1]))

    def after(self, player: int, node: PublicNode, move: int, plan: Floats) -> Floats:
        """[2, classes] the counterfactual values of a move: of the best response, and of the profile.

        `plan` is the probability of the other's moves up to there, [the other's classes].
        """
        target = self.behind(node, move)
        if target is None:
            value = plan @ self.paid[player][~self.game.positions[node.position].targets[move]]
            return np.stack([value, value])
        return self.below(player, target, plan)

    def below(self, player: int, node: PublicNode, plan: Floats) -> Floats:
        """The same from a history on."""
        visits = [_Visit(node, plan, 0, np.ones(self.paid[player].shape[2]))]
        values: list[Floats | None] = []
        for number, visit in enumerate(visits):  # grows while we go; not by recursion, as plays can be long
            values.append(self._opened(player, number, visit, visits))
        tasks = [number for number, value in enumerate(values) if value is None]
        done = 0
        with ThreadPoolExecutor(get_num_threads()) as pool:
            for value in pool.map(lambda k: self._swept(player, visits[k].node, visits[k].plan), tasks):
                values[tasks[done]] = value
                done += 1
                self.report(f"best responses of {self.game.players[player]}", done, len(tasks))
        for visit in reversed(visits[1:]):
            found, above = values.pop(), values[visit.above]
            assert found is not None and above is not None
            self._add(player, visits[visit.above].node, above, visit.share, found)
        assert values[0] is not None
        return values[0]

    def _opened(self, player: int, number: int, visit: _Visit, visits: list[_Visit]) -> Floats | None:
        """The value of the moves that end the game, the others being added to `visits`; None for a small subtree."""
        if sum(self.game.rows[visit.node.position]) <= self._small:
            return None
        own = self.game.positions[visit.node.position].node.player == player
        value = np.zeros((2, self.paid[player].shape[2]))
        value[0] = -np.inf if own else 0.0
        for move, share in enumerate(self.shares(visit.node)):
            there = visit.plan if own else visit.plan * share
            target = self.behind(visit.node, move)
            if target is None:
                self._add(player, visit.node, value, share, self.after(player, visit.node, move, there))
            else:
                visits.append(_Visit(target, there, number, share))
        return value

    def _add(self, player: int, node: PublicNode, value: Floats, share: Floats, found: Floats) -> None:
        """Add the value of a move to the value of the history in which it is made."""
        if self.game.positions[node.position].node.player == player:
            value[0] = np.maximum(value[0], found[0])
            value[1] += share * found[1]
        else:
            value += found

    @cached_property
    def _whole(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return np.asarray(self.strategies[0]), np.asarray(self.strategies[1])

    def _swept(self, player: int, node: PublicNode, plan: Floats) -> Floats:
        mine, theirs = self._whole[player], self._whole[1 - player]
        found: Floats = _below(player, node.position, *node.rows, plan, mine, theirs, self.paid[player], *self._table)
        return found


@njit(nogil=True, cache=True)
def _below(player, i, row0, row1, plan, mine, theirs, paid, mover, first, target, rows, jump):  # type: ignore[no-untyped-def]
    classes = paid.shape[2]
    moves = first[i + 1] - first[i]
    own = mover[i] == player
    table, start = (mine, row0 if player == 0 else row1) if own else (theirs, row1 if player == 0 else row0)
    value = np.zeros((2, classes))
    total = np.zeros(table.shape[1])
    if moves > 1:
        for k in range(moves):
            for c in range(len(total)):
                total[c] += table[start + k, c]
    share = np.ones(len(total))
    there = plan.copy()
    for k in range(moves):
        some = own
        for c in range(len(total)):
            if moves > 1:
                share[c] = table[start + k, c] / total[c] if total[c] > 0.0 else 1.0 / moves
            if not own:
                there[c] = plan[c] * share[c]
                some = some or there[c] != 0.0
        if not some:
            continue
        e = first[i] + k
        t = target[e]
        if t < 0:
            found = np.zeros((2, classes))
            for b in range(len(there)):
                for c in range(classes):
                    found[0, c] += there[b] * paid[~t, b, c]
            for c in range(classes):
                found[1, c] = found[0, c]
        else:
            found = _below(
                player, t, row0 + jump[e, 0], row1 + jump[e, 1], there, mine, theirs, paid, mover, first, target, rows,
                jump,
            )  # fmt: skip
        for c in range(classes):
            if own:
                value[0, c] = found[0, c] if k == 0 else max(value[0, c], found[0, c])
                value[1, c] += share[c] * found[1, c]
            else:
                value[0, c] += found[0, c]
                value[1, c] += found[1, c]
    return value


def _likely(game: Public) -> Floats:
    """The probability of each pair of classes."""
    return _summed(game, [Close((), (1,) * len(game.players), (), game.drawn)], 0)


def _paid(game: Public, player: int) -> Floats:
    """The payoffs of a player at all endings for all pairs of classes, times their probabilities."""
    tables = [_summed(game, ending.closes, player) for ending in game.endings]
    return np.ascontiguousarray(np.stack([t if player == 1 else t.T for t in tables]))


def _summed(game: Public, closes: Any, player: int) -> Floats:
    """[classes of player 0, classes of player 1] the payoffs summed over all rows of draws."""
    world = game.part.world
    found = np.zeros((game.signal(0).classes, game.signal(1).classes))
    for close in closes:
        rows = world.rows(
            world.support(*game.signals[0], *game.signals[1], *(v for v, _ in close.guards), *close.worked)
        )
        holds = np.flatnonzero(game.part.holding(close.guards, rows.columns, rows.count))
        pays = np.full(len(holds), float(close.gains[player]))
        for value in close.worked:
            ids = world.ids(value, rows.columns)[holds]
            meanings = world.meaning[value]
            for k in np.unique(ids).tolist():
                if type(meanings[k]) is Undefined:
                    raise meanings[k].error
            pays += np.array([0.0 if type(m) is Undefined else float(m[player]) for m in meanings])[ids]
        pair = [game.signal(p).of(world, rows.columns, rows.count) * np.ones(rows.count, np.int64) for p in (0, 1)]
        np.add.at(found, (pair[0][holds], pair[1][holds]), pays * rows.weight[holds] / rows.total)
    return found
