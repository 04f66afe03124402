"""All states of a description, breadth first, in compiled code.

States and joint moves go through the network 256 at a time; a table finds rows that are known already. The result is
a graph in arrays: for each state its legal moves, whether play is over, the goals then, and for each joint move the
state it leads to and what was seen on the way.

Compiled code returns many times a second: for room in its arrays, for progress, and to be stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.machine import playing, turn_order
from galakit.gdl.network.batch import advance, look
from galakit.gdl.network.lanes import LANES, ONE, fresh_values, store, work_out
from galakit.gdl.network.net import SEES, Net
from galakit.gdl.network.plays import NO_GOAL
from galakit.gdl.rules import LONGEST
from galakit.memory import refuse_beyond_memory
from galakit.progress import Progress
from galakit.rules.frontier import Frontier
from galakit.rules.table import TooManyStates

BATCHES = 64  # passes through the network between two returns
MOST = 2**31 - 1  # joint moves that a column can number

WHOLE, MORE, FULL, TOO_MANY, FAULTY = range(5)
# Entries of the counters: the lengths of the tables, then where exploring stands.
STATES, SIGHTS, MOVES, JOINTS, POSITIONS, DONE, BATCH, ROW, EDGE = range(9)


@dataclass(frozen=True)
class Graph:
    """S states, the opening being number 0; E joint moves."""

    terminal: Any
    """[S]"""
    goals: Any
    """[S, roles] of each role, NO_GOAL where there is none"""
    moves: Any
    """numbers of legal moves: those of role r in state s are moves[moves_first[s, r]:moves_first[s, r + 1]]"""
    moves_first: Any
    """[S, roles + 1]"""
    joint_first: Any
    """[S + 1] where the joint moves of each state begin; in their order the last role's move changes fastest"""
    target: Any
    """[E] the state a joint move leads to"""
    percepts: Any
    """[E] the number of the row of percepts"""
    percept_rows: Any
    """[P, words] packed bits over the net's percepts"""
    positions: int
    """turns in which some roles have chosen and one is to choose: the states of the rules but for the end"""

    @property
    def states(self) -> int:
        return len(self.terminal)


