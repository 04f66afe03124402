"""Regrets and averages over all histories of public moves, and one iteration.

CFR+ with alternating players, where iteration t counts t^2 times in the averages. A row of a table belongs to a history
and a move that can be made there, a column to a class of what the player holds; `galakit.separated.public` says where
rows stand. Histories near the root are swept alone, and what hangs below them are tasks for threads.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import get_num_threads

from galakit.deadline import deadline_in_force
from galakit.separated.public import Ints, Public
from galakit.solvers.public import kernel
from galakit.solvers.public.payoffs import LANES, likely, payoffs
from galakit.solvers.regret.interrupt import Abandoned, heed

Singles = npt.NDArray[np.float32]

SHARE = 100  # a task has at most one of so many parts of all rows,
LEAST = 5_000  # but need not have fewer rows than this


class PublicTables:
    """The state of a run; see `galakit.solvers.factored.tables.Running`."""

    layout = "histories"

    def __init__(self, game: Public) -> None:
        self.game = game
        self.weight = 0.0
        """how many iterations are in the averages"""
        self.likely = [_padded(likely(game, p)).astype(np.float32) for p in (0, 1)]
        both, self.constant = payoffs(game)
        self._payoffs = [(_padded(p.own), _padded(p.other), p.matrix.astype(np.float32)) for p in both]
        shapes = [(game.rows[0][p], len(self.likely[p])) for p in (0, 1)]
        self.regret = [np.zeros(shape, np.float32) for shape in shapes]
        self.average = [np.zeros(shape, np.float32) for shape in shapes]
        self.divide(max(LEAST, sum(game.rows[0]) // SHARE))

    def divide(self, small: int) -> None:
        """Let tasks have so many rows at most; one history has as many as it has."""
        self._small = small
        self._graph, many = _without_forced(self.game, small)
        self._tasks = np.empty((many, 3), np.int64)
        self._plans, self._values = ([np.empty((many, len(own)), np.float32) for own in self.likely] for _ in range(2))

    def iterate(self) -> None:
        """One iteration. Half of one that is abandoned does no harm: each history learns by itself."""
        self.weight += 1.0
        try:
            for player in (0, 1):
                self._sweep(player, best=False)
        except Abandoned:
            self.weight -= 1.0
            raise

    def fingerprint(self) -> str:
        """A hash of the game: its positions and the payoffs of its endings."""
        digest = hashlib.sha256()
        for array in (*self.game.table, *self._payoffs[0], *self.likely):
            digest.update(array.tobytes())
        return digest.hexdigest()

    def gains(self) -> tuple[float, float]:
        """What the best responses to both averages get: for players 0 and 1."""
        best = [float(self.likely[p] @ self._sweep(p, best=True)) for p in (0, 1)]
        return best[0], best[1]

    def bounds(self) -> tuple[float, float]:
        """What player 0 gets at least and at most, whatever is played, where payoffs sum to zero."""
        matrix = self._payoffs[0][2]
        return float(matrix.min()), float(matrix.max())

    def strategies(self) -> tuple[Singles, Singles]:
        """The average strategies: for each player [rows, classes], what moves are played in proportion to."""
        first, second = (self.average[p][:, : self.game.signal(p).classes] for p in (0, 1))
        return first, second

    def state(self) -> dict[str, Any]:
        """Everything an iteration depends on, the arrays themselves."""
        return {f"{name}{p}": getattr(self, name)[p] for name in ("regret", "average") for p in (0, 1)}

    def restore(self, state: dict[str, Any]) -> None:
        """Put a state, or a part of one, in place of this one."""
        own = self.state()
        for name, array in state.items():
            own[name][:] = array

    def _sweep(self, player: int, *, best: bool) -> Singles:
        """The value of each class of the player, for a best response or for one step of learning."""
        other = 1 - player
        given = self.average if best else self.regret
        plans, values, tasks = self._plans[other], self._values[player], self._tasks
        regret, table, average = self.regret[player], given[other], self.average[other]
        out = np.zeros(len(self.likely[player]), np.float32)

        def go(mode: int, start: Ints, plan: Singles, into: Singles) -> int:
            found: int = kernel.sweep(
                mode, best, player, start, plan, into, self._small, tasks, plans, values, regret, table, average,
                np.float32(self.weight**2), *self._graph[1:], *self._payoffs[player],
            )  # fmt: skip
            return found

        # Half an iteration is none, but before the first has ended there is nothing to lose.
        deadline = deadline_in_force() if self.weight <= 1.0 or best else None
        stage = "finding best responses" if best else "minimising regret for the first time"

        def whole(k: int) -> None:
            heed()
            if deadline is not None:
                deadline.check(stage)
            go(kernel.WHOLE, tasks[k], plans[k], values[k])

        start = np.array([self._graph.start, 0, 0])  # forced moves before it have no rows
        many = go(kernel.RECORD, start, self.likely[other], out)
        long = np.argsort(-self._graph.rows[tasks[:many, 0]].sum(axis=1), kind="stable")  # the last ones shall be short
        with ThreadPoolExecutor(get_num_threads()) as pool:
            list(pool.map(whole, long.tolist()))
        go(kernel.FINISH, start, self.likely[other], out)
        return out


def _padded(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """With columns of zeros, so that a row is whole vectors: classes that are never held."""
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, -array.shape[-1] % LANES)])


class _Graph(NamedTuple):
    """Positions with more than one move."""

    start: int
    """the first of them"""
    mover: Ints
    first: Ints
    target: Ints
    rows: Ints
    jump: Ints
    depth: int
    """how many can follow each other"""
    most: int
    """moves"""


def _without_forced(game: Public, small: int) -> tuple[_Graph, int]:
    """The positions, where moves that must be made are made at once; and how many tasks there are at most.

    Forced moves have no rows in the tables, so the kernel must not meet them: play begins at the first position with
    more than one move. The method refuses games that have none.
    """
    mover, first, target, rows, jump = game.table
    behind = list(range(len(game.positions)))
    for p in game.order:
        own = game.positions[p].targets
        if len(own) == 1:
            behind[p] = own[0] if own[0] < 0 else behind[own[0]]
    start = behind[0]
    depth, tasks = [1] * len(behind), [1] * len(behind)
    for p in game.order:
        following = [behind[t] for t in game.positions[p].targets if t >= 0 and behind[t] >= 0]
        depth[p] += max((depth[t] for t in following), default=0)
        if sum(game.rows[p]) > small or p == start:
            tasks[p] = sum(tasks[t] for t in following)
    target = np.array([t if t < 0 else behind[t] for t in target.tolist()], np.int64)
    return _Graph(start, mover, first, target, rows, jump, depth[start], int(np.diff(first).max())), tasks[start]
