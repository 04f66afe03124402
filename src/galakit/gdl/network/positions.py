"""The compiled loops of `tabulating`: what players learn in a turn, and the positions of all turns in columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.game import kernel
from galakit.gdl.rules import LONGEST
from galakit.rules.contract import CHANCE, END

CHUNK = 200_000  # edges between two returns

WHOLE, MORE, FAULTY = range(3)
# Entries of the counters: the position and the move that come next, positions and edges so far, the end's number.
DONE, MADE, COUNT, EDGE, OVER = range(5)

_intern: Any = njit(cache=True, nogil=True)(kernel.intern)


class Turns(NamedTuple):
    """What compiled code needs of a graph and its description."""

    incomplete: bool
    order: Any
    """the roles as they choose: nature first"""
    player: Any
    """[roles] who has a role, or CHANCE"""
    playing: Any
    """[n] the role of each player"""
    terms: int
    """distinct moves; fact t is that move t was chosen, fact terms + t that it was the only one"""
    term: Any
    """[moves of all roles] the number of a move's term"""
    quiet: Any
    """[moves of all roles] whether no fact tells of it"""
    percepts: Any
    """[rows of percepts, roles] the fact of perceiving them"""
    terminal: Any
    moves: Any
    moves_first: Any
    joint_first: Any
    target: Any
    row: Any
    """[E] the number of the row of percepts"""


class Followed(NamedTuple):
    """Where turns without a choice lead, and what they show."""

    index: Any
    """[S] the number of such a state, -1 for others"""
    arrives: Any
    """[such states] the first state after it that is not one of them"""
    shows: Any
    """[such states + 1, n] what each player learns on the way, as a list; the last row, -1, is for all other states"""


@njit(cache=True, nogil=True)
def renumber(column: Any, index: Any) -> Any:
    """Number the entries of a column anew, in place, as they come; `index` has the numbers, -1 where there is none."""
    found = np.empty(len(index), np.int32)
    count = 0
    for i in range(len(column)):
        k = column[i]
        if index[k] < 0:
            found[count] = k
            count += 1
            index[k] = count
        column[i] = index[k]
    return found[:count].copy()


@njit(cache=True, nogil=True)
def enter(pairs: Any, count: int, slots: Any) -> None:
    """Pairs, all different, into empty slots."""
    for k in range(1, count):
        _intern(slots, pairs, k, np.int64(pairs[k, 0]), np.int64(pairs[k, 1]))


@njit(cache=True, nogil=True)
def _cons(first: Any, rest: Any, pairs: Any, slots: Any, count: Any) -> Any:
    """The number of the list that begins with that integer and goes on with that list."""
    found = _intern(slots, pairs, count[0], np.int64(first), np.int64(rest))
    if found == count[0]:
        count[0] += 1
    return np.int64(found)


@njit(cache=True, nogil=True)
def _learnt(turns: Turns, player: int, s: Any, joint: Any, rest: Any, pairs: Any, slots: Any, count: Any) -> Any:
    """What a player learns when a joint move is made, in front of what follows it."""
    own = turns.playing[player]
    edge = turns.joint_first[s] + joint
    known: Any = np.int64(rest)
    if turns.incomplete:
        known = _cons(turns.percepts[turns.row[edge], own], known, pairs, slots, count)
        if turns.moves_first[s, own + 1] - turns.moves_first[s, own] == 1:
            move = turns.moves[turns.moves_first[s, own]]
            if not turns.quiet[move]:
                known = _cons(turns.terms + turns.term[move], known, pairs, slots, count)
        return known
    for k in range(len(turns.order) - 1, -1, -1):
        role = turns.order[k]
        width = turns.moves_first[s, role + 1] - turns.moves_first[s, role]
        if role == own or width == 1:
            continue
        index = joint // _stride(turns, s, role) % width
        known = _cons(2 * turns.terms + turns.moves[turns.moves_first[s, role] + index], known, pairs, slots, count)
    return known


@njit(cache=True, nogil=True)
def _stride(turns: Turns, s: Any, role: Any) -> Any:
    """By how much the number of a joint move grows from one move of a role to the next."""
    stride = np.int64(1)
    for later in range(role + 1, len(turns.order)):
        stride *= turns.moves_first[s, later + 1] - turns.moves_first[s, later]
    return stride


