"""Monte Carlo tree search in plain Python, for machines that are no network: slow, but on any description.

Every role counts its own moves, nature draws; one state is added in each round, and a random play from it is counted.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

from galakit.agents.contract import News
from galakit.agents.goals import Span
from galakit.agents.thinking import SPARE
from galakit.gdl.machine import RANDOM, Machine, State
from galakit.gdl.text.syntax import Term

LONGEST = 2_000
EXPLORING = 0.7
KEPT = 100_000
"""states of a tree; when it is full, nothing is added"""


def random_end(machine: Machine, state: State, rng: random.Random, deadline: float) -> tuple[int | None, ...] | None:
    """The goals at the end of a random play; None where the clock or patience ran out, or somebody cannot move."""
    for _ in range(LONGEST):
        if machine.terminal(state):
            return machine.goals(state)
        legal = [machine.legal(state, role) for role in range(len(machine.roles))]
        if not all(legal) or time.monotonic() >= deadline:
            return None
        state = machine.next(state, [rng.choice(moves) for moves in legal])
    return None


@dataclass
class _Node:
    legal: list[tuple[Term, ...]]
    over: tuple[int | None, ...] | None
    """the goals, if play is over"""
    visits: list[list[int]] = field(default_factory=list)
    totals: list[list[float]] = field(default_factory=list)
    after: dict[tuple[int, ...], State] = field(default_factory=dict)


class Plain:
    """Plays one role."""

    def __init__(self, machine: Machine, role: int, seed: int, rounds: int | None = None) -> None:
        self.machine = machine
        self.role = role
        self.rounds = rounds
        """in each turn; nothing: until the clock runs out"""
        self.rng = random.Random(seed)
        self.state = machine.opening()
        self.nodes: dict[State, _Node] = {}
        self.span = Span()
        self.step = 0.0
        """the longest that a round has taken before its play, lately"""

    def prepare(self, deadline: float) -> None:
        self._search(deadline)

    def choose(self, deadline: float) -> Term:
        legal = self.machine.legal(self.state, self.role)
        if len(legal) > 1:
            self._search(deadline)
            if self.state in self.nodes:
                visits = self.nodes[self.state].visits[self.role]
                return legal[max(range(len(legal)), key=visits.__getitem__)]
        return self.rng.choice(legal)

    def observe(self, news: News) -> None:
        assert news.moves is not None
        self.state = self.machine.next(self.state, news.moves)
        self.step *= 0.5

    def close(self) -> None:
        self.nodes.clear()

    def _search(self, deadline: float) -> None:
        if len(self.nodes) >= KEPT:
            self.nodes.clear()
        rounds = self.rounds
        while rounds is None or rounds > 0:
            began = time.monotonic()
            if rounds is None and began + self.step >= deadline - SPARE:
                return
            self._round(float("inf") if rounds is not None else deadline - SPARE - self.step)
            rounds = None if rounds is None else rounds - 1

    def _round(self, deadline: float) -> None:
        """Down the tree, one state added, a play from there."""
        began = time.monotonic()
        path: list[tuple[_Node, tuple[int, ...]]] = []
        state = self.state
        while state in self.nodes:
            node = self.nodes[state]
            if node.over is not None or len(path) > LONGEST:
                break
            joint = tuple(self._pick(node, role) for role in range(len(node.legal)))
            path.append((node, joint))
            if joint not in node.after:
                node.after[joint] = self.machine.next(state, [m[k] for m, k in zip(node.legal, joint)])
            state = node.after[joint]
        if state not in self.nodes and len(self.nodes) < KEPT:
            self.nodes[state] = self._node(state)
        self.step = max(0.9 * self.step, time.monotonic() - began)
        goals = random_end(self.machine, state, self.rng, deadline)
        if goals is None:
            return
        values = [self.span.value(goals, role) for role in range(len(goals))]
        for node, joint in path:
            for role, k in enumerate(joint):
                node.visits[role][k] += 1
                node.totals[role][k] += values[role]

    def _node(self, state: State) -> _Node:
        if self.machine.terminal(state):
            return _Node([], self.machine.goals(state))
        legal = [self.machine.legal(state, role) for role in range(len(self.machine.roles))]
        over = None if all(legal) else (None,) * len(legal)
        return _Node(legal, over, [[0] * len(moves) for moves in legal], [[0.0] * len(moves) for moves in legal])

    def _pick(self, node: _Node, role: int) -> int:
        visits, totals = node.visits[role], node.totals[role]
        if len(visits) == 1:
            return 0
        if self.machine.roles[role] == RANDOM:
            return self.rng.randrange(len(visits))
        untried = [k for k, n in enumerate(visits) if n == 0]
        if untried:
            return self.rng.choice(untried)
        width = EXPLORING * math.sqrt(math.log(sum(visits)))
        return max(range(len(visits)), key=lambda k: totals[k] / visits[k] + width / math.sqrt(visits[k]))
