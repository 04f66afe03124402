"""HyperPlay: a move is as good as plays after it turn out, over the states that may be the true one.

After Schofield, Cerexhe and Thielscher (2012): samples agree with all that was perceived, and count by their
probability. Plays go where the best move is most likely to be found (Thompson's sampling): each lane guesses how good
every move is, from what is known of it, and tries the move it takes for the best.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from galakit.agents.belief import Belief
from galakit.agents.contract import Agent, News
from galakit.agents.goals import Span
from galakit.agents.plain import random_end
from galakit.agents.thinking import Thinker
from galakit.gdl.machine import Machine, State
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term


class HyperPlay:
    """Plays one role of a description of GDL-II."""

    def __init__(self, machine: Machine, role: int, seed: int, waves: int | None = None) -> None:
        self.machine = machine
        self.role = role
        self.seed = seed
        self.waves = waves
        """of plays in each turn; nothing: until the clock runs out"""
        self.rng = random.Random(seed)
        self.belief = Belief(machine, role, seed)
        self.thinker = Thinker()
        self.trials: Trials | None = None
        self.last: Term | None = None

    def prepare(self, deadline: float) -> None:
        self.thinker.think(self._warm, deadline)

    def choose(self, deadline: float) -> Term:
        legal = self.belief.legal()
        if not legal:  # nothing agrees with what is known: whatever was legal last may be so now
            legal = self.machine.legal(self.machine.opening(), self.role) if self.last is None else (self.last,)
        move = legal[0]
        if len(legal) > 1:
            self.trials = None
            self.thinker.think(lambda stop: self._try(stop, self.waves), deadline)
            best = None if self.trials is None else self.trials.best()
            move = self.rng.choice(legal) if best is None or best not in legal else best
        self.last = move
        return move

    def observe(self, news: News) -> None:
        self.thinker.idle()
        self.belief.observe(news)

    def close(self) -> None:
        self.thinker.idle()

    def _warm(self, stop: float) -> None:
        """Compiled code is loaded, or made, when it is first used."""
        if isinstance(self.machine, Network):
            self._try(0.0, 1)
            state = self.machine.opening()
            joint = tuple(self.machine.legal(state, role)[0] for role in range(len(self.machine.roles)))
            list(self.belief.stepping.step(self.role, [(state, joint)]))

    def _try(self, deadline: float, waves: int | None) -> None:
        known = self.belief.states
        legal = self.belief.legal()
        options = dict(zip(known, self.belief.stepping.legal(list(known))))
        options = {state: moves for state, moves in options.items() if moves[self.role] == legal and all(moves)}
        if not options:
            return
        states = {state: known[state] for state in options}
        trials = self.trials = Trials(legal, self.rng.getrandbits(32))
        if isinstance(self.machine, Network):
            from galakit.agents.lots import Lots

            player: Any = Lots(self.machine, self.role, states, options, trials, self.rng.getrandbits(32))
        else:
            player = OneByOne(self.machine, self.role, states, trials, self.rng)
        while waves is None or waves > 0:
            player.wave(deadline if waves is None else float("inf"))
            waves = None if waves is None else waves - 1
            if waves is None and time.monotonic() >= deadline:
                break


class Trials:
    """How often each move was tried, and what came of it."""

    def __init__(self, moves: tuple[Term, ...], seed: int) -> None:
        self.moves = moves
        self.rng = np.random.default_rng(seed)
        self.number = np.zeros(len(moves))
        self.total = np.zeros(len(moves))

    def wanted(self, count: int) -> Any:
        """Which moves to try next."""
        width = 0.5 / np.sqrt(self.number + 1)
        mean = (self.total + 0.5) / (self.number + 1)
        return np.argmax(mean + width * self.rng.standard_normal((count, len(self.moves))), axis=1)

    def add(self, which: Any, values: Any) -> None:
        ended = np.isfinite(values)
        np.add.at(self.number, which[ended], 1)
        np.add.at(self.total, which[ended], values[ended])

    def best(self) -> Term | None:
        """The move that was tried most, or nothing."""
        if not self.number.any():
            return None
        return self.moves[int(np.argmax(self.number + 1e-6 * self.total))]


class OneByOne:
    """Plays on any machine, one after the other."""

    def __init__(
        self, machine: Machine, role: int, states: dict[State, float], trials: Trials, rng: random.Random
    ) -> None:
        self.machine = machine
        self.role = role
        self.states = list(states)
        self.shares = list(states.values())
        self.trials = trials
        self.rng = rng
        self.span = Span()

    def wave(self, deadline: float) -> None:
        which = self.trials.wanted(1)
        state = self.rng.choices(self.states, self.shares)[0]
        joint = [self.rng.choice(self.machine.legal(state, role)) for role in range(len(self.machine.roles))]
        joint[self.role] = self.trials.moves[int(which[0])]
        goals = random_end(self.machine, self.machine.next(state, joint), self.rng, deadline)
        if goals is not None:
            self.trials.add(which, np.array([self.span.value(goals, self.role)]))


def hyperplay_agent(machine: Machine, role: int, seed: int) -> Agent:
    """HyperPlay; where everybody sees everything, plain search is better."""
    if not machine.incomplete:
        from galakit.agents.mcts.agent import mcts_agent

        return mcts_agent(machine, role, seed)
    return HyperPlay(machine, role, seed)
