"""Exploring: from each state to its options, and by each of them to the next state.

A state at which the machine had to give up can be done again, by Python or with more room: what is found at a state
counts only when all its steps are known.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import rows
from galakit.lang.bytecode.machine.engine import run
from galakit.lang.bytecode.machine.keeping import kept_list, kept_structure
from galakit.lang.bytecode.machine.names import look_up
from galakit.lang.bytecode.machine.numbering import number_of
from galakit.lang.bytecode.machine.raw import ld, ld32, prefetch, st, st32
from galakit.lang.bytecode.machine.states import (
    AFTER_CODE,
    CHOICE_NUMBER,
    DETAILS,
    END_SITE,
    FLAGS,
    OPTIONS_CODE,
    TEMPLATE_COUNT,
    freeze,
    is_crowded,
    numbered,
    place,
    unit,
    unpack,
    write_row,
)
from galakit.lang.bytecode.machine.status import (
    AT_CHOICE,
    AT_END,
    EXHAUSTED,
    FINISHED,
    NEW_SITE,
    NO_ROOM,
    PAUSED,
    UNSUPPORTED,
)
from galakit.lang.bytecode.machine.tags import INTEGER


def arrived(m: int, r: int, status: int, row: int) -> int:
    """Write the row of the state at which a run has ended; its size, or below 0."""
    if status == AT_END:
        found = write_row(m, r, row, END_SITE, 0)
        return found if found < 0 else rows.HEADER
    if status != AT_CHOICE:
        return status if status < 0 else UNSUPPORTED
    site = look_up(ld(m, mem.SITES), ld(m, mem.SITE_MASK), ld(m, mem.ASKED) << 32 | ld(m, mem.CONTEXT) | 1 << 62)
    if site < 0:
        return NEW_SITE
    count = freeze(m, ld(ld(r, rows.ABOUT), site))
    if count < 0:
        return count
    found = write_row(m, r, row, site, count)
    return found if found < 0 else rows.HEADER + count


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


def facts_seen(m: int, player: int) -> int:
    """The list of what a player observed in this step."""
    made = ld(m, mem.NIL_WORD)
    at = ld(m, mem.SEEN_TOP)
    while at > mem.SEEN:
        at -= 2
        if ld(m, at) == player:
            made = kept_list(m, ld(m, at + 1), made)
            if made < 0:
                return made
    return made


def observed(m: int, r: int, player: int, own: int, move: int) -> int:
    """The number of what a player observed in this step, first their own move with the number `own`, if not below 0."""
    seen = facts_seen(m, player)
    if seen < 0:
        return seen
    nothing = seen == ld(m, mem.NIL_WORD)
    if own >= 0:
        if nothing and ld32(ld(r, rows.OWN), own):
            return ld32(ld(r, rows.OWN), own)
        st(m, mem.VALUES, move)
        chose = kept_structure(m, ld(m, mem.CHOSE_FUNCTOR), mem.VALUES)
        if chose < 0:
            return chose
        seen = kept_list(m, chose, seen)
        if seen < 0:
            return seen
    elif nothing:
        return 0
    number = number_of(r, rows.OBSERVED, seen)
    if nothing and number > 0:
        st32(ld(r, rows.OWN), own, number)
    return number


def about_choice(m: int, r: int, s: int, site: int, options: int) -> int:
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
                chosen_from = kept_list(m, ld(m, mem.CANDIDATES + mem.CANDIDATE * i), chosen_from)
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
    offered = number_of(r, rows.OFFERS, chosen_from) if who >= 0 else 0
    if offered < 0:
        return offered
    st32(ld(r, rows.WEIGHTS), s, weights)
    st32(ld(r, rows.MOVER), s, who)
    st32(ld(r, rows.OFFERED), s, offered)
    return 0


def find_options(m: int, site: int) -> int:
    """Run what finds the options of the state in the machine; how many there are, or below 0."""
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
    templates = ld(m, site + TEMPLATE_COUNT)
    at = ld(m, mem.OPTION_START)
    for i in range(options):
        st(m, mem.CANDIDATES + mem.CANDIDATE * i, ld(m, at))
        at += 1 + templates
        at += 1 + 2 * ld(m, at)
    return options if options else UNSUPPORTED


def apply_option(m: int, site: int, at: int) -> int:
    """What an option binds and changes; where the next one is."""
    templates = ld(m, site + TEMPLATE_COUNT)
    at += 1
    frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    for j in range(templates):
        st(m, frame + ld(m, site + DETAILS + j), ld(m, at + j))
    at += templates
    changes = ld(m, at)
    for j in range(changes):
        st(m, ld(m, at + 1 + 2 * j), ld(m, at + 2 + 2 * j))
    return at + 1 + 2 * changes


def explore_state(m: int, r: int, s: int) -> int:
    """Write the row of a state and those of its edges; how many edges, or below 0."""
    row = ld(ld(r, rows.STARTS), s)
    site = ld(ld(r, rows.ABOUT), unit(r, row + rows.SITE))
    cells = ld(r, rows.CELLS)
    count = unpack(m, r, row)
    place(m, site, count, cells, 0)
    options = find_options(m, site)
    if options < 0:
        return options
    first = ld(r, rows.EDGES)
    if first + options > ld(r, rows.EDGE_ROOM) or is_crowded(r, options):
        return NO_ROOM
    found = about_choice(m, r, s, site, options)
    if found < 0:
        return found
    who = ld(m, mem.MOVER)
    n = ld(m, mem.PLAYER_COUNT)
    at = ld(m, mem.OPTION_START)
    row = ld(r, rows.USED)
    for i in range(options):
        if row + ld(r, rows.LONGEST) > ld(r, rows.VALUE_ROOM):
            return NO_ROOM
        place(m, site, count, cells, 1)
        at = apply_option(m, site, at)
        size = arrived(m, r, run(m, ld(m, site + AFTER_CODE)), row)
        if size < 0:
            return size
        candidate = mem.CANDIDATES + mem.CANDIDATE * i
        st(m, candidate + 1, row)
        st(m, candidate + 2, ld(m, mem.NUMBERS))
        row += size
        word = ld(m, candidate)
        move = number_of(r, rows.MOVES, word)
        if move < 0:
            return move
        st32(ld(r, rows.MOVE), first + i, move)
        gain = gained(m)
        if gain > 0:
            gain = number_of(r, rows.GAINS, gain)
        if gain < 0:
            return gain
        st32(ld(r, rows.GAIN), first + i, gain)
        for player in range(n):
            seen = observed(m, r, player, move if player == who else -1, word)
            if seen < 0:
                return seen
            st32(ld(r, rows.SEEN), (first + i) * n + player, seen)
    arrive(m, r, first, options)
    return options


def arrive(m: int, r: int, first: int, options: int) -> int:
    """Find the numbers of the states to which the options lead, whose rows wait behind all others."""
    table = ld(r, rows.TABLE)
    mask = ld(r, rows.TABLE_MASK)
    width = ld(r, rows.WIDE)
    values = ld(r, rows.VALUES)
    for i in range(options):
        entry = ld(table, ld(m, mem.CANDIDATES + mem.CANDIDATE * i + 2) & mask)
        known = entry & ((1 << rows.ENTRY) - 1)
        prefetch(values, known if width else known >> 1)
    for i in range(options):
        candidate = mem.CANDIDATES + mem.CANDIDATE * i
        st32(ld(r, rows.TARGET), first + i, numbered(r, ld(m, candidate + 1), ld(m, candidate + 2)))
    return 0


def explore(m: int, r: int, budget: int, limit: int) -> int:
    """Explore states in the order in which they were found, so many of them at most; how it ended."""
    while ld(r, rows.DONE) < ld(r, rows.STATES):
        if ld(r, rows.STATES) > limit:
            return FINISHED
        s = ld(r, rows.DONE)
        if budget <= 0:
            return PAUSED
        if unit(r, ld(ld(r, rows.STARTS), s) + rows.SITE) == END_SITE:
            st32(ld(r, rows.MOVER), s, -2)
            st32(ld(r, rows.OFFERED), s, 0)
            st32(ld(r, rows.WEIGHTS), s, -1)
        else:
            found = explore_state(m, r, s)
            if found < 0:
                return found
            st(r, rows.EDGES, ld(r, rows.EDGES) + found)
        st32(ld(r, rows.FIRST), s + 1, ld(r, rows.EDGES))
        st(r, rows.DONE, s + 1)
        budget -= 1
    return FINISHED