def explore_states(
    net: Net, roles: Sequence[str], *, sees: bool, limit: int = MOST, progress: Progress | None = None
) -> Graph | None:
    """The graph of all states that can be reached; `TooManyStates` where the rules have more than the limit.

    Nothing where the rules are at fault: in some state that is not terminal a role has no legal move, in a terminal one
    a player has no goal, or turns without a choice go on and on.
    """
    rooms = _Rooms(net)
    values = fresh_values(net)
    legal = np.empty((LANES, max(1, (net.moves[-1] + 63) // 64)), dtype=np.uint64)
    choosers, paid = np.array(turn_order(roles), dtype=np.int64), np.array(playing(roles), dtype=np.int64)
    counters = np.zeros(9, dtype=np.int64)
    choice = np.zeros(len(net.moves) - 1, dtype=np.int64)
    rooms.table[int(_hash(net.opening) & np.uint64(len(rooms.table) - 1))] = 0
    rooms.rows[0] = net.opening
    rooms.sight_table[int(_hash(rooms.sights[0]) & np.uint64(len(rooms.sight_table) - 1))] = 0
    counters[STATES] = counters[SIGHTS] = 1
    status = MORE
    frontier = Frontier(progress)
    while status in (MORE, FULL):
        rooms.grow(counters, net)
        status = _explore(net, values, sees, limit, choosers, paid, legal, choice, counters, *rooms.arrays)
        frontier.tell(rooms.joint_first, rooms.target, int(counters[DONE]))
    states = int(counters[POSITIONS]) + bool(rooms.terminal[: counters[STATES]].any())
    if status == TOO_MANY or states > limit:
        raise TooManyStates(states)
    return rooms.graph(counters) if status == WHOLE else None


class _Rooms:
    """The arrays of a graph while it grows."""

    def __init__(self, net: Net) -> None:
        roles, words = len(net.moves) - 1, len(net.opening)
        self.rows = np.empty((1024, words), dtype=np.uint64)
        self.table = np.full(4096, -1, dtype=np.int32)
        self.terminal = np.zeros(1024, dtype=np.bool_)
        self.goals = np.empty((1024, roles), dtype=np.int32)
        self.moves_first = np.zeros((1024, roles + 1), dtype=np.int32)
        self.joint_first = np.zeros(1024, dtype=np.int32)
        self.forced = np.zeros(1024, dtype=np.int16)
        self.moves = np.empty(4096, dtype=np.int32)
        self.target = np.empty(4096, dtype=np.int32)
        self.percepts = np.zeros(4096, dtype=np.int32)
        self.sights = np.zeros((1024, max(1, (len(net.sees) + 63) // 64)), dtype=np.uint64)
        self.sight_table = np.full(4096, -1, dtype=np.int32)

    @property
    def arrays(self) -> list[Any]:
        return list(self.__dict__.values())

    def grow(self, counters: Any, net: Net) -> None:
        """Room for another batch of states and for its joint moves, each array doubled where that is not enough."""
        states, joints = int(counters[STATES]) + LANES + 1, int(counters[JOINTS])
        if states > len(self.rows):
            for name in ("rows", "terminal", "goals", "moves_first", "joint_first", "forced"):
                self._double(name, states)
            self.table = self._entered(self.rows, int(counters[STATES]))
        if counters[SIGHTS] + LANES > len(self.sights):
            self._double("sights", int(counters[SIGHTS]) + LANES)
            self.sight_table = self._entered(self.sights, int(counters[SIGHTS]))
        self._double("moves", int(counters[MOVES]) + LANES * int(net.moves[-1]))
        self._double("target", joints)
        self._double("percepts", joints)

    def _double(self, name: str, needed: int) -> None:
        array = self.__dict__[name]
        if needed <= len(array):
            return
        room = max(needed, 2 * len(array))
        refuse_beyond_memory(room * array[:1].nbytes, "exploring the states of this game")
        larger = np.zeros((room, *array.shape[1:]), dtype=array.dtype)
        larger[: len(array)] = array
        self.__dict__[name] = larger

    def _entered(self, rows: Any, count: int) -> Any:
        table = np.full(1 << (2 * len(rows) - 1).bit_length(), -1, dtype=np.int32)
        _enter(rows, count, table)
        return table

    def graph(self, counters: Any) -> Graph:
        """The arrays as far as they are filled."""
        states, joints = int(counters[STATES]), int(counters[JOINTS])
        filled = dict.fromkeys(("terminal", "goals", "moves_first"), states)
        filled |= {"moves": int(counters[MOVES]), "joint_first": states + 1, "target": joints, "percepts": joints}
        cut = {name: self.__dict__[name][:count].copy() for name, count in filled.items()}
        sights = self.sights[: int(counters[SIGHTS])].copy()
        return Graph(**cut, percept_rows=sights, positions=int(counters[POSITIONS]))


@njit(cache=True, nogil=True)
def _hash(row: Any) -> Any:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in row:
        mixed = (mixed ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@njit(cache=True, nogil=True)
def _add(row: Any, rows: Any, count: int, table: Any) -> Any:
    """The number of a row; `count` where it is new, and was added."""
    slot = np.int64(_hash(row) & np.uint64(len(table) - 1))
    while table[slot] >= 0:
        known = rows[table[slot]]
        same = True
        for w in range(len(row)):
            if known[w] != row[w]:
                same = False
                break
        if same:
            return np.int64(table[slot])
        slot = (slot + 1) & (len(table) - 1)
    rows[count] = row
    table[slot] = count
    return np.int64(count)


@njit(cache=True, nogil=True)
def _enter(rows: Any, count: int, table: Any) -> None:
    """Rows, all different, into an empty table."""
    for k in range(count):
        slot = np.int64(_hash(rows[k]) & np.uint64(len(table) - 1))
        while table[slot] >= 0:
            slot = (slot + 1) & (len(table) - 1)
        table[slot] = k


@njit(cache=True, nogil=True)
def _explore(
    net: Net,
    values: Any,
    sees: bool,
    limit: int,
    order: Any,
    paid: Any,
    legal: Any,
    choice: Any,
    counters: Any,
    rows: Any,
    table: Any,
    terminal: Any,
    goals: Any,
    moves_first: Any,
    joint_first: Any,
    forced: Any,
    moves: Any,
    target: Any,
    percepts: Any,
    sights: Any,
    sight_table: Any,
) -> int:
    """Go on exploring from where `counters` and `choice` stand, for some passes or until an array is full."""
    roles = len(net.moves) - 1
    words = len(net.opening)
    lane_rows = np.empty((LANES, words), dtype=np.uint64)
    lane_forced = np.empty(LANES, dtype=np.int16)
    after = np.zeros((LANES, words), dtype=np.uint64)
    sight = np.zeros((LANES, sights.shape[1]), dtype=np.uint64)
    joint = np.empty((LANES, roles), dtype=np.int64)
    for _ in range(BATCHES):
        done, batch = counters[DONE], counters[BATCH]
        if batch == 0:  # the next states: their legal moves and goals
            batch = min(LANES, counters[STATES] - done)
            if batch == 0:
                return WHOLE
            filled, joints, positions = counters[MOVES], counters[JOINTS], counters[POSITIONS]
            if filled + batch * net.moves[roles] > len(moves):
                return FULL
            look(net, values, rows[done : done + batch], batch, legal, terminal[done:], goals[done:])
            for row in range(batch):
                s = done + row
                joint_first[s] = joints
                for role in range(roles):
                    moves_first[s, role] = filled
                    if not terminal[s]:
                        for m in range(net.moves[role], net.moves[role + 1]):
                            if (legal[row, m >> 6] >> np.uint64(m & 63)) & ONE:
                                moves[filled] = m
                                filled += 1
                moves_first[s, roles] = filled
                if terminal[s]:
                    for role in paid:
                        if goals[s, role] == NO_GOAL:
                            return FAULTY
                    continue
                many = 1
                for role in order:
                    width = moves_first[s, role + 1] - moves_first[s, role]
                    if width == 0:
                        return FAULTY
                    if width > 1:
                        positions += many
                    many = min(many * width, MOST + 1)
                if many == 1 and forced[s] >= LONGEST:
                    return FAULTY
                joints += many
                if positions > limit or joints > MOST:
                    counters[POSITIONS] = positions
                    return TOO_MANY
            counters[MOVES], counters[JOINTS], counters[POSITIONS] = filled, joints, positions
            counters[BATCH], counters[ROW], counters[EDGE] = batch, 0, joint_first[done]
            joint_first[done + batch] = joints
            choice[:] = 0
        if (
            counters[JOINTS] > len(target)
            or counters[STATES] + LANES >= len(rows)
            or counters[SIGHTS] + LANES > len(sights)
        ):
            return FULL
        row, edge, pending = counters[ROW], counters[EDGE], 0
        while row < batch and pending < LANES:  # joint moves, lane by lane, of the states of the batch
            s = done + row
            if joint_first[s] == joint_first[s + 1]:
                row += 1
                continue
            lane_rows[pending] = rows[s]
            lane_forced[pending] = forced[s] + 1 if joint_first[s + 1] - joint_first[s] == 1 else 0
            for role in range(roles):
                joint[pending, role] = moves[moves_first[s, role] + choice[role]]
            pending += 1
            role = roles - 1
            while role >= 0:
                choice[role] += 1
                if choice[role] < moves_first[s, role + 1] - moves_first[s, role]:
                    break
                choice[role] = 0
                role -= 1
            if role < 0:
                row += 1
        if pending:
            advance(net, values, lane_rows, pending, joint, after)
            if sees:
                work_out(net, values, SEES)
                store(values, net.sees, pending, sight)
        count, seen = counters[STATES], counters[SIGHTS]
        for lane in range(pending):
            found = _add(after[lane], rows, count, table)
            if found == count:
                forced[found] = lane_forced[lane]
                count += 1
            target[edge] = found
            if sees:
                known = _add(sight[lane], sights, seen, sight_table)
                seen += known == seen
                percepts[edge] = known
            edge += 1
        counters[STATES], counters[SIGHTS], counters[ROW], counters[EDGE] = count, seen, row, edge
        if row == batch:
            counters[DONE], counters[BATCH] = done + batch, 0
    return MORE
