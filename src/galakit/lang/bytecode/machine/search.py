"""Exploring in compiled code: from each state to its options, and by each of them to the next state.

A *site* says what a state consists of; its description lies in the machine's memory. A state is the words of its
values, which are kept terms, so equal states have equal words. A state at which the machine had to give up can be done
again, by Python or with more room: it counts only when all its steps are known.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import rows
from galakit.lang.bytecode.machine.engine import run
from galakit.lang.bytecode.machine.keeping import kept, kept_list, kept_structure, mixed
from galakit.lang.bytecode.machine.names import look_up
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import AT_CHOICE, AT_END, EXHAUSTED, NEW_SITE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import INTEGER, REF
from galakit.lang.bytecode.machine.words import deref

# What `explore` returns: all states are done, it is time to look at the clock, the columns are full; or see `status`.
FINISHED, PAUSED, CROWDED = 0, 1, 2
NO_ROOM = -100
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


def place(m: int, site: int, values: int, count: int, cells: int, chosen: int) -> int:
    """Put a state into the machine, as it is before a choice or, without what is dead then, after it.

    Its values are at an address of their own.
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
                st(m, frame + mem.FRAME_HEADER + ld(m, at + 4 + i), ld(values, k))
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
            st(m, mem.STORE + cell, ld(values, k))
        k += 1
    return 0


def freeze(m: int, site: int, values: int) -> int:
    """Write down the values of the state in the machine; how many, without those unset at the end, or below 0."""
    at = site + DETAILS + ld(m, site + TEMPLATE_COUNT)
    frame = mem.FLOWS
    to = 0
    last = 0
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
            st(values, to, w)
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
        st(values, to, w)
        to += 1
        if w:
            last = to
    return last


def state_hash(site: int, values: int, count: int) -> int:
    h = mixed(0x5555, site)
    for i in range(count):
        h = mixed(h, ld(values, i))
    return h


def values_of(r: int, s: int) -> int:
    """The address of the values of a state."""
    return ld(r, rows.VALUES) + 8 * ld(ld(r, rows.STARTS), s)


def numbered(r: int, site: int, count: int) -> int:
    """The number of the state whose values stand at the end of the column, or NO_ROOM."""
    s = ld(r, rows.STATES)
    table = ld(r, rows.TABLE)
    mask = ld(r, rows.TABLE_MASK)
    sites = ld(r, rows.SITES)
    starts = ld(r, rows.STARTS)
    values = values_of(r, s)
    i = state_hash(site, values, count) & mask
    while ld(table, i):
        known = ld(table, i) - 1
        if ld(sites, known) == site and ld(starts, known + 1) - ld(starts, known) == count:
            others = values_of(r, known)
            k = 0
            while k < count and ld(others, k) == ld(values, k):
                k += 1
            if k == count:
                return known
        i = (i + 1) & mask
    if s + 2 > ld(r, rows.STATE_ROOM) or 2 * s > mask:
        return NO_ROOM
    st(sites, s, site)
    st(starts, s + 1, ld(starts, s) + count)
    st(table, i, s + 1)
    st(r, rows.STATES, s + 1)
    return s


def enter_again(r: int) -> int:
    """Enter all states in a new table."""
    table = ld(r, rows.TABLE)
    mask = ld(r, rows.TABLE_MASK)
    starts = ld(r, rows.STARTS)
    for s in range(ld(r, rows.STATES)):
        i = state_hash(ld(ld(r, rows.SITES), s), values_of(r, s), ld(starts, s + 1) - ld(starts, s)) & mask
        while ld(table, i):
            i = (i + 1) & mask
        st(table, i, s + 1)
    return 0


def arrived(m: int, r: int, status: int) -> int:
    """The number of the state at which a run has ended, or below 0."""
    if status == AT_END:
        return numbered(r, END_SITE, 0)
    if status != AT_CHOICE:
        return status if status < 0 else UNSUPPORTED
    site = look_up(ld(m, mem.SITES), ld(m, mem.SITE_MASK), ld(m, mem.ASKED) << 32 | ld(m, mem.CONTEXT) | 1 << 62)
    if site < 0:
        return NEW_SITE
    about = ld(ld(r, rows.ABOUT), site)
    states = ld(r, rows.STATES)
    if ld(ld(r, rows.STARTS), states) + ld(m, about + WIDTH) > ld(r, rows.VALUE_ROOM):
        return NO_ROOM
    count = freeze(m, about, values_of(r, states))
    if count < 0:
        return count
    return numbered(r, site, count)


def gained(m: int) -> int:
    """The list of what the players gained in this step; 0 where it is nothing."""
    n = ld(m, mem.PLAYER_COUNT)
    nothing = True
    for i in range(n):
        nothing &= ld(m, mem.GAINS + i) == INTEGER
    if nothing:
        return 0
    made = ld(m, mem.NIL_WORD)
    for i in range(n - 1, -1, -1):
        made = kept_list(m, ld(m, mem.GAINS + i), made)
        if made < 0:
            return made
    return made


