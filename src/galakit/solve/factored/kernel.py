"""The compiled part: regrets, strategies and values of one stage, block by block.

Numbers of a stage's own sequences are stored block by block, in each block sequence by sequence, so that a block is
one piece of memory that fits into the cache. Within a block the opponent's plan goes down, the values come up, and
nothing but regrets and averages is ever written to large arrays.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

# mypy: disable-error-code="no-untyped-def"

RESPOND, BEST = 0, 1


@njit(cache=True, fastmath=True)
def _plan(x, o, n, entries, parent, first, moves, basis, base):
    """The plan of a block: entries are there; every situation shares out its parent's weight."""
    total = np.empty(n, x.dtype)
    for s in range(len(parent)):
        m, f, above = moves[s], first[s], parent[s]
        total[:] = 0
        for a in range(m):
            at = base + (f + a - entries) * n
            for i in range(n):
                total[i] += max(basis[at + i], 0)
        for i in range(n):
            total[i] = 1 / total[i] if total[i] > 0 else -1
        for a in range(m):
            at = base + (f + a - entries) * n
            for i in range(n):
                share = max(basis[at + i], 0) * total[i] if total[i] >= 0 else x.dtype.type(1) / m
                x[f + a, o + i] = x[above, o + i] * share


@njit(cache=True, fastmath=True)
def _average(x, o, n, entries, sequences, average, base, decay):
    for s in range(entries, sequences):
        at = base + (s - entries) * n
        for i in range(n):
            average[at + i] = average[at + i] * decay + x[s, o + i]


@njit(cache=True, fastmath=True)
def _from_average(x, o, n, entries, sequences, average, base, scale):
    for s in range(entries, sequences):
        at = base + (s - entries) * n
        for i in range(n):
            x[s, o + i] = average[at + i] * scale


@njit(cache=True, fastmath=True)
def _leaves(u, uo, un, x, xo, xn, c, own, other, matrix, factors, sizes, other_sizes, stairs):
    """What the own sequences bring at the leaves."""
    first_step, steps_at, step, first_exception, column, factor = stairs
    y = np.empty(xn, x.dtype)
    prefix = np.empty(xn + 1, x.dtype)
    last = -1
    for t in range(len(own)):
        s = other[t]
        if s != last:
            last = s
            total = x.dtype.type(0)
            prefix[0] = 0
            for j in range(xn):
                y[j] = x[s, xo + j] * other_sizes[j]
                total += y[j]
                prefix[j + 1] = total
        k, f, mine = matrix[t], factors[t], own[t]
        for i in range(un):
            value = x.dtype.type(0)
            for e in range(first_step[k, c + i], first_step[k, c + i + 1]):
                value += step[e] * prefix[steps_at[e]]
            for e in range(first_exception[k, c + i], first_exception[k, c + i + 1]):
                value += factor[e] * y[column[e]]
            u[mine, uo + i] += value * f * sizes[i]


@njit(cache=True, fastmath=True)
def _regrets(u, o, n, entries, parent, first, moves, regret, basis, base, numbers):
    """Values up, regrets updated; `basis` is what the next strategy is proportional to."""
    positive, negative, floor, ahead, predicting = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    total = np.empty(n, u.dtype)
    value = np.empty(n, u.dtype)
    for k in range(len(parent)):
        s = len(parent) - 1 - k
        m, f, above = moves[s], first[s], parent[s]
        total[:] = 0
        value[:] = 0
        for a in range(m):
            at = base + (f + a - entries) * n
            for i in range(n):
                weight = max(basis[at + i], 0)
                total[i] += weight
                value[i] += weight * u[f + a, o + i]
        for i in range(n):
            if total[i] > 0:
                value[i] /= total[i]
            else:
                mean = u.dtype.type(0)
                for a in range(m):
                    mean += u[f + a, o + i]
                value[i] = mean / m
        for a in range(m):
            at = base + (f + a - entries) * n
            for i in range(n):
                r = u[f + a, o + i] - value[i]
                old = regret[at + i]
                new = max(floor, old * (positive if old > 0 else negative) + r)
                regret[at + i] = new
                if predicting != 0:
                    basis[at + i] = ahead * new + predicting * r
        for i in range(n):
            u[above, o + i] += value[i]


