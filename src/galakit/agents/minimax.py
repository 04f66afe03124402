"""Alpha-beta over the rules of any game: the player maximises, the others minimise, chance is averaged.

Iterative deepening continues until the clock or the effort is spent; states at the depth limit are
evaluated by random plays. Where the player does not know the state, HyperPlay plays.
"""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

from galakit.agents.contract import Agent, Decision
from galakit.agents.hyperplay import HyperPlay
from galakit.agents.particles import NoHistory
from galakit.agents.playouts import random_end
from galakit.agents.thinking import SPARE
from galakit.deadline import OutOfTime
from galakit.rules.contract import CHANCE, END, Rules, State

if TYPE_CHECKING:
    from galakit.game.game import Game

DEEPEST = 100
EFFORT = 20_000  # states visited for a move where there is no clock
JUDGING = 4  # random plays from a state at the greatest depth
EXACT, AT_LEAST, AT_MOST = range(3)


class Minimax:
    """Looks so many moves ahead at most.

    >>> import galakit as gk
    >>> game = gk.load("nim", piles=[1, 2])
    >>> match = gk.Match(game, {name: Minimax(game.rules) for name in game.players})
    >>> match.play(1, seed=1).hands[0].moves[0]
    'take(1,2)'
    """

    def __init__(self, rules: Rules, depth: int = DEEPEST) -> None:
        self.depth = depth
        self.fallback = HyperPlay(rules)
        """plays where the state is not known; its belief says whether it is"""
        self.reached = 0
        """the depth that was searched through for the last move"""

    def begin(self, player: int, draw: random.Random) -> None:
        self.fallback.begin(player, draw)

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        fallback = self.fallback
        self.stop = math.inf if decision.deadline is None else decision.deadline - SPARE
        try:
            states = {history.state for history in fallback.believed(decision, self.stop)[0]}
        except (NoHistory, OutOfTime):
            return fallback.draw.choice(decision.moves)
        if len(states) > 1:
            return fallback.choose(decision)
        self.player = decision.player
        self.left = EFFORT if decision.deadline is None and self.depth == DEEPEST else math.inf
        self.table: dict[State, tuple[int, int, float, int, bool]] = {}
        return decision.moves[self._deepening(states.pop(), len(decision.moves))]

    def _deepening(self, state: State, moves: int) -> int:
        best, self.reached = self.fallback.draw.randrange(moves), 0
        order = self.fallback.draw.sample(range(moves), moves)
        try:
            for depth in range(1, self.depth + 1):
                self.truncated = False
                top = -math.inf
                for k in order:
                    value = self._after(state, k, depth, top, math.inf)
                    if value > top:
                        top, first = value, k
                best, self.reached = first, depth
                order.sort(key=lambda k: k != best)
                if not self.truncated:  # all plays were seen to their ends
                    break
        except OutOfTime:
            pass
        return best

    def _after(self, state: State, index: int, depth: int, alpha: float, beta: float) -> float:
        """The player's value of a move."""
        if self.left <= 0 or time.monotonic() >= self.stop:
            raise OutOfTime("the effort for a move is spent", id="GK632")
        self.left -= 1
        step = state.after(index)
        gained = float(step.payoffs[self.player])
        return gained + self._value(step.state, depth - 1, alpha - gained, beta - gained)

    def _value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        mover = state.mover
        if mover == END:
            return 0.0
        if depth == 0:
            self.truncated = True
            return self._judged(state)
        if mover == CHANCE:
            return sum(
                float(p) * self._after(state, k, depth, -math.inf, math.inf)
                for k, p in enumerate(state.probabilities or ())
            )
        known = self.table.get(state)
        first = 0
        if known is not None:
            searched, kind, value, first, truncated = known
            if searched >= depth and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                self.truncated = self.truncated or truncated
                return value
        outer, self.truncated = self.truncated, False
        low, high = alpha, beta
        own = mover == self.player
        best, chosen = (-math.inf if own else math.inf), first
        for k in (first, *(k for k in range(len(state.moves)) if k != first)):
            value = self._after(state, k, depth, low, high)
            if value > best if own else value < best:
                best, chosen = value, k
            low, high = (max(low, best), high) if own else (low, min(high, best))
            if low >= high:
                break
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self.table[state] = (depth, kind, best, chosen, self.truncated)
        self.truncated = self.truncated or outer
        return best

    def _judged(self, state: State) -> float:
        nothing = (0,) * len(self.fallback.rules.players)
        ends = [random_end(state, nothing, self.fallback.draw, self.stop) for _ in range(JUDGING)]
        return sum(float(end[self.player]) for end in ends) / JUDGING

    def __repr__(self) -> str:
        return "minimax" if self.depth == DEEPEST else f"minimax:{self.depth}"


def minimax(game: Game, depth: int = DEEPEST) -> Agent:
    """Alpha-beta as deep as clock or effort allow, by the rules or on a compiled network (`gdl.network`)."""
    from galakit.agents.network.agent import on_network

    return on_network(game, "minimax", depth) or Minimax(game.rules, depth)
