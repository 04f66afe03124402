"""Plays an equilibrium where one can be found during the start clock, and by search otherwise.

The description becomes a game, the game is solved, and what the role does is drawn by the probabilities of its
information set: whatever the others know of it, they cannot gain. What the role knows is written down in the same words
as the rules of the game use. Where the game is too large, or play has left what was solved, another agent answers.
"""

from __future__ import annotations

import random
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING

from galakit.agents.belief import Belief
from galakit.agents.contract import Agent, News
from galakit.agents.hyperplay import hyperplay_agent
from galakit.agents.thinking import Thinker
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.gdl.machine import RANDOM, Machine, State
from galakit.gdl.rules import NOOP, GdlRules
from galakit.gdl.text.syntax import Term
from galakit.rules.knowledge import Choosing, Chose, written

if TYPE_CHECKING:
    from galakit.solution.solution import Solution

STATES = 200_000
NODES = 2_000_000
"""beyond these a game is not solved"""
CLOSE = 0.005
"""the most that somebody may gain by deviating, as a part of what is at stake"""
SHARE = 0.7
"""of the start clock that goes into solving; the rest is for the agent that plays if that fails"""

Facts = tuple[str, ...]


@dataclass(frozen=True)
class Strategies:
    """What each role does where it knows some facts: the probability of each move, in the order of their text."""

    roles: dict[int, dict[Facts, list[float]]]


class TooLate(Exception):
    """The start clock has run out while the game was being solved."""


_solved: weakref.WeakKeyDictionary[Machine, Strategies | None] = weakref.WeakKeyDictionary()


def strategies_of(machine: Machine, deadline: float) -> Strategies | None:
    """The strategies of an equilibrium, if the game is small enough to be solved in time; found once for a machine."""
    if machine not in _solved:
        try:
            _solved[machine] = _solve(machine, deadline)
        except TooLate:
            return None
        except GalakitError:  # too large, or no method has an answer
            _solved[machine] = None
    return _solved[machine]


def _solve(machine: Machine, deadline: float) -> Strategies | None:
    from galakit.solvers.solve import solve

    def hurry(*_: object) -> None:
        if time.monotonic() >= deadline:
            raise TooLate

    rules = GdlRules(machine, "match")
    game = Game(rules, progress=hurry, limit_states=STATES, limit_nodes=NODES)
    if len(game.players) > 2:
        return None
    hurry()
    solution = solve(game, time_limit=max(0.1, deadline - time.monotonic()))
    if not solution.able.list_all or not _close(solution):
        return None
    form = game.form
    found: dict[int, dict[Facts, list[float]]] = {role: {} for role in rules.playing}
    for i in range(form.information_sets):
        player = int(form.player[i])
        first = int(form.first_sequence[i])
        last = first + int(form.moves_count[i])
        found[rules.playing[player]][form.facts(i)] = [float(p) for p in solution.strategies[player][first:last]]
    return Strategies(found)


def _close(solution: Solution) -> bool:
    """Whether nobody gains much by deviating, measured by what is at stake."""
    assert solution.game is not None
    payoffs = solution.game.form.class_values
    stake = float(payoffs.max() - payoffs.min()) or 1.0
    return float(solution.gap) <= CLOSE * stake


class Equilibrium:
    """Plays one role."""

    def __init__(self, machine: Machine, role: int, seed: int) -> None:
        self.machine = machine
        self.role = role
        self.rng = random.Random(seed)
        self.rules = GdlRules(machine, "match")
        self.other = hyperplay_agent(machine, role, seed)
        """who plays where there is no strategy"""
        self.thinker = Thinker()
        self.strategy: dict[Facts, list[float]] | None = None
        self.facts: Facts = ()
        self.state: State = machine.opening()
        self.belief = Belief(machine, role, seed) if machine.incomplete else None
        self.heard: list[News] = []
        """what the other agent has not been told"""

    def prepare(self, deadline: float) -> None:
        began = time.monotonic()
        found: list[Strategies | None] = []
        done = self.thinker.think(
            lambda stop: found.append(strategies_of(self.machine, began + SHARE * (stop - began))), deadline
        )
        if done and found and found[0] is not None:
            self.strategy = found[0].roles[self.role]
        else:
            self.other.prepare(deadline)

    def choose(self, deadline: float) -> Term:
        if self.strategy is not None:
            legal = self._legal()
            if len(legal) == 1:
                return legal[0]
            shares = self.strategy.get((*self.facts, written(Choosing(legal), self.rules.write)))
            if shares is not None and len(shares) == len(legal):
                return self.rng.choices(legal, shares)[0]
            self.strategy = None  # play has left what was solved
        self._tell()
        return self.other.choose(deadline)

    def observe(self, news: News) -> None:
        self.heard.append(news)
        if self.strategy is None:
            self._tell()
            return
        legal = self._legal()
        facts: list[str] = []
        if len(legal) > 1:
            facts += [written(fact, self.rules.write) for fact in (Choosing(legal), Chose(news.mine))]
        elif self.belief is not None and news.mine != NOOP:
            facts.append(self.rules.write(("did", news.mine)))
        if self.belief is not None:
            facts.append(written(news.percepts, self.rules.write))
            self.belief.observe(news)
        else:
            assert news.moves is not None
            order = sorted(range(len(self.machine.roles)), key=lambda role: self.machine.roles[role] != RANDOM)
            facts += [
                self.rules.write(("does", self.machine.roles[role], news.moves[role]))
                for role in order
                if role != self.role and len(self.machine.legal(self.state, role)) > 1
            ]
            self.state = self.machine.next(self.state, news.moves)
        self.facts += tuple(facts)

    def close(self) -> None:
        self.thinker.idle()
        self.other.close()

    def _tell(self) -> None:
        for news in self.heard:
            self.other.observe(news)
        self.heard.clear()

    def _legal(self) -> tuple[Term, ...]:
        if self.belief is not None:
            return self.belief.legal()
        return () if self.machine.terminal(self.state) else self.machine.legal(self.state, self.role)


def equilibrium_agent(machine: Machine, role: int, seed: int) -> Agent:
    """An equilibrium where the game can be solved in time; HyperPlay or plain search otherwise."""
    return Equilibrium(machine, role, seed)