@njit(cache=True, fastmath=True)
def _best(u, o, n, parent, first, moves):
    for k in range(len(parent)):
        s = len(parent) - 1 - k
        m, f, above = moves[s], first[s], parent[s]
        for i in range(n):
            best = u[f, o + i]
            for a in range(1, m):
                best = max(best, u[f + a, o + i])
            u[above, o + i] += best


@njit(cache=True, parallel=True, fastmath=True)
def descend(x, blocks, entries, parent, first, moves, basis, average, decay, scale):
    """The plan of an inner stage into x [sequences, classes]; averages updated, or (scale > 0) taken as the plan."""
    sequences = x.shape[0]
    for b in prange(len(blocks) - 1):
        o, n = blocks[b], blocks[b + 1] - blocks[b]
        base = (sequences - entries) * o
        if scale > 0:
            _from_average(x, o, n, entries, sequences, average, base, scale)
        else:
            _plan(x, o, n, entries, parent, first, moves, basis, base)
            _average(x, o, n, entries, sequences, average, base, decay)


@njit(cache=True, parallel=True, fastmath=True)
def ascend(
    mode, u, x, own_blocks, other_blocks, entries, parent, first, moves, regret, basis, numbers,
    own, other, matrix, factors, sizes, other_sizes, stairs,
):  # fmt: skip
    """Values of an inner stage: u [sequences, classes] holds what later stages bring, and gets the rest."""
    sequences = u.shape[0]
    for b in prange(len(own_blocks) - 1):
        o, n = own_blocks[b], own_blocks[b + 1] - own_blocks[b]
        q, m = other_blocks[b], other_blocks[b + 1] - other_blocks[b]
        _leaves(u, o, n, x, q, m, o, own, other, matrix, factors, sizes[o : o + n], other_sizes[q : q + m], stairs)
        if mode == RESPOND:
            _regrets(u, o, n, entries, parent, first, moves, regret, basis, (sequences - entries) * o, numbers)
        else:
            _best(u, o, n, parent, first, moves)


@njit(cache=True, parallel=True, fastmath=True)
def last(
    mode, up, down, sequences, other_sequences, own_blocks, other_blocks,
    entries, parent, first, moves, regret, basis, numbers,
    other_entries, other_parent, other_first, other_moves, other_basis, other_average, decay, scale,
    own, other, matrix, factors, sizes, other_sizes, stairs,
):  # fmt: skip
    """A stage that none follows, all in one: `down` are the other's entries, `up` gets the values of the own ones."""
    for b in prange(len(own_blocks) - 1):
        o, n = own_blocks[b], own_blocks[b + 1] - own_blocks[b]
        q, m = other_blocks[b], other_blocks[b + 1] - other_blocks[b]
        x = np.empty((other_sequences, m), down.dtype)
        for e in range(other_entries):
            for j in range(m):
                x[e, j] = down[e, q + j]
        base = (other_sequences - other_entries) * q
        if scale > 0:
            _from_average(x, 0, m, other_entries, other_sequences, other_average, base, scale)
        else:
            _plan(x, 0, m, other_entries, other_parent, other_first, other_moves, other_basis, base)
            _average(x, 0, m, other_entries, other_sequences, other_average, base, decay)
        u = np.zeros((sequences, n), down.dtype)
        _leaves(u, 0, n, x, 0, m, o, own, other, matrix, factors, sizes[o : o + n], other_sizes[q : q + m], stairs)
        if mode == RESPOND:
            _regrets(u, 0, n, entries, parent, first, moves, regret, basis, (sequences - entries) * o, numbers)
        else:
            _best(u, 0, n, parent, first, moves)
        for e in range(entries):
            for i in range(n):
                up[e, o + i] = u[e, i]
