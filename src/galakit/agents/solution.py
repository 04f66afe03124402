"""Play by a solution: an existing one, or one computed before the first move.

Moves are drawn by the probabilities of the information set, so that others cannot gain by knowing the
strategy. Against the clock, a game that is too large to solve in time is played by search.
"""

from __future__ import annotations

import random
import time
import weakref
from functools import cache
from typing import TYPE_CHECKING

from galakit.agents.contract import Agent, Beginning, Choice, Closing, Decision, Policy, Preparing
from galakit.agents.simple import Following
from galakit.agents.thinking import Thinker, until
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.rules.knowledge import informative

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution

STATES = 200_000
NODES = 2_000_000
"""beyond these a game is not solved against the clock"""
CLOSE = 0.005
"""the largest gap of a solution that is played, as a part of the range of payoffs"""
SHARE = 0.7
"""of the start clock that goes into solving; the rest is for the agent that plays if that fails"""

_solved: weakref.WeakKeyDictionary[Game, Solution | None] = weakref.WeakKeyDictionary()


def policy_of(solution: Solution) -> Policy:
    """The policy of a solution of any kind; it raises an error for unknown facts."""
    policy = solution.listing if solution.able.list_all else solution.policy

    @cache
    def played(player: int, facts: tuple[str, ...], moves: int) -> list[float]:
        shares = policy.played(player, facts)
        if shares is None or len(shares) != moves:
            raise GalakitError(
                f"the solution of {solution.name} has no strategy of {solution.players[player]} here",
                notes=["they know " + (", ".join(informative(facts)) or "nothing")],
                hint="it belongs to other rules: give a solution of this game, with the same parameters",
                id="GK612",
            )
        return [float(share) for share in shares]

    return played


def following(solution: Solution, game: Game) -> Following:
    """The agent that plays a solution of the game.

    >>> import galakit as gk
    >>> game = gk.load("matching_pennies")
    >>> agent = following(gk.solve(game), game)
    >>> agent.choose(Decision(0, ("choosing([heads,tails])",), (), ("heads", "tails")))
    {'heads': 0.5, 'tails': 0.5}
    """
    if solution.players != game.players:
        raise GalakitError(
            f"the solution of {solution.name} does not fit this game: its players differ",
            hint=f"give a solution of {game.name}",
            id="GK612",
        )
    return Following(policy_of(solution), f"solution by {solution.method}")


class Solved:
    """Plays a solution of the game, which it computes itself."""

    def __init__(self, game: Game, other: Agent) -> None:
        self.game = game
        self.other = other
        """plays where there was no time to solve the game, and where play has left the solution"""
        self.thinker = Thinker()
        self.policy: Policy | None = None

    def begin(self, player: int, draw: random.Random) -> None:
        if isinstance(self.other, Beginning):
            self.other.begin(player, draw)

    def prepare(self, deadline: float) -> None:
        began = time.monotonic()
        if self.game not in _solved:
            self.thinker.think(lambda stop: self._solve(began + SHARE * (stop - began)), deadline)
        solution = _solved.get(self.game)
        if solution is not None:
            self.policy = policy_of(solution)
        elif isinstance(self.other, Preparing):
            self.other.prepare(deadline)

    def choose(self, decision: Decision) -> Choice:
        if self.policy is None and decision.deadline is None:
            self.policy = policy_of(self._whole())
        if self.policy is not None:
            try:
                return Following(self.policy, "solution").choose(decision)
            except GalakitError:
                if decision.deadline is None:
                    raise
                self.policy = None  # play has left the solved part
        return self.other.choose(decision)

    def close(self) -> None:
        self.thinker.idle()
        if isinstance(self.other, Closing):
            self.other.close()

    def _whole(self) -> Solution:
        from galakit.solvers.solve import solve

        solution = _solved.get(self.game)
        if solution is None:
            solution = _solved[self.game] = solve(self.game)
        return solution

    def _solve(self, deadline: float) -> None:
        """Store the solution, or that none can be played, unless time runs out."""
        from galakit.game.game import Game
        from galakit.solvers.solve import solve

        hurry = until(deadline)
        game = Game(self.game.rules, progress=hurry, limit_states=STATES, limit_nodes=NODES)
        found: Solution | None = None
        try:
            if len(game.players) <= 2:
                hurry("solving", 0, None)
                found = solve(game, time_limit=max(0.1, deadline - time.monotonic()))
                found = found if _close(found, game) else None
            if found is not None:
                policy_of(found)  # its strategies may have to be listed, which takes time too
        except OutOfTime:
            return
        except GalakitError:  # too large, or no method has an answer
            found = None
        _solved[self.game] = found

    def __repr__(self) -> str:
        return "solution"


def _close(solution: Solution, game: Game) -> bool:
    """Whether the gap is small, measured by the range of payoffs."""
    gap = float(solution.gap)
    if gap == 0:
        return True
    payoffs = game.form.class_values
    return gap <= CLOSE * (float(payoffs.max() - payoffs.min()) or 1.0)


def solution(game: Game) -> Solved:
    """A solution of the game; against the clock, searching where the game cannot be solved in time."""
    from galakit.agents.endgame import Endgame
    from galakit.agents.mcts import mcts

    return Solved(game, Endgame(game, mcts(game)))
