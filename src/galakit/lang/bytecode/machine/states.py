"""States: put into the machine, read from it, and told apart.

A *site* says what a state consists of; its description lies in the machine's memory. A state is the words of its
values, which are kept terms, so equal states have equal words.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import rows
from galakit.lang.bytecode.machine.keeping import kept, mixed
from galakit.lang.bytecode.machine.raw import ld, ld32, prefetch, st, st32
from galakit.lang.bytecode.machine.status import NO_ROOM, TOO_WIDE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import INTEGER, REF
from galakit.lang.bytecode.machine.words import deref

END_SITE = -1
# The description of a site.
(
    OPTIONS_CODE, AFTER_CODE, SITE_CONTEXT, FLAGS, TEMPLATE_COUNT, FRAME_COUNT, CELL_COUNT, CHOICE_NUMBER, WIDTH,
    DETAILS,
) = range(10)  # fmt: skip


def begin(m: int, cells: int) -> int:
    """Empty stacks, no Gala variable set, nothing seen or gained."""
    st(m, mem.TOP, mem.HEAP)
    st(m, mem.TRAIL_TOP, mem.TRAIL)
    st(m, mem.CHOICE, mem.CHOICES)
    st(m, mem.BARRIER, mem.HEAP)
    st(m, mem.FRAME, 0)
    st(m, mem.BAG_TOP, mem.BAGS)
    st(m, mem.SEEN_TOP, mem.SEEN)
    st(m, mem.LEFT, ld(m, mem.STATEMENTS))
    st(m, mem.WEIGHED, 0)
    st(m, mem.READS_TOP, 0)
    for i in range(ld(m, mem.PLAYER_COUNT)):
        st(m, mem.GAINS + i, INTEGER)
    for i in range(cells):
        st(m, mem.STORE + i, 0)
    return 0


def place(m: int, site: int, count: int, cells: int, chosen: int) -> int:
    """Put the state whose values are at STATE into the machine, as it is before a choice or, if chosen, after it.

    What is dead after the choice is left out there.
    """
    begin(m, cells)
    at = site + DETAILS + ld(m, site + TEMPLATE_COUNT)
    frame = mem.FLOWS
    below = 0
    k = 0
    for _ in range(ld(m, site + FRAME_COUNT)):
        # where to go on, context below, size, number of slots, slots
        st(m, frame, ld(m, at))
        st(m, frame + 1, below)
        st(m, frame + 2, ld(m, at + 1))
        size = ld(m, at + 2)
        slots = ld(m, at + 3)
        for i in range(size):
            st(m, frame + mem.FRAME_HEADER + i, 0)
        for i in range(slots):
            if k < count:
                st(m, frame + mem.FRAME_HEADER + ld(m, at + 4 + i), ld(m, mem.STATE + k))
            k += 1
        below = frame
        frame += mem.FRAME_HEADER + size
        at += 4 + slots
    st(m, mem.FLOW_FRAME, below)
    st(m, mem.FLOW_TOP, frame)
    st(m, mem.CONTEXT, ld(m, site + SITE_CONTEXT))
    for i in range(ld(m, site + CELL_COUNT)):
        if k >= count:
            break
        cell = ld(m, at + i)
        if not chosen or ld(m, ld(m, site + FLAGS) + cell):
            st(m, mem.STORE + cell, ld(m, mem.STATE + k))
        k += 1
    return 0


def freeze(m: int, site: int) -> int:
    """Write the values of the state in the machine at NEXT; how many, without those unset at the end, or below 0."""
    at = site + DETAILS + ld(m, site + TEMPLATE_COUNT)
    frame = mem.FLOWS
    to = mem.NEXT
    last = to
    unbound = 0
    for _ in range(ld(m, site + FRAME_COUNT)):
        slots = ld(m, at + 3)
        for i in range(slots):
            w = ld(m, frame + mem.FRAME_HEADER + ld(m, at + 4 + i))
            if w:
                w = deref(m, w)
                if w & 7 == REF:
                    # As if it had never been asked for, unless two slots share it.
                    for j in range(unbound):
                        if ld(m, mem.NUMBERS + j) == w:
                            return UNSUPPORTED
                    if unbound == mem.NUMBERS_MOST:
                        return UNSUPPORTED
                    st(m, mem.NUMBERS + unbound, w)
                    unbound += 1
                    w = 0
                else:
                    w = kept(m, w)
                    if w < 0 and w & 7 != INTEGER:
                        return w
            st(m, to, w)
            to += 1
            if w:
                last = to
        frame += mem.FRAME_HEADER + ld(m, at + 2)
        at += 4 + slots
    for i in range(ld(m, site + CELL_COUNT)):
        w = ld(m, mem.STORE + ld(m, at + i))
        if w:
            w = kept(m, w)
            if w < 0 and w & 7 != INTEGER:
                return w
        st(m, to, w)
        to += 1
        if w:
            last = to
    return last - mem.NEXT


# -- rows ------------------------------------------------------------------------------------------------------------


def unit(r: int, k: int) -> int:
    """A word of the column of values."""
    return ld(ld(r, rows.VALUES), k) if ld(r, rows.WIDE) else ld32(ld(r, rows.VALUES), k)


def state_hash(site: int, count: int) -> int:
    return mixed(mixed(0x5555, site), count)


def write_row(m: int, r: int, row: int, site: int, count: int) -> int:
    """Write the row of the state whose values are at NEXT, without a number; its hash in NUMBERS. 0, or TOO_WIDE."""
    values = ld(r, rows.VALUES)
    h = state_hash(site, count)
    if ld(r, rows.WIDE):
        st(values, row + rows.SITE, site)
        st(values, row + rows.COUNT, count)
        for i in range(count):
            w = ld(m, mem.NEXT + i)
            h = mixed(h, w)
            st(values, row + rows.HEADER + i, w)
    else:
        st32(values, row + rows.SITE, site)
        st32(values, row + rows.COUNT, count)
        for i in range(count):
            w = ld(m, mem.NEXT + i)
            h = mixed(h, w)
            if w != (w << 32) >> 32:
                return TOO_WIDE
            st32(values, row + rows.HEADER + i, w)
    st(m, mem.NUMBERS, h)
    prefetch(ld(r, rows.TABLE), h & ld(r, rows.TABLE_MASK))
    return 0


def is_row(r: int, row: int, other: int) -> bool:
    """Whether two rows are of the same state."""
    values = ld(r, rows.VALUES)
    if ld(r, rows.WIDE):
        if ld(values, row + rows.SITE) != ld(values, other + rows.SITE):
            return False
        count = ld(values, row + rows.COUNT)
        k = rows.COUNT
        while k < rows.HEADER + count and ld(values, row + k) == ld(values, other + k):
            k += 1
        return k == rows.HEADER + count
    if ld32(values, row + rows.SITE) != ld32(values, other + rows.SITE):
        return False
    count = ld32(values, row + rows.COUNT)
    k = rows.COUNT
    while k < rows.HEADER + count and ld32(values, row + k) == ld32(values, other + k):
        k += 1
    return k == rows.HEADER + count


def numbered(r: int, row: int, h: int) -> int:
    """The number of the state whose row stands behind all others; a new state's row is moved to its place there."""
    table = ld(r, rows.TABLE)
    mask = ld(r, rows.TABLE_MASK)
    high = h >> rows.ENTRY << rows.ENTRY
    i = h & mask
    while ld(table, i):
        entry = ld(table, i)
        if (entry ^ high) >> rows.ENTRY == 0:
            other = entry & ((1 << rows.ENTRY) - 1)
            if is_row(r, row, other):
                return unit(r, other + rows.NUMBER)
        i = (i + 1) & mask
    s = ld(r, rows.STATES)
    to = ld(r, rows.USED)
    values = ld(r, rows.VALUES)
    count = unit(r, row + rows.COUNT)
    if ld(r, rows.WIDE):
        for k in range(rows.HEADER + count):
            st(values, to + k, ld(values, row + k))
        st(values, to + rows.NUMBER, s)
    else:
        for k in range(rows.HEADER + count):
            st32(values, to + k, ld32(values, row + k))
        st32(values, to + rows.NUMBER, s)
    st(table, i, high | to)
    st(ld(r, rows.STARTS), s, to)
    st(r, rows.USED, to + rows.HEADER + count)
    st(r, rows.STATES, s + 1)
    return s