@njit(cache=True, nogil=True)
def settle(
    turns: Turns, followed: Followed, forced: Any, length: Any, at: Any, margin: int, pairs: Any, slots: Any, count: Any
) -> int:
    """Follow turns without a choice to where they lead, for a while or until the pairs are full."""
    stack = np.empty(LONGEST + 1, np.int64)
    until = min(at[0] + CHUNK, len(forced))
    while at[0] < until:
        height = 0
        s = forced[at[0]]
        while followed.index[s] >= 0 and followed.arrives[followed.index[s]] < 0:
            if height > LONGEST:  # also where they go round in a circle
                return FAULTY
            stack[height] = s
            height += 1
            s = turns.target[turns.joint_first[s]]
        while height:
            if count[0] + margin >= len(pairs):
                return MORE
            height -= 1
            i = followed.index[stack[height]]
            s = turns.target[turns.joint_first[stack[height]]]
            after = followed.index[s]
            length[i] = 1 if after < 0 else length[after] + 1
            if length[i] > LONGEST:
                return FAULTY
            for p in range(len(turns.playing)):
                rest = followed.shows[after, p]
                followed.shows[i, p] = _learnt(turns, p, stack[height], 0, rest, pairs, slots, count)
            followed.arrives[i] = s if after < 0 else followed.arrives[after]
        at[0] += 1
    return WHOLE if at[0] == len(forced) else MORE


@njit(cache=True, nogil=True)
def fill(
    turns: Turns,
    followed: Followed,
    goals: Any,
    margin: int,
    pairs: Any,
    slots: Any,
    count: Any,
    counters: Any,
    state: Any,
    base: Any,
    depth: Any,
    mover: Any,
    first: Any,
    offered: Any,
    target: Any,
    move: Any,
    probability: Any,
    gain: Any,
    seen: Any,
    number: Any,
) -> int:
    """Go on listing positions from where `counters` stand, for a while or until the pairs are full.

    Position q is the turn of graph state `state[q]` in which `depth[q]` roles have chosen; their moves add up to
    `base[q]` in the number of the joint move. `number` has the positions at which turns begin, -1 where none is known.
    """
    n = len(turns.playing)
    done, made, found, edge, over = counters[DONE], counters[MADE], counters[COUNT], counters[EDGE], counters[OVER]
    stop = edge + CHUNK
    while done < found and edge < stop:
        s = np.int64(state[done])
        if over == done:
            mover[done] = END
            first[done + 1] = edge
            done += 1
            continue
        choosers = 0
        role = np.int64(-1)
        for k in range(len(turns.order)):
            each = turns.order[k]
            if turns.moves_first[s, each + 1] - turns.moves_first[s, each] > 1:
                if choosers == depth[done]:
                    role = each
                choosers += 1
        start, width = turns.moves_first[s, role], turns.moves_first[s, role + 1] - turns.moves_first[s, role]
        who, stride = turns.player[role], _stride(turns, s, role)
        if count[0] + margin >= len(pairs):
            break
        if made == 0:
            mover[done] = who
            if who >= 0:
                known: Any = np.int64(0)
                for k in range(width - 1, -1, -1):
                    known = _cons(turns.term[turns.moves[start + k]], known, pairs, slots, count)
                offered[done] = known
        while made < width and edge < stop and count[0] + margin < len(pairs):
            term = turns.term[turns.moves[start + made]]
            joint = base[done] + made * stride
            move[edge] = term
            probability[edge] = width if who == CHANCE else 0
            if depth[done] + 1 < choosers:
                state[found], base[found], depth[found] = s, joint, depth[done] + 1
                target[edge] = found
                found += 1
            else:
                after = np.int64(turns.target[turns.joint_first[s] + joint])
                chain = followed.index[after]
                for p in range(n):
                    rest = followed.shows[chain, p]
                    seen[edge, p] = _learnt(turns, p, s, joint, rest, pairs, slots, count)
                if chain >= 0:
                    after = np.int64(followed.arrives[chain])
                if turns.terminal[after]:
                    if over < 0:
                        over = found
                        found += 1
                    target[edge] = over
                    gain[edge] = _listed(goals[after], pairs, slots, count)
                else:
                    if number[after] < 0:
                        number[after] = found
                        state[found] = after
                        found += 1
                    target[edge] = number[after]
            if who >= 0:
                seen[edge, who] = _cons(term, seen[edge, who], pairs, slots, count)
            edge += 1
            made += 1
        if made < width:
            break
        made = 0
        first[done + 1] = edge
        done += 1
    counters[DONE], counters[MADE], counters[COUNT], counters[EDGE], counters[OVER] = done, made, found, edge, over
    return WHOLE if done == found else MORE


@njit(cache=True, nogil=True)
def _listed(values: Any, pairs: Any, slots: Any, count: Any) -> Any:
    """The number of a list of integers; 0 if all are 0."""
    known: Any = np.int64(0)
    if values.any():
        for k in range(len(values) - 1, -1, -1):
            known = _cons(values[k], known, pairs, slots, count)
    return known
