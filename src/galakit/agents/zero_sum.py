"""Whether what one role wins another loses: then alpha-beta may prune, and one number says what a state is worth.

To decide it from the rules is coNP-hard, so it is looked at in random plays: one play with another sum settles
that the game has no constant sum; that it has one is only likely. Nothing that agents do depends on more: where the
guess is wrong, they still play legally, and treat the other roles as enemies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from galakit.gdl.machine import RANDOM, Machine
from galakit.gdl.network.machine import Network


@dataclass(frozen=True)
class Sum:
    """What is known about the sum of all roles' goals, nature's left out."""

    constant: int | None
    """the sum, if it was always the same"""
    plays: int
    """how many plays were looked at"""


def goal_sum(machine: Machine, plays: int = 256, *, seed: int = 0, longest: int = 1_000) -> Sum:
    """The sum of goals at the ends of random plays.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.machines import machine_of
    >>> from galakit.gdl.text.read import read_description
    >>> text = "role(a). role(b). init(s). legal(a, N) :- m(N). legal(b, noop). m(1). m(2)." \\
    ...   " next(e(X)) :- does(a, X). terminal :- true(e(X)). goal(a, X) :- true(e(X)). goal(b, 3)."
    >>> goal_sum(machine_of(read_description(Source("<text>", text)))).constant is None
    True
    """
    sums = set()
    seen = 0
    for goals in _ends(machine, plays, seed, longest):
        values = [goal for goal, role in zip(goals, machine.roles) if role != RANDOM]
        if any(value is None for value in values):
            continue
        seen += 1
        sums.add(sum(value for value in values if value is not None))
        if len(sums) > 1:
            return Sum(None, seen)
    return Sum(sums.pop() if sums else None, seen)


def _ends(machine: Machine, plays: int, seed: int, longest: int) -> list[tuple[int | None, ...]]:
    if isinstance(machine, Network):
        from galakit.gdl.network.plays import NO_GOAL, random_plays

        ended = random_plays(machine.net, plays, seed=seed, longest=longest)
        return [
            tuple(None if goal == NO_GOAL else goal for goal in goals)
            for goals, turns in zip(ended.goals.tolist(), ended.turns.tolist())
            if turns >= 0
        ]
    rng = random.Random(seed)
    found = []
    for _ in range(min(plays, 4)):  # the interpreter is slow
        state = machine.opening()
        for _ in range(longest):
            if machine.terminal(state):
                found.append(machine.goals(state))
                break
            legal = [machine.legal(state, role) for role in range(len(machine.roles))]
            if not all(legal):
                break
            state = machine.next(state, [rng.choice(moves) for moves in legal])
    return found
