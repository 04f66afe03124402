"""What leaves bring: payoff matrices by plans, all copies at once (compiled; see `kernel` for the order of numbers).

A *column* is as many copies as a vector has numbers: rows are worked out column by column. All numbers are in one
array, `space`, so that a term of a row is a place in it, whether it is a prefix sum or an entry.
"""

from __future__ import annotations

import numpy as np

from galakit.compiling import njit
from galakit.solvers.factored.vectors import data, lanes, load, spread, store

# mypy: disable-error-code="no-untyped-def"

compiled = njit(cache=True, nogil=True, error_model="numpy")
inlined = njit(forceinline=True, error_model="numpy")


@inlined
def place(n, row, r, copy, wide, w):
    """The place of a class and copy in a slab of n classes."""
    low = copy - copy % w
    return (row + low) * n + r * min(w, wide - low) + copy - low


@compiled
def _fill(space, to, t, x, base, low, high, stored, other, ends):
    """The other's plan at a leaf, as if all slabs were one."""
    c, came, s, w = ends.copies[t], ends.other[t], ends.start[t], lanes(space)
    height = other.slabs[high] - other.slabs[low]
    at = 0
    for b in range(low, high):
        m = other.slabs[b + 1] - other.slabs[b]
        here = base + (other.sequences * other.slabs[b] if stored else 0)
        for j in range(m):
            for i in range(c):
                found = place(m, came, j, i, c, w)
                if came < 0:
                    found = place(m, ends.others[0, s + i], j, ends.others[1, s + i], ends.others[2, s + i], w)
                space[to + place(height, 0, at + j, i, c, w)] = x[here + found]
        at += m


@inlined
def _tabulate(space, table, plan, count, sizes, m):
    """A column of a plan: its prefix sums, then its entries."""
    total = spread(space, 0)
    store(space, table, count, total)
    for j in range(m):
        entry = load(space, plan + j * count, count)
        total = total + spread(space, sizes[j]) * entry
        store(space, table + (j + 1) * count, count, total)
        store(space, table + (m + 1 + j) * count, count, entry)


@inlined
def _term(space, table, count, at, factor, e):
    """A prefix sum or an entry, times a factor."""
    return spread(space, factor[e]) * load(space, table + at[e] * count, count)


@inlined
def _put(space, to, count, value, fresh):
    store(space, to, count, value if fresh else load(space, to, count) + value)


@inlined
def _climb(space, worth, count, n, scale, table, first, row, at, factor, terms, fresh):
    """A column of rows of terms; they are added to what is there, unless that is `fresh`."""
    e = first[row]
    if terms == 2:
        for r in range(n):
            value = _term(space, table, count, at, factor, e) + _term(space, table, count, at, factor, e + 1)
            _put(space, worth + r * count, count, scale * value, fresh)
            e += 2
    elif terms == 3:
        for r in range(n):
            value = _term(space, table, count, at, factor, e) + _term(space, table, count, at, factor, e + 1)
            value = value + _term(space, table, count, at, factor, e + 2)
            _put(space, worth + r * count, count, scale * value, fresh)
            e += 3
    else:
        for r in range(n):
            value = spread(space, 0)
            for t in range(first[row + r], first[row + r + 1]):
                value = value + _term(space, table, count, at, factor, t)
            _put(space, worth + r * count, count, scale * value, fresh)


@inlined
def _product(space, worth, count, n, scale, table, m, entries, begin, fresh):
    """A column of full rows."""
    for r in range(n):
        even = odd = spread(space, 0)
        e, place = begin + r * m, table + (m + 1) * count
        for j in range(0, m - 1, 2):
            even = even + spread(space, entries[e + j]) * load(space, place + j * count, count)
            odd = odd + spread(space, entries[e + j + 1]) * load(space, place + (j + 1) * count, count)
        if m % 2:
            even = even + spread(space, entries[e + m - 1]) * load(space, place + (m - 1) * count, count)
        _put(space, worth + r * count, count, scale * (even + odd), fresh)


@inlined
def _column(space, i, count, ends, first, last, plan, sizes, m, o, n, before, stairs, block, table, room, stored):
    """What a column of copies brings at leaves first, first + 1, ..., where the other's sequence is the same."""
    own, matrix, start, fresh, factors = ends
    starts, width, terms, at, factor, full, blocks, entries = stairs
    _tabulate(space, table, plan + i * m, count, sizes, m)
    for t in range(first, last):
        to, new = room, True
        if own[t] >= 0:
            to, new = own[t] * n, fresh[t] != 0 and not stored
        scale = load(factors, start[t] + i, count)
        which = matrix[t] * blocks + block
        if full[which] < 0:
            row = matrix[t] * width + o
            _climb(space, to + i * n, count, n, scale, table, starts, row, at, factor, terms[which], new)
        else:
            begin = full[which] + (o - before) * m
            _product(space, to + i * n, count, n, scale, table, m, entries, begin, new)


@compiled
def _pass_on(space, worth, n, c, places):
    """Rows go where the own sequences of the copies stand."""
    w = lanes(space)
    for r in range(n):
        for i in range(c):
            to = place(n, places[0, i], r, places[1, i], places[2, i], w)
            space[to] += space[worth + place(n, 0, r, i, c, w)]


@compiled
def bring(space, b, x, base, stored, blocks, side, other, ends, stairs, table, copied, room):
    """Add what the own sequences of slab b bring at the leaves to the beginning of `space`.

    `blocks` are those of the slabs. The other's plan is in `x` from `base` on; `table`, `copied` and `room` are places
    in `space` for columns of a plan, for a plan that is not adjacent and for values that are not.
    """
    block = blocks[b]
    low = b
    while low > 0 and blocks[low - 1] == block:
        low -= 1
    high = b + 1
    while high < len(blocks) and blocks[high] == block:
        high += 1
    o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
    q, m, w = other.slabs[low], other.slabs[high] - other.slabs[low], lanes(space)
    sizes = data(other.sizes[q:])
    leaves = data(ends.own), data(ends.matrix), data(ends.start), data(ends.fresh), data(ends.factors)
    steps = (
        data(stairs.first), stairs.first.shape[1], data(stairs.terms), data(stairs.at), data(stairs.factor),
        data(stairs.full), stairs.full.shape[1], data(stairs.entries),
    )  # fmt: skip
    first = np.int64(0)  # a literal 0 would have what is called below compiled for literals, too
    while first < len(ends.own):
        last = first + 1
        adjacent = ends.own[first] >= 0 and ends.other[first] >= 0
        while last < len(ends.own) and adjacent and ends.own[last] >= 0 and ends.other[last] == ends.other[first]:
            last += 1
        plan = base + ends.other[first] * m
        if stored or ends.other[first] < 0:
            plan = copied
            _fill(space, plan, first, x, base, low, high, stored, other, ends)
        c, before = ends.copies[first], side.slabs[low]
        full = c - c % w
        for i in range(0, full, w):
            _column(space, i, w, leaves, first, last, plan, sizes, m, o, n, before, steps, block, table, room, stored)
        if full < c:
            _column(
                space, full, c - full, leaves, first, last, plan, sizes, m, o, n, before, steps, block, table, room,
                stored,
            )  # fmt: skip
        if ends.own[first] < 0:
            s = ends.start[first]
            _pass_on(space, room, n, c, ends.owns[:, s : s + c])
        first = last
