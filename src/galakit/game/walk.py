"""Driving the walk: room for its tables, more room when they fill, progress in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.game import kernel
from galakit.game.automaton import Automaton, Column, single_facts
from galakit.mapped import room_for
from galakit.progress import UNFOLDING, Progress

MIDDLING = 1_000_000  # nodes
STRIDE = 500_000  # nodes between two reports of progress


@dataclass(frozen=True, eq=False)
class Walk:
    """What the walk found; see `kernel` for the columns."""

    infos: Column
    reaches: Column
    payoffs: Column
    classes: Column
    leaves: Column
    sets: Column
    sequences: Column
    table: Column
    """[7, nodes], or [7, 0] when no node table was asked for"""
    perfect_recall: bool


class _Table:
    """Pairs without duplicates, and the hash slots that find them."""

    def __init__(self, room: int) -> None:
        self.rows = np.zeros((room, 2), np.int32)
        self.slots = np.full(2 * room, -1, np.int32)

    def grow(self, count: int, hashed: Any) -> None:
        # Twice the rows and slots; as much again as one of them for what else grows with them.
        with room_for(3 * (self.rows.nbytes + self.slots.nbytes), "unfolding the rest of the game tree"):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
            self.slots = np.full(2 * len(self.slots), -1, np.int32)
        hashed(self.rows, count, self.slots)


def walk(
    automaton: Automaton, nodes: int, terminals: int, *, keep: bool, compiled: bool, progress: Progress | None = None
) -> Walk:
    """Walk the whole tree of an automaton, which has so many nodes and terminal nodes."""
    step, hashed = kernel.compiled() if compiled else (kernel.walk, kernel.hashed)
    n = len(automaton.players)
    room = 1 << 14 if compiled else 64
    fact_first, fact = single_facts(automaton)
    margin = n * max(1, int(np.diff(fact_first).max())) + 1
    while room < 4 * margin:
        room *= 2
    # Tables that may grow with the tree start with room for a tree of middling size: doubling them costs more.
    large = room
    while compiled and large < min(nodes, MIDDLING) // 4:
        large *= 2
    infos = _Table(large)
    reaches, payoffs, classes = (_Table(room) for _ in range(3))
    set_of = np.full(large, -1, np.int32)
    set_after = set_of.copy()
    leaves = np.zeros((n + 1, terminals), np.int32)
    sets = np.zeros((room, 7), np.int32)
    widest = int(np.diff(automaton.first)[automaton.mover >= 0].max(initial=0))
    own_info = np.full(max(4 * room, 2 * widest + 1), -1, np.int32)
    sequences = np.ones(n, np.int32)
    table = np.zeros((7, nodes if keep else 0), np.int32)
    path = np.zeros((automaton.longest_play + 1, kernel.PLAYERS + 2 * n), np.int32)
    counters = np.zeros(12, np.int64)

    # The opening, before the first node: what the players see and gain there.
    infos.rows[:n] = [(-1, p) for p in range(n)]
    count = n
    path[0, kernel.AT] = automaton.start
    for p, symbol in enumerate(automaton.opening_seen):
        path[0, kernel.PLAYERS + p] = p
        for k in range(fact_first[symbol], fact_first[symbol + 1]):
            known = int(path[0, kernel.PLAYERS + p])
            path[0, kernel.PLAYERS + p] = kernel.intern(infos.slots, infos.rows, count, known, int(fact[k]))
            count += 1
    counters[kernel.INFOS] = count
    counters[kernel.REACHES] = counters[kernel.PAYOFFS] = 1
    if automaton.opening_gain:
        path[0, kernel.PAYOFF] = kernel.intern(payoffs.slots, payoffs.rows, 1, 0, automaton.opening_gain)
        counters[kernel.PAYOFFS] = 2
    counters[kernel.EDGE] = -1
    counters[kernel.ARRIVING] = counters[kernel.RECALL] = 1

    while counters[kernel.DEPTH] >= 0:
        if counters[kernel.INFOS] + margin >= len(infos.rows):
            infos.grow(int(counters[kernel.INFOS]), hashed)
            set_of = np.concatenate([set_of, np.full_like(set_of, -1)])
            set_after = np.concatenate([set_after, np.full_like(set_after, -1)])
        if counters[kernel.CHOICES] + widest >= len(own_info):
            own_info = np.concatenate([own_info, np.full_like(own_info, -1)])
        if counters[kernel.SETS] >= len(sets):
            sets = np.concatenate([sets, np.zeros_like(sets)])
        for grows, entry in ((reaches, kernel.REACHES), (payoffs, kernel.PAYOFFS), (classes, kernel.CLASSES)):
            if counters[entry] >= len(grows.rows):
                grows.grow(int(counters[entry]), hashed)
        tables = (
            automaton.mover,
            automaton.first,
            automaton.target,
            automaton.probability,
            automaton.gain,
            automaton.seen,
            automaton.offered,
            fact_first,
            fact,
            margin,
            widest,
            infos.rows,
            infos.slots,
            set_of,
            set_after,
            reaches.rows,
            reaches.slots,
            payoffs.rows,
            payoffs.slots,
            classes.rows,
            classes.slots,
            leaves,
            sets,
            own_info,
            sequences,
            table,
            path,
            counters,
            int(counters[kernel.VISITED]) + STRIDE,
        )
        # Views give Python's own integers, which plain Python handles in half the time.
        step(*tables if compiled else (t.data if isinstance(t, np.ndarray) else t for t in tables))
        if progress is not None:
            progress(UNFOLDING, int(counters[kernel.VISITED]), nodes)

    return Walk(
        infos=infos.rows[: counters[kernel.INFOS]],
        reaches=reaches.rows[: counters[kernel.REACHES]],
        payoffs=payoffs.rows[: counters[kernel.PAYOFFS]],
        classes=classes.rows[: counters[kernel.CLASSES]],
        leaves=leaves,
        sets=sets[: counters[kernel.SETS]],
        sequences=sequences,
        table=table,
        perfect_recall=bool(counters[kernel.RECALL]),
    )
