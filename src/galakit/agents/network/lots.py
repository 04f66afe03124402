"""Plays from many states that may be the true one, 256 at a time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from galakit.agents.network.mcts.learning import learn_move, preferences
from galakit.agents.network.mcts.playing import begin, fresh_desk, play_on, scale_of
from galakit.agents.network.numbers import move_numbers
from galakit.gdl.machine import RANDOM, State
from galakit.gdl.network.batch import advance
from galakit.gdl.network.lanes import LANES
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term

LONGEST = 2_000
WARMTH = 0.3
"""how much worse a move may do in plays and still be nearly as likely"""


class Lots:
    """Tries own moves in states drawn by their probabilities, with random moves of the others."""

    def __init__(
        self,
        network: Network,
        role: int,
        states: dict[State, float],
        legal: dict[State, list[tuple[Term, ...]]],
        trials: Any,
        seed: int,
    ) -> None:
        net = network.net
        self.net = net
        self.role = role
        self.trials = trials
        self.rng = np.random.default_rng(seed)
        self.desk = fresh_desk(net, seed)
        self.scale = scale_of(net)
        self.chance = network.roles.index(RANDOM) if RANDOM in network.roles else -1
        self.rows = np.array([np.frombuffer(state, dtype=np.uint64) for state in states])  # type: ignore[call-overload]
        self.shares = np.array(list(states.values())) / sum(states.values())
        number = move_numbers(network)
        self.numbers = np.array([number[role][move] for move in trials.moves], dtype=np.int64)
        self.options = [[[number[r][m] for m in moves] for r, moves in enumerate(legal[state])] for state in states]
        self.after = np.zeros((LANES, len(net.opening)), dtype=np.uint64)
        self.weights = np.ones(int(net.moves[-1]), dtype=np.float32)
        self.mast = np.zeros((int(net.moves[-1]), 2), dtype=np.float64)

    def wave(self, deadline: float) -> None:
        """256 plays; those that the clock cuts off are not counted."""
        which = self.trials.wanted(LANES)
        drawn = self.rng.choice(len(self.rows), LANES, p=self.shares)
        luck = self.rng.random((LANES, len(self.net.moves) - 1))
        joint = np.array(
            [
                [moves[int(luck[lane, role] * len(moves))] for role, moves in enumerate(self.options[state])]
                for lane, state in enumerate(drawn.tolist())
            ],
            dtype=np.int64,
        )
        joint[:, self.role] = self.numbers[which]
        net, desk = self.net, self.desk
        advance(net, desk.values, self.rows[drawn], LANES, joint, self.after)
        begin(net, desk, self.after, LANES)
        preferences(net, self.mast, WARMTH, self.chance, self.weights)
        turns = 0
        while play_on(net, desk, self.scale, self.weights, 4) and turns < LONGEST and time.monotonic() < deadline:
            turns += 4
        for move in np.flatnonzero(desk.played.any(axis=1)).tolist():
            learn_move(net, desk, move, self.mast)
        self.trials.add(which, desk.result[:, self.role].astype(np.float64))
