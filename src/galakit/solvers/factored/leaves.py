"""What leaves bring: payoff matrices by plans, all copies at once (compiled; see `kernel` for the order of numbers).

All numbers are in one array, `space`, so that a term of a row is a place in it, whether it is a prefix sum or an entry.
"""

from __future__ import annotations

from numba import njit

from galakit.solvers.factored.vectors import lanes, load, spread, store

# mypy: disable-error-code="no-untyped-def"

compiled = njit(cache=True, nogil=True, error_model="numpy")
inlined = njit(forceinline=True, error_model="numpy")


@compiled
def _fill(space, to, t, x, base, low, high, stored, other, ends):
    """The other's plan at a leaf, [classes of the block, copies], from all slabs."""
    c, came, s = ends.copies[t], ends.other[t], ends.start[t]
    for b in range(low, high):
        m = other.slabs[b + 1] - other.slabs[b]
        here = base + (other.sequences * other.slabs[b] if stored else 0)
        if came >= 0:
            space[to : to + m * c] = x[here + came * m : here + (came + c) * m]
        else:
            row, copy, wide = ends.others[0, s : s + c], ends.others[1, s : s + c], ends.others[2, s : s + c]
            for j in range(m):
                for i in range(c):
                    space[to + j * c + i] = x[here + row[i] * m + j * wide[i] + copy[i]]
        to += m * c


@inlined
def _sum_lanes(space, i, count, c, sums, plan, sizes, low, m):
    total = spread(space.dtype.type(0))
    store(space, sums + i, count, total)
    for j in range(m):
        total = total + spread(sizes[low + j]) * load(space, plan + j * c + i, count)
        store(space, sums + (j + 1) * c + i, count, total)


@compiled
def _sum_up(space, c, sums, plan, sizes, low, m):
    """The prefix sums of a plan."""
    w = lanes(space)
    full = c - c % w
    for i in range(0, full, w):
        _sum_lanes(space, i, w, c, sums, plan, sizes, low, m)
    if full < c:
        _sum_lanes(space, full, c - full, c, sums, plan, sizes, low, m)


@inlined
def _put(space, to, count, value, fresh):
    store(space, to, count, value if fresh else load(space, to, count) + value)


@inlined
def _one(space, to, count, i, factors, s, p, f, fresh):
    _put(space, to + i, count, load(factors, s + i, count) * (f * load(space, p + i, count)), fresh)


@inlined
def _two(space, to, count, i, factors, s, p, f, q, g, fresh):
    both = f * load(space, p + i, count) + g * load(space, q + i, count)
    _put(space, to + i, count, load(factors, s + i, count) * both, fresh)


@inlined
def _three(space, to, count, i, factors, s, p, f, q, g, v, h, fresh):
    all_three = f * load(space, p + i, count) + g * load(space, q + i, count) + h * load(space, v + i, count)
    _put(space, to + i, count, load(factors, s + i, count) * all_three, fresh)


@inlined
def _term(at, c, m, sums, plan):
    """Where a term is taken from."""
    return sums + at * c if at <= m else plan + (at - m - 1) * c


@compiled
def _climb(space, worth, n, c, factors, s, sums, plan, m, first, at, factor, fresh):
    """Rows of terms, three at a time; they are added to what is there, unless that is `fresh`."""
    w = lanes(space)
    full = c - c % w
    for r in range(n):
        to, e, end, new = worth + r * c, first[r], first[r + 1], fresh
        if new and e == end:
            space[to : to + c] = 0
        while e < end:
            many = min(end - e, 3)
            p, f = _term(at[e], c, m, sums, plan), spread(factor[e])
            if many == 1:
                for i in range(0, full, w):
                    _one(space, to, w, i, factors, s, p, f, new)
                if full < c:
                    _one(space, to, c - full, full, factors, s, p, f, new)
            else:
                q, g = _term(at[e + 1], c, m, sums, plan), spread(factor[e + 1])
                if many == 2:
                    for i in range(0, full, w):
                        _two(space, to, w, i, factors, s, p, f, q, g, new)
                    if full < c:
                        _two(space, to, c - full, full, factors, s, p, f, q, g, new)
                else:
                    v, h = _term(at[e + 2], c, m, sums, plan), spread(factor[e + 2])
                    for i in range(0, full, w):
                        _three(space, to, w, i, factors, s, p, f, q, g, v, h, new)
                    if full < c:
                        _three(space, to, c - full, full, factors, s, p, f, q, g, v, h, new)
            e += many
            new = False


@inlined
def _product(space, to, i, count, c, factors, s, plan, m, entries, begin, fresh):
    even = odd = spread(space.dtype.type(0))
    for j in range(0, m - 1, 2):
        even = even + spread(entries[begin + j]) * load(space, plan + j * c + i, count)
        odd = odd + spread(entries[begin + j + 1]) * load(space, plan + (j + 1) * c + i, count)
    if m % 2:
        even = even + spread(entries[begin + m - 1]) * load(space, plan + (m - 1) * c + i, count)
    _put(space, to + i, count, load(factors, s + i, count) * (even + odd), fresh)


@compiled
def _multiply(space, worth, n, c, factors, s, plan, m, entries, begin, fresh):
    """Full rows."""
    w = lanes(space)
    full = c - c % w
    for r in range(n):
        for i in range(0, full, w):
            _product(space, worth + r * c, i, w, c, factors, s, plan, m, entries, begin + r * m, fresh)
        if full < c:
            _product(space, worth + r * c, full, c - full, c, factors, s, plan, m, entries, begin + r * m, fresh)


@compiled
def _pass_on(space, worth, n, c, places):
    """Rows go where the own sequences of the copies stand."""
    for r in range(n):
        for i in range(c):
            space[places[0, i] * n + r * places[2, i] + places[1, i]] += space[worth + r * c + i]


@compiled
def bring(space, b, x, base, stored, blocks, side, other, ends, stairs, sums, copied, room):
    """Add what the own sequences of slab b bring at the leaves to the beginning of `space`.

    `blocks` are those of the slabs. The other's plan is in `x` from `base` on; `sums`, `copied` and `room` are places
    in `space` for prefix sums, plans that are not adjacent and values that are not.
    """
    block = blocks[b]
    low = b
    while low > 0 and blocks[low - 1] == block:
        low -= 1
    high = b + 1
    while high < len(blocks) and blocks[high] == block:
        high += 1
    o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
    q, m = other.slabs[low], other.slabs[high] - other.slabs[low]
    plan = copied
    summed = False
    for t in range(len(ends.own)):
        c, k, own, s = ends.copies[t], ends.matrix[t], ends.own[t], ends.start[t]
        if t == 0 or ends.other[t] < 0 or ends.other[t] != ends.other[t - 1]:
            plan = copied
            if stored or ends.other[t] < 0:
                _fill(space, copied, t, x, base, low, high, stored, other, ends)
            else:
                plan = base + ends.other[t] * m
            summed = False
        worth, fresh = room, True
        if own >= 0:
            worth, fresh = own * n, ends.fresh[t] and not stored
        full = stairs.full[k, block]
        if full < 0:
            if not summed:
                _sum_up(space, c, sums, plan, other.sizes, q, m)
                summed = True
            first = stairs.first[k, o : o + n + 1]
            _climb(space, worth, n, c, ends.factors, s, sums, plan, m, first, stairs.at, stairs.factor, fresh)
        else:
            begin = full + (o - side.slabs[low]) * m
            _multiply(space, worth, n, c, ends.factors, s, plan, m, stairs.entries, begin, fresh)
        if own < 0:
            _pass_on(space, worth, n, c, ends.owns[:, s : s + c])
