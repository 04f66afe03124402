"""Exact play where few states are left: backward induction over them, whatever the size of the tree.

A game in which every mover knows the state is solved whole where it has few states. A description in which all see the
joint moves is tried again from the state of each decision, as fewer are left. Until then another agent chooses.
"""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

from galakit.agents.belief import Believing
from galakit.agents.contract import Agent, Beginning, Choice, Closing, Decision, Preparing
from galakit.agents.explored import STATES, explored
from galakit.agents.particles import NoHistory
from galakit.agents.thinking import Thinker
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.gdl.rules import GdlRules
from galakit.rules.contract import Fact, Move, Rules, State, Step

if TYPE_CHECKING:
    from galakit.game.automaton import Automaton
    from galakit.solution.states.policy import StatePolicy

LEFT = 2_000
"""states left when a description is solved from there on, without a clock"""
SHARE = 0.4
"""of the start clock that goes into solving the game whole; of the clock of a move half of that"""


class FromState:
    """The same rules, from a state on."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self.name, self.players = rules.name, rules.players

    def start(self) -> Step:
        return Step(self.state, (), (0,) * len(self.players))

    def write(self, thing: Fact | Move) -> str:
        return self.rules.write(thing)


class Endgame(Believing):
    """Plays exactly as soon as it can, and before that as another agent does.

    >>> import galakit as gk
    >>> from galakit.agents.simple import legal
    >>> game = gk.load("tic_tac_toe_gdl")
    >>> match = gk.Match(game, {name: Endgame(game, legal(game)) for name in game.players})
    >>> match.play(1, seed=1).hands[0].payoffs
    (50, 50)
    """

    def __init__(self, game: Game, other: Agent, name: str | None = None) -> None:
        self.game = game
        self.name = name or repr(other)
        self.other = other
        self.thinker = Thinker()
        self.whole: StatePolicy | None = None
        self.tried = False
        """whether the whole game was explored, or has too many states"""
        rules = game.rules
        self.open = isinstance(rules, GdlRules) and not rules.machine.incomplete
        """whether all see all moves, so that the state of a decision is known"""
        self.policy: StatePolicy | None = None
        """what is played, ..."""
        self.before = 0
        """... and how many facts were known before it began"""
        super().__init__(rules)

    def begin(self, player: int, draw: random.Random) -> None:
        super().begin(player, draw)
        self.policy, self.before = self.whole, 0
        if isinstance(self.other, Beginning):
            self.other.begin(player, draw)

    def prepare(self, deadline: float) -> None:
        began = time.monotonic()
        if not self.tried:
            self.thinker.think(lambda stop: self._solve_whole(began + SHARE * (stop - began)), deadline)
        if self.policy is None and isinstance(self.other, Preparing):
            self.other.prepare(deadline)

    def choose(self, decision: Decision) -> Choice:
        if len(decision.moves) == 1:
            return decision.moves[0]
        if not self.tried and decision.deadline is None:
            self._solve_whole(math.inf)
        if self.policy is None and self.open:
            self._solve_rest(decision)
        if self.policy is not None:
            try:
                shares = self.policy.played(decision.player, decision.facts[self.before :])
            except GalakitError:
                shares = None
            if shares is not None and len(shares) == len(decision.moves):
                return {move: float(share) for move, share in zip(decision.moves, shares)}
            self.policy = None
        return self.other.choose(decision)

    def close(self) -> None:
        self.thinker.idle()
        if isinstance(self.other, Closing):
            self.other.close()

    def _solve_whole(self, deadline: float) -> None:
        try:
            small = explored(self.game, deadline)
            self.policy = self.whole = None if small is None else _induced(small.automaton)
            self.tried = True
        except OutOfTime:
            pass

    def _solve_rest(self, decision: Decision) -> None:
        """Solve the game from the state of the decision on, if few states are left or the clock allows it."""
        now = time.monotonic()
        deadline = math.inf if decision.deadline is None else now + SHARE / 2 * (decision.deadline - now)
        try:
            states = {history.state for history in self.believed(decision, deadline)[0]}
            if len(states) == 1:
                rest = FromState(self.game.rules, states.pop())
                limit = LEFT if decision.deadline is None else STATES
                small = explored(Game(rest, limit_states=limit), deadline)
                self.policy = None if small is None else _induced(small.automaton)
                self.before = len(decision.facts) - 1
        except (NoHistory, OutOfTime):
            self.policy = None

    def __repr__(self) -> str:
        return self.name


def _induced(automaton: Automaton) -> StatePolicy | None:
    """Backward induction over all states, if every mover knows the state."""
    from galakit.game.information import imperfection
    from galakit.solvers.perfect.induction import induce
    from galakit.solvers.perfect.policies import of_induction

    return None if imperfection(automaton) else of_induction(induce(automaton, exact=False))
