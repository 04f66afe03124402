"""A machine that knows all its states: questions are looked up in the graph, and a state is its number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from galakit.gdl.machine import State
from galakit.gdl.network.compiling import Compiled
from galakit.gdl.network.exploring import Graph
from galakit.gdl.network.plays import NO_GOAL
from galakit.gdl.text.syntax import Term


class Explored:
    """Fulfils `Machine` for a description whose states were all found."""

    def __init__(self, compiled: Compiled, graph: Graph, incomplete: bool) -> None:
        self.roles = compiled.roles
        self.incomplete = incomplete
        self.graph = graph
        self._compiled = compiled
        self._terminal: list[bool] = graph.terminal.tolist()
        self._moves: list[int] = graph.moves.tolist()
        self._moves_first: list[list[int]] = graph.moves_first.tolist()
        self._joint_first: list[int] = graph.joint_first.tolist()
        self._target: list[int] = graph.target.tolist()
        self._percepts: list[int] = graph.percepts.tolist()
        self._seen = lru_cache(None)(self._row)
        self._turn = lru_cache(4)(self._offered)  # questions about one state come in a row

    def opening(self) -> State:
        return 0

    def legal(self, state: State, role: int) -> tuple[Term, ...]:
        return self._turn(state)[role]

    def terminal(self, state: State) -> bool:
        return self._terminal[state]  # type: ignore[call-overload,no-any-return]

    def goals(self, state: State) -> tuple[int | None, ...]:
        return tuple(None if value == NO_GOAL else value for value in self.graph.goals[state].tolist())

    def next(self, state: State, moves: Sequence[Term]) -> State:
        return self._target[self._joint(state, moves)]

    def sees(self, state: State, moves: Sequence[Term]) -> tuple[frozenset[Term], ...]:
        return self._seen(self._percepts[self._joint(state, moves)])

    def holds(self, state: State) -> frozenset[Term]:
        return frozenset(self._compiled.terms[b] for b in _bits(self.graph.rows[state]))

    def _offered(self, state: State) -> list[tuple[Term, ...]]:
        """The legal moves of all roles."""
        starts = self._moves_first[state]  # type: ignore[call-overload]
        return [tuple(self._compiled.moves[m] for m in self._moves[a:b]) for a, b in pairwise(starts)]

    def _joint(self, state: State, moves: Sequence[Term]) -> int:
        """The number of a joint move: the last role's move changes fastest."""
        index = 0
        for legal, move in zip(self._turn(state), moves):
            index = index * len(legal) + legal.index(move)
        return self._joint_first[state] + index  # type: ignore[call-overload,no-any-return]

    def _row(self, number: int) -> tuple[frozenset[Term], ...]:
        held = set(_bits(self.graph.percept_rows[number]))
        starts = self._compiled.net.sees_roles.tolist()
        return tuple(
            frozenset(self._compiled.percepts[k] for k in range(a, b) if k in held) for a, b in pairwise(starts)
        )


def _bits(row: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]) -> list[int]:
    bits: list[int] = np.flatnonzero(np.unpackbits(row.view(np.uint8), bitorder="little")).tolist()
    return bits
