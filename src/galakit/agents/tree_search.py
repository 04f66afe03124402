"""Information-set Monte Carlo tree search in compiled code, on the tree of a game that is small enough to unfold.

The algorithm is that of `agents.search`; information sets and payoffs are looked up instead of computed.
"""

from __future__ import annotations

import math
import random
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.agents.contract import Decision
from galakit.agents.explored import explored
from galakit.agents.search import PLAYS, Search
from galakit.agents.thinking import SPARE, until
from galakit.errors import GalakitError
from galakit.game.ragged import grouped
from galakit.rules.contract import CHANCE

if TYPE_CHECKING:
    from galakit.game.game import Game

COMPILED = 1_000
"""the number of plays from which loading compiled code pays off"""
BATCH = 2_000
"""plays between two checks of the clock"""
SHARE = 0.5
"""of the start clock that may go into exploring the game"""


class TreeSearch:
    """Searches the tree where it is small, and by the rules elsewhere."""

    def __init__(self, game: Game, plays: int = PLAYS, name: str = "search") -> None:
        self.game, self.plays, self.name = game, plays, name
        self.by_rules = Search(game.rules, plays)
        self.tree: _Tree | None = None
        self.tried = False

    def begin(self, player: int, draw: random.Random) -> None:
        self.by_rules.begin(player, draw)

    def prepare(self, deadline: float) -> None:
        now = time.monotonic()
        self._unfold(now + SHARE * (deadline - now))

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        if not self.tried and decision.deadline is None and self.plays >= COMPILED:
            self._unfold(math.inf)
        where = None if self.tree is None else self.tree.form.find(decision.player, decision.facts)
        if self.tree is None or where is None:
            return self.by_rules.choose(decision)
        stop = None if decision.deadline is None else decision.deadline - SPARE
        visits = self.tree.visits(where, self.plays, stop, self.by_rules.draw.getrandbits(32))
        return decision.moves[int(np.argmax(visits))]

    def _unfold(self, deadline: float) -> None:
        self.tried = True
        try:
            small = explored(self.game, deadline)
            if small is not None:
                with small.reporting(until(deadline)):
                    self.tree = None if small.tree is None else _Tree(small)
        except GalakitError:  # too many nodes, or no time
            self.tree = None

    def __repr__(self) -> str:
        return f"{self.name}:{self.plays}"


class _Tree:
    """The tree as arrays for compiled code."""

    def __init__(self, game: Game) -> None:
        assert game.tree is not None
        tree, automaton = game.tree, game.tree.automaton
        self.form = game.form
        order, first = grouped(tree.parent[1:], tree.nodes)
        self.child = (order + 1).astype(np.int64)
        self.first = first.astype(np.int64)
        self.mover = tree.mover.astype(np.int64)
        self.information_set = tree.information_set.astype(np.int64)
        chance = np.array(automaton.probabilities, np.float64)[automaton.probability]
        moves = np.diff(self.first)
        own = np.repeat(self.mover, moves) != CHANCE
        self.share = np.where(own, 1 / np.repeat(np.maximum(moves, 1), moves), chance[tree.edge[self.child]])
        self.payoff = np.array(tree.payoffs, np.float64)[tree.payoff]
        self.offset = np.concatenate([[0], np.cumsum(self.form.moves_count)]).astype(np.int64)
        self.levels = tree.levels()
        self.parent = tree.parent

    @cached_property
    def reach(self) -> Any:
        """[N] the probability of each node if all players move uniformly."""
        share = np.ones(len(self.parent))
        share[self.child] = self.share
        for level in self.levels[1:]:
            share[level] *= share[self.parent[level]]
        return share

    def visits(self, where: int, plays: int, stop: float | None, seed: int) -> Any:
        """How often each move of an information set was tried in so many plays, or until a moment."""
        from galakit.agents.tree_kernel import play_many

        nodes = np.flatnonzero(self.information_set == where)
        weights = np.cumsum(self.reach[nodes])
        counts, sums = np.zeros((2, int(self.offset[-1])))
        low, high = np.full((2, self.payoff.shape[1]), math.inf) * np.array([[1], [-1]])
        while True:
            many = plays if stop is None else BATCH
            play_many(
                self.first,
                self.child,
                self.mover,
                self.information_set,
                self.share,
                self.payoff,
                self.offset,
                nodes,
                weights,
                many,
                seed,
                counts,
                sums,
                low,
                high,
            )
            seed += 1
            if stop is None or time.monotonic() >= stop:
                return counts[self.offset[where] : self.offset[where + 1]]


def search(game: Game, plays: int = PLAYS) -> TreeSearch:
    """Information-set Monte Carlo tree search."""
    return TreeSearch(game, plays)
