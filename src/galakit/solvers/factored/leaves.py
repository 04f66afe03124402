"""What leaves bring: payoff matrices by plans, all copies at once (compiled; see `kernel` for the order of numbers).

Rows are short, so nothing may be done per row but arithmetic: no array is cut out and no function is called.
"""

from __future__ import annotations

from galakit.compiling import njit

# mypy: disable-error-code="no-untyped-def"

FAST = {"contract", "nsz", "arcp"}


@njit(cache=True)
def _fill(table, t, x, low, high, stored, other, ends):
    """The other's plan at a leaf, [classes of the block, copies] after as many and one more rows, from all slabs."""
    c, came, s = ends.copies[t], ends.other[t], ends.start[t]
    at = (other.slabs[high] - other.slabs[low] + 1) * c
    for b in range(low, high):
        m = other.slabs[b + 1] - other.slabs[b]
        here = other.sequences * other.slabs[b] if stored else 0
        if came >= 0:
            table[at : at + m * c] = x[here + came * m : here + (came + c) * m]
        else:
            row, copy, wide = ends.others[0, s : s + c], ends.others[1, s : s + c], ends.others[2, s : s + c]
            for j in range(m):
                for i in range(c):
                    table[at + j * c + i] = x[here + row[i] * m + j * wide[i] + copy[i]]
        at += m * c


@njit(cache=True, fastmath=FAST)
def _sum_up(sums, plan, sizes):
    """The prefix sums of a plan."""
    sums[0] = 0
    for j in range(len(plan)):
        size = sizes[j]
        for i in range(plan.shape[1]):
            sums[j + 1, i] = sums[j, i] + size * plan[j, i]


@njit(cache=True, fastmath=FAST)
def _climb(worth, factors, table, first, at, factor):
    """Rows of terms, three at a time."""
    n, c = worth.shape
    for r in range(n):
        e, end = first[r], first[r + 1]
        while end - e >= 3:
            p, q, s = at[e], at[e + 1], at[e + 2]
            f, g, h = factor[e], factor[e + 1], factor[e + 2]
            for i in range(c):
                worth[r, i] += factors[i] * (f * table[p, i] + g * table[q, i] + h * table[s, i])
            e += 3
        if end - e == 2:
            p, q = at[e], at[e + 1]
            f, g = factor[e], factor[e + 1]
            for i in range(c):
                worth[r, i] += factors[i] * (f * table[p, i] + g * table[q, i])
        elif end - e == 1:
            p, f = at[e], factor[e]
            for i in range(c):
                worth[r, i] += factors[i] * (f * table[p, i])


@njit(cache=True, fastmath=FAST)
def _multiply(worth, factors, plan, entries):
    """Full rows, four products at a time."""
    n, c = worth.shape
    m = len(plan)
    for r in range(n):
        for j in range(0, m - 3, 4):
            f, g, h, k = entries[r, j], entries[r, j + 1], entries[r, j + 2], entries[r, j + 3]
            for i in range(c):
                these = f * plan[j, i] + g * plan[j + 1, i] + h * plan[j + 2, i] + k * plan[j + 3, i]
                worth[r, i] += factors[i] * these
        for j in range(m - m % 4, m):
            f = entries[r, j]
            for i in range(c):
                worth[r, i] += factors[i] * (f * plan[j, i])


@njit(cache=True)
def _pass_on(u, worth, places):
    """Rows go where the own sequences of the copies stand."""
    n, c = worth.shape
    for r in range(n):
        for i in range(c):
            u[places[0, i] * n + r * places[2, i] + places[1, i]] += worth[r, i]


@njit(cache=True)
def bring(u, b, x, stored, blocks, side, other, ends, stairs, scratch, room):
    """Add what the own sequences of slab b bring at the leaves; `blocks` are those of the slabs."""
    block = blocks[b]
    low = b
    while low > 0 and blocks[low - 1] == block:
        low -= 1
    high = b + 1
    while high < len(blocks) and blocks[high] == block:
        high += 1
    o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
    q, m = other.slabs[low], other.slabs[high] - other.slabs[low]
    summed = False
    for t in range(len(ends.own)):
        c, k, own, s = ends.copies[t], ends.matrix[t], ends.own[t], ends.start[t]
        table = scratch[: (2 * m + 1) * c].reshape((2 * m + 1, c))
        if t == 0 or ends.other[t] < 0 or ends.other[t] != ends.other[t - 1]:
            _fill(scratch, t, x, low, high, stored, other, ends)
            summed = False
        worth = room[: n * c].reshape((n, c))
        if own >= 0:
            worth = u[own * n : (own + c) * n].reshape((n, c))
        else:
            worth[:] = 0
        full = stairs.full[k, block]
        factors = ends.factors[s : s + c]
        if full < 0:
            if not summed:
                _sum_up(table, table[m + 1 :], other.sizes[q : q + m])
                summed = True
            _climb(worth, factors, table, stairs.first[k, o : o + n + 1], stairs.at, stairs.factor)
        else:
            begin = full + (o - side.slabs[low]) * m
            _multiply(worth, factors, table[m + 1 :], stairs.entries[begin : begin + n * m].reshape((n, m)))
        if own < 0:
            _pass_on(u, worth, ends.owns[:, s : s + c])
