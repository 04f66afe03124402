"""How many information sets and sequences players have, counted without unfolding the tree.

What a player knows is a list of facts. Which lists there are, a finite automaton tells whose steps are the facts that
edges of the game show: the lists that lead to a decision are the information sets. Made deterministic by the subset
construction (Rabin & Scott 1959), it has one path for each list, and paths are counted by dynamic programming. Its
nodes are sets of what a player holds possible. They are few where the order of what was observed does not matter: blind
tic-tac-toe on 3 x 3 squares has 87 million histories, 6.7 million information sets, and 113 thousand such nodes.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import check_deadline
from galakit.game import counting_kernel as kernel
from galakit.game.automaton import Automaton, Column, single_facts
from galakit.game.fitting import SMALLER
from galakit.game.ragged import concatenated, offsets
from galakit.memory import refuse_beyond_memory
from galakit.progress import COUNTING, Progress, throttled
from galakit.rules.contract import FORGET
from galakit.rules.frontier import Frontier

ADDING_UP = "adding up the information sets"
PLAIN = 10_000  # steps that the plain functions do before Numba is loaded: a quarter of a second
STRIDE = 1_000_000  # steps between two reports
TAIL = 2  # the first code of a tail


def count_information(
    automaton: Automaton,
    nodes: int,
    budget: int,
    progress: Progress | None = None,
    *,
    limit_memory: int | None = None,
    compiled: bool | None = None,
) -> list[tuple[int, int]] | None:
    """Information sets and sequences of each player, the empty sequence included; the tree has so many nodes.

    None where a player forgets, or where one of them takes more than `budget` steps. `limit_memory` is in bytes; None
    means what the machine has available. `compiled` forces or forbids Numba.
    """
    if (FORGET.value,) in automaton.observations:
        return None
    tails = _Tails(automaton)
    counts = []
    for player, name in enumerate(automaton.players):
        kind = _kinds(automaton, player, tails.of)
        if not kind[automaton.start] & kernel.LIVE:
            counts.append((0, 1))
            continue
        knowledge = _Knowledge(automaton, player, tails, kind, limit_memory, compiled)
        if not knowledge.find(budget, Frontier(progress, f"{COUNTING} of {name}")):
            return None
        counts.append(knowledge.counted(nodes, throttled(progress)))
    return counts


class _Tails:
    """What is still to come of the facts of an edge: numbered lists, each a fact and the list after it."""

    def __init__(self, automaton: Automaton) -> None:
        first, facts = (column.tolist() for column in single_facts(automaton))
        number: dict[tuple[int, int], int] = {}
        of = []
        for symbol in range(len(first) - 1):
            tail = 0
            for k in range(first[symbol + 1] - 1, first[symbol] - 1, -1):
                tail = number.setdefault((facts[k], tail), TAIL + len(number))
            of.append(tail)
        self.opening_fact = len(automaton.observations)
        self.opening = TAIL + len(number)
        """a tail with a fact of its own, before the first state"""
        pairs = [(0, 0)] * TAIL + list(number) + [(self.opening_fact, 0)]
        self.of = np.array(of, np.int32)
        """of each symbol; 0 of the empty one"""
        self.fact = np.array([fact for fact, _ in pairs], np.int32)
        self.next = np.array([after for _, after in pairs], np.int32)


def _kinds(automaton: Automaton, player: int, tail_of: Column) -> npt.NDArray[np.uint8]:
    """What the player may meet from each state on, in flags of the kernel."""
    kind = np.where(automaton.mover == player, kernel.OWN | kernel.LIVE, 0).astype(np.uint8)
    first, target = automaton.first, automaton.target
    count = np.diff(first)
    silent = np.where(tail_of[automaton.seen[:, player]] == 0, kernel.SILENT, kernel.SHOWING).astype(np.uint8)
    for level in reversed(automaton.levels):
        inner = level[count[level] > 0]
        if inner.size:
            check_deadline(COUNTING)
            edges = concatenated(first[inner], count[inner])
            met = (kind[target[edges]] & kernel.LIVE) * (silent[edges] | kernel.LIVE)
            kind[inner] |= np.bitwise_or.reduceat(met, offsets(count[inner]))
    return kind


class _Knowledge:
    """What one player may hold possible: sets of places, and those that one more fact leads to (see the kernel)."""

    def __init__(
        self,
        automaton: Automaton,
        player: int,
        tails: _Tails,
        kind: npt.NDArray[np.uint8],
        limit_memory: int | None,
        compiled: bool | None,
    ) -> None:
        self.automaton = automaton
        self.name = automaton.players[player]
        self.rules = (
            player,
            automaton.first,
            automaton.target,
            automaton.seen,
            automaton.offered,
            tails.of,
            tails.fact,
            tails.next,
            kind,
        )
        self.tails = tails
        self.limit_memory = limit_memory
        self.compiled = compiled
        self.counters = np.zeros(9, np.int64)
        self.member_first = np.zeros(65, np.int64)
        self.members = np.zeros(64, np.int64)
        self.slots = np.full(64, -1, np.int32)
        self.single = np.full(automaton.states, -1, np.int32)
        self.following_first = np.zeros(65, np.int64)
        self.following = np.zeros(64, np.int32)
        self.heads = np.full(tails.opening_fact + 1, -1, np.int32)
        self.facts = np.zeros(tails.opening_fact + 1, np.int32)
        self._make_scratch(64)
        self.members[0] = tails.opening << 32 | automaton.start
        self.member_first[1] = 1
        self.counters[kernel.FOUND] = self.counters[kernel.MEMBERS] = 1

    def _make_scratch(self, room: int) -> None:
        self.step_place, self.places, self.found = (np.zeros(room, np.int64) for _ in range(3))
        self.step_next = np.zeros(room, np.int32)
        self.keys, self.marks = np.zeros(2 * room, np.int64), np.zeros(2 * room, np.int64)

    def find(self, budget: int, frontier: Frontier) -> bool:
        """Find all sets; False where that takes more than the budget."""
        while True:
            looked = int(self.counters[kernel.LOOKED])
            stride = STRIDE if self._is_compiled else PLAIN
            tables = (
                *self.rules,
                self.member_first,
                self.members,
                self.slots,
                self.single,
                self.following_first,
                self.following,
                self.heads,
                self.facts,
                self.step_place,
                self.step_next,
                self.places,
                self.found,
                self.keys,
                self.marks,
                self.counters,
                min(looked + stride, budget),
            )
            status = self._run(0, tables)
            if status == kernel.OVER:
                return True
            if status != kernel.PAUSED:
                self._make_room(status)
            elif self.counters[kernel.LOOKED] >= budget:
                return False
            frontier.tell(self.following_first, self.following, int(self.counters[kernel.DONE]))

    @property
    def _is_compiled(self) -> bool:
        if self.compiled is not None:
            return self.compiled
        return "numba" in sys.modules or bool(self.counters[kernel.LOOKED] >= PLAIN)

    def _run(self, number: int, tables: tuple[Any, ...]) -> int:
        """Call a function of the kernel; views give Python's own integers, which plain Python handles quicker."""
        if self._is_compiled:
            return int(kernel.compiled()[number](*tables) or 0)
        plain: Any = (kernel.find, kernel.paths)[number]
        return int(plain(*(t.data if isinstance(t, np.ndarray) else t for t in tables)))

    def _make_room(self, status: int) -> None:
        if status == kernel.NO_SCRATCH:
            self._make_scratch(2 * len(self.places))
        elif status == kernel.NO_SETS:
            self._check_memory(self.member_first, self.following_first)
            self.member_first = _twice(self.member_first)
            self.following_first = _twice(self.following_first)
        elif status == kernel.NO_SLOTS:
            self._check_memory(self.slots)
            self.slots = np.full(2 * len(self.slots), -1, np.int32)
            enter = kernel.compiled()[2] if self._is_compiled else kernel.entered
            enter(self.member_first, self.members, self.slots, int(self.counters[kernel.FOUND]))
        elif status == kernel.NO_MEMBERS:
            self._check_memory(self.members)
            self.members = _twice(self.members)
        else:
            self._check_memory(self.following)
            self.following = _twice(self.following)

    def _check_memory(self, *growing: npt.NDArray[Any]) -> None:
        """Refuse to make columns twice as long where that takes more memory than there is."""
        self._refuse_beyond(2 * sum(column.nbytes for column in growing))

    def _refuse_beyond(self, needed: int) -> None:
        found = int(self.counters[kernel.FOUND])
        columns = (self.member_first, self.members, self.slots, self.following_first, self.following)
        held = sum(column.nbytes for column in columns)
        left = None if self.limit_memory is None else max(0, self.limit_memory - held)
        task = f"{COUNTING}, with {found:,} kinds of knowledge so far,"
        refuse_beyond_memory(needed, task, limit=left, hint=SMALLER)

    def counted(self, nodes: int, tell: Progress) -> tuple[int, int]:
        """Information sets and sequences of all the sets that were found."""
        self.slots = self.single = self.slots[:0].copy()
        found = int(self.counters[kernel.FOUND])
        following = self.following[: self.counters[kernel.FOLLOWING]]
        most = nodes * len(self.tails.next)  # lists: each is known at a node, or between two facts of an edge
        limbs = 1 + most.bit_length() // kernel.LIMB
        self._refuse_beyond(8 * found * (1 + limbs))
        before = np.bincount(following, minlength=found).astype(np.int32)
        stack = np.zeros(found, np.int32)
        lists = np.zeros((found, limbs), np.int64)
        widest = int(np.diff(self.automaton.first).max(initial=0))
        total = np.zeros((widest + 1, limbs), np.int64)
        lists[0, 0] = 1
        self.counters[kernel.STACKED], self.counters[kernel.FOLLOWED] = 1, 0
        tables = (
            self.automaton.first,
            self.member_first,
            self.members,
            self.following_first,
            following,
            before,
            stack,
            lists,
            total,
            self.counters,
            STRIDE,
        )
        while self._run(1, tables) != kernel.OVER:
            tell(f"{ADDING_UP} of {self.name}", int(self.counters[kernel.FOLLOWED]), found)
        sets = [sum(int(limb) << kernel.LIMB * k for k, limb in enumerate(row)) for row in total.tolist()]
        return sum(sets), 1 + sum(moves * count for moves, count in enumerate(sets))


def _twice(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.concatenate([column, np.zeros_like(column)])
