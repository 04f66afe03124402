"""A state and all that may come next, worked out for many successors at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from galakit.agents.network.numbers import move_numbers
from galakit.gdl.machine import RANDOM, State
from galakit.gdl.network.batch import advance, look
from galakit.gdl.network.lanes import LANES, fresh_values
from galakit.gdl.network.machine import Network
from galakit.gdl.network.plays import NO_GOAL
from galakit.gdl.text.syntax import Term

WIDEST = 4_000
"""joint moves of a state; where there are more, nothing is looked ahead"""


@dataclass(frozen=True)
class Ahead:
    """What may happen in a state: for each own move, for each reply of the others, what nature may add.

    States stand with what is known of them: the value if play is over there, else a guess, and whether it is over.
    """

    moves: tuple[Term, ...]
    outcomes: list[list[list[tuple[State, float, bool]]]]


def choices(legal: list[tuple[Term, ...]], roles: tuple[str, ...], mine: int) -> list[list[list[tuple[Term, ...]]]]:
    """The joint moves, for each own move, for each reply of the others, for each draw of nature.

    >>> choices([("a",), ("x", "y")], ("me", "random"), 0)
    [[[('a', 'x'), ('a', 'y')]]]
    """
    others = [role for role in range(len(roles)) if role != mine and roles[role] != RANDOM]
    chance = [role for role in range(len(roles)) if role != mine and roles[role] == RANDOM]
    found = []
    for move in legal[mine]:
        replies = []
        for reply in product(*(legal[role] for role in others)):
            draws = []
            for draw in product(*(legal[role] for role in chance)):
                made = {mine: move, **dict(zip(others, reply)), **dict(zip(chance, draw))}
                draws.append(tuple(made[role] for role in range(len(roles))))
            replies.append(draws)
        found.append(replies)
    return found


class Unfolding:
    """Works out all successors of a state together, and evaluates them together."""

    def __init__(
        self, network: Network, role: int, value: Callable[[tuple[int | None, ...]], float], guess: Callable[..., Any]
    ) -> None:
        net = network.net
        self.network = network
        self.role = role
        self.value = value
        self.guess = guess
        self.values = fresh_values(net)
        self.legal = np.zeros((LANES, (int(net.moves[-1]) + 63) // 64), dtype=np.uint64)
        self.terminal = np.zeros(LANES, dtype=np.bool_)
        self.goals = np.zeros((LANES, len(network.roles)), dtype=np.int32)
        self.after = np.zeros((LANES, len(net.opening)), dtype=np.uint64)
        self.number = move_numbers(network)

    def ahead(self, state: State) -> Ahead | None:
        network = self.network
        legal = [network.legal(state, role) for role in range(len(network.roles))]
        if prod(map(len, legal)) > WIDEST:
            return None
        tree = choices(legal, network.roles, self.role)
        joints = [joint for replies in tree for draws in replies for joint in draws]
        numbers = np.array(
            [[number[move] for number, move in zip(self.number, joint)] for joint in joints], dtype=np.int64
        )
        arrived = iter(self._arrived(state, numbers))
        return Ahead(legal[self.role], [[[next(arrived) for _ in draws] for draws in replies] for replies in tree])

    def _arrived(self, state: State, joints: Any) -> list[tuple[State, float, bool]]:
        net = self.network.net
        found = []
        row = np.frombuffer(state, dtype=np.uint64)[None, :]  # type: ignore[call-overload]
        for k in range(0, len(joints), LANES):
            part = joints[k : k + LANES]
            count = len(part)
            advance(net, self.values, np.repeat(row, count, axis=0), count, part, self.after)
            look(net, self.values, self.after, count, self.legal, self.terminal, self.goals)
            guesses = self.guess(self.after[:count], self.legal[:count])[:, self.role].tolist()
            for i, over in enumerate(self.terminal[:count].tolist()):
                worth = guesses[i]
                if over:
                    goals = self.goals[i].tolist()
                    worth = self.value(tuple(None if goal == NO_GOAL else goal for goal in goals))
                found.append((self.after[i].tobytes(), worth, over))
        return found