def is_crowded(r: int, more: int) -> bool:
    """Whether there may be no room for so many more states."""
    states = ld(r, rows.STATES) + more
    return states > ld(r, rows.STATE_ROOM) or 5 * states > 3 * ld(r, rows.TABLE_MASK)


def enter_again(r: int) -> int:
    """Enter all states in a new table."""
    table = ld(r, rows.TABLE)
    mask = ld(r, rows.TABLE_MASK)
    row = rows.HEADER
    for _ in range(ld(r, rows.STATES)):
        count = unit(r, row + rows.COUNT)
        h = state_hash(unit(r, row + rows.SITE), count)
        for k in range(count):
            h = mixed(h, unit(r, row + rows.HEADER + k))
        i = h & mask
        while ld(table, i):
            i = (i + 1) & mask
        st(table, i, h >> rows.ENTRY << rows.ENTRY | row)
        row += rows.HEADER + count
    return 0


def unpack(m: int, r: int, row: int) -> int:
    """Write the values of a row at STATE; how many."""
    values = ld(r, rows.VALUES)
    count = unit(r, row + rows.COUNT)
    if ld(r, rows.WIDE):
        for k in range(count):
            st(m, mem.STATE + k, ld(values, row + rows.HEADER + k))
    else:
        for k in range(count):
            st(m, mem.STATE + k, ld32(values, row + rows.HEADER + k))
    return count


def add_state(m: int, r: int, site: int, count: int) -> int:
    """The number of the state whose values are at NEXT; NO_ROOM or TOO_WIDE."""
    row = ld(r, rows.USED)
    if is_crowded(r, 1) or row + rows.HEADER + count > ld(r, rows.VALUE_ROOM):
        return NO_ROOM
    found = write_row(m, r, row, site, count)
    if found < 0:
        return found
    return numbered(r, row, ld(m, mem.NUMBERS))
