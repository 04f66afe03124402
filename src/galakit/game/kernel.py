"""The one hot loop of unfolding: a depth-first walk of the automaton, integers only.

Everything a history accumulates is hash-consed while walking, so that it is computed once per distinct value later:

- information: (information before, single fact seen); the first `players` ids are the players' empty informations;
- reach: (reach before, probability), id 0 is the start; payoff: (payoff before, gain), id 0 is nothing;
- class: (reach, payoff) of a terminal node. The columns of a leaf are the last sequence of each player, and its class.

An information set is the information of the mover after observing which moves they have. Because own moves are among
the facts, all visits of one information set have the same last own sequence (perfect recall), unless the player
forgets; it is checked.

`walk` goes on until the tree is done, a table is full or `stop` nodes were visited; everything it needs to
resume is in its arguments. The functions are plain Python over NumPy arrays. Small games run them as they are and
never wait for a compiler; `compiled()` gives the same functions through Numba, cached on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

# Columns of the information-set table.
PLAYER, FIRST, MOVES, PARENT, INFO, STATE, CHOICE = range(7)
# Rows of the node table.
NODE_PARENT, NODE_EDGE, NODE_SET, NODE_REACH, NODE_PAYOFF, NODE_END, NODE_DEPTH = range(7)
# Columns of the path, one row per depth; then the information and the last sequence of each player.
AT, CURSOR, NODE, HERE, REACH, PAYOFF, PLAYERS = range(7)
# Entries of the counters: the lengths of the tables, then where the walk stands.
INFOS, REACHES, PAYOFFS, CLASSES, LEAVES, SETS, VISITED, DEPTH, EDGE, ARRIVING, RECALL, CHOICES = range(12)


def spread(row: Any, mask: int) -> int:
    """A hash of a row of int32; every product stays below 2**63 in plain Python and compiled alike."""
    h = 0
    for i in range(len(row)):
        h = (h ^ int(row[i])) * 2654435761
        h = (h ^ (h >> 29)) & 0x7FFFFFFF
    return (h ^ (h >> 15)) & mask


def intern(slots: Any, rows: Any, count: int, a: int, b: int) -> int:
    """The id of the row (a, b); `count` means that it is new and has just been written there."""
    mask = len(slots) - 1
    h = a * 2654435761
    h = ((h ^ (h >> 29)) & 0x7FFFFFFF) ^ b
    h = h * 2654435761
    h = (h ^ (h >> 29)) & 0x7FFFFFFF
    i = (h ^ (h >> 15)) & mask
    while slots[i] >= 0:
        found = int(slots[i])
        if rows[found, 0] == a and rows[found, 1] == b:
            return found
        i = (i + 1) & mask
    slots[i] = count
    rows[count, 0] = a
    rows[count, 1] = b
    return count


def hashed(rows: Any, count: int, slots: Any) -> None:
    """Enter the first `count` rows, all different, into free slots, twice as many as there is room for rows."""
    mask = len(slots) - 1
    for r in range(count):
        i = spread(rows[r], mask)
        while slots[i] >= 0:
            i = (i + 1) & mask
        slots[i] = r


def walk(
    mover: Any,
    first: Any,
    target: Any,
    probability: Any,
    gain: Any,
    seen: Any,
    offered: Any,
    fact_first: Any,
    fact: Any,
    margin: int,
    widest: int,
    info_rows: Any,
    info_slots: Any,
    set_of: Any,
    set_after: Any,
    reach_rows: Any,
    reach_slots: Any,
    payoff_rows: Any,
    payoff_slots: Any,
    class_rows: Any,
    class_slots: Any,
    leaf_rows: Any,
    sets: Any,
    own_info: Any,
    sequences: Any,
    table: Any,
    path: Any,
    counters: Any,
    stop: int,
) -> None:
    """Walk the tree in preorder from where `path` and `counters` stand; a table with no columns is not written.

    The facts of a symbol are `fact[fact_first[symbol] : fact_first[symbol + 1]]`; one step adds `margin` informations
    at most, and an information set `widest` choices. `own_info` has the information after each choice, -1 at first.
    """
    players = len(sequences)
    keep = table.shape[1] > 0
    infos, reaches, payoffs = counters[INFOS], counters[REACHES], counters[PAYOFFS]
    classes, leaves, number = counters[CLASSES], counters[LEAVES], counters[SETS]
    visited, d, edge = counters[VISITED], counters[DEPTH], counters[EDGE]
    arriving = counters[ARRIVING] != 0
    choices = counters[CHOICES]

    while d >= 0:
        if (
            visited >= stop
            or infos + margin >= len(info_rows)
            or reaches >= len(reach_rows)
            or payoffs >= len(payoff_rows)
            or classes >= len(class_rows)
            or number >= len(sets)
            or choices + widest >= len(own_info)
        ):
            break
        state = path[d, AT]
        who = mover[state]
        if arriving:
            i = -1
            if who >= 0:
                before = path[d, PLAYERS + who]
                last = path[d, PLAYERS + players + who]
                moves = first[state + 1] - first[state]
                i = set_after[before]
                if i < 0 or offered[sets[i, STATE]] != offered[state]:
                    known = intern(info_slots, info_rows, infos, int(before), int(offered[state]))
                    infos += known == infos
                    i = set_of[known]
                    if i < 0:
                        i = number
                        number += 1
                        set_of[known] = i
                        sets[i, PLAYER] = who
                        sets[i, FIRST] = sequences[who]
                        sets[i, MOVES] = moves
                        sets[i, PARENT] = last
                        sets[i, INFO] = known
                        sets[i, STATE] = state
                        sets[i, CHOICE] = choices
                        sequences[who] += moves
                        choices += moves
                    set_after[before] = i
                path[d, PLAYERS + who] = sets[i, INFO]
                if sets[i, PARENT] != last or sets[i, MOVES] != moves:
                    counters[RECALL] = 0
            elif who == -2:  # the game is over before any choice
                class_rows[0, 1] = path[d, PAYOFF]
                classes = leaves = 1
            if keep:
                table[NODE_PARENT, visited] = path[d - 1, NODE] if d > 0 else -1
                table[NODE_EDGE, visited] = edge
                table[NODE_SET, visited] = i
                table[NODE_REACH, visited] = path[d, REACH]
                table[NODE_PAYOFF, visited] = path[d, PAYOFF]
                table[NODE_DEPTH, visited] = d
            path[d, HERE] = i
            path[d, NODE] = visited
            path[d, CURSOR] = first[state]
            visited += 1

        edge = path[d, CURSOR]
        if edge == first[state + 1]:
            if keep:
                table[NODE_END, path[d, NODE]] = visited
            d -= 1
            arriving = False
            continue
        path[d, CURSOR] = edge + 1
        after = target[edge]
        here = path[d, HERE]
        reach, payoff = path[d, REACH], path[d, PAYOFF]
        if probability[edge] != 0:
            reach = intern(reach_slots, reach_rows, reaches, int(reach), int(probability[edge]))
            reaches += reach == reaches
        if gain[edge] != 0:
            payoff = intern(payoff_slots, payoff_rows, payoffs, int(payoff), int(gain[edge]))
            payoffs += payoff == payoffs
        if mover[after] == -2:
            # Half of a tree are terminal nodes: no information is needed there, and nothing follows.
            known = intern(class_slots, class_rows, classes, int(reach), int(payoff))
            classes += known == classes
            for p in range(players):
                leaf_rows[p, leaves] = path[d, PLAYERS + players + p]
            if who >= 0:
                leaf_rows[who, leaves] = sets[here, FIRST] + edge - first[state]
            leaf_rows[players, leaves] = known
            leaves += 1
            if keep:
                table[NODE_PARENT, visited] = path[d, NODE]
                table[NODE_EDGE, visited] = edge
                table[NODE_SET, visited] = -1
                table[NODE_REACH, visited] = reach
                table[NODE_PAYOFF, visited] = payoff
                table[NODE_DEPTH, visited] = d + 1
                table[NODE_END, visited] = visited + 1
            visited += 1
            arriving = False
            continue
        d += 1
        path[d, AT], path[d, REACH], path[d, PAYOFF] = after, reach, payoff
        for p in range(players):
            path[d, PLAYERS + players + p] = path[d - 1, PLAYERS + players + p]
            known = path[d - 1, PLAYERS + p]
            symbol = seen[edge, p]
            begin = fact_first[symbol]
            if p == who:
                # The mover's choice is the first fact they observe; the information after it belongs to the sequence.
                choice = sets[here, CHOICE] + edge - first[state]
                if own_info[choice] < 0:
                    own_info[choice] = intern(info_slots, info_rows, infos, int(known), int(fact[begin]))
                    infos += own_info[choice] == infos
                known = own_info[choice]
                begin += 1
            for k in range(begin, fact_first[symbol + 1]):
                if fact[k] == 0:  # the player forgets
                    known = p
                else:
                    known = intern(info_slots, info_rows, infos, int(known), int(fact[k]))
                    infos += known == infos
            path[d, PLAYERS + p] = known
        if who >= 0:
            path[d, PLAYERS + players + who] = sets[here, FIRST] + edge - first[state]
        arriving = True

    counters[INFOS], counters[REACHES], counters[PAYOFFS] = infos, reaches, payoffs
    counters[CLASSES], counters[LEAVES], counters[SETS] = classes, leaves, number
    counters[VISITED], counters[DEPTH], counters[EDGE] = visited, d, edge
    counters[ARRIVING] = 1 if arriving else 0
    counters[CHOICES] = choices


@lru_cache(maxsize=1)
def compiled() -> tuple[Callable[..., None], Callable[..., None]]:
    """`walk` and `hashed` through Numba. Helpers are registered, not replaced, so the plain functions stay plain."""
    from numba.extending import register_jitable

    from galakit.compiling import njit

    register_jitable(spread)
    register_jitable(intern)
    return njit(cache=True)(walk), njit(cache=True)(hashed)
