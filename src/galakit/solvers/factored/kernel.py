"""The compiled part: regrets, strategies and values of one stage, slab by slab.

A *slab* is classes that are worked on together: a block, or a part of one that is so large that threads share it. The
numbers of a player at a stage are stored slab by slab; in a slab, position by position (see `bundles`); there, class
by class with the copies innermost. A slab fits into the cache. Within it the opponent's plan goes down, the values
come up, and nothing but regrets and averages is ever written to large arrays.

What makes it fast: innermost loops run over neighbouring numbers with nothing in them but arithmetic, so that the
processor takes several at once. Hence rows are cut out before a loop (an index then needs no checks), the number
of moves is a constant where it is 2 or 3 (what belongs to a situation stays in registers), and division by zero
raises nothing.
"""

from __future__ import annotations

import numpy as np
from numba import prange

from galakit.compiling import njit
from galakit.solvers.factored.leaves import bring

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

RESPOND, BEST = 0, 1
ROUNDING = 256.0  # times the precision, up to which a share is taken for none

# Regrets may be floored at minus infinity: all that fast arithmetic allows but ignoring infinities.
FAST = {"contract", "nsz", "arcp"}


def _sharing(m):
    @njit(cache=True, fastmath=FAST, error_model="numpy")
    def share(above, below, weights, average, decay):
        """Moves share out the weight of the sequence before them; averages follow, except the last move's."""
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
                if a < m - 1:
                    average[a, i] = average[a, i] * decay + now

    return share


_share_two, _share_three = _sharing(2), _sharing(3)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _share_many(above, below, weights, average, decay, rest):
    """The same for any number of moves, which are gone through one after the other; `rest` is room."""
    zero = above.dtype.type(0)
    m = len(below)
    even = above.dtype.type(1) / above.dtype.type(m)
    per = rest[: len(above)]
    per[:] = 0
    for a in range(m):
        w = weights[a]
        for i in range(len(per)):
            per[i] += max(w[i], zero)
    for a in range(m):
        w, b = weights[a], below[a]
        for i in range(len(per)):
            b[i] = above[i] * (max(w[i], zero) / per[i] if per[i] > zero else even)
    for a in range(m - 1):
        b, kept = below[a], average[a]
        for i in range(len(per)):
            kept[i] = kept[i] * decay + b[i]


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _recall(above, below, average, scale):
    """The plan of the averages: the last move has what the others leave, if that is more than rounding."""
    zero = above.dtype.type(0)
    close = above.dtype.type(ROUNDING * np.finfo(above.dtype).eps)
    last = below[-1]
    last[:] = above
    for a in range(len(average)):
        kept, b = average[a], below[a]
        for i in range(len(above)):
            b[i] = kept[i] * scale
            last[i] -= b[i]
    for i in range(len(above)):
        last[i] = last[i] if last[i] > close * above[i] else zero


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _collect(x, n, side, s, room):
    """The plan of the sequences before the copies of a bundle, wherever they stand."""
    c, low = side.copies[s], side.start[s]
    row, copy, wide = side.parents[0, low:][:c], side.parents[1, low:][:c], side.parents[2, low:][:c]
    for r in range(n):
        for i in range(c):
            room[r * c + i] = x[row[i] * n + r * wide[i] + copy[i]]


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _hand_out(u, n, side, s, room):
    """Values go to the sequences before the copies of a bundle."""
    c, low = side.copies[s], side.start[s]
    row, copy, wide = side.parents[0, low:][:c], side.parents[1, low:][:c], side.parents[2, low:][:c]
    for r in range(n):
        for i in range(c):
            u[row[i] * n + r * wide[i] + copy[i]] += room[r * c + i]


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _plan(x, n, side, basis, average, decay, scale, room):
    """The plan of a slab below its entries, from regrets; or (scale > 0) what the average says."""
    decay, scale = x.dtype.type(decay), x.dtype.type(scale)
    own = side.entries * n
    for s in range(len(side.parent)):
        m, long = side.moves[s], side.copies[s] * n
        low, kept = side.first[s] * n, side.average[s] * n
        if side.parent[s] >= 0:
            above = x[side.parent[s] * n : side.parent[s] * n + long]
        else:
            above = room[:long]
            _collect(x, n, side, s, above)
        below = x[low : low + m * long].reshape((m, long))
        weights = basis[low - own : low - own + m * long].reshape((m, long))
        averages = average[kept : kept + (m - 1) * long].reshape((m - 1, long))
        if scale > 0:
            _recall(above, below, averages, scale)
        elif m == 2:
            _share_two(above, below, weights, averages, decay)
        elif m == 3:
            _share_three(above, below, weights, averages, decay)
        else:
            _share_many(above, below, weights, averages, decay, room[long:])


