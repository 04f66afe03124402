"""From the graph of a description to the states of its rules: columns, filled by compiled code.

What a player learns on an edge is a list of facts: their own move, what the joint move shows them, and what the turns
without a choice show that follow it. Lists are numbered as pairs (first fact, number of the rest), from their ends:
equal lists have equal numbers, and a series of turns without a choice is followed once, not once for each edge.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.game import kernel
from galakit.gdl.facts import NOOP, did, does
from galakit.gdl.machine import playing, turn_order
from galakit.gdl.network.compiling import Compiled
from galakit.gdl.network.exploring import LONGEST, Graph
from galakit.memory import refuse_beyond_memory
from galakit.progress import Progress
from galakit.rules.contract import CHANCE, END, Fact, Move, Number
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.table import StateTable

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


def tabulate(compiled: Compiled, graph: Graph, incomplete: bool, progress: Progress | None) -> StateTable | None:
    """The table of a graph's positions; nothing where turns without a choice do not end."""
    roles = compiled.roles
    own = playing(roles)
    sets, percepts = _percept_sets(compiled, graph) if incomplete else ([], np.zeros((1, len(roles)), np.int32))
    number = {move: t for t, move in enumerate(dict.fromkeys(compiled.moves))}
    owner = [role for role, (a, b) in enumerate(pairwise(compiled.net.moves.tolist())) for _ in range(a, b)]
    # The numbers of the facts: chosen moves, only moves, what roles did (in GDL), sets of percepts (in GDL-II).
    facts: list[Fact] = [*map(Chose, number), *map(did, number)]
    facts += sets if incomplete else (does(roles[r], move) for r, move in zip(owner, compiled.moves))
    turns = Turns(
        incomplete=incomplete,
        order=np.array(turn_order(roles), np.int64),
        player=np.array([own.index(r) if r in own else CHANCE for r in range(len(roles))], np.int64),
        playing=np.array(own, np.int64),
        terms=len(number),
        term=np.array([number[move] for move in compiled.moves], np.int64),
        quiet=np.array([move == NOOP for move in compiled.moves], np.bool_),
        percepts=percepts + 2 * len(number),
        terminal=graph.terminal,
        moves=graph.moves,
        moves_first=graph.moves_first,
        joint_first=graph.joint_first,
        target=graph.target,
        row=graph.percepts,
    )
    lists = _Lists()
    followed = _follow(turns, lists, progress)
    return None if followed is None else _table(turns, graph, followed, lists, facts, list(number), progress)


def _percept_sets(compiled: Compiled, graph: Graph) -> tuple[list[Fact], Any]:
    """The distinct sets of percepts, and the number of the set of each row and role."""
    bits = np.unpackbits(graph.percept_rows.view(np.uint8), axis=1, bitorder="little")
    number: dict[Fact, int] = {}
    of_role = np.zeros((len(bits), len(compiled.roles)), np.int32)
    for role, (a, b) in enumerate(pairwise(compiled.net.sees_roles.tolist())):
        packed = np.packbits(bits[:, a:b], axis=1)
        keys = np.ascontiguousarray(packed).view(f"V{packed.shape[1]}")[:, 0] if b > a else np.zeros(len(bits), np.int8)
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        sets = [frozenset(compiled.percepts[a + k] for k in np.flatnonzero(bits[i, a:b]).tolist()) for i in first]
        of_role[:, role] = np.array([number.setdefault(s, len(number)) for s in sets], np.int32)[which]
    return list(number), of_role


class _Lists:
    """Numbered lists of integers: pairs (first, number of the rest), and the hash slots that find them; 0 is empty."""

    def __init__(self) -> None:
        self.pairs = np.full((1 << 12, 2), -1, np.int32)
        self.slots = np.full(1 << 13, -1, np.int32)
        self.count = np.ones(1, np.int64)

    def grow(self, margin: int) -> None:
        """Room for so many pairs more."""
        while self.count[0] + margin >= len(self.pairs):
            refuse_beyond_memory(4 * self.pairs.nbytes, "listing the states of this game")
            self.pairs = np.concatenate([self.pairs, np.full_like(self.pairs, -1)])
            self.slots = np.full(2 * len(self.slots), -1, np.int32)
            _enter(self.pairs, int(self.count[0]), self.slots)

    def __getitem__(self, number: int) -> list[int]:
        found = []
        while number:
            found.append(int(self.pairs[number, 0]))
            number = int(self.pairs[number, 1])
        return found


class Followed(NamedTuple):
    """Where turns without a choice lead, and what they show."""

    index: Any
    """[S] the number of such a state, -1 for others"""
    arrives: Any
    """[such states] the first state after it that is not one of them"""
    shows: Any
    """[such states + 1, n] what each player learns on the way, as a list; the last row, -1, is for all other states"""


