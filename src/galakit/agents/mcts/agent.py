"""The agent that searches: it thinks until the clock runs out, and goes on from what it knows at the next turn."""

from __future__ import annotations

import random
import threading
import time

import numpy as np

from galakit.agents.contract import Agent, News
from galakit.agents.mcts.search import Habits, Search
from galakit.gdl.machine import Machine, State
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term

SPARE = 0.005
"""seconds in which a move is read off the tree and given back"""


class Mcts:
    """Plays one role by Monte Carlo tree search on a network."""

    def __init__(
        self, network: Network, role: int, seed: int, habits: Habits | None = None, waves: int | None = None
    ) -> None:
        self.network = network
        self.role = role
        self.waves = waves
        """of each thread and turn; nothing: until the clock runs out"""
        self.seed = seed
        self.rng = random.Random(seed)
        self.search = Search(network, seed, habits or Habits())
        self.state: State = network.opening()
        self.thinking: threading.Thread | None = None

    def prepare(self, deadline: float) -> None:
        began = time.monotonic()
        studying = threading.Thread(
            target=self.search.study, args=(began + 0.4 * (deadline - began), self.seed), daemon=True
        )
        studying.start()
        studying.join(max(0.0, deadline - SPARE - began))
        if not studying.is_alive():
            self._think(deadline)

    def choose(self, deadline: float) -> Term:
        legal = self.network.legal(self.state, self.role)
        if len(legal) == 1 and len(self.network.roles) > 1 and self.waves is None:
            return legal[0]
        self._think(deadline)
        return best_move(self.search, self.role, self.rng) or self.rng.choice(legal)

    def observe(self, news: News) -> None:
        assert news.moves is not None
        self.state = self.network.next(self.state, news.moves)
        self._wait(float("inf"))
        if not self.network.terminal(self.state):
            self.search.follow(self.state, news.moves)

    def close(self) -> None:
        self._wait(float("inf"))

    def _think(self, deadline: float) -> None:
        """Search in the background, so that the clock is kept whatever a step takes: the first one may have to wait
        for the compiler. What is known at the deadline is read off the tree while the last wave is still under way."""
        deadline -= SPARE
        if not self._wait(deadline) or self.network.terminal(self.state):
            return
        self.thinking = threading.Thread(target=self.search.run, args=(deadline, self.waves), daemon=True)
        self.thinking.start()
        self._wait(deadline)

    def _wait(self, deadline: float) -> bool:
        """Until nobody thinks any more; whether that is so before the deadline."""
        if self.thinking is not None:
            left = deadline - time.monotonic()
            self.thinking.join(None if left == float("inf") else max(0.0, left))
            if not self.thinking.is_alive():
                self.thinking = None
        return self.thinking is None


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


def mcts_agent(machine: Machine, role: int, seed: int) -> Agent:
    """Monte Carlo tree search; where the machine is no network, its plain form; in GDL-II, HyperPlay."""
    if machine.incomplete:
        from galakit.agents.hyperplay import hyperplay_agent

        return hyperplay_agent(machine, role, seed)
    if isinstance(machine, Network):
        return Mcts(machine, role, seed)
    from galakit.agents.plain import Plain

    return Plain(machine, role, seed)
