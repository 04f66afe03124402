"""Parts of the instructions of the abstract machine, in compiled code."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.builtins import EXTRA
from galakit.lang.bytecode.machine.copies import restore
from galakit.lang.bytecode.machine.keeping import mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import ATOM, INTEGER, LIST, OPAQUE, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import deref, is_ground, list_length

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK


def holds(order: int, which: int) -> bool:
    """Whether an order (below 0, 0, above 0) is what a comparison wants."""
    if which == op.LESS:
        return order < 0
    if which == op.AT_MOST:
        return order <= 0
    if which == op.GREATER:
        return order > 0
    if which == op.AT_LEAST:
        return order >= 0
    if which == op.EQUAL:
        return order == 0
    return order != 0


def is_kind(m: int, kind: int, w: int) -> int:
    """Whether a term is of a kind: 1, 0, or below 0 where only Python knows."""
    w = deref(m, w)
    tag = w & 7
    if kind == op.IS_VARIABLE:
        return int(tag == REF)
    if kind == op.IS_BOUND:
        return int(tag != REF)
    if kind == op.IS_ATOM:
        return int(tag == ATOM)
    if kind == op.IS_INTEGER or kind == op.IS_NUMBER:
        return UNSUPPORTED if tag == OPAQUE else int(tag == INTEGER)
    if kind == op.IS_ATOMIC:
        return int(tag in (ATOM, INTEGER, OPAQUE))
    if kind == op.IS_CALLABLE:
        return int(tag in (ATOM, LIST, STRUCTURE))
    if kind == op.IS_COMPOUND:
        return int(tag in (LIST, STRUCTURE))
    if kind == op.IS_LIST:
        return int(list_length(m, w) >= 0)
    return is_ground(m, w)


def found_label(m: int, p: int, w: int) -> int:
    """Where the clauses for a bound argument are: a table of keys behind a SWITCH."""
    mask = ld(m, p + 5)
    i = mixed(0, w) & mask
    while True:
        key = ld(m, p + 6 + 2 * i)
        if key == w:
            return ld(m, p + 7 + 2 * i)
        if key == 0:
            return ld(m, p + 4)
        i = (i + 1) & mask


def called(m: int, n: int) -> int:
    """Prepare `call/n`: the goal's own arguments, then the others, in the registers; where its code is, or below 0."""
    goal = deref(m, ld(m, mem.X))
    extra = n - 1
    if goal & 7 == ATOM:
        symbol = goal >> 3
        arity = 0
        for i in range(extra):
            st(m, mem.X + i, ld(m, mem.X + 1 + i))
    elif goal & 7 == STRUCTURE:
        at = goal >> 3
        symbol = ld(m, at) >> 16
        arity = (ld(m, at) >> 3) & 0x1FFF
        if arity + extra > mem.REGISTERS:
            return UNSUPPORTED
        for i in range(extra - 1, -1, -1):
            st(m, mem.X + arity + i, ld(m, mem.X + 1 + i))
        for i in range(arity):
            st(m, mem.X + i, ld(m, at + 1 + i))
    else:
        return UNSUPPORTED
    target = ld(ld(m, mem.LONGER), symbol * EXTRA + extra) - 1
    if target < 0:
        return UNSUPPORTED
    entry = ld(ld(m, mem.ENTRIES), target)
    return entry if entry > 0 else UNSUPPORTED


def end_bag(m: int, mark: int, h: int) -> int:
    """Build the list of what was collected since a mark, its word in NUMBERS; the new top of the heap, or below 0."""
    at = mark
    end = ld(m, mem.BAG_TOP)
    if h + 3 * (end - mark) + 2 > HEAP_END:
        return TOO_LARGE
    first = h  # a cell that holds the list
    h += 1
    hole = first
    while at < end:
        numbers = ld(m, at)
        st(m, hole, h << 3 | LIST)
        cell = h
        h = restore(m, at + 1, cell, h + 2, numbers)
        at = ld(m, mem.NUMBERS)
        hole = cell + 1
    st(m, hole, ld(m, mem.NIL_WORD))
    st(m, mem.BAG_TOP, mark)
    st(m, mem.NUMBERS, ld(m, first))
    return h