def _follow(turns: Turns, lists: _Lists, progress: Progress | None) -> Followed | None:
    """All turns without a choice; nothing where some do not end."""
    single = (np.diff(turns.joint_first) == 1) & ~turns.terminal
    forced = np.flatnonzero(single)
    followed = Followed(
        index=np.where(single, np.cumsum(single) - 1, -1).astype(np.int32),
        arrives=np.full(len(forced), -1, np.int32),
        shows=np.zeros((len(forced) + 1, len(turns.playing)), np.int32),
    )
    length = np.zeros(len(forced), np.int32)
    at = np.zeros(1, np.int64)
    margin = _margin(turns)
    status = MORE
    while status == MORE:
        lists.grow(margin)
        status = _settle(turns, followed, forced, length, at, margin, lists.pairs, lists.slots, lists.count)
        _tell(progress, int(at[0]), None)
    return None if status == FAULTY else followed


def _table(
    turns: Turns,
    graph: Graph,
    followed: Followed,
    lists: _Lists,
    facts: list[Fact],
    moves: list[Move],
    progress: Progress | None,
) -> StateTable:
    n = len(turns.playing)
    states = graph.positions + bool(turns.terminal.any())
    # A turn with choosers of widths a, b, c has a + ab + abc edges: the last are joint moves, the others lead to
    # positions in the middle of the turn.
    turn = np.diff(turns.joint_first) > 1
    edges = graph.positions - int(turn.sum()) + int(np.diff(turns.joint_first)[turn].sum())
    refuse_beyond_memory(states * 21 + edges * (16 + 4 * n), "listing the states of this game")
    mover, offered, state, base = (np.zeros(states, np.int32) for _ in range(4))
    depth = np.zeros(states, np.int8)
    first = np.zeros(states + 1, np.int32)
    target, move, probability, gain = (np.zeros(edges, np.int32) for _ in range(4))
    seen = np.zeros((edges, n), np.int32)
    goals = np.ascontiguousarray(graph.goals[:, turns.playing])

    opening = int(followed.index[0])
    state[0] = 0 if opening < 0 else followed.arrives[opening]
    counters = np.zeros(5, np.int64)
    counters[COUNT] = 1
    counters[OVER] = 0 if turns.terminal[state[0]] else -1
    opening_gain = (0,) * n if counters[OVER] < 0 else tuple(goals[state[0]].tolist())
    number = np.full(len(turns.terminal), -1, np.int32)
    number[state[0]] = 0
    margin = _margin(turns)
    status = MORE
    while status == MORE:
        lists.grow(margin)
        status = _fill(
            turns, followed, goals, margin, lists.pairs, lists.slots, lists.count, counters,
            state, base, depth, mover, first, offered, target, move, probability, gain, seen, number,
        )  # fmt: skip
        _tell(progress, int(counters[DONE]), states)

    pairs = int(lists.count[0])
    symbols: list[tuple[Fact, ...]] = [tuple(facts[f] for f in lists[k]) for k in _renumbered(seen, pairs)]
    gains: list[tuple[Number, ...]] = [(0,) * n, *(tuple(lists[k]) for k in _renumbered(gain, pairs)[1:])]
    choices = [Choosing(tuple(moves[t] for t in lists[k])) for k in _renumbered(offered, pairs)[1:]]
    offered += np.where(offered > 0, len(symbols) - 1, 0).astype(np.int32)
    symbols += [(choice,) for choice in choices]
    opening_seen = [tuple(facts[f] for f in lists[k]) for k in followed.shows[opening].tolist()]
    symbols += [shown for shown in dict.fromkeys(opening_seen) if shown not in symbols]
    gains += [] if opening_gain in gains else [opening_gain]
    widths = _renumbered(probability, int(probability.max(initial=0)) + 1)
    return StateTable(
        mover=mover,
        first=first,
        target=target,
        move=move,
        probability=probability,
        gain=gain,
        seen=seen,
        offered=offered,
        opening_seen=tuple(map(symbols.index, opening_seen)),
        opening_gain=gains.index(opening_gain),
        moves=moves,
        probabilities=[1, *(Fraction(1, width) for width in widths[1:])],
        gains=gains,
        symbols=symbols,
    )


def _tell(progress: Progress | None, done: int, total: int | None) -> None:
    if progress is not None:
        progress("listing states", done, total)


def _margin(turns: Turns) -> int:
    """The pairs that one edge, or the moves of one position, may add."""
    return len(turns.term) + (len(turns.playing) + 1) * (len(turns.order) + 3)


def _renumbered(column: Any, size: int) -> list[int]:
    """Number the entries of a column, which are below a size, anew and return them in this order; 0 stays 0."""
    index = np.full(size, -1, np.int32)
    index[0] = 0
    return [0, *_renumber(column.reshape(-1), index).tolist()]


@njit(cache=True, nogil=True)
def _renumber(column: Any, index: Any) -> Any:
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
def _enter(pairs: Any, count: int, slots: Any) -> None:
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
def _settle(
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
def _fill(
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
