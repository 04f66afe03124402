"""What leaves bring: payoff matrices by plans, all copies at once (compiled; see `kernel` for the order of numbers)."""

from __future__ import annotations

from numba import njit

# mypy: disable-error-code="no-untyped-def"

FAST = {"contract", "nsz", "arcp"}


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _fill(table, t, x, low, high, stored, other, ends):
    """The other's plan at a leaf, [classes of the block, copies] after as many and one more rows, from all slabs."""
    c, came = ends.copies[t], ends.other[t]
    rows, done = other.slabs[high] - other.slabs[low], 0
    for b in range(low, high):
        m = other.slabs[b + 1] - other.slabs[b]
        here = x[other.sequences * other.slabs[b] :] if stored else x
        plan = table[(rows + 1 + done) * c : (rows + 1 + done + m) * c]
        if came >= 0:
            plan[:] = here[came * m : (came + c) * m]
        else:
            s = ends.start[t]
            row, copy, wide = ends.others[0, s:][:c], ends.others[1, s:][:c], ends.others[2, s:][:c]
            for j in range(m):
                for i in range(c):
                    plan[j * c + i] = here[row[i] * m + j * wide[i] + copy[i]]
        done += m


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _sum_up(table, m, c, sizes):
    """The prefix sums of the plan that stands behind them."""
    table[:c] = 0
    for j in range(m):
        size = sizes[j]
        last, next, plan = table[j * c :][:c], table[(j + 1) * c :][:c], table[(m + 1 + j) * c :][:c]
        for i in range(c):
            next[i] = last[i] + size * plan[i]


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _climb(worth, factors, table, c, at, factor, low, high):
    """A row of terms, three at a time."""
    e = low
    while high - e >= 3:
        f, g, h = factor[e], factor[e + 1], factor[e + 2]
        a, b, d = table[at[e] * c :][:c], table[at[e + 1] * c :][:c], table[at[e + 2] * c :][:c]
        for i in range(c):
            worth[i] += factors[i] * (f * a[i] + g * b[i] + h * d[i])
        e += 3
    if high - e == 2:
        f, g = factor[e], factor[e + 1]
        a, b = table[at[e] * c :][:c], table[at[e + 1] * c :][:c]
        for i in range(c):
            worth[i] += factors[i] * (f * a[i] + g * b[i])
    elif high - e == 1:
        f = factor[e]
        a = table[at[e] * c :][:c]
        for i in range(c):
            worth[i] += factors[i] * (f * a[i])


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _multiply(worth, factors, plan, c, m, row):
    """A full row, four products at a time."""
    j = 0
    while m - j >= 4:
        f, g, h, k = row[j], row[j + 1], row[j + 2], row[j + 3]
        p, q = plan[j * c :][:c], plan[(j + 1) * c :][:c]
        r, s = plan[(j + 2) * c :][:c], plan[(j + 3) * c :][:c]
        for i in range(c):
            worth[i] += factors[i] * (f * p[i] + g * q[i] + h * r[i] + k * s[i])
        j += 4
    while j < m:
        f, p = row[j], plan[j * c :][:c]
        for i in range(c):
            worth[i] += factors[i] * (f * p[i])
        j += 1


@njit(cache=True, fastmath=FAST, error_model="numpy")
def bring(u, b, x, stored, both, side, other, ends, stairs, table, room):
    """Add what the own sequences of slab b bring at the leaves."""
    blocks = both[0]
    block = blocks[b]
    low = b
    while low > 0 and blocks[low - 1] == block:
        low -= 1
    high = b + 1
    while high < len(blocks) and blocks[high] == block:
        high += 1
    o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
    first, m = other.slabs[low], other.slabs[high] - other.slabs[low]
    summed = False
    for t in range(len(ends.own)):
        c, k, own = ends.copies[t], ends.matrix[t], ends.own[t]
        s = ends.start[t]
        factors = ends.factors[s : s + c]
        if t == 0 or ends.other[t] < 0 or ends.other[t] != ends.other[t - 1]:
            _fill(table, t, x, low, high, stored, other, ends)
            summed = False
        full = stairs.full[k, block]
        if full < 0 and not summed:
            _sum_up(table, m, c, other.sizes[first : first + m])
            summed = True
        for r in range(n):
            worth = u[(own * n + r * c) :][:c] if own >= 0 else room[:c]
            if own < 0:
                worth[:] = 0
            if full < 0:
                begin, end = stairs.first[k, o + r], stairs.first[k, o + r + 1]
                _climb(worth, factors, table, c, stairs.at, stairs.factor, begin, end)
            else:
                row = stairs.entries[full + (o + r - side.slabs[low]) * m :][:m]
                _multiply(worth, factors, table[(m + 1) * c :], c, m, row)
            if own < 0:
                line, copy, wide = ends.owns[0, s:][:c], ends.owns[1, s:][:c], ends.owns[2, s:][:c]
                for i in range(c):
                    u[line[i] * n + r * wide[i] + copy[i]] += worth[i]
