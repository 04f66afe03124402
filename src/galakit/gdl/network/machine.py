"""A network as a machine: states are packed bits, questions are answered by compiled code."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from galakit.gdl.machine import State
from galakit.gdl.network.compiling import Compiled, compile_network
from galakit.gdl.network.lanes import fresh_values, load, store, work_out
from galakit.gdl.network.net import GOAL, NEXT, PLAY, SEES
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Term, name_of
from galakit.processes.limits import Limits
from galakit.progress import Progress
from galakit.rules.table import StateTable


class Network:
    """Fulfils `Machine`; a state is the bytes of its packed bits.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.normal import normalise
    >>> from galakit.gdl.text.kif import read
    >>> network = Network.of(normalise(read(Source("<text>", '''
    ...     (role ann) (init (heap 2)) (succ 0 1) (succ 1 2)
    ...     (<= (legal ann take) (true (heap ?n)))
    ...     (<= (next (heap ?m)) (true (heap ?n)) (succ ?m ?n))
    ...     (<= terminal (true (heap 0)))
    ...     (goal ann 100)'''))))
    >>> after = network.next(network.opening(), network.legal(network.opening(), 0))
    >>> network.holds(after), network.terminal(after), network.goals(after)
    (frozenset({('heap', '1')}), False, (100,))
    """

    def __init__(self, compiled: Compiled, program: Program) -> None:
        self.compiled = compiled
        self.net = compiled.net
        self.roles = compiled.roles
        self.incomplete = any(name_of(clause.head) in ("sees", "percept") for clause in program.clauses)
        starts = self.net.moves.tolist()
        self._moves = [compiled.moves[a:b] for a, b in pairwise(starts)]
        self._number = [{move: a + k for k, move in enumerate(moves)} for a, moves in zip(starts, self._moves)]
        self._desks = threading.local()

    @classmethod
    def of(cls, program: Program, limits: Limits | None = None) -> Network:
        """The network of a program; NotNetwork where it would be too large."""
        return cls(compile_network(program, limits), program)

    def opening(self) -> State:
        return bytes(self.net.opening.tobytes())

    def legal(self, state: State, role: int) -> tuple[Term, ...]:
        values = self._at(state, PLAY)
        first = int(self.net.moves[role])
        return tuple(move for k, move in enumerate(self._moves[role]) if _holds(values, self.net.legal[first + k]))

    def terminal(self, state: State) -> bool:
        return _holds(self._at(state, PLAY), self.net.terminal)

    def goals(self, state: State) -> tuple[int | None, ...]:
        values = self._at(state, GOAL)
        found: list[int | None] = []
        for a, b in pairwise(self.net.goal_roles.tolist()):
            held = {int(self.net.goal_values[k]) for k in range(a, b) if _holds(values, self.net.goals[k])}
            found.append(held.pop() if len(held) == 1 else None)
        return tuple(found)

    def next(self, state: State, moves: Sequence[Term]) -> State:
        values = self._after(state, moves, NEXT)
        row = np.zeros((1, len(self.net.opening)), dtype=np.uint64)
        store(values, self.net.next, 1, row)
        return row.tobytes()

    def sees(self, state: State, moves: Sequence[Term]) -> tuple[frozenset[Term], ...]:
        if not self.incomplete:
            return tuple(frozenset[Term]() for _ in self.roles)
        values = self._after(state, moves, SEES)
        starts = self.net.sees_roles.tolist()
        return tuple(
            frozenset(self.compiled.percepts[k] for k in range(a, b) if _holds(values, self.net.sees[k]))
            for a, b in pairwise(starts)
        )

    def holds(self, state: State) -> frozenset[Term]:
        row = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")  # type: ignore[call-overload]
        return frozenset(self.compiled.terms[b] for b in np.flatnonzero(row).tolist())

    def enumerated(self, limit: int, progress: Progress | None) -> StateTable | None:
        """All states, or nothing where the rules are at fault."""
        from galakit.gdl.network.exploring import explore_states
        from galakit.gdl.network.tabulating import tabulate

        graph = explore_states(self.net, self.roles, sees=self.incomplete, limit=limit, progress=progress)
        return None if graph is None else tabulate(self.compiled, graph, self.incomplete, progress)

    # -- the values of a state are kept, as questions about one state come in a row -----------------------------------

    def _at(self, state: State, phase: int) -> Any:
        desk = self._desk()
        if desk.state != state:
            desk.state = None
            rows = np.frombuffer(state, dtype=np.uint64)[None, :]  # type: ignore[call-overload]
            load(rows, 1, desk.values, 1, self.net.bits)
            work_out(self.net, desk.values, PLAY)
            desk.state, desk.known = state, {PLAY}
        if phase not in desk.known:
            work_out(self.net, desk.values, phase)
            desk.known.add(phase)
        return desk.values

    def _after(self, state: State, moves: Sequence[Term], phase: int) -> Any:
        values = self._at(state, PLAY)
        first = 1 + self.net.bits
        values[first : first + len(self.compiled.moves)] = 0
        for role, move in enumerate(moves):
            values[first + self._number[role][move]] = 1
        work_out(self.net, values, NEXT)
        if phase == SEES:
            work_out(self.net, values, SEES)
        return values

    def _desk(self) -> Any:
        if not hasattr(self._desks, "values"):
            self._desks.values = fresh_values(self.net)
            self._desks.state = None
            self._desks.known = set()
        return self._desks


def _holds(values: Any, literal: int) -> bool:
    return bool((int(values[literal >> 1, 0]) ^ int(literal)) & 1)
