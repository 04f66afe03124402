"""Properties found by playing: whether all roles can always move, play ends, all roles get goals, and their sums.

All states are visited if there are few enough: then what is found is proved. Otherwise random plays are added to the
states that were visited, and what is found is an observation, not a proof.

>>> from galakit.errors import Source
>>> from galakit.gdl.machines import machine_of
>>> from galakit.gdl.text.read import read_description
>>> text = "role(ann). init(s). legal(ann, go). next(t) :- true(s). terminal :- true(t). goal(ann, 7)."
>>> found = explore(machine_of(read_description(Source("<text>", text))))
>>> found.complete, found.states, found.longest, found.sums
(True, 2, 1, (7, 7))
"""

from __future__ import annotations

import random
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import product
from math import prod

from galakit.gdl.machine import RANDOM, Machine, State
from galakit.gdl.text.syntax import Term

MOST_STATES = 50_000
MOST_JOINT_MOVES = 10_000  # of one state
PLAYS = 100
LONGEST = 1_000  # turns of a play
SECONDS = 10.0


@dataclass
class Explored:
    """What was found. A state that shows a fault is kept as its example."""

    complete: bool = False
    """whether every state was visited"""
    states: int = 0
    plays: int = 0
    terminals: int = 0
    """terminal states that were met, in plays as often as they were"""
    longest: int | None = None
    """turns of the longest play; nothing if play can come back to a state"""
    stuck: tuple[int, State] | None = None
    """a role without a legal move, where play goes on"""
    unpaid: tuple[int, State] | None = None
    """a role without a goal value, or with several, in a terminal state"""
    endless: State | None = None
    """a state that play can come back to, or in which it was after too many turns"""
    goals: list[tuple[int, int] | None] = field(default_factory=list)
    """the least and the greatest value of each role"""
    sums: tuple[int, int] | None = None
    """the least and the greatest sum of the values of all roles but nature"""


def explore(machine: Machine, *, seconds: float = SECONDS, seed: int = 0) -> Explored:
    """Visit all states of a description, or as many as there is time and room for, and play at random then."""
    found = Explored(goals=[None] * len(machine.roles))
    until = time.monotonic() + seconds
    _visit(machine, found, time.monotonic() + seconds / 2)
    if not found.complete:
        generator = random.Random(seed)
        while found.plays < PLAYS and time.monotonic() < until:
            _play(machine, found, generator, until)
    return found


def _visit(machine: Machine, found: Explored, until: float) -> None:
    """Breadth first, with the edges, from which cycles are found."""
    opening = machine.opening()
    after: dict[State, set[State]] = {}
    met = {opening}
    waiting = deque([opening])
    while waiting:
        if time.monotonic() > until or len(met) > MOST_STATES:
            break
        state = waiting.popleft()
        moves = _look(machine, found, state)
        if prod(len(own) for own in moves) > MOST_JOINT_MOVES:
            waiting.append(state)
            break
        after[state] = {machine.next(state, joint) for joint in product(*moves)} if moves else set()
        for new in after[state] - met:
            met.add(new)
            waiting.append(new)
    found.states = len(met)
    found.complete = not waiting
    if found.complete:
        _measure(found, opening, after)


def _measure(found: Explored, opening: State, after: dict[State, set[State]]) -> None:
    """The longest path, by topological order; states left over lie on cycles."""
    before = dict.fromkeys(after, 0)
    for states in after.values():
        for state in states:
            before[state] += 1
    depth = dict.fromkeys(after, 0)
    ready = [] if before[opening] else [opening]
    while ready:
        state = ready.pop()
        for new in after[state]:
            depth[new] = max(depth[new], depth[state] + 1)
            before[new] -= 1
            if before[new] == 0:
                ready.append(new)
    left = [state for state, many in before.items() if many]
    if left:
        found.endless = left[0]
    else:
        found.longest = max(depth.values())


def _play(machine: Machine, found: Explored, generator: random.Random, until: float) -> None:
    state = machine.opening()
    for turn in range(LONGEST):
        moves = _look(machine, found, state)
        if not moves:
            found.longest = max(found.longest or 0, turn)
            break
        if time.monotonic() > until:
            return
        state = machine.next(state, [generator.choice(own) for own in moves])
    else:
        found.endless = found.endless or state
    found.plays += 1


def _look(machine: Machine, found: Explored, state: State) -> list[tuple[Term, ...]]:
    """The legal moves of all roles in a state; nothing where play cannot go on. Faults are noted."""
    if machine.terminal(state):
        _pay(machine, found, state)
        return []
    moves = [machine.legal(state, role) for role in range(len(machine.roles))]
    for role, own in enumerate(moves):
        if not own:
            found.stuck = found.stuck or (role, state)
            return []
    return moves


def _pay(machine: Machine, found: Explored, state: State) -> None:
    found.terminals += 1
    total = 0
    for role, value in enumerate(machine.goals(state)):
        if machine.roles[role] == RANDOM:
            continue
        if value is None:
            found.unpaid = found.unpaid or (role, state)
            return
        least, most = found.goals[role] or (value, value)
        found.goals[role] = (min(least, value), max(most, value))
        total += value
    least, most = found.sums or (total, total)
    found.sums = (min(least, total), max(most, total))
