"""The abstract machine: one compiled loop that runs the byte code of clauses and of gameflows.

It is a relative of Warren's machine. Arguments are in registers, choice points on a stack; continuations are frames on the
heap, so that the last call of a clause leaves nothing behind, and backtracking is the only garbage collection that is
needed between two states. What the machine cannot do (a rational number, a text, an error) ends the run with a number
below 0, and Python does the whole step instead.
"""

from __future__ import annotations

from numba import njit

from galakit.lang.bytecode.builtins import EXTRA, built_in
from galakit.lang.bytecode.flow_steps import flow_step
from galakit.lang.bytecode.layout import (
    ATOM, BAG_TOP, BAGS, BAGS_MOST, BARRIER, CHOICE, CHOICES, CHOICES_MOST, ENTRIES, FAIL_AT, FLOW_FRAME, FRAME, FRAME_HEADER, HEAP,
    HEAP_MOST, INTEGER, LEFT, LIST, LONGER, NIL_WORD, NUMBERS, OPAQUE, RECORD, REF, SLACK, STORE, STRUCTURE, TOO_LARGE, TOO_LONG, TOP,
    TRAIL, TRAIL_MOST, TRAIL_TOP, UNKNOWN, UNSUPPORTED, X,
)  # fmt: skip
from galakit.lang.bytecode.names import cell_of
from galakit.lang.bytecode.numbers import NO_NUMBER, computed, evaluate
from galakit.lang.bytecode.opcodes import (
    ADD, ANSWERED, ASK, AT_LEAST, AT_MOST, BEGIN_BAG, BIND, BUILT_IN, CALL, COLLECT, COMPARE, COMPUTE, COUNT, COUNT_ON, CUT, DIFFERENT,
    DROP, END_BAG, ENTER, EQUAL, ESCAPE, EXECUTE, FAIL, GET_CONSTANT, GET_LIST, GET_STRUCTURE, GREATER, GUARD, IS_ATOM, IS_ATOMIC,
    IS_BOUND, IS_CALLABLE, IS_COMPOUND, IS_GROUND, IS_INTEGER, IS_LIST, IS_NUMBER, IS_VARIABLE, JUMP, LESS, LOAD_SLOTS, MEMBERCHK, MOVE,
    NEW_VARIABLE, PROCEED, PUSH_FRAME, PUT_LIST, PUT_OPEN_LIST, PUT_STRUCTURE, READ_CELL, READ_NAMED, REFUTED, RETRY, SAME, SAVE_CHOICE,
    SET_NAMED, SOFT_CUT, STOP, SUBTRACT, SWITCH, TEST_KIND, TRUST, TRY, TRY_UNIFY, UNDO, UNIFY,
)  # fmt: skip
from galakit.lang.bytecode.words import (
    UNORDERED, bind, compare, deref, is_ground, ld, list_length, memberchk, mixed, restore, save, st, try_unify, undo, unify,
)  # fmt: skip

HEAP_END = HEAP + HEAP_MOST - SLACK
TRAIL_END = TRAIL + TRAIL_MOST - SLACK
CHOICES_END = CHOICES + CHOICES_MOST - SLACK
BAGS_END = BAGS + BAGS_MOST - SLACK


@njit(cache=True, nogil=True)
def holds(order: int, which: int) -> bool:
    """Whether an order (below 0, 0, above 0) is what a comparison wants."""
    if which == LESS:
        return order < 0
    if which == AT_MOST:
        return order <= 0
    if which == GREATER:
        return order > 0
    if which == AT_LEAST:
        return order >= 0
    if which == EQUAL:
        return order == 0
    return order != 0


