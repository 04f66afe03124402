"""The abstract machine: one compiled loop that runs the byte code of clauses and of gameflows.

It is a relative of Warren's machine. Arguments are in registers, choice points on a stack; continuations are frames on
the heap, so that the last call of a clause leaves nothing behind, and backtracking is the only garbage collection that
is needed between two states. What the machine cannot do (a rational number, a text, an error) ends the run with a
number below 0, and Python does the whole step instead.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.builtins import built_in
from galakit.lang.bytecode.machine.copies import save
from galakit.lang.bytecode.machine.flow_steps import COST, evaluated, flow_step
from galakit.lang.bytecode.machine.membership import found_at
from galakit.lang.bytecode.machine.names import cell_of
from galakit.lang.bytecode.machine.numbers import NO_NUMBER, computed, number_at
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE, TOO_LONG, UNKNOWN, UNSUPPORTED
from galakit.lang.bytecode.machine.steps import called, end_bag, found_label, holds, is_kind
from galakit.lang.bytecode.machine.tabling import read
from galakit.lang.bytecode.machine.tags import INTEGER, LIST, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import (
    UNORDERED,
    bind,
    compare,
    deref,
    try_unify,
    undo,
    unify,
)

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK
TRAIL_END = mem.TRAIL + mem.TRAIL_MOST - mem.SLACK
CHOICES_END = mem.CHOICES + mem.CHOICES_MOST - mem.SLACK
BAGS_END = mem.BAGS + mem.BAGS_MOST - mem.SLACK


def choice_point(m: int, b: int, other: int, h: int, e: int, n: int) -> int:
    """Add a choice point with room for `n` arguments, from which to go on elsewhere; where it is."""
    new = b + mem.RECORD + ld(m, b + 5)
    st(m, new, b)
    st(m, new + 1, other)
    st(m, new + 2, ld(m, mem.TRAIL_TOP))
    st(m, new + 3, h)
    st(m, new + 4, e)
    st(m, new + 5, n)
    st(m, mem.BARRIER, h)
    return new


def run(m: int, p: int) -> int:
    """Run from an address on until an instruction stops the machine; how it ended."""
    h = ld(m, mem.TOP)
    e = ld(m, mem.FRAME)
    b = ld(m, mem.CHOICE)
    left = ld(m, mem.LEFT)
    while True:
        code = ld(m, p)
        if code == op.EXECUTE:
            left -= 1
            if left < 0 or h > HEAP_END or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                return TOO_LONG if left < 0 else TOO_LARGE
            p = ld(m, p + 1)
        elif code == op.SWITCH:
            w = deref(m, ld(m, ld(m, p + 1)))
            tag = w & 7
            if tag == REF:
                p = ld(m, p + 2)
            elif tag == LIST:
                p = ld(m, p + 3)
            else:
                p = found_label(m, p, ld(m, w >> 3) if tag == STRUCTURE else w)
        elif code == op.GET_LIST:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w & 7 == LIST:
                at = w >> 3
                st(m, ld(m, p + 2), ld(m, at))
                st(m, ld(m, p + 3), ld(m, at + 1))
                p += 5
            elif w & 7 == REF:
                p = ld(m, p + 4)
            else:
                p = mem.FAIL_AT
        elif code == op.PUT_OPEN_LIST:
            st(m, h, ld(m, ld(m, p + 2)))
            st(m, h + 1, (h + 1) << 3)
            st(m, ld(m, p + 1), h << 3 | LIST)
            st(m, ld(m, p + 3), (h + 1) << 3)
            h += 2
            p += 4
        elif code == op.BIND:
            bind(m, deref(m, ld(m, ld(m, p + 1))), ld(m, ld(m, p + 2)))
            p = ld(m, p + 3)
        elif code == op.MOVE:
            n = ld(m, p + 1)
            p += 2
            for _ in range(n):
                st(m, ld(m, p), ld(m, ld(m, p + 1)))
                p += 2
        elif code == op.PROCEED:
            p = ld(m, e)
        elif code == op.ENTER:
            n = ld(m, p + 1)
            for i in range(n):
                st(m, mem.X + i, ld(m, e + 2 + i))
            e = ld(m, e + 1)
            p += 2
        elif code == op.PUSH_FRAME:
            n = ld(m, p + 2)
            st(m, h, ld(m, p + 1))
            st(m, h + 1, e)
            e = h
            h += 2
            for i in range(n):
                st(m, h + i, ld(m, ld(m, p + 3 + i)))
            h += n
            p += 3 + n
        elif code == op.FAIL:
            undo(m, ld(m, b + 2))
            h = ld(m, b + 3)
            e = ld(m, b + 4)
            n = ld(m, b + 5)
            for i in range(n):
                st(m, mem.X + i, ld(m, b + mem.RECORD + i))
            p = ld(m, b + 1)
        elif code == op.TRY:
            n = ld(m, p + 1)
            b = choice_point(m, b, ld(m, p + 3), h, e, n)
            for i in range(n):
                st(m, b + mem.RECORD + i, ld(m, mem.X + i))
            if b > CHOICES_END:
                return TOO_LARGE
            p = ld(m, p + 2)
        elif code == op.RETRY:
            st(m, b + 1, ld(m, p + 2))
            p = ld(m, p + 1)
        elif code == op.TRUST:
            b = ld(m, b)
            st(m, mem.BARRIER, ld(m, b + 3))
            p = ld(m, p + 1)
        elif code == op.GET_CONSTANT:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w == ld(m, p + 2):
                p += 4
            elif w & 7 == REF:
                bind(m, w, ld(m, p + 2))
                p += 4
            else:
                p = ld(m, p + 3)
        elif code == op.GET_STRUCTURE:
            w = deref(m, ld(m, ld(m, p + 1)))
            if w & 7 == STRUCTURE:
                at = w >> 3
                if ld(m, at) == ld(m, p + 2):
                    n = ld(m, p + 3)
                    for i in range(n):
                        st(m, ld(m, p + 5 + i), ld(m, at + 1 + i))
                    p += 5 + n
                else:
                    p = mem.FAIL_AT
            elif w & 7 == REF:
                p = ld(m, p + 4)
            else:
                p = mem.FAIL_AT
        elif code == op.UNIFY:
            x = deref(m, ld(m, ld(m, p + 1)))
            y = deref(m, ld(m, ld(m, p + 2)))
            if x == y:
                p += 3
            elif x & 7 == REF and y & 7 != REF:
                bind(m, x, y)
                p += 3
            elif y & 7 == REF and x & 7 != REF:
                bind(m, y, x)
                p += 3
            else:
                found = unify(m, x, y)
                if found < 0:
                    return found
                p = p + 3 if found else mem.FAIL_AT
        elif code == op.NEW_VARIABLE:
            st(m, h, h << 3)
            st(m, ld(m, p + 1), h << 3)
            h += 1
            p += 2
        elif code == op.PUT_LIST:
            st(m, h, ld(m, ld(m, p + 2)))
            st(m, h + 1, ld(m, ld(m, p + 3)))
            st(m, ld(m, p + 1), h << 3 | LIST)
            h += 2
            p += 4
        elif code == op.PUT_STRUCTURE:
            n = ld(m, p + 3)
            st(m, h, ld(m, p + 2))
            for i in range(n):
                source = ld(m, p + 4 + i)
                st(m, h + 1 + i, ld(m, source) if source else (h + 1 + i) << 3)
            st(m, ld(m, p + 1), h << 3 | STRUCTURE)
            h += n + 1
            p += 4 + n
        elif code == op.COMPUTE:
            which = ld(m, p + 1)
            u = number_at(m, ld(m, p + 3))
            v = number_at(m, ld(m, p + 4))
            if u == NO_NUMBER or v == NO_NUMBER:
                return UNSUPPORTED
            if which == op.ADD:
                u += v
            elif which == op.SUBTRACT:
                u -= v
            else:
                u = computed(which, u, v)
            if u < -(1 << 59) or u > 1 << 59:
                return UNSUPPORTED
            st(m, ld(m, p + 2), u << 3 | INTEGER)
            p += 5
        elif code == op.COMPARE:
            u = number_at(m, ld(m, p + 2))
            v = number_at(m, ld(m, p + 3))
            if u == NO_NUMBER or v == NO_NUMBER:
                return UNSUPPORTED
            p = p + 5 if holds(u - v, ld(m, p + 1)) else ld(m, p + 4)
        elif code == op.TEST_KIND:
            found = is_kind(m, ld(m, p + 1), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif code == op.SAME:
            x = deref(m, ld(m, ld(m, p + 2)))
            y = deref(m, ld(m, ld(m, p + 3)))
            which = ld(m, p + 1)
            if x == y:
                order = 0
            elif (which == op.EQUAL or which == op.DIFFERENT) and (x & 7 != y & 7 or x & 7 == REF):
                order = 1
            else:
                order = compare(m, x, y)
                if order == UNORDERED:
                    return UNSUPPORTED
            p = p + 5 if holds(order, which) else ld(m, p + 4)
        elif code == op.TRY_UNIFY:
            found = try_unify(m, h, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif code == op.MEMBERCHK:
            found = found_at(m, h, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
            if found < 0:
                return found
            p = p + 4 if found else ld(m, p + 3)
        elif code == op.SAVE_CHOICE:
            st(m, ld(m, p + 1), b << 3 | INTEGER)
            p += 2
        elif code == op.CUT:
            b = ld(m, ld(m, p + 1)) >> 3
            st(m, mem.BARRIER, ld(m, b + 3))
            p += 2
        elif code == op.JUMP:
            p = ld(m, p + 1)
        elif code == op.GUARD:  # a choice point that saves no arguments: what the test does is undone where it fails
            b = choice_point(m, b, ld(m, p + 1), h, e, 0)
            if b > CHOICES_END:
                return TOO_LARGE
            p += 2
        elif code == op.DROP:
            b = ld(m, b)
            st(m, mem.BARRIER, ld(m, b + 3))
            p += 1
        elif code == op.UNDO:
            undo(m, ld(m, b + 2))
            b = ld(m, b)
            st(m, mem.BARRIER, ld(m, b + 3))
            p = ld(m, p + 1)
        elif code == op.CALL:
            left -= 1
            if left < 0 or h > HEAP_END or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                return TOO_LONG if left < 0 else TOO_LARGE
            p = called(m, ld(m, p + 1))
            if p < 0:
                return p
        elif code == op.BUILT_IN:
            n = ld(m, p + 2)
            x = ld(m, ld(m, p + 4)) if n > 0 else 0
            y = ld(m, ld(m, p + 5)) if n > 1 else 0
            u = ld(m, ld(m, p + 6)) if n > 2 else 0
            v = ld(m, ld(m, p + 7)) if n > 3 else 0
            st(m, mem.TOP, h)
            found = built_in(m, ld(m, p + 1), x, y, u, v)
            h = ld(m, mem.TOP)
            if found < 0:
                return found
            p = p + 4 + n if found else ld(m, p + 3)
        elif code == op.READ_CELL:
            at = ld(m, p + 2)
            w = ld(m, at)
            if w == 0:
                return UNSUPPORTED
            if ld(m, mem.READS_TOP):
                read(m, at)
            st(m, ld(m, p + 1), w)
            p += 3
        elif code == op.READ_NAMED:
            at = cell_of(m, ld(m, ld(m, p + 2)))
            if at < 0 and at != UNKNOWN:
                return at
            w = 0
            if at < 0:
                st(m, mem.READS_TOP, 0)  # Python may set it yet
            else:
                at += mem.STORE
                w = ld(m, at)
                if ld(m, mem.READS_TOP):
                    read(m, at)
            if w == 0:
                if ld(m, p + 3) == 0:
                    return UNSUPPORTED
                p = ld(m, p + 3)
            else:
                st(m, ld(m, p + 1), w)
                p += 4
        elif code == op.SET_NAMED:
            at = cell_of(m, ld(m, ld(m, p + 1)))
            if at < 0:
                return at
            at += mem.STORE
            w = deref(m, ld(m, ld(m, p + 2)))
            if w & 7 == REF:
                return UNSUPPORTED
            top = ld(m, mem.TRAIL_TOP)
            st(m, top, ld(m, at))
            st(m, top + 1, -at)
            st(m, mem.TRAIL_TOP, top + 2)
            st(m, at, w)
            st(m, mem.READS_TOP, 0)  # what this query does is more than an answer
            p += 3
        elif code == op.COUNT or code == op.COUNT_ON:
            if code == op.COUNT_ON:
                b = ld(m, b)
                st(m, mem.BARRIER, ld(m, b + 3))
            low = ld(m, mem.X)
            high = ld(m, mem.X + 1)
            if low > high:
                p = mem.FAIL_AT
            else:
                if low < high:
                    b = choice_point(m, b, ld(m, p + 1), h, e, 3)
                    st(m, b + mem.RECORD, low + 8)
                    st(m, b + mem.RECORD + 1, high)
                    st(m, b + mem.RECORD + 2, ld(m, mem.X + 2))
                    if b > CHOICES_END or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                        return TOO_LARGE
                bind(m, deref(m, ld(m, mem.X + 2)), low)
                p = ld(m, e)
        elif code == op.MEMBER or code == op.MEMBER_ON:  # the rest of a list, what is sought, what precedes
            if code == op.MEMBER_ON:
                b = ld(m, b)
                st(m, mem.BARRIER, ld(m, b + 3))
            x = ld(m, mem.X + 1)
            y = ld(m, mem.X + 2)
            rest = deref(m, ld(m, mem.X))
            mark = ld(m, mem.TRAIL_TOP)
            found = try_unify(m, h, x, y)
            while found == 0 and rest & 7 == LIST:
                y = ld(m, rest >> 3)
                rest = deref(m, ld(m, (rest >> 3) + 1))
                found = try_unify(m, h, x, y)
            if found < 0:
                return found
            left -= 1
            if left < 0 or mark > TRAIL_END or b > CHOICES_END:
                return TOO_LONG if left < 0 else TOO_LARGE
            if rest & 7 == REF:
                undo(m, mark)
                st(m, mem.X, rest)
                st(m, mem.X + 2, y)
                p = ld(m, p + 2)
            elif found == 0:
                p = mem.FAIL_AT
            else:
                if rest & 7 == LIST:
                    b = choice_point(m, b, ld(m, p + 1), h, e, 3)
                    st(m, b + 2, mark)
                    st(m, b + mem.RECORD, ld(m, (rest >> 3) + 1))
                    st(m, b + mem.RECORD + 1, x)
                    st(m, b + mem.RECORD + 2, ld(m, rest >> 3))
                p = ld(m, e)
        elif code == op.BEGIN_BAG:
            st(m, ld(m, p + 1), ld(m, mem.BAG_TOP) << 3 | INTEGER)
            p += 2
        elif code == op.COLLECT:
            top = ld(m, mem.BAG_TOP)
            end = save(m, ld(m, ld(m, p + 1)), top + 1, BAGS_END)
            if end < 0:
                return end
            st(m, top, ld(m, mem.NUMBERS))
            st(m, mem.BAG_TOP, end)
            p = mem.FAIL_AT
        elif code == op.END_BAG:
            h = end_bag(m, ld(m, ld(m, p + 2)) >> 3, h)
            if h < 0:
                return h
            st(m, ld(m, p + 1), ld(m, mem.NUMBERS))
            p += 3
        elif code == op.SOFT_CUT:  # the choice point above the saved one fails from now on
            b0 = ld(m, ld(m, p + 1)) >> 3
            at = b
            while ld(m, at) != b0:
                at = ld(m, at)
            if at == b:
                b = b0
                st(m, mem.BARRIER, ld(m, b + 3))
            else:
                st(m, at + 1, ld(m, p + 2))
            p += 3
        elif code == op.LOAD_SLOTS:
            n = ld(m, p + 1)
            f = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
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
        elif code == op.EVALUATED_SLOT:  # LOAD_SLOTS and EVALUATED in one
            at = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER + ld(m, p + 2)
            w = ld(m, at)
            if w == 0:
                w = h << 3
                st(m, h, w)
                st(m, at, w)
                h += 1
            w = deref(m, w)
            if w & 7 == STRUCTURE:
                w = evaluated(m, w)
                if w < 0 and w & 7 != INTEGER:
                    return w
            left -= COST
            if left < 0:
                return TOO_LONG
            st(m, ld(m, p + 1), w)
            p += 3
        elif code == op.SET_CELL:
            left -= COST
            if left < 0:
                return TOO_LONG
            st(m, ld(m, p + 1), deref(m, ld(m, ld(m, p + 2))))
            p += 3
        elif code == op.ASK:
            b = choice_point(m, b, ld(m, p + 3), h, e, 0)
            left -= 1
            if left < 0:
                return TOO_LONG
            st(m, h, ld(m, p + 2))
            st(m, h + 1, e)
            e = h
            h += 2
            p = ld(m, p + 1)
        elif code == op.ANSWERED:
            e = ld(m, e + 1)
            b = mem.CHOICES
            st(m, mem.BARRIER, mem.HEAP)
            st(m, mem.TRAIL_TOP, mem.TRAIL)
            p += 1
        elif code == op.REFUTED:
            b = ld(m, b)
            st(m, mem.BARRIER, ld(m, b + 3))
            p += 1
        elif code == op.STOP:
            st(m, mem.TOP, h)
            st(m, mem.FRAME, e)
            st(m, mem.CHOICE, b)
            st(m, mem.LEFT, left)
            return ld(m, p + 1)
        elif code == op.ESCAPE:
            return UNSUPPORTED
        else:
            st(m, mem.TOP, h)
            st(m, mem.CHOICE, b)
            st(m, mem.FRAME, e)
            st(m, mem.LEFT, left)
            p = flow_step(m, code, p)
            if p < 0:
                return p
            left = ld(m, mem.LEFT)