def _learning(m, predicting):
    @njit(cache=True, fastmath=FAST, error_model="numpy")
    def learn(worth, above, regrets, weights, numbers):
        """The value of a situation goes up; its regrets, and what the next strategy is proportional to, are updated."""
        zero = above.dtype.type(0)
        even = above.dtype.type(1) / above.dtype.type(m)
        positive, negative, floor, ahead, again = numbers
        for i in range(len(above)):
            total = value = mean = zero
            for a in range(m):
                weight = max(weights[a, i] if predicting else regrets[a, i], zero)
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

    return learn


_learn_two, _learn_three = _learning(2, False), _learning(3, False)
_foresee_two, _foresee_three = _learning(2, True), _learning(3, True)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _learn_many(worth, above, regrets, weights, numbers, predicting, rest):
    """The same for any number of moves, which are gone through one after the other; `rest` is room."""
    zero = above.dtype.type(0)
    long, m = len(above), len(worth)
    positive, negative, floor, ahead, again = numbers
    total, value = rest[:long], rest[long : 2 * long]
    total[:] = 0
    value[:] = 0
    for a in range(m):
        w, u = weights[a], worth[a]
        for i in range(long):
            total[i] += max(w[i], zero)
            value[i] += max(w[i], zero) * u[i]
    for i in range(long):
        if total[i] > zero:
            value[i] /= total[i]
        else:
            mean = zero
            for a in range(m):
                mean += worth[a, i]
            value[i] = mean / m
        above[i] += value[i]
    for a in range(m):
        w, u, regret = weights[a], worth[a], regrets[a]
        for i in range(long):
            now = u[i] - value[i]
            old = regret[i]
            new = max(old * (positive if old > zero else negative) + now, floor)
            regret[i] = new
            if predicting:
                w[i] = ahead * new + again * now


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _respond(u, n, side, regret, basis, numbers, room):
    """Values up, regrets updated."""
    typed = u.dtype.type
    five = (typed(numbers[0]), typed(numbers[1]), typed(numbers[2]), typed(numbers[3]), typed(numbers[4]))
    own = side.entries * n
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long = side.moves[s], side.copies[s] * n
        low, high = side.first[s] * n, side.first[s] * n + m * long
        above = room[:long]
        if side.parent[s] >= 0:
            above = u[side.parent[s] * n : side.parent[s] * n + long]
        else:
            above[:] = 0
        worth = u[low:high].reshape((m, long))
        regrets = regret[low - own : high - own].reshape((m, long))
        weights = basis[low - own : high - own].reshape((m, long))
        if numbers[4] != 0.0:
            if m == 2:
                _foresee_two(worth, above, regrets, weights, five)
            elif m == 3:
                _foresee_three(worth, above, regrets, weights, five)
            else:
                _learn_many(worth, above, regrets, weights, five, True, room[long:])
        elif m == 2:
            _learn_two(worth, above, regrets, regrets, five)
        elif m == 3:
            _learn_three(worth, above, regrets, regrets, five)
        else:
            _learn_many(worth, above, regrets, regrets, five, False, room[long:])
        if side.parent[s] < 0:
            _hand_out(u, n, side, s, above)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _best(u, n, side, room):
    """Values up, each situation as good as its best move."""
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long = side.moves[s], side.copies[s] * n
        worth = u[side.first[s] * n : side.first[s] * n + m * long].reshape((m, long))
        most = room[:long]
        most[:] = worth[0]
        for a in range(1, m):
            w = worth[a]
            for i in range(long):
                most[i] = max(most[i], w[i])
        if side.parent[s] >= 0:
            above = u[side.parent[s] * n : side.parent[s] * n + long]
            for i in range(long):
                above[i] += most[i]
        else:
            _hand_out(u, n, side, s, most)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _best_held(u, n, side, held, weights, room):
    """The same where some classes are told what to play: they are worth what that brings."""
    own = side.entries * n
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long = side.moves[s], side.copies[s] * n
        low = side.first[s] * n
        worth = u[low : low + m * long].reshape((m, long))
        told = held[low - own : low - own + m * long].reshape((m, long))
        shares = weights[low - own : low - own + m * long].reshape((m, long))
        most = room[:long]
        most[:] = worth[0]
        for a in range(1, m):
            for i in range(long):
                most[i] = max(most[i], worth[a, i])
        for i in range(long):
            if told[0, i]:
                most[i] = 0
                for a in range(m):
                    most[i] += shares[a, i] * worth[a, i]
        if side.parent[s] >= 0:
            above = u[side.parent[s] * n : side.parent[s] * n + long]
            for i in range(long):
                above[i] += most[i]
        else:
            _hand_out(u, n, side, s, most)