@njit(cache=True, nogil=True)
def is_kind(m: int, kind: int, w: int) -> int:
    """Whether a term is of a kind: 1, 0, or below 0 where only Python knows."""
    w = deref(m, w)
    tag = w & 7
    if kind == IS_VARIABLE:
        return int(tag == REF)
    if kind == IS_BOUND:
        return int(tag != REF)
    if kind == IS_ATOM:
        return int(tag == ATOM)
    if kind == IS_INTEGER or kind == IS_NUMBER:
        return UNSUPPORTED if tag == OPAQUE else int(tag == INTEGER)
    if kind == IS_ATOMIC:
        return int(tag == ATOM or tag == INTEGER or tag == OPAQUE)
    if kind == IS_CALLABLE:
        return int(tag == ATOM or tag == LIST or tag == STRUCTURE)
    if kind == IS_COMPOUND:
        return int(tag == LIST or tag == STRUCTURE)
    if kind == IS_LIST:
        return int(list_length(m, w) >= 0)
    return is_ground(m, w)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def called(m: int, n: int) -> int:
    """Prepare `call/n`: the goal's own arguments, then the others, in the registers; where its code is, or below 0."""
    goal = deref(m, ld(m, X))
    extra = n - 1
    if goal & 7 == ATOM:
        symbol = goal >> 3
        arity = 0
        for i in range(extra):
            st(m, X + i, ld(m, X + 1 + i))
    elif goal & 7 == STRUCTURE:
        at = goal >> 3
        symbol = ld(m, at) >> 16
        arity = (ld(m, at) >> 3) & 0x1FFF
        for i in range(extra - 1, -1, -1):
            st(m, X + arity + i, ld(m, X + 1 + i))
        for i in range(arity):
            st(m, X + i, ld(m, at + 1 + i))
    else:
        return UNSUPPORTED
    target = ld(ld(m, LONGER), symbol * EXTRA + extra) - 1
    if target < 0:
        return UNSUPPORTED
    entry = ld(ld(m, ENTRIES), target)
    return entry if entry > 0 else UNSUPPORTED


@njit(cache=True, nogil=True)
def end_bag(m: int, mark: int, h: int) -> int:
    """Build the list of what was collected since a mark; its word is in NUMBERS. The new top of the heap, or below 0."""
    at = mark
    end = ld(m, BAG_TOP)
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
        at = ld(m, NUMBERS)
        hole = cell + 1
    st(m, hole, ld(m, NIL_WORD))
    st(m, BAG_TOP, mark)
    st(m, NUMBERS, ld(m, first))
    return h


