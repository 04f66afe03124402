"""Many states asked at once: up to 256 rows of packed bits go in, answers come out, a row for each state.

These are the compiled building blocks of exploring and of search; `values` is the room of `fresh_values`, one for each
thread. Bits are packed in words of 64, the first bit the lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.lanes import ALL, LANES, ONE, WORDS, load, store, word, work_out
from galakit.gdl.network.net import GOAL, NEXT, PLAY, SEES, Net
from galakit.gdl.network.plays import note_goals


@njit(cache=True, nogil=True)
def look(net: Net, values: Any, rows: Any, count: int, legal: Any, terminal: Any, goals: Any) -> None:
    """What states say: the legal moves of all roles as packed bits, whether play is over, and then each role's goal."""
    load(rows, count, values, 1, net.bits)
    work_out(net, values, PLAY)
    store(values, net.legal, count, legal)
    over = False
    for row in range(count):
        terminal[row] = (word(values, net.terminal, row >> 6) >> np.uint64(row & 63)) & ONE != 0
        over = over or terminal[row]
    if over:
        read_goals(net, values, count, goals)


@njit(cache=True, nogil=True)
def read_goals(net: Net, values: Any, count: int, goals: Any) -> None:
    """The goal values of the states whose values are known; NO_GOAL where there is none."""
    work_out(net, values, GOAL)
    rows = np.arange(LANES)
    for w in range((count + 63) // 64):
        left = min(64, count - 64 * w)
        note_goals(net, values, w, ALL >> np.uint64(64 - left), rows, goals)


@njit(cache=True, nogil=True)
def advance(net: Net, values: Any, rows: Any, count: int, joint: Any, after: Any) -> None:
    """The states after joint moves: `joint[row, role]` is the number of a move."""
    load(rows, count, values, 1, net.bits)
    work_out(net, values, PLAY)
    do(net, values, count, joint)
    work_out(net, values, NEXT)
    store(values, net.next, count, after)


@njit(cache=True, nogil=True)
def advance_and_see(net: Net, values: Any, rows: Any, count: int, joint: Any, after: Any, percepts: Any) -> None:
    """As `advance`, and what all roles perceive on the way, as packed bits over the net's percepts."""
    advance(net, values, rows, count, joint, after)
    work_out(net, values, SEES)
    store(values, net.sees, count, percepts)


@njit(cache=True, nogil=True)
def do(net: Net, values: Any, count: int, joint: Any) -> None:
    """Joint moves as the values of the moves' nodes."""
    first = 1 + net.bits
    values[first : first + net.moves[-1]] = 0
    for row in range(count):
        for role in range(len(net.moves) - 1):
            values[first + joint[row, role], row >> 6] |= ONE << np.uint64(row & 63)


@njit(cache=True, nogil=True)
def follow(net: Net, values: Any, following: Any) -> None:
    """The next states become the present ones, in all lanes; `following` is room for them."""
    work_out(net, values, NEXT)
    for b in range(net.bits):
        for w in range(WORDS):
            following[b, w] = word(values, net.next[b], w)
    values[1 : 1 + net.bits] = following
