"""The compiled part: regrets, strategies and values of one stage, slab by slab.

A *slab* is classes that are worked on together: a block, or a part of one that is so large that threads share it. The
numbers of a player at a stage are stored slab by slab; in a slab, position by position (see `bundles`); there, in
columns of as many copies as a vector has numbers; in a column, class by class with the copies innermost. A slab fits
into the cache. Within it the opponent's plan goes down, the values come up, and nothing but regrets and averages is
ever written to large arrays.

Loops go over neighbouring numbers, a vector at a time (see `vectors`): the numbers of a situation's moves are then read
once from memory and again from the cache. Division by zero raises nothing.
"""

from __future__ import annotations

from galakit.solvers.factored.leaves import bring, compiled, inlined, place
from galakit.solvers.factored.vectors import data, lanes, load, most, spread, store, where_positive

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

RESPOND, BEST = 0, 1


@inlined
def _share_lanes(i, count, long, m, before, above, x, below, weights, low, average, kept, decay):
    zero = spread(x, 0)
    total = zero
    for a in range(m):
        total = total + most(load(weights, low + a * long + i, count), zero)
    up = load(before, above + i, count)
    per = where_positive(total, up / total, zero)
    rest = where_positive(total, zero, up * spread(x, 1 / m))
    for a in range(m):
        now = most(load(weights, low + a * long + i, count), zero) * per + rest
        store(x, below + a * long + i, count, now)
        if a < m - 1:
            at = kept + a * long + i
            store(average, at, count, load(average, at, count) * spread(x, decay) + now)


@compiled
def _share(long, m, before, above, x, below, weights, low, average, kept, decay):
    """Moves share out the weight of the sequence before them; averages follow, except the last move's."""
    w = lanes(x)
    full = long - long % w
    for i in range(0, full, w):
        _share_lanes(i, w, long, m, before, above, x, below, weights, low, average, kept, decay)
    if full < long:
        _share_lanes(full, long - full, long, m, before, above, x, below, weights, low, average, kept, decay)


@compiled
def _recall(long, m, before, above, x, below, average, kept, scale, close):
    """The plan of the averages: the last move has what the others leave, if that is more than rounding."""
    w = lanes(x)
    for i in range(0, long, w):
        up = rest = load(before, above + i, long - i)
        for a in range(m - 1):
            now = load(average, kept + a * long + i, long - i) * spread(x, scale)
            store(x, below + a * long + i, long - i, now)
            rest = rest - now
        some = rest - up * spread(x, close)
        store(x, below + (m - 1) * long + i, long - i, where_positive(some, rest, spread(x, 0)))


@compiled
def _collect(x, base, n, side, s, room):
    """The plan of the sequences before the copies of a bundle, wherever they stand."""
    c, low, w = side.copies[s], side.start[s], lanes(x)
    for r in range(n):
        for i in range(c):
            row, copy, wide = side.parents[0, low + i], side.parents[1, low + i], side.parents[2, low + i]
            room[place(n, 0, r, i, c, w)] = x[base + place(n, row, r, copy, wide, w)]


@compiled
def _hand_out(u, n, side, s, room):
    """Values go to the sequences before the copies of a bundle."""
    c, low, w = side.copies[s], side.start[s], lanes(u)
    for r in range(n):
        for i in range(c):
            row, copy, wide = side.parents[0, low + i], side.parents[1, low + i], side.parents[2, low + i]
            u[place(n, row, r, copy, wide, w)] += room[place(n, 0, r, i, c, w)]


@compiled
def _down(x, base, n, o, plan, source, side, weights, average, decay, scale, close, room):
    """The plan of a slab whose classes begin at o, to `base` in x; from regrets, or (scale > 0) from averages."""
    entering = side.entries * o
    for i in range(side.entries * n):
        x[base + i] = plan[source[entering + i]]
    own, kept = (side.sequences - side.entries) * o - side.entries * n, side.averages * o
    for s in range(len(side.parent)):
        m, long = side.moves[s], side.copies[s] * n
        first, averages = side.first[s] * n, kept + side.average[s] * n
        before, above = x, base + side.parent[s] * n
        if side.parent[s] < 0:
            before, above = room, 0
            _collect(x, base, n, side, s, room)
        if scale > 0:
            _recall(long, m, before, above, x, base + first, average, averages, scale, close)
        else:
            _share(long, m, before, above, x, base + first, weights, own + first, average, averages, decay)


@inlined
def _learn_lanes(i, count, long, m, u, worth, over, above, regret, basis, low, five, predicting):
    positive, negative, floor, ahead, again = five
    zero = spread(u, 0)
    total = value = mean = zero
    for a in range(m):
        weight = most(load(basis, low + a * long + i, count), zero)
        here = load(u, worth + a * long + i, count)
        total = total + weight
        value = value + weight * here
        mean = mean + here
    value = where_positive(total, value / total, mean * spread(u, 1 / m))
    store(over, above + i, count, load(over, above + i, count) + value)
    for a in range(m):
        at = low + a * long + i
        now = load(u, worth + a * long + i, count) - value
        old = load(regret, at, count)
        new = most(old * where_positive(old, spread(u, positive), spread(u, negative)) + now, spread(u, floor))
        store(regret, at, count, new)
        if predicting:
            store(basis, at, count, spread(u, ahead) * new + spread(u, again) * now)


