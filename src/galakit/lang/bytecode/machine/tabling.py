"""Queries whose answers are kept: one that is asked again is not run again.

What a query answers depends on the values of its slots and on the Gala variables that it reads, and which of these it
reads next depends on what it has read so far (see `trie`). A query whose answers are seldom asked for again is not
looked up any more.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import FULL
from galakit.lang.bytecode.machine.tags import INTEGER, REF
from galakit.lang.bytecode.machine.trie import NO, OPTIONS, YES, find, kept_at, place_for
from galakit.lang.bytecode.machine.words import deref

TRIAL = 4_096  # failures to find an answer, after which half of all questions must have been answered
UNTABLED = -1


def read(m: int, cell: int) -> int:
    """Note that the query being answered reads a Gala variable."""
    stamp = mem.STAMPS + cell - mem.STORE
    if ld(m, stamp) != ld(m, mem.STAMP):
        st(m, stamp, ld(m, mem.STAMP))
        top = ld(m, mem.READS_TOP)
        st(m, top, cell)
        # One that reads very much has no place in the table.
        st(m, mem.READS_TOP, top + 1 if top + 1 < mem.READS + mem.READS_MOST else 0)
    return 0


def missed(m: int, query: int) -> int:
    """Count a question without an answer in the table, which is given up where there are too many of them."""
    counted = mem.QUESTIONS + 2 * query
    st(m, counted + 1, ld(m, counted + 1) + 1)
    if ld(m, counted + 1) > TRIAL and 2 * ld(m, counted + 1) > ld(m, counted):
        st(m, counted, UNTABLED)
    return 0


def watch(m: int, p: int) -> int:
    """Begin to note what a query reads, its slots first; 1, or below 0 where they cannot be kept."""
    n = ld(m, p + 4)
    frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    for i in range(n):
        slot = ld(m, p + 5 + i)
        w = kept_at(m, frame + slot)
        if w < 0 and w & 7 != INTEGER:
            return w
        st(m, mem.READS + i, -1 - slot)
        st(m, mem.WORDS + i, w)
    st(m, mem.READS_TOP, mem.READS + n)
    st(m, mem.STAMP, ld(m, mem.STAMP) + 1)
    return 1


def recall(m: int, p: int) -> int:
    """Answer a query from the table: where to go on, which is at the next instruction where there is no answer.

    The instruction: the query's number, where to go on if it holds and if not, the number of its slots, its slots.
    """
    query = ld(m, p + 1)
    n = ld(m, p + 4)
    ask = p + 5 + n
    counted = mem.QUESTIONS + 2 * query
    if ld(m, counted) == UNTABLED:
        return ask
    st(m, counted, ld(m, counted) + 1)
    root = ld(m, mem.ROOTS + query)
    at = find(m, root) if root else 0
    if at <= 0:
        missed(m, query)
        if at == 0:
            at = watch(m, p)
        return FULL if at == FULL else ask
    answers = ld(m, mem.ANSWERS)
    kind = ld(answers, at)
    if kind == NO:
        return ld(m, p + 3)
    if kind == YES:
        frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
        for i in range(n):
            w = ld(answers, at + 1 + i)
            if w:
                st(m, frame + ld(m, p + 5 + i), w)
        return ld(m, p + 2)
    # Addresses are relative to the memory's, also those of what lies elsewhere.
    at += (answers - m) >> 3
    st(m, mem.OPTION_LIST, at + 1)
    st(m, mem.OPTION_COUNT, ld(m, at + 2))
    st(m, mem.OPTION_START, at + 3)
    return ld(m, p + 2)


def is_kept_yes(m: int, p: int) -> int:
    """Have the words kept that the query has bound in its slots; 1, 0 where that cannot be, or FULL."""
    n = ld(m, p + 4)
    frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    for i in range(n):
        slot = frame + ld(m, p + 5 + i)
        w = deref(m, ld(m, slot))
        if w & 7 != REF:
            w = kept_at(m, slot)
            if w < 0 and w & 7 != INTEGER:
                return FULL if w == FULL else 0
        else:
            # As if it had never been asked for, unless two slots share it.
            for j in range(i):
                if deref(m, ld(m, frame + ld(m, p + 5 + j))) == w:
                    return 0
    return 1


def note(m: int, p: int, kind: int) -> int:
    """Enter the answer of the query that was just run, whose instruction RECALL is at an address; 1, or below 0."""
    end = ld(m, mem.READS_TOP)
    if end == 0:
        return 1
    query = ld(m, p + 1)
    n = ld(m, p + 4)
    count = end - mem.READS
    if kind == YES:
        found = is_kept_yes(m, p)
        if found <= 0:
            st(m, mem.READS_TOP, 0)
            return found if found else 1
    for i in range(n, count):
        w = kept_at(m, ld(m, mem.READS + i))
        if w < 0 and w & 7 != INTEGER:
            st(m, mem.READS_TOP, 0)
            return FULL if w == FULL else 1
        st(m, mem.WORDS + i, w)
    copied = ld(m, mem.OPTION_TOP) - mem.OPTIONS if kind == OPTIONS else 0
    at = place_for(m, mem.ROOTS + query, count, 3 + copied if kind == OPTIONS else 1 + n)
    st(m, mem.READS_TOP, 0)
    if at <= 0:
        return at if at else 1
    answers = ld(m, mem.ANSWERS)
    st(answers, at, kind)
    if kind == YES:
        frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
        for i in range(n):
            w = deref(m, ld(m, frame + ld(m, p + 5 + i)))
            st(answers, at + 1 + i, 0 if w & 7 == REF else w)
    elif kind == OPTIONS:
        st(answers, at + 1, 0)
        st(answers, at + 2, ld(m, mem.OPTION_COUNT))
        for i in range(copied):
            st(answers, at + 3 + i, ld(m, mem.OPTIONS + i))
        st(m, mem.OPTION_LIST, ((answers - m) >> 3) + at + 1)
    return 1
