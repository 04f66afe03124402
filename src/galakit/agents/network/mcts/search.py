"""The search: threads that send waves through one tree until the time is up.

Each thread takes the lock to walk the tree and to write down what it learnt, and works without it on the states and
the plays, where nearly all the time goes. A wave is as many leaves as the tree offers without crowding, and its 256
lanes are divided among them.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.agents.network.mcts.learning import grow, keep, learn, preferences
from galakit.agents.network.mcts.playing import Desk, begin, fresh_desk, judge, play_on, scale_of
from galakit.agents.network.mcts.selecting import NEW, SETTLED, Paths, Taste, fresh_paths, select
from galakit.agents.network.mcts.tree import EDGES, NODES, NOWHERE, add_node, fresh_tree
from galakit.gdl.machine import RANDOM, State
from galakit.gdl.network.batch import advance, look
from galakit.gdl.network.lanes import LANES
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term

CONVINCING = 0.4
"""the part of the differences between states that judging must explain to be used, ..."""
AHEAD = 8
"""... after so many turns of play"""
ROUNDS = 4
"""in which the leaves of a wave are found"""


@dataclass(frozen=True)
class Habits:
    """What can be chosen about a search."""

    exploring: float = 0.6
    """the constant of UCT, for values between 0 and 1"""
    near: float = 10.0
    """RAVE: after a third of so many visits, plays and AMAF count about the same"""
    warmth: float = 0.2
    """MAST: how much worse a move may do and still be nearly as likely"""
    leaves: int = 128
    """of a wave, at most"""
    threads: int = 2
    memory: int = 256 << 20
    """bytes of a tree. When it is full nothing is added, and counting goes on with what is there; what can be reached
    from the next state is kept, the rest makes room"""
    longest: int = 2_000
    """turns of a play; what is cut off is not counted"""
    horizon: int | None = None
    """turns after which plays are judged; nothing: decided by what the heuristics say about the game"""


class Search:
    """What is known of the present state and what may come after it."""

    def __init__(self, network: Network, seed: int, habits: Habits) -> None:
        net = self.net = network.net
        self.network = network
        self.habits = habits
        self.chance = network.roles.index(RANDOM) if RANDOM in network.roles else -1
        self.scale = scale_of(net)
        self.tree = fresh_tree(net, habits.memory)
        self.lock = threading.Lock()
        self.mast = np.zeros((int(net.moves[-1]), 2), dtype=np.float64)
        self.alone = len(network.roles) == 1
        line = habits.longest if self.alone else 0
        self.benches = [_Bench(network, fresh_desk(net, seed + 7919 * k, line)) for k in range(habits.threads)]
        self.plays = 0
        self.best_line: list[int] = []
        """of a single role: the moves from the root that led to the best goal found, ..."""
        self.best = -1.0
        """... and what it is worth"""
        self.judging: tuple[Any, Any] | None = None
        """how states are judged: a constant for each role, a weight for each fact and role"""
        self.horizon = habits.longest
        self.root = NOWHERE
        self.start(network.opening())

    def study(self, deadline: float, seed: int) -> None:
        """Learn to judge states, and do so where it says more than playing to the end."""
        from galakit.agents.network.heuristics import learnt, sample

        seen = sample(self.network, deadline, seed)
        judged = learnt(self.network, seen, facts_only=True)
        horizon = self.habits.horizon
        if horizon is None and judged.signal >= CONVINCING and seen.turns > 2 * AHEAD:
            horizon = AHEAD
        if horizon is not None and judged.signal > 0:
            self.judging = (judged.constant.astype(np.float32), judged.weights.astype(np.float32))
            self.horizon = horizon

    def start(self, state: State) -> None:
        """Think about a state from now on: what is known of it is kept."""
        tree, bench = self.tree, self.benches[0]
        rows = np.frombuffer(state, dtype=np.uint64)[None, :]  # type: ignore[call-overload]
        look(self.net, bench.desk.values, rows, 1, bench.legal, bench.terminal, bench.goals)
        before = int(tree.counts[NODES])
        roomy = 4 * before < len(tree.rows) and 4 * int(tree.counts[EDGES]) < len(tree.move)
        worth = np.full(len(self.network.roles), 0.5, dtype=np.float32)
        terminal = bool(bench.terminal[0])
        root = add_node(tree, self.net, rows[0], bench.legal[0], terminal, worth)
        if root != NOWHERE and roomy:
            self.root = int(root)
            return
        self.tree = fresh_tree(self.net, self.habits.memory)
        if root in (NOWHERE, before):  # nothing is known of it
            self.root = int(add_node(self.tree, self.net, rows[0], bench.legal[0], terminal, worth))
        else:
            keep(self.net, tree, root, self.tree)
            self.root = 0

    def follow(self, state: State, moves: tuple[Term, ...]) -> None:
        """A joint move was made and led to a state."""
        self.mast *= 0.5  # what did well long ago may do so no more
        if self.best_line and self.network.compiled.moves[self.best_line[0]] == moves[0]:
            self.best_line = self.best_line[1:]
        else:
            self.best_line, self.best = [], -1.0
        self.start(state)

    def run(self, deadline: float, waves: int | None = None, threads: int | None = None) -> None:
        """Search until a moment of `time.monotonic()`, or for so many waves of each thread."""
        others = [
            threading.Thread(target=self._work, args=(bench, deadline, waves), daemon=True)
            for bench in self.benches[1:threads]
        ]
        for thread in others:
            thread.start()
        self._work(self.benches[0], deadline, waves)
        for thread in others:
            thread.join()

    def edges(self, role: int) -> slice:
        """The edges of a role at the root."""
        return slice(int(self.tree.edges[self.root, role]), int(self.tree.edges[self.root, role + 1]))

    @property
    def settled(self) -> bool:
        return bool(self.tree.known[self.root]) or self.best >= 1

    def _work(self, bench: _Bench, deadline: float, waves: int | None) -> None:
        done = 0
        while not self.settled and (waves is None or done < waves):
            if time.monotonic() >= deadline:
                return
            self._wave(bench, deadline)
            done += 1

    def _wave(self, bench: _Bench, deadline: float) -> None:
        net, habits, desk, paths = self.net, self.habits, bench.desk, bench.paths
        unit = LANES / habits.leaves
        count = self._leaves(bench, unit)
        if not count:
            time.sleep(0.0005)  # the other thread is on the way to all there is
            return
        lanes = self._lanes(bench, count)
        plays = int(lanes[count])
        begin(net, desk, bench.starts, plays)
        if plays:
            self._play(bench, deadline)
        with self.lock:
            if self.alone:
                self._remember(bench, count, lanes)
            learn(net, self.tree, paths, count, desk, lanes, unit, self.chance, self.mast)
            preferences(net, self.mast, habits.warmth, self.chance, bench.weights)
            self.plays += plays

    def _leaves(self, bench: _Bench, unit: float) -> int:
        """Paths to leaves, in several rounds: leaves of one round may be passed in the next, so that few are enough."""
        net, habits, desk, paths = self.net, self.habits, bench.desk, bench.paths
        taste = Taste(habits.exploring, habits.near)
        count = 0
        for _ in range(ROUNDS):
            with self.lock:
                upto = select(self.tree, self.root, self.chance, unit, taste, desk.source, paths, count, habits.leaves)
            new = count + np.flatnonzero(paths.end[count:upto] == NEW)
            many = len(new)
            bench.leaves[count:upto] = paths.rows[count:upto]
            count = upto
            if not many:
                break
            advance(net, desk.values, paths.rows[new], many, paths.joint[new], bench.after)
            look(net, desk.values, bench.after, many, bench.legal, bench.terminal, bench.goals)
            bench.leaves[new] = bench.after[:many]
            with self.lock:
                grow(net, self.scale, self.tree, paths, new, bench.after, bench.legal, bench.terminal, bench.goals)
            if 2 * count > habits.leaves:
                break
        return count

    def _lanes(self, bench: _Bench, count: int) -> Any:
        """Divides the lanes among the paths that are to be played out."""
        playing = np.flatnonzero(bench.paths.end[:count] != SETTLED)
        lanes = np.zeros(count + 1, dtype=np.int64)
        if len(playing):
            share = np.zeros(count, dtype=np.int64)
            share[playing] = LANES // len(playing)
            share[playing[: LANES - int(share.sum())]] += 1
            lanes[1:] = np.cumsum(share)
            bench.starts[: lanes[count]] = np.repeat(bench.leaves[:count], share, axis=0)
        return lanes

    def _play(self, bench: _Bench, deadline: float) -> None:
        """Plays from the leaves, to the end or to where they are judged, or until the clock runs out."""
        turns = 0
        began = time.monotonic()
        while play_on(self.net, bench.desk, self.scale, bench.weights, min(bench.chunk, self.horizon + 1 - turns)):
            turns += bench.chunk
            if turns > self.horizon:
                if self.judging is not None:
                    judge(self.net, bench.desk, *self.judging)
                return
            now = time.monotonic()
            if now >= deadline:
                return
            bench.took(now - began)
            began = now

    def _remember(self, bench: _Bench, count: int, lanes: Any) -> None:
        """A play of a single role that ended better than all before: its moves."""
        paths, desk = bench.paths, bench.desk
        results = desk.result[: int(lanes[count]), 0]
        for path in np.flatnonzero(paths.end[:count] == SETTLED).tolist():
            self._better(float(self.tree.worth[paths.leaf[path], 0]), bench, path, [])
        if np.isfinite(results).any():
            lane = int(np.nanargmax(results))
            path = int(np.searchsorted(lanes, lane, side="right")) - 1
            self._better(float(results[lane]), bench, path, desk.line[: int(desk.turns[lane]), lane].tolist())

    def _better(self, value: float, bench: _Bench, path: int, moves: list[int]) -> None:
        leaf = int(bench.paths.leaf[path])
        proven_inside = not moves and self.tree.edges[leaf, 0] < self.tree.edges[leaf, 1]
        if value > self.best and not proven_inside:
            edges = bench.paths.edge[path, : int(bench.paths.length[path]), 0]
            self.best = value
            self.best_line = [*self.tree.move[edges].tolist(), *moves]


class _Bench:
    """What one thread works with."""

    def __init__(self, network: Network, desk: Desk) -> None:
        net = network.net
        words, roles, moves = len(net.opening), len(network.roles), int(net.moves[-1])
        self.desk = desk
        self.paths: Paths = fresh_paths(LANES, roles, words)
        self.after = np.zeros((LANES, words), dtype=np.uint64)
        self.leaves = np.zeros((LANES, words), dtype=np.uint64)
        self.starts = np.zeros((LANES, words), dtype=np.uint64)
        self.legal = np.zeros((LANES, (moves + 63) // 64), dtype=np.uint64)
        self.terminal = np.zeros(LANES, dtype=np.bool_)
        self.goals = np.zeros((LANES, roles), dtype=np.int32)
        self.weights = np.ones(moves, dtype=np.float32)
        self.chunk = 4
        """turns between two looks at the clock"""

    def took(self, seconds: float) -> None:
        """Steps should take a few milliseconds."""
        if seconds > 0.008:
            self.chunk = max(1, self.chunk // 2)
        elif seconds < 0.002:
            self.chunk = min(256, self.chunk * 2)
