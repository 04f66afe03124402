"""The one hot loop of unfolding: a depth-first walk of the automaton, integers only.

Everything a history accumulates is hash-consed while walking, so that it is computed once per distinct value later:

- information: (information before, symbol seen); the first `players` ids are the players' empty informations;
- reach: (reach before, probability), id 0 is the start; payoff: (payoff before, gain), id 0 is nothing;
- class: (reach, payoff) of a terminal node; leaf: (last sequence of each player, class), with a count.

An information set is the information of the mover after seeing which moves he has. Because his own moves are among
the things he sees, all visits of one information set have the same last own sequence (perfect recall); it is checked.

The functions are plain Python over NumPy arrays. Small games run them as they are and never wait for a compiler;
`compiled()` gives the same walk through Numba, cached on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

# Columns of the information-set table.
PLAYER, FIRST, MOVES, PARENT, INFO, STATE = range(6)
# Columns of the node table.
NODE_PARENT, NODE_EDGE, NODE_SET, NODE_REACH, NODE_PAYOFF, NODE_END, NODE_DEPTH = range(7)


def spread(row: Any, mask: int) -> int:
    """A hash of a row of int32; every product stays below 2**63 in plain Python and compiled alike."""
    h = 0
    for i in range(len(row)):
        h = (h ^ int(row[i])) * 2654435761
        h = (h ^ (h >> 29)) & 0x7FFFFFFF
    return (h ^ (h >> 15)) & mask


def intern(slots: Any, rows: Any, count: int, key: Any) -> int:
    """The id of the row `key`; `count` means that it is new and has just been written there."""
    mask = len(slots) - 1
    i = spread(key, mask)
    width = len(key)
    while slots[i] >= 0:
        found = slots[i]
        same = True
        for j in range(width):
            if rows[found, j] != key[j]:
                same = False
                break
        if same:
            return int(found)
        i = (i + 1) & mask
    slots[i] = count
    for j in range(width):
        rows[count, j] = key[j]
    return count


def longer(rows: Any) -> Any:
    """The same rows with as much room again."""
    new = np.zeros((2 * rows.shape[0], rows.shape[1]), np.int32)
    new[: rows.shape[0]] = rows
    return new


def rehashed(rows: Any, count: int) -> Any:
    """Slots for the rows, half of them free at least when the rows are full."""
    slots = np.full(2 * rows.shape[0], -1, np.int32)
    mask = len(slots) - 1
    for r in range(count):
        i = spread(rows[r], mask)
        while slots[i] >= 0:
            i = (i + 1) & mask
        slots[i] = r
    return slots


def walk(
    players: int,
    start: int,
    mover: Any,
    first: Any,
    target: Any,
    probability: Any,
    gain: Any,
    seen: Any,
    offered: Any,
    opening_seen: Any,
    opening_gain: int,
    depth: int,
    nodes: int,
    room: int,
) -> Any:
    """Walk the tree in preorder. `nodes` is its size, or 0 when no node table is wanted; `room` a power of two."""
    info_rows = np.zeros((room, 2), np.int32)
    set_of = np.full((room, 1), -1, np.int32)
    reach_rows = np.zeros((room, 2), np.int32)
    payoff_rows = np.zeros((room, 2), np.int32)
    class_rows = np.zeros((room, 2), np.int32)
    leaf_rows = np.zeros((room, players + 1), np.int32)
    leaf_count = np.zeros((room, 1), np.int32)
    sets = np.zeros((room, 6), np.int32)
    info_slots = rehashed(info_rows, 0)
    reach_slots = rehashed(reach_rows, 0)
    payoff_slots = rehashed(payoff_rows, 0)
    class_slots = rehashed(class_rows, 0)
    leaf_slots = rehashed(leaf_rows, 0)
    table = np.zeros((7, nodes), np.int32)
    sequences = np.ones(players, np.int32)
    pair = np.zeros(2, np.int32)
    leaf = np.zeros(players + 1, np.int32)
    recall = True

    # One row per depth of the current path.
    at = np.zeros(depth + 1, np.int32)
    cursor = np.zeros(depth + 1, np.int32)
    node = np.zeros(depth + 1, np.int32)
    info = np.zeros((depth + 1, players), np.int32)
    last = np.zeros((depth + 1, players), np.int32)
    reach = np.zeros(depth + 1, np.int32)
    payoff = np.zeros(depth + 1, np.int32)
    here = np.zeros(depth + 1, np.int32)

    infos, reaches, payoffs, classes, leaves, number, visited = players, 1, 1, 0, 0, 0, 0
    for p in range(players):
        info_rows[p, 0] = -1
        info_rows[p, 1] = p
        info[0, p] = p
        if opening_seen[p] != 0:
            pair[0], pair[1] = p, opening_seen[p]
            info[0, p] = intern(info_slots, info_rows, infos, pair)
            infos += 1
    if opening_gain != 0:
        pair[0], pair[1] = 0, opening_gain
        payoff[0] = intern(payoff_slots, payoff_rows, payoffs, pair)
        payoffs += 1
    at[0] = start

    d = 0
    edge = -1
    arriving = True
    while d >= 0:
        state = at[d]
        who = mover[state]
        if arriving:
            here[d] = -1
            node[d] = visited
            if who >= 0:
                pair[0], pair[1] = info[d, who], offered[state]
                known = intern(info_slots, info_rows, infos, pair)
                info[d, who] = known
                if known == infos:
                    infos += 1
                i = set_of[known, 0]
                if i < 0:
                    i = number
                    set_of[known, 0] = i
                    sets[i, PLAYER] = who
                    sets[i, FIRST] = sequences[who]
                    sets[i, MOVES] = first[state + 1] - first[state]
                    sets[i, PARENT] = last[d, who]
                    sets[i, INFO] = known
                    sets[i, STATE] = state
                    sequences[who] += sets[i, MOVES]
                    number += 1
                    if number == len(sets):
                        sets = longer(sets)
                elif sets[i, PARENT] != last[d, who] or sets[i, MOVES] != first[state + 1] - first[state]:
                    recall = False
                here[d] = i
            if nodes > 0:
                table[NODE_PARENT, visited] = node[d - 1] if d > 0 else -1
                table[NODE_EDGE, visited] = edge
                table[NODE_SET, visited] = here[d]
                table[NODE_REACH, visited] = reach[d]
                table[NODE_PAYOFF, visited] = payoff[d]
                table[NODE_DEPTH, visited] = d
            visited += 1
            if who == -2:
                pair[0], pair[1] = reach[d], payoff[d]
                c = intern(class_slots, class_rows, classes, pair)
                if c == classes:
                    classes += 1
                    if classes == len(class_rows):
                        class_rows = longer(class_rows)
                        class_slots = rehashed(class_rows, classes)
                for p in range(players):
                    leaf[p] = last[d, p]
                leaf[players] = c
                c = intern(leaf_slots, leaf_rows, leaves, leaf)
                leaf_count[c, 0] += 1
                if c == leaves:
                    leaves += 1
                    if leaves == len(leaf_rows):
                        leaf_rows = longer(leaf_rows)
                        leaf_count = longer(leaf_count)
                        leaf_slots = rehashed(leaf_rows, leaves)
            cursor[d] = first[state]
        if cursor[d] == first[state + 1]:
            if nodes > 0:
                table[NODE_END, node[d]] = visited
            d -= 1
            arriving = False
            continue

        edge = cursor[d]
        cursor[d] += 1
        if infos + players + 2 > len(info_rows):
            fresh = len(info_rows)
            info_rows = longer(info_rows)
            info_slots = rehashed(info_rows, infos)
            set_of = longer(set_of)
            set_of[fresh:] = -1
        d += 1
        at[d] = target[edge]
        for p in range(players):
            last[d, p] = last[d - 1, p]
            info[d, p] = info[d - 1, p]
            symbol = seen[edge, p]
            if symbol != 0:
                pair[0], pair[1] = info[d, p], symbol
                known = intern(info_slots, info_rows, infos, pair)
                info[d, p] = known
                if known == infos:
                    infos += 1
        if who >= 0:
            last[d, who] = sets[here[d - 1], FIRST] + edge - first[state]
        reach[d] = reach[d - 1]
        if probability[edge] != 0:
            pair[0], pair[1] = reach[d], probability[edge]
            known = intern(reach_slots, reach_rows, reaches, pair)
            reach[d] = known
            if known == reaches:
                reaches += 1
                if reaches == len(reach_rows):
                    reach_rows = longer(reach_rows)
                    reach_slots = rehashed(reach_rows, reaches)
        payoff[d] = payoff[d - 1]
        if gain[edge] != 0:
            pair[0], pair[1] = payoff[d], gain[edge]
            known = intern(payoff_slots, payoff_rows, payoffs, pair)
            payoff[d] = known
            if known == payoffs:
                payoffs += 1
                if payoffs == len(payoff_rows):
                    payoff_rows = longer(payoff_rows)
                    payoff_slots = rehashed(payoff_rows, payoffs)
        arriving = True

    return (
        info_rows[:infos],
        reach_rows[:reaches],
        payoff_rows[:payoffs],
        class_rows[:classes],
        leaf_rows[:leaves],
        leaf_count[:leaves, 0],
        sets[:number],
        sequences,
        table,
        recall,
    )


@lru_cache(maxsize=1)
def compiled() -> Callable[..., Any]:
    """The walk through Numba. The helpers are registered, not replaced, so that the plain walk stays plain."""
    from numba import njit
    from numba.extending import register_jitable

    for helper in (spread, intern, longer, rehashed):
        register_jitable(helper)
    return njit(cache=True)(walk)  # type: ignore[no-any-return]
