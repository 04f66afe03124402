"""Alpha-beta on a network: what every reply leads to, one turn deeper each time, until clock, effort or depth run out.

The role makes its move, the others answer as is worst for it, nature is averaged over. Where moves are simultaneous
this is pessimistic: the others are taken to know the own move. With one role it is a plain search.
What was found for a state is kept in a table, for the next depth and for the next turn.
"""

from __future__ import annotations

import math
import random
import time
from functools import partial

from galakit.agents.network.heuristics import learnt, sample
from galakit.agents.network.turns import Turn
from galakit.agents.network.unfolding import Ahead, Unfolding
from galakit.agents.thinking import SPARE, Thinker
from galakit.deadline import OutOfTime
from galakit.gdl.machine import State
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term

DEEPEST = 100
EFFORT = 20_000
"""states that are looked at for a move where there is no clock"""
KEPT = 50_000
"""states in the tables; when they are full they are emptied"""
EXACT, AT_LEAST, AT_MOST = range(3)


class Minimax:
    """Plays one role by alpha-beta search with iterative deepening and a transposition table."""

    def __init__(self, network: Network, role: int, seed: int, depth: int = DEEPEST) -> None:
        self.network = network
        self.role = role
        self.seed = seed
        self.depth = depth
        self.rng = random.Random(seed)
        self.state: State = network.opening()
        self.thinker = Thinker()
        self.unfolding: Unfolding | None = None
        self.opened: dict[State, Ahead | None] = {}
        self.table: dict[State, tuple[int, int, float, int]] = {}
        """what was found: depth, kind of bound, value, best own move"""
        self.deadline = 0.0
        self.step = 0.0
        """the longest time that unfolding one state has taken lately"""
        self.reached = 0
        """the depth that was searched through in the last turn"""
        self.cut = False
        """whether anything was guessed, in the present depth"""
        self.visited = 0

    def prepare(self, deadline: float) -> None:
        self.thinker.think(self._study, deadline)

    def choose(self, deadline: float | None) -> Term:
        self.effort = EFFORT if deadline is None and self.depth == DEEPEST else math.inf
        deadline = math.inf if deadline is None else deadline
        if self.unfolding is None:
            self.thinker.think(self._study, deadline)
        legal = self.network.legal(self.state, self.role)
        move = self.rng.choice(legal)
        if len(legal) == 1 or self.unfolding is None:
            return move
        self.deadline = deadline - SPARE
        self.visited = 0
        self.step *= 0.8
        if len(self.opened) + len(self.table) > KEPT:
            self.opened.clear()
            self.table.clear()
        order = self.rng.sample(range(len(legal)), len(legal))
        try:
            for depth in range(1, self.depth + 1):
                self.cut = False
                value, best = self._root(depth, order)
                if value <= 0 and depth > 1:  # all is lost: what looked best before may hold out longest
                    break
                move = legal[best]
                self.reached = depth
                order.sort(key=lambda k: k != best)
                if not self.cut or value >= 1:  # all plays were seen to their ends, or the best is certain
                    break
        except OutOfTime:
            pass
        return move

    def observe(self, turn: Turn) -> None:
        assert turn.moves is not None
        self.state = self.network.next(self.state, turn.moves)

    def close(self) -> None:
        self.thinker.idle()
        self.opened.clear()
        self.table.clear()

    def _study(self, stop: float) -> None:
        """Learn to guess what states are worth, in half the time there is."""
        if self.unfolding is not None:
            return
        now = time.monotonic()
        guess = learnt(self.network, sample(self.network, now + 0.3 * (stop - now), self.seed, waves=10))
        value = partial(_value, _span(self.network, self.role), self.role)
        unfolding = Unfolding(self.network, self.role, value, guess)
        unfolding.ahead(self.network.opening())  # compiled code is loaded when it is first used
        self.unfolding = unfolding

    def _root(self, depth: int, order: list[int]) -> tuple[float, int]:
        """The value of the present state, and the best own move."""
        ahead = self._ahead(self.state)
        if ahead is None:
            return 0.5, order[0]
        best, chosen = -1.0, order[0]
        for k in order:
            value = self._replies(ahead, k, depth, best, 2.0)
            if value > best:
                best, chosen = value, k
        return best, chosen

    def _search(self, state: State, guess: float, depth: int, alpha: float, beta: float) -> float:
        if depth == 0:
            self.cut = True
            return guess
        self.visited += 1
        if self.visited > self.effort or (self.visited % 64 == 0 and time.monotonic() >= self.deadline):
            raise OutOfTime("the time for a move is spent", id="GK632")
        found = self.table.get(state)
        first = 0
        if found is not None:
            known, kind, value, first = found
            if known >= depth and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                self.cut = True  # it is not known whether it was seen to the end
                return value
        ahead = self._ahead(state)
        if ahead is None:
            self.cut = True
            return guess
        best, chosen, start = -1.0, first, alpha
        for k in (first, *(k for k in range(len(ahead.outcomes)) if k != first)):
            value = self._replies(ahead, k, depth, alpha, beta)
            if value > best:
                best, chosen = value, k
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        kind = AT_LEAST if best >= beta else AT_MOST if best <= start else EXACT
        self.table[state] = (depth, kind, best, chosen)
        return best

    def _replies(self, ahead: Ahead, move: int, depth: int, alpha: float, beta: float) -> float:
        """The worst that others can do against a move."""
        worst = 2.0
        replies = ahead.outcomes[move]
        if len(replies) > 1:  # what looks worst is tried first
            replies = sorted(replies, key=lambda draws: draws[0][1])
        for draws in replies:
            if len(draws) == 1:
                after, guess, over = draws[0]
                value = guess if over else self._search(after, guess, depth - 1, alpha, min(beta, worst))
            else:  # an average can be cut off nowhere
                value = sum(
                    guess if over else self._search(after, guess, depth - 1, -1.0, 2.0) for after, guess, over in draws
                ) / len(draws)
            worst = min(worst, value)
            if worst <= alpha:
                break
        return worst

    def _ahead(self, state: State) -> Ahead | None:
        if state not in self.opened:
            began = time.monotonic()
            if began + self.step >= self.deadline:
                raise OutOfTime("the time for a move is spent", id="GK632")
            assert self.unfolding is not None
            self.opened[state] = self.unfolding.ahead(state)
            self.step = max(0.9 * self.step, time.monotonic() - began)
        return self.opened[state]


def _span(network: Network, role: int) -> tuple[int, int]:
    """The lowest and the highest goal of a role, as far as the rules name them."""
    a, b = network.net.goal_roles[role : role + 2].tolist()
    values = [int(v) for v in network.net.goal_values[a:b]]
    return (min(values), max(values)) if values and min(values) < max(values) else (0, 100)


def _value(span: tuple[int, int], role: int, goals: tuple[int | None, ...]) -> float:
    """A role's goal between 0 and 1; the middle where there is none."""
    goal = goals[role]
    return 0.5 if goal is None else min(1.0, max(0.0, (goal - span[0]) / (span[1] - span[0])))
