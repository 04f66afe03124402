"""The agent that searches: it thinks until the clock runs out, and goes on from what it knows at the next turn."""

from __future__ import annotations

import math
import random
import time

import numpy as np

from galakit.agents.network.mcts.search import Habits, Search
from galakit.agents.network.turns import Turn
from galakit.agents.thinking import Thinker
from galakit.gdl.machine import State
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term

WAVES = 4


class Mcts:
    """Plays one role by Monte Carlo tree search on a network."""

    def __init__(
        self, network: Network, role: int, seed: int, habits: Habits | None = None, waves: int = WAVES
    ) -> None:
        self.network = network
        self.role = role
        self.seed = seed
        self.waves = waves
        """of plays in each turn, where there is no clock"""
        self.rng = random.Random(seed)
        self.search: Search | None = None
        self.habits = habits or Habits()
        self.state: State = network.opening()
        self.passed: list[tuple[State, tuple[Term, ...]]] = []
        """states, and the joint moves to them, that the search does not know yet"""
        self.thinker = Thinker()

    def prepare(self, deadline: float) -> None:
        began = time.monotonic()

        def study(stop: float) -> None:
            self.search = Search(self.network, self.seed, self.habits)
            self.search.study(began + 0.4 * (stop - began), self.seed)

        if self.thinker.think(study, deadline):
            self._think(deadline)

    def choose(self, deadline: float | None) -> Term:
        legal = self.network.legal(self.state, self.role)
        if len(legal) == 1 and len(self.network.roles) > 1:
            return legal[0]
        self._think(deadline)
        # What is known is read off the tree while the last wave is still under way.
        move = None if self.search is None or self.passed else best_move(self.search, self.role, self.rng)
        return self.rng.choice(legal) if move is None else move

    def observe(self, turn: Turn) -> None:
        assert turn.moves is not None
        self.state = self.network.next(self.state, turn.moves)
        self.passed.append((self.state, turn.moves))

    def close(self) -> None:
        self.thinker.idle()
        self.search = None

    def _think(self, deadline: float | None) -> None:
        def search(stop: float) -> None:
            if self.search is None:
                self.search = Search(self.network, self.seed, self.habits)
            while self.passed:
                self.search.follow(*self.passed[0])
                self.passed.pop(0)
            # One thread, so that the same seed gives the same moves.
            self.search.run(stop, self.waves if deadline is None else None, 1 if deadline is None else None)

        if not self.network.terminal(self.state):
            self.thinker.think(search, math.inf if deadline is None else deadline)


def best_move(search: Search, role: int, rng: random.Random) -> Term | None:
    """What the search recommends at its root: what is proven best, else what was visited most.

    Where several roles choose at once, it is drawn by the visits: a move that is foreseen is often bad.
    """
    tree, edges = search.tree, search.edges(role)
    moves = tree.move[edges]
    if search.best_line and search.best > 0:
        return search.network.compiled.moves[search.best_line[0]]
    if not tree.visits[edges].any():
        return None
    visits, total, proven = (np.array(each[edges], dtype=np.float64) for each in (tree.visits, tree.total, tree.proven))
    mean = (total + 0.5) / (visits + 1)
    known = ~np.isnan(proven)
    others = [
        other
        for other in range(len(search.network.roles))
        if other not in (role, search.chance) and search.edges(other).stop - search.edges(other).start > 1
    ]
    if others:
        weights = np.where(visits >= 0.1 * visits.max(), visits, 0.0) + 1e-9
        return search.network.compiled.moves[int(rng.choices(moves.tolist(), weights.tolist())[0])]
    candidate = int(np.argmax(np.where(known, -1.0, visits)))
    best = int(np.argmax(np.where(known, proven, -1.0) + 1e-6 * mean))
    chosen = best if known[best] and (known[candidate] or proven[best] >= mean[candidate]) else candidate
    return search.network.compiled.moves[int(moves[chosen])]
