"""Terms in the machine's memory, in compiled code: following, binding, unifying and ordering them.

Nothing is checked (see `raw`), so whatever takes more than a few words asks first whether there is room.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE
from galakit.lang.bytecode.machine.tags import ATOM, INTEGER, LIST, OPAQUE, REF, STRUCTURE

STACK_END = mem.STACK + mem.STACK_MOST - mem.SLACK
VALUES_END = mem.VALUES + mem.VALUES_MOST - mem.SLACK
TRAIL_END = mem.TRAIL + mem.TRAIL_MOST - mem.SLACK
BELOW, SAME, ABOVE, UNORDERED = -1, 0, 1, 2


def deref(m: int, w: int) -> int:
    """Follow bindings until something that is no bound variable."""
    while w & 7 == REF:
        v = ld(m, w >> 3)
        if v == w:
            break
        w = v
    return w


def bind(m: int, variable: int, value: int) -> int:
    """Bind an unbound variable; the trail remembers it if a choice point is younger."""
    address = variable >> 3
    st(m, address, value)
    if address < ld(m, mem.BARRIER):
        top = ld(m, mem.TRAIL_TOP)
        st(m, top, address)
        st(m, mem.TRAIL_TOP, top + 1)
    return 0


def undo(m: int, mark: int) -> int:
    """Take back what the trail remembers from a mark on."""
    top = ld(m, mem.TRAIL_TOP)
    while top > mark:
        top -= 1
        x = ld(m, top)
        if x >= 0:
            st(m, x, x << 3)
        else:  # a Gala variable: its address, and what it held
            top -= 1
            st(m, -x, ld(m, top))
    st(m, mem.TRAIL_TOP, mark)
    return 0


def unify(m: int, a: int, b: int) -> int:
    """1 if the terms unify, 0 if not, and below 0 if they are too large."""
    sp = mem.STACK
    while True:
        a = deref(m, a)
        b = deref(m, b)
        if a != b:
            ta = a & 7
            tb = b & 7
            if ta == REF:
                if tb == REF and a < b:
                    bind(m, b, a)
                else:
                    bind(m, a, b)
            elif tb == REF:
                bind(m, b, a)
            elif ta != tb:
                return 0
            elif ta == LIST:
                x = a >> 3
                y = b >> 3
                if x >= mem.TAIL and y >= mem.TAIL:
                    return 0
                if sp > STACK_END or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                    return TOO_LARGE
                st(m, sp, ld(m, x + 1))
                st(m, sp + 1, ld(m, y + 1))
                sp += 2
                a = ld(m, x)
                b = ld(m, y)
                continue
            elif ta == STRUCTURE:
                x = a >> 3
                y = b >> 3
                if (x >= mem.TAIL and y >= mem.TAIL) or ld(m, x) != ld(m, y):
                    return 0
                if sp > STACK_END or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                    return TOO_LARGE
                n = (ld(m, x) >> 3) & 0x1FFF
                for i in range(n, 1, -1):
                    st(m, sp, ld(m, x + i))
                    st(m, sp + 1, ld(m, y + i))
                    sp += 2
                a = ld(m, x + 1)
                b = ld(m, y + 1)
                continue
            else:
                return 0
        if sp == mem.STACK:
            return 1
        sp -= 2
        a = ld(m, sp)
        b = ld(m, sp + 1)


def try_unify(m: int, h: int, a: int, b: int) -> int:
    """The same, with nothing bound where it fails."""
    barrier = ld(m, mem.BARRIER)
    mark = ld(m, mem.TRAIL_TOP)
    st(m, mem.BARRIER, h)  # so that every binding is remembered
    found = unify(m, a, b)
    st(m, mem.BARRIER, barrier)
    if found != 1:
        undo(m, mark)
    return found


def compare(m: int, a: int, b: int) -> int:
    """The standard order of two terms: BELOW, SAME or ABOVE; UNORDERED where only Python knows it."""
    sp = mem.STACK
    ranks = ld(m, mem.RANKS)
    while True:
        a = deref(m, a)
        b = deref(m, b)
        if a != b:
            ta = a & 7
            tb = b & 7
            if ta == INTEGER and tb == INTEGER:
                return BELOW if a < b else ABOVE
            if ta == OPAQUE or tb == OPAQUE or (ta == REF and tb == REF):
                return UNORDERED
            ra = 0 if ta == REF else 1 if ta == INTEGER else 2 if ta == ATOM else 3
            rb = 0 if tb == REF else 1 if tb == INTEGER else 2 if tb == ATOM else 3
            if ra != rb:
                return BELOW if ra < rb else ABOVE
            if ta == ATOM:
                return BELOW if ld(ranks, a >> 3) < ld(ranks, b >> 3) else ABOVE
            x = a >> 3
            y = b >> 3
            fa = ld(m, mem.CONS_FUNCTOR) if ta == LIST else ld(m, x)
            fb = ld(m, mem.CONS_FUNCTOR) if tb == LIST else ld(m, y)
            na = (fa >> 3) & 0x1FFF
            if fa != fb:
                nb = (fb >> 3) & 0x1FFF
                if na != nb:
                    return BELOW if na < nb else ABOVE
                return BELOW if ld(ranks, fa >> 16) < ld(ranks, fb >> 16) else ABOVE
            if sp > STACK_END:
                return UNORDERED
            if ta == STRUCTURE:
                x += 1
                y += 1
            for i in range(na - 1, 0, -1):
                st(m, sp, ld(m, x + i))
                st(m, sp + 1, ld(m, y + i))
                sp += 2
            a = ld(m, x)
            b = ld(m, y)
            continue
        if sp == mem.STACK:
            return SAME
        sp -= 2
        a = ld(m, sp)
        b = ld(m, sp + 1)


def is_ground(m: int, w: int) -> int:
    """1 if no variable is unbound in the term, 0 if one is, below 0 if it is too large."""
    sp = mem.STACK
    while True:
        w = deref(m, w)
        tag = w & 7
        at = w >> 3
        if tag == REF:
            return 0
        if sp > STACK_END:
            return TOO_LARGE
        if tag == LIST and at < mem.TAIL:
            st(m, sp, ld(m, at + 1))
            sp += 1
            w = ld(m, at)
            continue
        if tag == STRUCTURE and at < mem.TAIL:
            n = (ld(m, at) >> 3) & 0x1FFF
            for i in range(1, n + 1):
                st(m, sp, ld(m, at + i))
                sp += 1
        if sp == mem.STACK:
            return 1
        sp -= 1
        w = ld(m, sp)


def list_length(m: int, items: int) -> int:
    """How many elements a complete list has; -1 if it is none."""
    n = 0
    rest = deref(m, items)
    while rest & 7 == LIST:
        n += 1
        rest = deref(m, ld(m, (rest >> 3) + 1))
        if n > 1 << 22:
            return -1
    return n if rest == ld(m, mem.NIL_WORD) else -1