@compiled
def _learn(long, m, u, worth, over, above, regret, basis, low, five, predicting):
    """The value of a situation goes up; its regrets, and what the next strategy is proportional to, are updated."""
    w = lanes(u)
    full = long - long % w
    for i in range(0, full, w):
        _learn_lanes(i, w, long, m, u, worth, over, above, regret, basis, low, five, predicting)
    if full < long:
        _learn_lanes(full, long - full, long, m, u, worth, over, above, regret, basis, low, five, predicting)


@compiled
def _respond(u, n, o, side, regret, basis, numbers, room):
    """Values up, regrets updated."""
    five = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    own = (side.sequences - side.entries) * o - side.entries * n
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long, first = side.moves[s], side.copies[s] * n, side.first[s] * n
        over, above = u, side.parent[s] * n
        if side.parent[s] < 0:
            over, above = room, 0
            for i in range(long):
                room[i] = 0
        _learn(long, m, u, first, over, above, regret, basis, own + first, five, numbers[4] != 0.0)
        if side.parent[s] < 0:
            _hand_out(u, n, side, s, room)


@compiled
def _best(u, n, o, side, held, shares, room):
    """Values up, each situation as good as its best move; where moves are `held`, as good as their shares make it."""
    own, w = (side.sequences - side.entries) * o - side.entries * n, lanes(u)
    for k in range(len(side.parent)):
        s = len(side.parent) - 1 - k
        m, long, first = side.moves[s], side.copies[s] * n, side.first[s] * n
        for i in range(0, long, w):
            value = load(u, first + i, long - i)
            for a in range(1, m):
                value = most(value, load(u, first + a * long + i, long - i))
            store(room, i, long - i, value)
        if len(held):
            for i in range(long):
                if held[own + first + i]:
                    room[i] = 0
                    for a in range(m):
                        room[i] += shares[own + first + a * long + i] * u[first + a * long + i]
        if side.parent[s] >= 0:
            for i in range(0, long, w):
                above = side.parent[s] * n + i
                store(u, above, long - i, load(u, above, long - i) + load(room, i, long - i))
        else:
            _hand_out(u, n, side, s, room)


@compiled
def _gather(u, at, many, begin, which, worth):
    """What later stages bring; sums wait for one another, so there are four."""
    for i in range(many):
        e, end = begin[at + i], begin[at + i + 1]
        p = q = r = s = worth[0] * 0
        while e + 4 <= end:
            p += worth[which[e]]
            q += worth[which[e + 1]]
            r += worth[which[e + 2]]
            s += worth[which[e + 3]]
            e += 4
        while e < end:
            p += worth[which[e]]
            e += 1
        u[i] = (p + q) + (r + s)


@compiled
def descend(low, high, space, plan, at, source, side, basis, average, decay, scale, close):
    """The plan of slabs low, low + 1, ... to `at` in `plan`; averages updated, or (scale > 0) taken as the plan."""
    x = data(plan)
    for b in range(low, high):
        o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
        _down(
            x, at + side.sequences * o, n, o, x, data(source), side, data(basis), data(average), decay, scale, close,
            data(space),
        )  # fmt: skip


@compiled
def ascend(
    low, high, space, mode, stored, plan, at, source, worth, to, later, blocks, side, other, regret, basis, numbers,
    other_basis, other_average, decay, scale, close, ends, stairs, held, places,
):  # fmt: skip
    """The values of slabs low, low + 1, ..., those of their entries `to` their place in `worth`.

    `held` says of each regret whether it is locked; it is empty where none is. `places` divides `space`.

    Where it is `stored`, the other's plan of the stage is in `plan`, and `later` says which numbers of `worth` later
    stages bring. Else none follows, and the plan is worked out here, slab by slab, and never stored.
    """
    u, before, (x, table, copied, aside) = data(space), data(plan), places
    room, values = data(space[aside:]), data(worth)
    for b in range(low, high):
        o, n = side.slabs[b], side.slabs[b + 1] - side.slabs[b]
        theirs, base = before, at
        if stored:
            _gather(u, side.sequences * o, side.sequences * n, data(later[0]), data(later[1]), values)
        else:
            theirs, base = u, x
            for k in range(ends.bare.shape[1]):
                for i in range(ends.bare[0, k] * n, ends.bare[1, k] * n):
                    u[i] = 0
            q, m = other.slabs[b], other.slabs[b + 1] - other.slabs[b]
            _down(
                u, x, m, q, before, data(source), other, data(other_basis), data(other_average), decay, scale, close,
                room,
            )  # fmt: skip
        bring(u, b, theirs, base, stored, blocks, side, other, ends, stairs, table, copied, aside)
        if mode == RESPOND:
            _respond(u, n, o, side, data(regret), data(basis), numbers, room)
        else:
            _best(u, n, o, side, held, data(regret), room)
        for i in range(side.entries * n):
            values[to + side.entries * o + i] = u[i]
