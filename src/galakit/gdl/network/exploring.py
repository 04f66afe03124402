"""All states of a description, breadth first, in compiled code.

States and joint moves go through the network 256 at a time; a table finds rows that are known already. The result is
a graph in arrays: for each state its legal moves, whether play is over, the goals then, and for each joint move the
state it leads to and what was seen on the way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.batch import advance, look, read_goals
from galakit.gdl.network.lanes import LANES, ONE, fresh_values, store, work_out
from galakit.gdl.network.net import SEES, Net

WHOLE, TOO_MANY_STATES, TOO_MANY_MOVES = range(3)


@dataclass(frozen=True)
class Graph:
    """S states, the opening being number 0; E joint moves."""

    rows: Any
    """[S, words] the packed bits of each state"""
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

    @property
    def states(self) -> int:
        return len(self.terminal)

    @property
    def stuck(self) -> Any:
        """States that are not terminal though a role has no legal move."""
        return np.flatnonzero(~self.terminal & (np.diff(self.moves_first, axis=1) == 0).any(axis=1))


def explore_states(net: Net, *, sees: bool, limit: int, limit_moves: int = 20_000_000) -> Graph | None:
    """The graph of all states that can be reached, or nothing where there are more than the limits allow."""
    status, *arrays = _explore(net, fresh_values(net), sees, limit, limit_moves)
    return Graph(*arrays) if status == WHOLE else None


@njit(cache=True, nogil=True)
def _hash(row: Any) -> Any:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in row:
        mixed = (mixed ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@njit(cache=True, nogil=True)
def _number(row: Any, rows: Any, count: int, table: Any) -> Any:
    """The number of a row that is known, or minus one less than the slot where it belongs."""
    slot = np.int64(_hash(row) & np.uint64(len(table) - 1))
    while table[slot] >= 0:
        known = rows[table[slot]]
        same = True
        for w in range(len(row)):
            if known[w] != row[w]:
                same = False
                break
        if same:
            return table[slot]
        slot = (slot + 1) & (len(table) - 1)
    return -1 - slot


@njit(cache=True, nogil=True)
def _add(row: Any, rows: Any, count: int, table: Any) -> Any:
    """The number of a row, which is added if it is new; and the rows, their count and the table, grown if need be."""
    found = _number(row, rows, count, table)
    if found >= 0:
        return found, rows, count, table
    if count == len(rows):
        larger = np.empty((2 * len(rows), rows.shape[1]), dtype=np.uint64)
        larger[:count] = rows
        rows = larger
    rows[count] = row
    table[-1 - found] = count
    count += 1
    if 2 * count > len(table):
        table = np.full(2 * len(table), -1, dtype=np.int64)
        for k in range(count):
            table[-1 - _number(rows[k], rows, k, table)] = k
    return count - 1, rows, count, table


@njit(cache=True, nogil=True)
def _grown(array: Any, needed: int) -> Any:
    if needed <= len(array):
        return array
    larger = np.empty(max(needed, 2 * len(array)), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


@njit(cache=True, nogil=True)
def _explore(net: Net, values: Any, sees: bool, limit: int, limit_moves: int) -> Any:
    roles = len(net.moves) - 1
    words = len(net.opening)
    seen_words = max(1, (len(net.sees) + 63) // 64)
    rows = np.empty((1024, words), dtype=np.uint64)
    table = np.full(4096, -1, dtype=np.int64)
    seen_rows = np.zeros((64, seen_words), dtype=np.uint64)
    seen_table = np.full(256, -1, dtype=np.int64)
    _, rows, count, table = _add(net.opening, rows, 0, table)
    _, seen_rows, seen_count, seen_table = _add(np.zeros(seen_words, dtype=np.uint64), seen_rows, 0, seen_table)
    terminal = np.zeros(limit + LANES, dtype=np.bool_)
    goals = np.empty((limit + LANES, roles), dtype=np.int32)
    moves_first = np.zeros((limit + LANES, roles + 1), dtype=np.int64)
    joint_first = np.zeros(limit + LANES + 1, dtype=np.int64)
    moves = np.empty(4096, dtype=np.int32)
    target = np.empty(4096, dtype=np.int32)
    percepts = np.empty(4096, dtype=np.int32)
    legal = np.empty((LANES, max(1, (net.moves[-1] + 63) // 64)), dtype=np.uint64)
    lane_rows = np.empty((LANES, words), dtype=np.uint64)
    after = np.zeros((LANES, words), dtype=np.uint64)
    percept = np.zeros((LANES, seen_words), dtype=np.uint64)
    joint = np.empty((LANES, roles), dtype=np.int64)
    choice = np.zeros(roles, dtype=np.int64)
    done = filled = joints = 0
    status = WHOLE
    while done < count and status == WHOLE:
        batch = min(LANES, count - done)
        look(net, values, rows[done : done + batch], batch, legal, terminal[done:], goals[done:])
        read_goals(net, values, batch, goals[done:])
        pending = 0
        for row in range(batch):
            s = done + row
            joint_first[s] = joints
            for role in range(roles):
                moves_first[s, role] = filled
                if not terminal[s]:
                    for m in range(net.moves[role], net.moves[role + 1]):
                        if (legal[row, m >> 6] >> np.uint64(m & 63)) & ONE:
                            moves = _grown(moves, filled + 1)
                            moves[filled] = m
                            filled += 1
            moves_first[s, roles] = filled
            many = 0 if terminal[s] else 1
            for role in range(roles):  # above the limit the product itself might not fit into a number
                many = min(many * (moves_first[s, role + 1] - moves_first[s, role]), limit_moves + 1)
            if joints + many > limit_moves:
                status = TOO_MANY_MOVES
                break
            joints += many
        joint_first[done + batch] = joints
        target = _grown(target, joints)
        percepts = _grown(percepts, joints)
        if status != WHOLE:
            break
        edge = joint_first[done]
        row = 0
        choice[:] = 0
        while True:  # joint moves, lane by lane, of all states of the batch
            while row < batch and joint_first[done + row] == joint_first[done + row + 1]:
                row += 1
            if row < batch:
                s = done + row
                lane_rows[pending] = rows[s]
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
            if pending == LANES or (row == batch and pending):
                advance(net, values, lane_rows, pending, joint, after)
                if sees:
                    work_out(net, values, SEES)
                    store(values, net.sees, pending, percept)
                for lane in range(pending):
                    found, rows, count, table = _add(after[lane], rows, count, table)
                    target[edge] = found
                    found, seen_rows, seen_count, seen_table = _add(percept[lane], seen_rows, seen_count, seen_table)
                    percepts[edge] = found
                    edge += 1
                pending = 0
                if count > limit:
                    status = TOO_MANY_STATES
                    break
            if row == batch and not pending:
                break
        done += batch
    return (
        status,
        rows[:count].copy(),
        terminal[:count].copy(),
        goals[:count].copy(),
        moves[:filled].copy(),
        moves_first[:count].copy(),
        joint_first[: count + 1].copy(),
        target[:joints].copy(),
        percepts[:joints].copy(),
        seen_rows[:seen_count].copy(),
    )
