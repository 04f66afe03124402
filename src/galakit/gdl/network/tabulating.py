"""From the graph of a description to the states of its rules: columns, filled by compiled code.

What a player learns on an edge is a list of facts: their own move, what the joint move shows them, and what the turns
without a choice show that follow it. Lists are numbered as pairs (first fact, number of the rest), from their ends:
equal lists have equal numbers, and a series of turns without a choice is followed once, not once for each edge.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from galakit.gdl.facts import NOOP, did, does
from galakit.gdl.machine import playing, turn_order
from galakit.gdl.network import positions
from galakit.gdl.network.compiling import Compiled
from galakit.gdl.network.exploring import Graph
from galakit.gdl.network.positions import COUNT, DONE, FAULTY, MORE, OVER, Followed, Turns
from galakit.memory import refuse_beyond_memory
from galakit.progress import Progress
from galakit.rules.contract import CHANCE, Fact, Move, Number
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.table import StateTable


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
            positions.enter(self.pairs, int(self.count[0]), self.slots)

    def __getitem__(self, number: int) -> list[int]:
        found = []
        while number:
            found.append(int(self.pairs[number, 0]))
            number = int(self.pairs[number, 1])
        return found


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
        status = positions.settle(turns, followed, forced, length, at, margin, lists.pairs, lists.slots, lists.count)
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
        status = positions.fill(
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
    return [0, *positions.renumber(column.reshape(-1), index).tolist()]
