"""The compiled part of the certificate of a separated game: plans down, products at the leaves, best moves up.

Tables have a row for each class and a column for each sequence. What earlier stages hand on is kept in one *bank* per
player: the number for class c and column s of a stage is at `offset + c * stride + s`, and that of the empty
sequence at 0. Nothing here holds Python's lock, so that threads can share out the work.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit

# mypy: disable-error-code="no-untyped-def"


class Moves(NamedTuple):
    """What one player decides at a stage."""

    parent: Any
    first: Any
    moves: Any
    at: Any
    """[entries] where the bank has the entry of class 0"""
    stride: Any
    """[entries] how far apart classes are there"""
    which: Any
    """[entries] the row of `source`"""
    source: Any
    """[earlier stages, classes] the class there of each class, in the order of places"""


@njit(cache=True, nogil=True)
def plans(table, low, moves, bank, strategy, place):
    """The weights of all sequences of some classes, the first of them `low`; `place` tells rows of the strategy."""
    entries = len(moves.at)
    for i in range(len(table)):
        x = table[i]
        chances = strategy[place[low + i]]
        for e in range(entries):
            x[e] = bank[moves.at[e] + moves.source[moves.which[e], low + i] * moves.stride[e]]
        for s in range(len(moves.parent)):
            above = x[moves.parent[s]]
            for c in range(moves.first[s], moves.first[s] + moves.moves[s]):
                x[c] = above * chances[c - entries]


@njit(cache=True, nogil=True)
def weigh(table, columns, factor, into):
    """A player's weights at the leaves, times what they pay the other."""
    for i in range(len(table)):
        for t in range(len(columns)):
            into[i, t] = table[i, columns[t]] * factor[t]


@njit(cache=True, nogil=True, fastmath={"contract"})
def multiply(pairs, own, other, low, other_low, paid, starts, weight, worth):
    """Payoffs of a range of pairs times the other's weights, added to the worth of the own classes low, low + 1, ..."""
    # Pairs by their own class: those of class i are order[begin[i]:begin[i + 1]].
    begin = np.zeros(len(worth) + 2, np.int64)
    for t in range(pairs[0], pairs[1]):
        begin[own[t] - low + 2] += 1
    for i in range(len(worth)):
        begin[i + 2] += begin[i + 1]
    order = np.empty(pairs[1] - pairs[0], np.int64)
    for t in range(pairs[0], pairs[1]):
        place = own[t] - low + 1
        order[begin[place]] = t
        begin[place] += 1
    for i in range(len(worth)):
        for k in range(len(starts) - 1):
            a, z = starts[k], starts[k + 1]
            row = worth[i, a:z]
            t = begin[i]
            # Four at a time: the row is read and written a quarter as often.
            while t + 4 <= begin[i + 1]:
                t0, t1, t2, t3 = order[t], order[t + 1], order[t + 2], order[t + 3]
                p0, p1, p2, p3 = paid[k, t0], paid[k, t1], paid[k, t2], paid[k, t3]
                w0, w1 = weight[other[t0] - other_low, a:z], weight[other[t1] - other_low, a:z]
                w2, w3 = weight[other[t2] - other_low, a:z], weight[other[t3] - other_low, a:z]
                for c in range(len(row)):
                    row[c] += p0 * w0[c] + p1 * w1[c] + p2 * w2[c] + p3 * w3[c]
                t += 4
            while t < begin[i + 1]:
                t0 = order[t]
                p0, w0 = paid[k, t0], weight[other[t0] - other_low, a:z]
                for c in range(len(row)):
                    row[c] += p0 * w0[c]
                t += 1


@njit(cache=True, nogil=True)
def rise(table, plan, worth, own, moves, low, held, strategy, place):
    """Values of classes up to their entries, every situation as good as its best move; the value of the plan itself.

    Where `held` says so for a class and a situation (it is empty if nowhere), it is as good as the strategy there.
    """
    expected = 0.0
    entries = len(moves.at)
    for i in range(len(table)):
        u = table[i]
        for t in range(len(own)):
            expected += plan[i, own[t]] * worth[i, t]
            u[own[t]] += worth[i, t]
        for k in range(len(moves.parent)):
            s = len(moves.parent) - 1 - k
            best = u[moves.first[s]]
            for c in range(moves.first[s] + 1, moves.first[s] + moves.moves[s]):
                best = max(best, u[c])
            if len(held) and held[low + i, s]:
                best = 0.0
                for c in range(moves.first[s], moves.first[s] + moves.moves[s]):
                    best += strategy[place[low + i], c - entries] * u[c]
            u[moves.parent[s]] += best
    return expected


@njit(cache=True, nogil=True)
def hand_on(table, low, moves, bank):
    """Adds the values of the entries to the sequences they come from."""
    for i in range(len(table)):
        for e in range(len(moves.at)):
            bank[moves.at[e] + moves.source[moves.which[e], low + i] * moves.stride[e]] += table[i, e]
