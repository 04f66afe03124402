"""The compiled part: regrets, strategies and values of one stage, block by block.

The numbers of a player at a stage are stored block by block; in a block, position by position (see `bundles`); there,
class by class with the copies innermost. A block fits into the cache. Within it the opponent's plan goes down, the
values come up, and nothing but regrets and averages is ever written to large arrays.

What makes it fast: innermost loops run over neighbouring numbers with nothing in them but arithmetic, so that the
processor takes several at once. Hence rows are cut out before a loop (an index then needs no checks), the number
of moves is a constant where it is 2 or 3 (what belongs to a situation stays in registers), and division by zero
raises nothing.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

# mypy: disable-error-code="no-untyped-def"

RESPOND, BEST = 0, 1

# Regrets may be floored at minus infinity: all that fast arithmetic allows but ignoring infinities.
FAST = {"contract", "nsz", "arcp"}


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _share(m, above, below, weights, average, decay):
    """Moves share out the weight of the sequence before them; averages follow."""
    zero = above.dtype.type(0)
    even = above.dtype.type(1) / above.dtype.type(m)
    for i in range(len(above)):
        total = zero
        for a in range(m):
            total += max(weights[a, i], zero)
        per = above[i] / total if total > zero else zero
        rest = zero if total > zero else above[i] * even
        for a in range(m):
            now = max(weights[a, i], zero) * per + rest
            below[a, i] = now
            average[a, i] = average[a, i] * decay + now


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _plan(x, n, side, basis, average, decay, scale):
    """The plan of a block below its entries, from regrets; or (scale > 0) what the average says."""
    if scale > 0:
        x[side.entries * n :] = average * x.dtype.type(scale)
        return
    decay = x.dtype.type(decay)
    for s in range(len(side.parent)):
        m, long = side.moves[s], side.copies[s] * n
        low, high = side.first[s] * n, side.first[s] * n + m * long
        above = x[side.parent[s] * n : side.parent[s] * n + long]
        below = x[low:high].reshape((m, long))
        own = side.entries * n
        weights = basis[low - own : high - own].reshape((m, long))
        kept = average[low - own : high - own].reshape((m, long))
        if m == 2:
            _share(2, above, below, weights, kept, decay)
        elif m == 3:
            _share(3, above, below, weights, kept, decay)
        else:
            _share(m, above, below, weights, kept, decay)


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _learn(m, worth, above, regrets, weights, numbers, predicting):
    """The value of a situation goes up; its regrets, and what the next strategy is proportional to, are updated."""
    zero = above.dtype.type(0)
    even = above.dtype.type(1) / above.dtype.type(m)
    positive, negative, floor, ahead, again = numbers
    for i in range(len(above)):
        total = value = mean = zero
        for a in range(m):
            weight = max(weights[a, i], zero)
            total += weight
            value += weight * worth[a, i]
            mean += worth[a, i]
        value = value / total if total > zero else mean * even
        above[i] += value
        for a in range(m):
            now = worth[a, i] - value
            old = regrets[a, i]
            new = max(old * (positive if old > zero else negative) + now, floor)
            regrets[a, i] = new
            if predicting:
                weights[a, i] = ahead * new + again * now


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _respond(u, n, side, regret, basis, numbers):
    """Values up, regrets updated."""
    typed = u.dtype.type
    five = (typed(numbers[0]), typed(numbers[1]), typed(numbers[2]), typed(numbers[3]), typed(numbers[4]))
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long = side.moves[s], side.copies[s] * n
        low, high = side.first[s] * n, side.first[s] * n + m * long
        above = u[side.parent[s] * n : side.parent[s] * n + long]
        worth = u[low:high].reshape((m, long))
        own = side.entries * n
        regrets = regret[low - own : high - own].reshape((m, long))
        if numbers[4] != 0.0:
            weights = basis[low - own : high - own].reshape((m, long))
            if m == 2:
                _learn(2, worth, above, regrets, weights, five, True)
            elif m == 3:
                _learn(3, worth, above, regrets, weights, five, True)
            else:
                _learn(m, worth, above, regrets, weights, five, True)
        elif m == 2:
            _learn(2, worth, above, regrets, regrets, five, False)
        elif m == 3:
            _learn(3, worth, above, regrets, regrets, five, False)
        else:
            _learn(m, worth, above, regrets, regrets, five, False)


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _best(u, n, side):
    """Values up, each situation as good as its best move."""
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long = side.moves[s], side.copies[s] * n
        above = u[side.parent[s] * n : side.parent[s] * n + long]
        worth = u[side.first[s] * n : side.first[s] * n + m * long].reshape((m, long))
        for i in range(long):
            best = worth[0, i]
            for a in range(1, m):
                best = max(best, worth[a, i])
            above[i] += best


@njit(cache=True, fastmath=FAST, error_model="numpy", inline="always")
def _leaves(u, n, x, m, row, ends, other_sizes, stairs, scratch):
    """What the own sequences bring at the leaves, all copies at once."""
    for t in range(len(ends.own)):
        c, k, came = ends.copies[t], ends.matrix[t], ends.other[t]
        factors = ends.factors[ends.start[t] : ends.start[t] + c]
        plan = x[came * m : (came + c) * m].reshape((m, c))
        worth = u[ends.own[t] * n : (ends.own[t] + c) * n].reshape((n, c))
        prefix = scratch[: (m + 1) * c].reshape((m + 1, c))
        if t == 0 or came != ends.other[t - 1]:
            prefix[0] = 0
            for j in range(m):
                size = other_sizes[j]
                for i in range(c):
                    prefix[j + 1, i] = prefix[j, i] + size * plan[j, i]
        for r in range(n):
            for e in range(stairs.first_step[k, row + r], stairs.first_step[k, row + r + 1]):
                at, step = stairs.at[e], stairs.step[e]
                for i in range(c):
                    worth[r, i] += step * factors[i] * prefix[at, i]
            for e in range(stairs.first_exception[k, row + r], stairs.first_exception[k, row + r + 1]):
                at, factor = stairs.column[e], stairs.factor[e]
                for i in range(c):
                    worth[r, i] += factor * factors[i] * plan[at, i]


@njit(cache=True, parallel=True, fastmath=FAST, error_model="numpy")
def descend(plan, at, source, side, chunks, basis, average, decay, scale):
    """The plan of an inner stage, to `at` in `plan`; averages updated, or (scale > 0) taken as the plan."""
    below = side.sequences - side.entries
    for chunk in prange(len(chunks) - 1):
        for b in range(chunks[chunk], chunks[chunk + 1]):
            o, n = side.blocks[b], side.blocks[b + 1] - side.blocks[b]
            x = plan[at + side.sequences * o :][: side.sequences * n]
            entering = source[side.entries * o :][: side.entries * n]
            for i in range(side.entries * n):
                x[i] = plan[entering[i]]
            own = slice(below * o, below * (o + n))
            _plan(x, n, side, basis[own], average[own], decay, scale)


@njit(cache=True, parallel=True, fastmath=FAST, error_model="numpy")
def ascend(
    mode, inner, plan, at, source, worth, to, later, chunks, side, other, regret, basis, numbers,
    other_basis, other_average, decay, scale, ends, stairs,
):  # fmt: skip
    """The values of a stage, those of its entries `to` their place in `worth`.

    The other's plan of an inner stage is in `plan`, and `later` says which numbers of `worth` later stages bring. The
    other's plan of a stage that none follows is worked out here, block by block, and never stored.
    """
    tallest = 0
    for b in range(len(side.blocks) - 1):
        tallest = max(tallest, side.blocks[b + 1] - side.blocks[b], other.blocks[b + 1] - other.blocks[b])
    widest = 1
    for t in range(len(ends.copies)):
        widest = max(widest, ends.copies[t])
    begin, which = later
    for chunk in prange(len(chunks) - 1):
        prefix = np.empty((tallest + 1) * widest, plan.dtype)
        scratch = np.empty((side.sequences + other.sequences) * tallest, plan.dtype)
        for b in range(chunks[chunk], chunks[chunk + 1]):
            o, n = side.blocks[b], side.blocks[b + 1] - side.blocks[b]
            q, m = other.blocks[b], other.blocks[b + 1] - other.blocks[b]
            u = scratch[: side.sequences * n]
            x = scratch[side.sequences * n :][: other.sequences * m]
            if inner:
                x = plan[at + other.sequences * q :][: other.sequences * m]
                for i in range(side.sequences * n):
                    total = plan.dtype.type(0)
                    for e in range(begin[side.sequences * o + i], begin[side.sequences * o + i + 1]):
                        total += worth[which[e]]
                    u[i] = total
            else:
                u[:] = 0
                entering = source[other.entries * q :][: other.entries * m]
                for i in range(other.entries * m):
                    x[i] = plan[entering[i]]
                theirs = slice((other.sequences - other.entries) * q, (other.sequences - other.entries) * (q + m))
                _plan(x, m, other, other_basis[theirs], other_average[theirs], decay, scale)
            _leaves(u, n, x, m, o, ends, other.sizes[q : q + m], stairs, prefix)
            if mode == RESPOND:
                own = slice((side.sequences - side.entries) * o, (side.sequences - side.entries) * (o + n))
                _respond(u, n, side, regret[own], basis[own], numbers)
            else:
                _best(u, n, side)
            worth[to + side.entries * o :][: side.entries * n] = u[: side.entries * n]
