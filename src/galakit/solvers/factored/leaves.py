"""What leaves bring: payoff matrices by plans, all copies at once (compiled; see `kernel` for the order of numbers).

A *column* is as many copies as a vector has numbers: rows are worked out column by column. All numbers are in one
array, `space`, so that a term of a row is a place in it, whether it is a prefix sum or an entry.
"""

from __future__ import annotations

from numba import njit

from galakit.solvers.factored.vectors import lanes, load, number, spread, store

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
def _tabulate(space, table, plan, count, sizes, low, m):
    """A column of a plan: its prefix sums, then its entries."""
    total = spread(space.dtype.type(0))
    store(space, table, count, total)
    for j in range(m):
        entry = load(space, plan + j * count, count)
        total = total + spread(number(sizes, low + j)) * entry
        store(space, table + (j + 1) * count, count, total)
        store(space, table + (m + 1 + j) * count, count, entry)


@compiled
def _prepare(space, table, plan, c, sizes, low, m):
    """All columns of a plan."""
    w = lanes(space)
    full = c - c % w
    for i in range(0, full, w):
        _tabulate(space, table + i * (2 * m + 1), plan + i * m, w, sizes, low, m)
    if full < c:
        _tabulate(space, table + full * (2 * m + 1), plan + full * m, c - full, sizes, low, m)


@inlined
def _term(space, table, count, at, factor, e):
    """A prefix sum or an entry, times a factor."""
    return spread(number(factor, e)) * load(space, table + number(at, e) * count, count)


@inlined
def _put(space, to, count, value, fresh):
    store(space, to, count, value if fresh else load(space, to, count) + value)


@inlined
def _climb(space, worth, count, n, scale, table, first, row, at, factor, terms, fresh):
    """A column of rows of terms; they are added to what is there, unless that is `fresh`."""
    e = number(first, row)
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
            value = spread(space.dtype.type(0))
            for t in range(number(first, row + r), number(first, row + r + 1)):
                value = value + _term(space, table, count, at, factor, t)
            _put(space, worth + r * count, count, scale * value, fresh)


@compiled
def _rows(space, worth, n, c, factors, s, table, m, first, row, at, factor, terms, fresh):
    """Rows of terms, column by column."""
    w = lanes(space)
    full = c - c % w
    for i in range(0, full, w):
        scale = load(factors, s + i, w)
        _climb(space, worth + i * n, w, n, scale, table + i * (2 * m + 1), first, row, at, factor, terms, fresh)
    if full < c:
        scale, table = load(factors, s + full, c - full), table + full * (2 * m + 1)
        _climb(space, worth + full * n, c - full, n, scale, table, first, row, at, factor, terms, fresh)


@inlined
def _product(space, worth, count, n, scale, table, m, entries, begin, fresh):
    """A column of full rows."""
    for r in range(n):
        even = odd = spread(space.dtype.type(0))
        e, place = begin + r * m, table + (m + 1) * count
        for j in range(0, m - 1, 2):
            even = even + spread(number(entries, e + j)) * load(space, place + j * count, count)
            odd = odd + spread(number(entries, e + j + 1)) * load(space, place + (j + 1) * count, count)
        if m % 2:
            even = even + spread(number(entries, e + m - 1)) * load(space, place + (m - 1) * count, count)
        _put(space, worth + r * count, count, scale * (even + odd), fresh)


@compiled
def _full_rows(space, worth, n, c, factors, s, table, m, entries, begin, fresh):
    """Full rows, column by column."""
    w = lanes(space)
    full = c - c % w
    for i in range(0, full, w):
        scale = load(factors, s + i, w)
        _product(space, worth + i * n, w, n, scale, table + i * (2 * m + 1), m, entries, begin, fresh)
    if full < c:
        scale, table = load(factors, s + full, c - full), table + full * (2 * m + 1)
        _product(space, worth + full * n, c - full, n, scale, table, m, entries, begin, fresh)


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
    q, m = other.slabs[low], other.slabs[high] - other.slabs[low]
    for t in range(len(ends.own)):
        c, k, own, s = ends.copies[t], ends.matrix[t], ends.own[t], ends.start[t]
        if t == 0 or ends.other[t] < 0 or ends.other[t] != ends.other[t - 1]:
            plan = base + ends.other[t] * m
            if stored or ends.other[t] < 0:
                plan = copied
                _fill(space, plan, t, x, base, low, high, stored, other, ends)
            _prepare(space, table, plan, c, other.sizes, q, m)
        worth, fresh = room, True
        if own >= 0:
            worth, fresh = own * n, ends.fresh[t] and not stored
        full = stairs.full[k, block]
        if full < 0:
            row, terms = k * stairs.first.shape[1] + o, stairs.terms[k, block]
            _rows(
                space, worth, n, c, ends.factors, s, table, m, stairs.first, row, stairs.at, stairs.factor, terms, fresh
            )
        else:
            begin = full + (o - side.slabs[low]) * m
            _full_rows(space, worth, n, c, ends.factors, s, table, m, stairs.entries, begin, fresh)
        if own < 0:
            _pass_on(space, worth, n, c, ends.owns[:, s : s + c])
