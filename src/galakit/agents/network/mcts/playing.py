"""Plays from the leaves of a wave to the end, one lane each; moves that did well in other plays come more often (MAST).

A wave can be interrupted: its plays go on where they stopped, as their states stay in the lanes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.batch import follow
from galakit.gdl.network.lanes import LANES, ONE, WORDS, fresh_values, load, word, work_out
from galakit.gdl.network.net import GOAL, PLAY, Net
from galakit.gdl.network.plays import random_word

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACE = np.zeros(64, dtype=np.uint8)
for _k in range(64):
    _PLACE[((0x03F79D71B4CB0A89 << _k) & 0xFFFFFFFFFFFFFFFF) >> 58] = _k


class Scale(NamedTuple):
    """Goal values as numbers between 0 and 1."""

    low: Any
    span: Any


def scale_of(net: Net) -> Scale:
    """From the goal values that the rules name for each role."""
    low, span = [], []
    for a, b in zip(net.goal_roles[:-1].tolist(), net.goal_roles[1:].tolist()):
        values = [int(v) for v in net.goal_values[a:b]] or [0]
        low.append(min(values))
        span.append(max(1, max(values) - min(values)))
    return Scale(np.array(low, dtype=np.float32), np.array(span, dtype=np.float32))


class Desk(NamedTuple):
    """What one thread needs for a wave of plays."""

    values: Any
    following: Any
    active: Any
    """lanes that have not come to an end, as bits"""
    result: Any
    """what each lane is worth to each role; NaN where its play has not ended"""
    turns: Any
    """how many turns each lane has been played"""
    played: Any
    """for each move the lanes in which it was made"""
    sums: Any
    which: Any
    """for each of 64 lanes the running sums of the weights of its legal moves, and the moves"""
    sizes: Any
    line: Any
    """for each turn and lane the move of the first role; no room where they are not wanted"""
    source: Any
    """the state of the random numbers"""


def fresh_desk(net: Net, seed: int, longest_line: int = 0) -> Desk:
    """Room for the plays of a wave."""
    roles, moves = len(net.moves) - 1, int(net.moves[-1])
    widest = int(np.diff(net.moves).max())
    return Desk(
        values=fresh_values(net),
        following=np.empty((net.bits, WORDS), dtype=np.uint64),
        active=np.zeros(WORDS, dtype=np.uint64),
        result=np.empty((LANES, roles), dtype=np.float32),
        turns=np.zeros(LANES, dtype=np.int32),
        played=np.zeros((moves, WORDS), dtype=np.uint64),
        sums=np.empty((64, widest), dtype=np.float32),
        which=np.empty((64, widest), dtype=np.int32),
        sizes=np.zeros(64, dtype=np.int32),
        line=np.empty((longest_line, LANES), dtype=np.int32),
        source=np.array([seed], dtype=np.uint64),
    )


@njit(cache=True, nogil=True, inline="always")
def place(low: Any) -> int:
    """Which bit a word with one bit has."""
    return int(_PLACE[(low * _DE_BRUIJN) >> np.uint64(58)])


@njit(cache=True, nogil=True)
def begin(net: Net, desk: Desk, rows: Any, count: int) -> None:
    """States into the lanes."""
    load(rows, count, desk.values, 1, net.bits)
    desk.active[:] = 0
    desk.played[:] = 0
    desk.result[:] = np.nan
    desk.turns[:] = 0
    for row in range(count):
        desk.active[row >> 6] |= ONE << np.uint64(row & 63)


@njit(cache=True, nogil=True)
def choose(net: Net, desk: Desk, weights: Any) -> None:
    """A legal move for each role in each active lane, drawn by weight; lanes without one end in the middle."""
    first = 1 + net.bits
    for role in range(len(net.moves) - 1):
        lo, hi = net.moves[role], net.moves[role + 1]
        for w in range(WORDS):
            active = desk.active[w]
            for m in range(lo, hi):
                desk.values[first + m, w] = 0
            if not active:
                continue
            desk.sizes[:] = 0
            for m in range(lo, hi):
                here = word(desk.values, net.legal[m], w) & active
                while here:
                    low = here & (~here + ONE)
                    lane = place(low)
                    k = desk.sizes[lane]
                    desk.sums[lane, k] = weights[m] + (desk.sums[lane, k - 1] if k else np.float32(0))
                    desk.which[lane, k] = m
                    desk.sizes[lane] = k + 1
                    here ^= low
            while active:
                low = active & (~active + ONE)
                active ^= low
                lane = place(low)
                size = desk.sizes[lane]
                if size == 0:
                    desk.active[w] &= ~low
                    desk.result[64 * w + lane] = 0.5
                    continue
                k = 0
                if size > 1:
                    draw = np.float32(random_word(desk.source) >> np.uint64(40)) / np.float32(1 << 24)
                    aim = draw * desk.sums[lane, size - 1]
                    while k < size - 1 and desk.sums[lane, k] <= aim:
                        k += 1
                m = desk.which[lane, k]
                desk.values[first + m, w] |= low
                desk.played[m, w] |= low
                if role == 0 and desk.turns[64 * w + lane] < len(desk.line):
                    desk.line[desk.turns[64 * w + lane], 64 * w + lane] = m


@njit(cache=True, nogil=True)
def play_on(net: Net, desk: Desk, scale: Scale, weights: Any, turns: int) -> bool:
    """So many more turns of all plays; whether any of them has not come to its end."""
    for _ in range(turns):
        work_out(net, desk.values, PLAY)
        ended = np.uint64(0)
        for w in range(WORDS):
            ended |= word(desk.values, net.terminal, w) & desk.active[w]
        if ended:
            work_out(net, desk.values, GOAL)
            for w in range(WORDS):
                over = word(desk.values, net.terminal, w) & desk.active[w]
                desk.active[w] &= ~over
                read_results(net, desk, scale, over, w)
        if not (desk.active[0] | desk.active[1] | desk.active[2] | desk.active[3]):
            return False
        choose(net, desk, weights)
        for w in range(WORDS):
            here = desk.active[w]
            while here:
                low = here & (~here + ONE)
                desk.turns[64 * w + place(low)] += 1
                here ^= low
        follow(net, desk.values, desk.following)
    return True


@njit(cache=True, nogil=True)
def read_results(net: Net, desk: Desk, scale: Scale, over: Any, w: int) -> None:
    """What the lanes of a word that are over are worth; the middle where the rules give no goal."""
    here = over
    while here:
        low = here & (~here + ONE)
        desk.result[64 * w + place(low)] = 0.5
        here ^= low
    for role in range(len(net.moves) - 1):
        for k in range(net.goal_roles[role], net.goal_roles[role + 1]):
            value = (np.float32(net.goal_values[k]) - scale.low[role]) / scale.span[role]
            here = word(desk.values, net.goals[k], w) & over
            while here:
                low = here & (~here + ONE)
                desk.result[64 * w + place(low), role] = value
                here ^= low


@njit(cache=True, nogil=True)
def judge(net: Net, desk: Desk, constant: Any, facts: Any) -> None:
    """Ends all plays that go on: what they are worth is guessed from the facts of their states."""
    for w in range(WORDS):
        for role in range(desk.result.shape[1]):
            for b in range(net.bits):
                here = desk.values[1 + b, w] & desk.active[w]
                while here:
                    low = here & (~here + ONE)
                    lane = 64 * w + place(low)
                    if np.isnan(desk.result[lane, role]):
                        desk.result[lane, role] = constant[role]
                    desk.result[lane, role] += facts[b, role]
                    here ^= low
        here = desk.active[w]
        while here:
            low = here & (~here + ONE)
            lane = 64 * w + place(low)
            for role in range(desk.result.shape[1]):
                guess = desk.result[lane, role]
                guess = constant[role] if np.isnan(guess) else guess
                desk.result[lane, role] = min(np.float32(0.99), max(np.float32(0.01), guess))
            here ^= low
        desk.active[w] = 0
