"""The network in arrays: which gates are needed for what, in the order of evaluation."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.circuit import Circuit

PLAY, GOAL, NEXT, SEES = range(4)
"""The phases: legal moves and the end; goals; the next state; percepts."""


class Net(NamedTuple):
    """Everything compiled code needs. Nodes: the constant, the bits of the state, moves, gates.

    Moves are numbered through all roles, those of role r are `moves[r]` up to `moves[r + 1]`.
    """

    bits: int
    """of a state: node 1 + b is bit b"""
    moves: Any
    """where the moves of each role begin; move m is node 1 + bits + m"""
    starts: Any
    inputs: Any
    """gate g, node 1 + bits + moves[-1] + g, is the conjunction of inputs[starts[g]:starts[g + 1]]"""
    segments: Any
    """(first gate, last gate + 1, whether it is a loop, first of its disjunctions): evaluated together"""
    phases: Any
    """where the segments of each phase begin"""
    disjunctions: Any
    """of loops: gates that begin with "nothing holds" """
    next: Any
    """the literal of each bit of the next state"""
    legal: Any
    """the literal of each move"""
    terminal: int
    goals: Any
    """the literals of goals, ..."""
    goal_values: Any
    goal_roles: Any
    """... where those of each role begin"""
    sees: Any
    """the literals of percepts, ..."""
    sees_roles: Any
    """... where those of each role begin"""
    opening: Any
    """the bits of the initial state, packed in words"""


class Roots(NamedTuple):
    """The literals of a circuit that are wanted."""

    bits: int
    moves: Any
    next: Any
    legal: Any
    terminal: int
    goals: Any
    goal_values: Any
    goal_roles: Any
    sees: Any
    sees_roles: Any
    opening: Any


def assemble(circuit: Circuit, roots: Roots) -> tuple[Net, int]:
    """The network, and a move that legal moves, goals or the end depend on (0: none, as it must be)."""
    gates = len(circuit.starts)
    wanted = [
        _cone(circuit.given, circuit.starts, circuit.ends, circuit.inputs, np.asarray(literals, dtype=np.int32))
        for literals in ([*roots.legal, roots.terminal], roots.goals, roots.next, roots.sees)
    ]
    bad = (wanted[PLAY] | wanted[GOAL])[1 + roots.bits : circuit.given]
    play, goal, following, sees = (w[circuit.given :] for w in wanted)
    # What two later phases need is evaluated in the first, as not every phase runs in every state.
    play = play | (goal & (following | sees))
    phase = np.full(gates, -1, dtype=np.int64)
    for each, which in ((SEES, sees), (NEXT, following), (GOAL, goal), (PLAY, play)):
        phase[which] = each
    _whole_loops(circuit.loop, phase)
    order = np.lexsort((circuit.place, phase))
    order = order[phase[order] >= 0]
    number = np.full(circuit.given + gates, -1, dtype=np.int64)
    number[: circuit.given] = np.arange(circuit.given)
    number[circuit.given + order] = circuit.given + np.arange(len(order))

    def renumbered(literals: Any) -> Any:
        array = np.asarray(literals, dtype=np.int64)
        return (2 * number[array >> 1] + (array & 1)).astype(np.int32)

    sizes = circuit.ends[order] - circuit.starts[order]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    taken = np.repeat(circuit.starts[order] - starts[:-1], sizes) + np.arange(starts[-1])
    loop = circuit.loop[order]
    cuts = np.flatnonzero((np.diff(loop) != 0) | (np.diff(phase[order]) != 0)) + 1
    bounds = np.concatenate([[0], cuts, [len(order)]]) if len(order) else np.zeros(1, dtype=np.int64)
    disjunctive = np.flatnonzero((loop > 0) & (circuit.place[order] % 2 == 1))
    segments = np.array(
        [
            (a, b, int(loop[a] > 0), int(np.searchsorted(disjunctive, a)))
            for a, b in zip(bounds[:-1].tolist(), bounds[1:].tolist())
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    phases = np.searchsorted(phase[order][segments[:, 0]], np.arange(5)).astype(np.int64)
    net = Net(
        bits=roots.bits,
        moves=np.asarray(roots.moves, dtype=np.int64),
        starts=starts,
        inputs=renumbered(circuit.inputs[taken]),
        segments=segments,
        phases=phases,
        disjunctions=disjunctive.astype(np.int64),
        next=renumbered(roots.next),
        legal=renumbered(roots.legal),
        terminal=int(renumbered([roots.terminal])[0]),
        goals=renumbered(roots.goals),
        goal_values=np.asarray(roots.goal_values, dtype=np.int64),
        goal_roles=np.asarray(roots.goal_roles, dtype=np.int64),
        sees=renumbered(roots.sees),
        sees_roles=np.asarray(roots.sees_roles, dtype=np.int64),
        opening=roots.opening,
    )
    return net, int(np.flatnonzero(bad)[0]) + 1 if bad.any() else 0


def _whole_loops(loop: Any, phase: Any) -> None:
    """A loop is evaluated as a whole, in the first phase that needs any of it."""
    inside = np.flatnonzero(loop > 0)
    if len(inside):
        first = np.full(int(loop.max()) + 1, 9, dtype=np.int64)
        known = inside[phase[inside] >= 0]
        np.minimum.at(first, loop[known], phase[known])
        phase[known] = first[loop[known]]


@njit(cache=True, nogil=True)
def _cone(given: int, starts: Any, ends: Any, inputs: Any, roots: Any) -> Any:
    """Which nodes the literals depend on."""
    seen = np.zeros(given + len(starts), dtype=np.bool_)
    stack = np.empty(given + len(starts), dtype=np.int64)
    height = 0
    for literal in roots:
        node = literal >> 1
        if not seen[node]:
            seen[node] = True
            stack[height] = node
            height += 1
    while height:
        height -= 1
        gate = stack[height] - given
        if gate < 0:
            continue
        for k in range(starts[gate], ends[gate]):
            node = inputs[k] >> 1
            if not seen[node]:
                seen[node] = True
                stack[height] = node
                height += 1
    return seen