@njit(cache=True, nogil=True)
def run(m: int, p: int) -> int:
    """Run from an address on until an instruction stops the machine; how it ended."""
    h = ld(m, TOP)
    e = ld(m, FRAME)
    b = ld(m, CHOICE)
    left = ld(m, LEFT)
    while True:
        op = ld(m, p)
        if op == EXECUTE:
            left -= 1
            if left < 0 or h > HEAP_END or ld(m, TRAIL_TOP) > TRAIL_END:
                return TOO_LONG if left < 0 else TOO_LARGE
            p = ld(m, p + 1)
        elif op == SWITCH:
            w = deref(m, ld(m, ld(m, p + 1)))
            tag = w & 7
            if tag == REF:
                p = ld(m, p + 2)
            elif tag == LIST:
                p = ld(m, p + 3)
            else:
                p = found_label(m, p, ld(m, w >> 3) if tag == STRUCTURE else w)
        elif op == GET_LIST:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w & 7 == LIST:
                at = w >> 3
                st(m, ld(m, p + 2), ld(m, at))
                st(m, ld(m, p + 3), ld(m, at + 1))
                p += 5
            elif w & 7 == REF:
                p = ld(m, p + 4)
            else:
                p = FAIL_AT
        elif op == PUT_OPEN_LIST:
            st(m, h, ld(m, ld(m, p + 2)))
            st(m, h + 1, (h + 1) << 3)
            st(m, ld(m, p + 1), h << 3 | LIST)
            st(m, ld(m, p + 3), (h + 1) << 3)
            h += 2
            p += 4
        elif op == BIND:
            bind(m, deref(m, ld(m, ld(m, p + 1))), ld(m, ld(m, p + 2)))
            p = ld(m, p + 3)
        elif op == MOVE:
            n = ld(m, p + 1)
            p += 2
            for _ in range(n):
                st(m, ld(m, p), ld(m, ld(m, p + 1)))
                p += 2
        elif op == PROCEED:
            p = ld(m, e)
        elif op == ENTER:
            n = ld(m, p + 1)
            for i in range(n):
                st(m, X + i, ld(m, e + 2 + i))
            e = ld(m, e + 1)
            p += 2
        elif op == PUSH_FRAME:
            n = ld(m, p + 2)
            st(m, h, ld(m, p + 1))
            st(m, h + 1, e)
            e = h
            h += 2
            for i in range(n):
                st(m, h + i, ld(m, ld(m, p + 3 + i)))
            h += n
            p += 3 + n
        elif op == FAIL:
            undo(m, ld(m, b + 2))
            h = ld(m, b + 3)
            e = ld(m, b + 4)
            n = ld(m, b + 5)
            for i in range(n):
                st(m, X + i, ld(m, b + RECORD + i))
            p = ld(m, b + 1)
        elif op == TRY:
            n = ld(m, p + 1)
            new = b + RECORD + ld(m, b + 5)
            st(m, new, b)
            st(m, new + 1, ld(m, p + 3))
            st(m, new + 2, ld(m, TRAIL_TOP))
            st(m, new + 3, h)
            st(m, new + 4, e)
            st(m, new + 5, n)
            for i in range(n):
                st(m, new + RECORD + i, ld(m, X + i))
            b = new
            st(m, BARRIER, h)
            if b > CHOICES_END:
                return TOO_LARGE
            p = ld(m, p + 2)
        elif op == RETRY:
            st(m, b + 1, ld(m, p + 2))
            p = ld(m, p + 1)
        elif op == TRUST:
            b = ld(m, b)
            st(m, BARRIER, ld(m, b + 3))
            p = ld(m, p + 1)
        elif op == GET_CONSTANT:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w == ld(m, p + 2):
                p += 4
            elif w & 7 == REF:
                bind(m, w, ld(m, p + 2))
                p += 4
            else:
                p = ld(m, p + 3)
        elif op == GET_STRUCTURE:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w & 7 == STRUCTURE:
                at = w >> 3
                if ld(m, at) == ld(m, p + 2):
                    n = ld(m, p + 3)
                    for i in range(n):
                        st(m, ld(m, p + 5 + i), ld(m, at + 1 + i))
                    p += 5 + n
                else:
                    p = FAIL_AT
            elif w & 7 == REF:
                p = ld(m, p + 4)
            else:
                p = FAIL_AT
        elif op == UNIFY:
            found = unify(m, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 3 if found else FAIL_AT
        elif op == NEW_VARIABLE:
            st(m, h, h << 3)
            st(m, ld(m, p + 1), h << 3)
            h += 1
            p += 2
        elif op == PUT_LIST:
            st(m, h, ld(m, ld(m, p + 2)))
            st(m, h + 1, ld(m, ld(m, p + 3)))
            st(m, ld(m, p + 1), h << 3 | LIST)
            h += 2
            p += 4
        elif op == PUT_STRUCTURE:
            n = ld(m, p + 3)
            st(m, h, ld(m, p + 2))
            for i in range(n):
                source = ld(m, p + 4 + i)
                st(m, h + 1 + i, ld(m, source) if source else (h + 1 + i) << 3)
            st(m, ld(m, p + 1), h << 3 | STRUCTURE)
            h += n + 1
            p += 4 + n
        elif op == COMPUTE:
            which = ld(m, p + 1)
            x = ld(m, ld(m, p + 3))
            y = ld(m, ld(m, p + 4))
            if x & 7 != INTEGER:
                u = evaluate(m, x)
            else:
                u = x >> 3
            if y & 7 != INTEGER:
                v = evaluate(m, y)
            else:
                v = y >> 3
            if u == NO_NUMBER or v == NO_NUMBER:
                return UNSUPPORTED
            if which == ADD:
                u += v
            elif which == SUBTRACT:
                u -= v
            else:
                u = computed(which, u, v)
            if u < -(1 << 59) or u > 1 << 59:
                return UNSUPPORTED
            st(m, ld(m, p + 2), u << 3 | INTEGER)
            p += 5
        elif op == COMPARE:
            x = ld(m, ld(m, p + 2))
            y = ld(m, ld(m, p + 3))
            if x & 7 != INTEGER:
                u = evaluate(m, x)
            else:
                u = x >> 3
            if y & 7 != INTEGER:
                v = evaluate(m, y)
            else:
                v = y >> 3
            if u == NO_NUMBER or v == NO_NUMBER:
                return UNSUPPORTED
            p = p + 5 if holds(u - v, ld(m, p + 1)) else ld(m, p + 4)
        elif op == TEST_KIND:
            found = is_kind(m, ld(m, p + 1), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif op == SAME:
            x = deref(m, ld(m, ld(m, p + 2)))
            y = deref(m, ld(m, ld(m, p + 3)))
            which = ld(m, p + 1)
            if x == y:
                order = 0
            elif (which == EQUAL or which == DIFFERENT) and (x & 7 != y & 7 or x & 7 == REF):
                order = 1
            else:
                order = compare(m, x, y)
                if order == UNORDERED:
                    return UNSUPPORTED
            p = p + 5 if holds(order, which) else ld(m, p + 4)
        elif op == TRY_UNIFY:
            found = try_unify(m, h, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif op == MEMBERCHK:
            found = memberchk(m, h, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif op == SAVE_CHOICE:
            st(m, ld(m, p + 1), b << 3 | INTEGER)
            p += 2
        elif op == CUT:
            b = ld(m, ld(m, p + 1)) >> 3
            st(m, BARRIER, ld(m, b + 3))
            p += 2
        elif op == JUMP:
            p = ld(m, p + 1)
        elif op == GUARD:  # a choice point that saves no arguments: what the test does is undone where it fails
            new = b + RECORD + ld(m, b + 5)
            st(m, new, b)
            st(m, new + 1, ld(m, p + 1))
            st(m, new + 2, ld(m, TRAIL_TOP))
            st(m, new + 3, h)
            st(m, new + 4, e)
            st(m, new + 5, 0)
            b = new
            st(m, BARRIER, h)
            if b > CHOICES_END:
                return TOO_LARGE
            p += 2
        elif op == DROP:
            b = ld(m, b)
            st(m, BARRIER, ld(m, b + 3))
            p += 1
        elif op == UNDO:
            undo(m, ld(m, b + 2))
            b = ld(m, b)
            st(m, BARRIER, ld(m, b + 3))
            p = ld(m, p + 1)
        elif op == CALL:
            left -= 1
            if left < 0 or h > HEAP_END or ld(m, TRAIL_TOP) > TRAIL_END:
                return TOO_LONG if left < 0 else TOO_LARGE
            p = called(m, ld(m, p + 1))
            if p < 0:
                return p
        elif op == BUILT_IN:
            n = ld(m, p + 2)
            x = ld(m, ld(m, p + 4)) if n > 0 else 0
            y = ld(m, ld(m, p + 5)) if n > 1 else 0
            u = ld(m, ld(m, p + 6)) if n > 2 else 0
            v = ld(m, ld(m, p + 7)) if n > 3 else 0
            st(m, TOP, h)
            found = built_in(m, ld(m, p + 1), x, y, u, v)
            h = ld(m, TOP)
            if found < 0:
                return found
            p = p + 4 + n if found else ld(m, p + 3)
        elif op == READ_CELL:
            w = ld(m, ld(m, p + 2))
            if w == 0:
                return UNSUPPORTED
            st(m, ld(m, p + 1), w)
            p += 3
        elif op == READ_NAMED:
            at = cell_of(m, ld(m, ld(m, p + 2)))
            if at < 0 and at != UNKNOWN:
                return at
            w = ld(m, STORE + at) if at >= 0 else 0
            if w == 0:
                if ld(m, p + 3) == 0:
                    return UNSUPPORTED
                p = ld(m, p + 3)
            else:
                st(m, ld(m, p + 1), w)
                p += 4
        elif op == SET_NAMED:
            at = cell_of(m, ld(m, ld(m, p + 1)))
            if at < 0:
                return at
            at += STORE
            w = deref(m, ld(m, ld(m, p + 2)))
            if w & 7 == REF:
                return UNSUPPORTED
            top = ld(m, TRAIL_TOP)
            st(m, top, ld(m, at))
            st(m, top + 1, -at)
            st(m, TRAIL_TOP, top + 2)
            st(m, at, w)
            p += 3
        elif op == COUNT or op == COUNT_ON:
            if op == COUNT_ON:
                b = ld(m, b)
                st(m, BARRIER, ld(m, b + 3))
            low = ld(m, X)
            high = ld(m, X + 1)
            if low > high:
                p = FAIL_AT
            else:
                if low < high:
                    new = b + RECORD + ld(m, b + 5)
                    st(m, new, b)
                    st(m, new + 1, ld(m, p + 1))
                    st(m, new + 2, ld(m, TRAIL_TOP))
                    st(m, new + 3, h)
                    st(m, new + 4, e)
                    st(m, new + 5, 3)
                    st(m, new + RECORD, low + 8)
                    st(m, new + RECORD + 1, high)
                    st(m, new + RECORD + 2, ld(m, X + 2))
                    b = new
                    st(m, BARRIER, h)
                    if b > CHOICES_END or ld(m, TRAIL_TOP) > TRAIL_END:
                        return TOO_LARGE
                bind(m, deref(m, ld(m, X + 2)), low)
                p = ld(m, e)
        elif op == BEGIN_BAG:
            st(m, ld(m, p + 1), ld(m, BAG_TOP) << 3 | INTEGER)
            p += 2
        elif op == COLLECT:
            top = ld(m, BAG_TOP)
            end = save(m, ld(m, ld(m, p + 1)), top + 1, BAGS_END)
            if end < 0:
                return end
            st(m, top, ld(m, NUMBERS))
            st(m, BAG_TOP, end)
            p = FAIL_AT
        elif op == END_BAG:
            h = end_bag(m, ld(m, ld(m, p + 2)) >> 3, h)
            if h < 0:
                return h
            st(m, ld(m, p + 1), ld(m, NUMBERS))
            p += 3
        elif op == SOFT_CUT:  # the choice point above the saved one fails from now on
            b0 = ld(m, ld(m, p + 1)) >> 3
            at = b
            while ld(m, at) != b0:
                at = ld(m, at)
            if at == b:
                b = b0
                st(m, BARRIER, ld(m, b + 3))
            else:
                st(m, at + 1, ld(m, p + 2))
            p += 3
        elif op == LOAD_SLOTS:
            n = ld(m, p + 1)
            f = ld(m, FLOW_FRAME) + FRAME_HEADER
            p += 2
            for _ in range(n):
                at = f + ld(m, p + 1)
                w = ld(m, at)
                if w == 0:
                    w = h << 3
                    st(m, h, w)
                    st(m, at, w)
                    h += 1
                st(m, ld(m, p), w)
                p += 2
        elif op == ASK:
            new = b + RECORD + ld(m, b + 5)
            st(m, new, b)
            st(m, new + 1, ld(m, p + 3))
            st(m, new + 2, ld(m, TRAIL_TOP))
            st(m, new + 3, h)
            st(m, new + 4, e)
            st(m, new + 5, 0)
            b = new
            st(m, BARRIER, h)
            left -= 1
            if left < 0:
                return TOO_LONG
            st(m, h, ld(m, p + 2))
            st(m, h + 1, e)
            e = h
            h += 2
            p = ld(m, p + 1)
        elif op == ANSWERED:
            e = ld(m, e + 1)
            b = CHOICES
            st(m, BARRIER, HEAP)
            st(m, TRAIL_TOP, TRAIL)
            p += 1
        elif op == REFUTED:
            b = ld(m, b)
            st(m, BARRIER, ld(m, b + 3))
            p += 1
        elif op == STOP:
            st(m, TOP, h)
            st(m, FRAME, e)
            st(m, CHOICE, b)
            st(m, LEFT, left)
            return ld(m, p + 1)
        elif op == ESCAPE:
            return UNSUPPORTED
        else:
            st(m, TOP, h)
            st(m, CHOICE, b)
            st(m, FRAME, e)
            st(m, LEFT, left)
            p = flow_step(m, op, p)
            if p < 0:
                return p
            left = ld(m, LEFT)
