"""The belief of a role in GDL-II: states with their probabilities, given its moves and percepts.

A state stands for all histories that lead to it and agree with the own moves and percepts; their probability is that
of nature's draws and of the others' moves, each legal one as likely as any other. As long as there are few, all
are kept, and the probabilities are exact; when there are more, they are a sample drawn by weight. If a sample becomes
empty, the play is sampled again with more tries; if no state agrees even then, percepts are ignored.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from galakit.agents.network.numbers import move_numbers
from galakit.agents.network.turns import Turn
from galakit.gdl.machine import State
from galakit.gdl.network.batch import advance_and_see, look
from galakit.gdl.network.lanes import LANES, fresh_values
from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term
from galakit.rules.contract import Fact
from galakit.rules.knowledge import written

KEPT = 400
"""states of a sample"""
TRIES = 4_000
"""joint moves made in one turn"""
AGAIN = (4, 16)
"""the factor of tries when a sample is empty"""

Joint = tuple[Term, ...]


class Stepping:
    """Makes joint moves, 256 at once, and tells what one role perceives."""

    def __init__(self, network: Network, write: Callable[[Fact], str]) -> None:
        self.write = write
        net = network.net
        self.network = network
        self.values = fresh_values(net)
        self.after = np.zeros((LANES, len(net.opening)), dtype=np.uint64)
        self.seen = np.zeros((LANES, (len(net.sees) + 63) // 64), dtype=np.uint64)
        self.number = move_numbers(network)
        self.percepts: dict[bytes, str] = {}
        self.moves = np.zeros((LANES, (int(net.moves[-1]) + 63) // 64), dtype=np.uint64)
        self.terminal = np.zeros(LANES, dtype=np.bool_)
        self.goals = np.zeros((LANES, len(network.roles)), dtype=np.int32)

    def legal(self, states: Sequence[State]) -> Iterator[list[tuple[Term, ...]]]:
        net, moves = self.network.net, self.network.compiled.moves
        for k in range(0, len(states), LANES):
            rows = self._rows(states[k : k + LANES])
            look(net, self.values, rows, len(rows), self.moves, self.terminal, self.goals)
            bits = np.unpackbits(self.moves[: len(rows)].view(np.uint8), axis=1, bitorder="little")
            bits[self.terminal[: len(rows)]] = 0
            for row in bits:
                yield [
                    tuple(moves[a + m] for m in np.flatnonzero(row[a:b]).tolist())
                    for a, b in zip(net.moves[:-1].tolist(), net.moves[1:].tolist())
                ]

    def _rows(self, states: Sequence[State]) -> Any:
        rows = np.frombuffer(b"".join(states), dtype=np.uint64)  # type: ignore[arg-type]
        return rows.reshape(len(states), -1).copy()

    def step(self, role: int, made: Sequence[tuple[State, Joint]]) -> Iterator[tuple[State, str]]:
        net = self.network.net
        for k in range(0, len(made), LANES):
            part = made[k : k + LANES]
            rows = self._rows([state for state, _ in part])
            joints = np.array([[n[m] for n, m in zip(self.number, joint)] for _, joint in part], dtype=np.int64)
            advance_and_see(net, self.values, rows, len(part), joints, self.after, self.seen)
            for i in range(len(part)):
                yield self.after[i].tobytes(), self._percepts(role, self.seen[i])

    def _percepts(self, role: int, words: Any) -> str:
        key = words.tobytes()
        if key not in self.percepts:
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")
            a, b = self.network.net.sees_roles[role : role + 2].tolist()
            percepts = self.network.compiled.percepts
            self.percepts[key] = written(frozenset(percepts[k] for k in range(a, b) if bits[k]), self.write)
        return self.percepts[key]


class Belief:
    """The states one role may be in, with their probabilities."""

    def __init__(self, network: Network, role: int, seed: int, write: Callable[[Fact], str]) -> None:
        self.network = network
        self.role = role
        self.rng = random.Random(seed)
        self.stepping = Stepping(network, write)
        self.states: dict[State, float] = {network.opening(): 1.0}
        self.heard: list[Turn] = []
        self.exact = True
        """whether all states are there"""
        self.lost = False
        """whether percepts are ignored"""

    def observe(self, turn: Turn) -> None:
        """Go on to the next turn: states that do not agree with what was perceived are dropped."""
        self.heard.append(turn)
        self.states = self._after(self.states, turn, TRIES)
        for more in AGAIN:
            if not self.states and not self.exact:
                self.states = self._anew(more * TRIES)
        if not self.states:
            self.lost = True
            self.states = self._anew(TRIES)

    def legal(self) -> tuple[Term, ...]:
        """The own legal moves in the likeliest state in which play goes on; none where nothing is known."""
        for state in sorted(self.states, key=lambda state: -self.states[state]):
            if not self.network.terminal(state):
                return self.network.legal(state, self.role)
        return ()

    def _anew(self, tries: int) -> dict[State, float]:
        states = {self.network.opening(): 1.0}
        for turn in self.heard:
            states = self._after(states, turn, tries)
        return states

    def _after(self, states: dict[State, float], turn: Turn, tries: int) -> dict[State, float]:
        made: list[tuple[State, Joint]] = []
        weights: list[float] = []
        each = max(1, tries // max(1, len(states)))
        for (state, weight), legal in zip(states.items(), self.stepping.legal(list(states))):
            if turn.mine not in legal[self.role]:
                continue
            legal[self.role] = (turn.mine,)
            many = prod(map(len, legal))
            if many <= each:
                joints = list(product(*legal))
            else:
                self.exact = False
                joints = [tuple(self.rng.choice(moves) for moves in legal) for _ in range(each)]
            made.extend((state, joint) for joint in joints)
            weights.extend([weight / max(1, len(joints))] * len(joints))
        found: dict[State, float] = {}
        for weight, (after, seen) in zip(weights, self.stepping.step(self.role, made)):
            if self.lost or seen == turn.percepts:
                found[after] = found.get(after, 0.0) + weight
        return self._kept(found, max(KEPT * tries // TRIES, 1))

    def _kept(self, found: dict[State, float], most: int) -> dict[State, float]:
        total = sum(found.values())
        if not total:
            return {}
        if len(found) <= most:
            return {state: weight / total for state, weight in found.items()}
        self.exact = False
        kept: dict[State, float] = {}
        for state in self.rng.choices(list(found), list(found.values()), k=most):
            kept[state] = kept.get(state, 0.0) + 1 / most
        return kept