def observed(m: int, player: int, mover: int, move: int) -> int:
    """The list of what a player observed in this step, their own move first; 0 for nothing."""
    made = ld(m, mem.NIL_WORD)
    at = ld(m, mem.SEEN_TOP)
    nothing = True
    while at > mem.SEEN:
        at -= 2
        if ld(m, at) == player:
            made = kept_list(m, ld(m, at + 1), made)
            if made < 0:
                return made
            nothing = False
    if player == mover:
        st(m, mem.VALUES, move)
        own = kept_structure(m, ld(m, mem.CHOSE_FUNCTOR), mem.VALUES)
        if own < 0:
            return own
        return kept_list(m, own, made)
    return 0 if nothing else made


def about_choice(m: int, r: int, s: int, site: int, move: int, options: int) -> int:
    """Write who moves at a state, what they are offered, and with which probabilities nature draws; 0, or below 0."""
    who = ld(m, mem.MOVER)
    weighed = ld(m, mem.WEIGHED)
    chosen_from = 0
    if who >= 0 or weighed:
        known = ld(m, mem.OPTION_LIST)
        if known:
            chosen_from = ld(m, known)
        if chosen_from == 0:
            chosen_from = ld(m, mem.NIL_WORD)
            for i in range(options - 1, -1, -1):
                chosen_from = kept_list(m, ld(move, i), chosen_from)
                if chosen_from < 0:
                    return chosen_from
            if known:
                st(m, known, chosen_from)
    weights = -1
    if who < 0 and weighed:
        weighed = kept_list(m, weighed, chosen_from)
        if weighed < 0:
            return weighed
        weights = look_up(ld(m, mem.KNOWN), ld(m, mem.KNOWN_MASK), weighed << 12 | ld(m, site + CHOICE_NUMBER))
        if weights < 0:
            return weights
    st(ld(r, rows.WEIGHTS), s, weights)
    st(ld(r, rows.MOVER), s, who)
    st(ld(r, rows.OFFERED), s, chosen_from if who >= 0 else 0)
    return 0


def explore_state(m: int, r: int, s: int) -> int:
    """Write the row of a state and those of its edges; how many edges, or below 0."""
    site = ld(ld(r, rows.ABOUT), ld(ld(r, rows.SITES), s))
    values = values_of(r, s)
    count = ld(ld(r, rows.STARTS), s + 1) - ld(ld(r, rows.STARTS), s)
    cells = ld(r, rows.CELLS)
    place(m, site, values, count, cells, 0)
    st(m, mem.OPTION_START, mem.OPTIONS)
    st(m, mem.OPTION_LIST, 0)
    st(m, mem.OPTION_TOP, mem.OPTIONS)
    st(m, mem.OPTION_COUNT, 0)
    st(m, mem.GENERATION, ld(m, mem.GENERATION) + 1)
    st(m, mem.KEPT_CELLS, ld(m, site + FLAGS))
    status = run(m, ld(m, site + OPTIONS_CODE))
    if status != EXHAUSTED:
        return status if status < 0 else UNSUPPORTED
    options = ld(m, mem.OPTION_COUNT)
    if options == 0:
        return UNSUPPORTED
    first = ld(r, rows.EDGES)
    if first + options > ld(r, rows.EDGE_ROOM):
        return NO_ROOM
    who = ld(m, mem.MOVER)
    templates = ld(m, site + TEMPLATE_COUNT)
    move = ld(r, rows.MOVE) + 8 * first
    at = ld(m, mem.OPTION_START)
    for i in range(options):
        st(move, i, ld(m, at))
        at += 1 + templates
        at += 1 + 2 * ld(m, at)
    found = about_choice(m, r, s, site, move, options)
    if found < 0:
        return found
    n = ld(m, mem.PLAYER_COUNT)
    code = ld(m, site + AFTER_CODE)
    at = ld(m, mem.OPTION_START)
    for i in range(options):
        place(m, site, values, count, cells, 1)
        at += 1
        frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
        for j in range(templates):
            st(m, frame + ld(m, site + DETAILS + j), ld(m, at + j))
        at += templates
        for _ in range(ld(m, at)):
            st(m, ld(m, at + 1), ld(m, at + 2))
            at += 2
        at += 1
        # The changes were stepped over two words at a time: `at` stands behind them.
        found = arrived(m, r, run(m, code))
        if found < 0:
            return found
        st(ld(r, rows.TARGET), first + i, found)
        w = gained(m)
        if w < 0:
            return w
        st(ld(r, rows.GAIN), first + i, w)
        for player in range(n):
            w = observed(m, player, who, ld(move, i))
            if w < 0:
                return w
            st(ld(r, rows.SEEN), (first + i) * n + player, w)
    return options


def explore(m: int, r: int, budget: int, limit: int) -> int:
    """Explore states in the order in which they were found, so many of them at most; how it ended."""
    while ld(r, rows.DONE) < ld(r, rows.STATES):
        if ld(r, rows.STATES) > limit:
            return FINISHED
        s = ld(r, rows.DONE)
        if budget <= 0:
            return PAUSED
        if ld(ld(r, rows.SITES), s) == END_SITE:
            st(ld(r, rows.MOVER), s, -2)
            st(ld(r, rows.OFFERED), s, 0)
            st(ld(r, rows.WEIGHTS), s, -1)
        else:
            found = explore_state(m, r, s)
            if found == NO_ROOM:
                return CROWDED
            if found < 0:
                return found
            st(r, rows.EDGES, ld(r, rows.EDGES) + found)
        st(ld(r, rows.FIRST), s + 1, ld(r, rows.EDGES))
        st(r, rows.DONE, s + 1)
        budget -= 1
    return FINISHED
