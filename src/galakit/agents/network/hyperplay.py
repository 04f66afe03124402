"""HyperPlay on a network: 256 plays at once, from the states that may be the true one (`agents.hyperplay`)."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from galakit.agents.network.belief import Belief
from galakit.agents.network.lots import Lots
from galakit.agents.network.turns import Turn
from galakit.agents.thinking import Thinker
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term
from galakit.rules.contract import Fact

WAVES = 4


class HyperPlay:
    """Plays one role of a description of GDL-II."""

    def __init__(
        self, write: Callable[[Fact], str], network: Network, role: int, seed: int, waves: int = WAVES
    ) -> None:
        self.network = network
        self.role = role
        self.seed = seed
        self.waves = waves
        """of plays in each turn, where there is no clock"""
        self.rng = random.Random(seed)
        self.belief = Belief(network, role, seed, write)
        self.thinker = Thinker()
        self.trials: Trials | None = None
        self.last: Term | None = None

    def prepare(self, deadline: float) -> None:
        self.thinker.think(self._warm, deadline)

    def choose(self, deadline: float | None) -> Term:
        legal = self.belief.legal()
        if not legal:  # no state agrees with the percepts: the last legal moves may still be legal
            legal = self.network.legal(self.network.opening(), self.role) if self.last is None else (self.last,)
        move = legal[0]
        if len(legal) > 1:
            self.trials = None
            waves = self.waves if deadline is None else None
            self.thinker.think(lambda stop: self._try(stop, waves), math.inf if deadline is None else deadline)
            best = None if self.trials is None else self.trials.best()
            move = self.rng.choice(legal) if best is None or best not in legal else best
        self.last = move
        return move

    def observe(self, turn: Turn) -> None:
        self.thinker.idle()
        self.belief.observe(turn)

    def close(self) -> None:
        self.thinker.idle()

    def _warm(self, stop: float) -> None:
        """Load or compile the compiled code."""
        self._try(0.0, 1)
        state = self.network.opening()
        joint = tuple(self.network.legal(state, role)[0] for role in range(len(self.network.roles)))
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
        player = Lots(self.network, self.role, states, options, trials, self.rng.getrandbits(32))
        while waves is None or waves > 0:
            player.wave(deadline if waves is None else float("inf"))
            waves = None if waves is None else waves - 1
            if waves is None and time.monotonic() >= deadline:
                break


class Trials:
    """Counts and results of each move."""

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