@njit(cache=True)
def _tallest(slabs):
    most = 0
    for b in range(len(slabs) - 1):
        most = max(most, slabs[b + 1] - slabs[b])
    return most


@njit(cache=True)
def _most(numbers):
    most = 1
    for n in numbers:
        most = max(most, n)
    return most


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _down(x, n, o, plan, source, side, basis, average, decay, scale, room):
    """The plan of a slab whose classes begin at o."""
    entering = source[side.entries * o :][: side.entries * n]
    for i in range(len(entering)):
        x[i] = plan[entering[i]]
    below = side.sequences - side.entries
    own, kept = basis[below * o :][: below * n], average[side.averages * o :][: side.averages * n]
    _plan(x, n, side, own, kept, decay, scale, room)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _gather(u, at, later, worth):
    """What later stages bring."""
    begin, which = later
    for i in range(len(u)):
        total = u.dtype.type(0)
        for e in range(begin[at + i], begin[at + i + 1]):
            total += worth[which[e]]
        u[i] = total


@njit(cache=True, parallel=True)
def descend(plan, at, source, side, chunks, basis, average, decay, scale):
    """The plan of a stage, to `at` in `plan`; averages updated, or (scale > 0) taken as the plan."""
    for chunk in prange(len(chunks) - 1):
        room = np.empty(2 * _most(side.copies) * _tallest(side.slabs), plan.dtype)
        for b in range(chunks[chunk], chunks[chunk + 1]):
            o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
            x = plan[at + side.sequences * o :][: side.sequences * n]
            _down(x, n, o, plan, source, side, basis, average, decay, scale, room)


@njit(cache=True, parallel=True)
def ascend(
    mode, stored, plan, at, source, worth, to, later, chunks, blocks, others, side, other, regret, basis, numbers,
    other_basis, other_average, decay, scale, ends, stairs, held,
):  # fmt: skip
    """The values of a stage, those of its entries `to` their place in `worth`.

    `held` says of each regret whether it is locked; it is empty where none is.

    Where it is `stored`, the other's plan of the stage is in `plan`, and `later` says which numbers of `worth` later
    stages bring. Else none follows, and the plan is worked out here, slab by slab, and never stored.
    """
    for chunk in prange(len(chunks) - 1):
        tallest = max(_tallest(side.slabs), _tallest(other.slabs))
        widest = max(_most(side.copies), _most(other.copies), _most(ends.copies))
        room = np.empty(3 * widest * tallest, plan.dtype)
        table = np.empty((2 * _tallest(others) + 2) * _most(ends.copies), plan.dtype)
        scratch = np.empty((side.sequences + other.sequences) * tallest, plan.dtype)
        for b in range(chunks[chunk], chunks[chunk + 1]):
            o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
            u = scratch[: side.sequences * n]
            if stored:
                x = plan[at:]
                _gather(u, side.sequences * o, later, worth)
            else:
                u[:] = 0
                q, m = other.slabs[b], other.slabs[b + 1] - other.slabs[b]
                x = scratch[side.sequences * n :][: other.sequences * m]
                _down(x, m, q, plan, source, other, other_basis, other_average, decay, scale, room)
            bring(u, b, x, stored, blocks, side, other, ends, stairs, table, room)
            below = side.sequences - side.entries
            if mode == RESPOND:
                _respond(u, n, side, regret[below * o :][: below * n], basis[below * o :][: below * n], numbers, room)
            elif len(held):
                _best_held(u, n, side, held[below * o :][: below * n], regret[below * o :][: below * n], room)
            else:
                _best(u, n, side, room)
            worth[to + side.entries * o :][: side.entries * n] = u[: side.entries * n]
