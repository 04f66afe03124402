"""Terms in the machine's memory, in compiled code: binding, unifying, ordering, copying and keeping them.

Memory is reached by raw loads and stores, which are faster than indexing an array: nothing is checked, so whatever takes
more than a few words asks first whether there is room.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from galakit.lang.bytecode.layout import (
    ATOM, BARRIER, CONS_FUNCTOR, FULL, FUNCTOR, INTEGER, KEPT_END, KEPT_TOP, LIST, NIL_WORD, NUMBERED, NUMBERS, NUMBERS_MOST, OPAQUE, RANKS,
    REF, SLACK, STACK, STACK_MOST, STRUCTURE, TABLE, TABLE_COUNT, TABLE_MASK, TAIL, TOO_LARGE, TRAIL, TRAIL_MOST, TRAIL_TOP,
    UNSUPPORTED, VALUES, VALUES_MOST, X,
)  # fmt: skip

WORD = ir.IntType(64)
STACK_END = STACK + STACK_MOST - SLACK
VALUES_END = VALUES + VALUES_MOST - SLACK
TRAIL_END = TRAIL + TRAIL_MOST - SLACK
BELOW, SAME, ABOVE, UNORDERED = -1, 0, 1, 2


@intrinsic  # type: ignore[untyped-decorator]
def ld(context: Any, memory: Any, address: Any) -> Any:
    """The word at an address."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.int64(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def st(context: Any, memory: Any, address: Any, word: Any) -> Any:
    """Store a word at an address."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
        return arguments[2]

    return types.int64(types.int64, types.int64, types.int64), generate


@njit(cache=True, nogil=True)
def deref(m: int, w: int) -> int:
    """Follow bindings until something that is no bound variable."""
    while w & 7 == REF:
        v = ld(m, w >> 3)
        if v == w:
            break
        w = v
    return w


@njit(cache=True, nogil=True)
def bind(m: int, variable: int, value: int) -> int:
    """Bind an unbound variable; the trail remembers it if a choice point is younger."""
    address = variable >> 3
    st(m, address, value)
    if address < ld(m, BARRIER):
        top = ld(m, TRAIL_TOP)
        st(m, top, address)
        st(m, TRAIL_TOP, top + 1)
    return 0


@njit(cache=True, nogil=True)
def undo(m: int, mark: int) -> int:
    """Take back what the trail remembers from a mark on."""
    top = ld(m, TRAIL_TOP)
    while top > mark:
        top -= 1
        x = ld(m, top)
        if x >= 0:
            st(m, x, x << 3)
        else:  # a Gala variable: its address, and what it held
            top -= 1
            st(m, -x, ld(m, top))
    st(m, TRAIL_TOP, mark)
    return 0


@njit(cache=True, nogil=True)
def unify(m: int, a: int, b: int) -> int:
    """1 if the terms unify, 0 if not, and below 0 if they are too large."""
    sp = STACK
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
                if x >= TAIL and y >= TAIL:
                    return 0
                if sp > STACK_END or ld(m, TRAIL_TOP) > TRAIL_END:
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
                if (x >= TAIL and y >= TAIL) or ld(m, x) != ld(m, y):
                    return 0
                if sp > STACK_END or ld(m, TRAIL_TOP) > TRAIL_END:
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
        if sp == STACK:
            return 1
        sp -= 2
        a = ld(m, sp)
        b = ld(m, sp + 1)


@njit(cache=True, nogil=True)
def try_unify(m: int, h: int, a: int, b: int) -> int:
    """The same, with nothing bound where it fails."""
    barrier = ld(m, BARRIER)
    mark = ld(m, TRAIL_TOP)
    st(m, BARRIER, h)  # so that every binding is remembered
    found = unify(m, a, b)
    st(m, BARRIER, barrier)
    if found != 1:
        undo(m, mark)
    return found


@njit(cache=True, nogil=True)
def memberchk(m: int, h: int, x: int, items: int) -> int:
    """1 if the term unifies with an element, which is then bound; 0 if with none."""
    x = deref(m, x)
    plain = x & 7 != REF and (x & 7 == ATOM or x & 7 == INTEGER or (x >> 3) >= TAIL)
    rest = deref(m, items)
    while rest & 7 == LIST:
        at = rest >> 3
        y = deref(m, ld(m, at))
        if x == y:
            return 1
        # What is kept is ground, and equal only where it is the same.
        differ = plain and y & 7 != REF and (y & 7 == ATOM or y & 7 == INTEGER or (y & 7 != OPAQUE and (y >> 3) >= TAIL))
        if not differ and (x & 7 == y & 7 or x & 7 == REF or y & 7 == REF):
            found = try_unify(m, h, x, y)
            if found != 0:
                return found
        rest = deref(m, ld(m, at + 1))
    if rest == ld(m, NIL_WORD):
        return 0
    return UNSUPPORTED


@njit(cache=True, nogil=True)
def compare(m: int, a: int, b: int) -> int:
    """The standard order of two terms: BELOW, SAME or ABOVE; UNORDERED where only Python knows it."""
    sp = STACK
    ranks = ld(m, RANKS)
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
            fa = ld(m, CONS_FUNCTOR) if ta == LIST else ld(m, x)
            fb = ld(m, CONS_FUNCTOR) if tb == LIST else ld(m, y)
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
        if sp == STACK:
            return SAME
        sp -= 2
        a = ld(m, sp)
        b = ld(m, sp + 1)


@njit(cache=True, nogil=True)
def is_ground(m: int, w: int) -> int:
    """1 if no variable is unbound in the term, 0 if one is, below 0 if it is too large."""
    sp = STACK
    while True:
        w = deref(m, w)
        tag = w & 7
        at = w >> 3
        if tag == REF:
            return 0
        if sp > STACK_END:
            return TOO_LARGE
        if tag == LIST and at < TAIL:
            st(m, sp, ld(m, at + 1))
            sp += 1
            w = ld(m, at)
            continue
        if tag == STRUCTURE and at < TAIL:
            n = (ld(m, at) >> 3) & 0x1FFF
            for i in range(1, n + 1):
                st(m, sp, ld(m, at + i))
                sp += 1
        if sp == STACK:
            return 1
        sp -= 1
        w = ld(m, sp)


@njit(cache=True, nogil=True)
def list_length(m: int, items: int) -> int:
    """How many elements a complete list has; -1 if it is none."""
    n = 0
    rest = deref(m, items)
    while rest & 7 == LIST:
        n += 1
        rest = deref(m, ld(m, (rest >> 3) + 1))
        if n > 1 << 22:
            return -1
    return n if rest == ld(m, NIL_WORD) else -1


# -- kept terms -------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def mixed(h: int, w: int) -> int:
    h = (h ^ w) * 0x9E3779B97F4A7C1
    return h ^ ((h >> 29) & 0x7FFFFFFFF)


@njit(cache=True, nogil=True)
def kept_list(m: int, head: int, tail: int) -> int:
    """The one kept list cell of two kept terms; FULL if there is no room."""
    table = ld(m, TABLE)
    mask = ld(m, TABLE_MASK)
    i = mixed(mixed(LIST, head), tail) & mask
    while True:
        w = ld(table, i)
        if w == 0:
            break
        if w & 7 == LIST:
            at = w >> 3
            if ld(m, at) == head and ld(m, at + 1) == tail:
                return w
        i = (i + 1) & mask
    at = ld(m, KEPT_TOP)
    count = ld(m, TABLE_COUNT) + 1
    if at + 2 > ld(m, KEPT_END) or 8 * count > 5 * mask:
        return FULL
    st(m, at, head)
    st(m, at + 1, tail)
    st(m, KEPT_TOP, at + 2)
    st(m, TABLE_COUNT, count)
    w = at << 3 | LIST
    st(table, i, w)
    return w


@njit(cache=True, nogil=True)
def kept_structure(m: int, functor: int, arguments: int) -> int:
    """The one kept structure of a functor and of kept arguments, which stand at an address one after the other."""
    table = ld(m, TABLE)
    mask = ld(m, TABLE_MASK)
    n = (functor >> 3) & 0x1FFF
    h = functor
    for i in range(n):
        h = mixed(h, ld(m, arguments + i))
    i = h & mask
    while True:
        w = ld(table, i)
        if w == 0:
            break
        if w & 7 == STRUCTURE:
            at = w >> 3
            if ld(m, at) == functor:
                j = 0
                while j < n and ld(m, at + 1 + j) == ld(m, arguments + j):
                    j += 1
                if j == n:
                    return w
        i = (i + 1) & mask
    at = ld(m, KEPT_TOP)
    count = ld(m, TABLE_COUNT) + 1
    if at + n + 1 > ld(m, KEPT_END) or 8 * count > 5 * mask:
        return FULL
    st(m, at, functor)
    for j in range(n):
        st(m, at + 1 + j, ld(m, arguments + j))
    st(m, KEPT_TOP, at + n + 1)
    st(m, TABLE_COUNT, count)
    w = at << 3 | STRUCTURE
    st(table, i, w)
    return w


@njit(cache=True, nogil=True)
def rehash(m: int, old: int, size: int) -> int:
    """Enter all kept terms of an old table in the new one."""
    table = ld(m, TABLE)
    mask = ld(m, TABLE_MASK)
    for k in range(size):
        w = ld(old, k)
        if w == 0:
            continue
        at = w >> 3
        if w & 7 == LIST:
            h = mixed(mixed(LIST, ld(m, at)), ld(m, at + 1))
        else:
            h = ld(m, at)
            for j in range((ld(m, at) >> 3) & 0x1FFF):
                h = mixed(h, ld(m, at + 1 + j))
        i = h & mask
        while ld(table, i) != 0:
            i = (i + 1) & mask
        st(table, i, w)
    return 0


@njit(cache=True, nogil=True)
def kept(m: int, w: int) -> int:
    """The kept term that is equal to a ground one; UNSUPPORTED if it is not ground, FULL if there is no room."""
    w = deref(m, w)
    tag = w & 7
    if tag == REF:
        return UNSUPPORTED
    if (tag != LIST and tag != STRUCTURE) or (w >> 3) >= TAIL:
        return w
    sp = STACK
    vp = VALUES
    st(m, sp, 0)
    st(m, sp + 1, w)
    sp += 2
    while sp > STACK:
        sp -= 2
        kind = ld(m, sp)
        w = ld(m, sp + 1)
        if kind == 0:
            w = deref(m, w)
            tag = w & 7
            at = w >> 3
            if tag == REF:
                return UNSUPPORTED
            if sp > STACK_END or vp > VALUES_END:
                return TOO_LARGE
            if tag == LIST and at < TAIL:
                st(m, sp, 1)
                st(m, sp + 2, 0)
                st(m, sp + 3, ld(m, at))
                st(m, sp + 4, 0)
                st(m, sp + 5, ld(m, at + 1))
                sp += 6
            elif tag == STRUCTURE and at < TAIL:
                functor = ld(m, at)
                st(m, sp, 2)
                st(m, sp + 1, functor)
                sp += 2
                for i in range(1, ((functor >> 3) & 0x1FFF) + 1):
                    st(m, sp, 0)
                    st(m, sp + 1, ld(m, at + i))
                    sp += 2
            else:
                st(m, vp, w)
                vp += 1
        elif kind == 1:
            # The tail was visited first, so the head is on top.
            vp -= 2
            w = kept_list(m, ld(m, vp + 1), ld(m, vp))
            if w < 0:
                return w
            st(m, vp, w)
            vp += 1
        else:
            # The last argument was visited first: turn them round.
            n = (w >> 3) & 0x1FFF
            vp -= n
            for i in range(n >> 1):
                x = ld(m, vp + i)
                st(m, vp + i, ld(m, vp + n - 1 - i))
                st(m, vp + n - 1 - i, x)
            w = kept_structure(m, w, vp)
            if w < 0:
                return w
            st(m, vp, w)
            vp += 1
    return ld(m, VALUES)


# -- copies -----------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def save(m: int, w: int, to: int, end: int) -> int:
    """Write a term flat at an address, variables numbered; where it ends, or TOO_LARGE. NUMBERS counts the variables.

    The variables stay bound to their numbers until the trail is undone.
    """
    sp = STACK
    st(m, sp, w)
    sp += 1
    numbers = 0
    while sp > STACK:
        sp -= 1
        w = deref(m, ld(m, sp))
        tag = w & 7
        at = w >> 3
        if to > end or sp > STACK_END:
            return TOO_LARGE
        if tag == LIST and at < TAIL:
            st(m, to, LIST)
            st(m, sp, ld(m, at + 1))
            st(m, sp + 1, ld(m, at))
            sp += 2
        elif tag == STRUCTURE and at < TAIL:
            functor = ld(m, at)
            st(m, to, functor)
            for i in range((functor >> 3) & 0x1FFF, 0, -1):
                st(m, sp, ld(m, at + i))
                sp += 1
        elif tag == REF:
            if numbers == NUMBERS_MOST - 2 or ld(m, TRAIL_TOP) > TRAIL_END:
                return TOO_LARGE
            top = ld(m, TRAIL_TOP)
            st(m, top, at)
            st(m, TRAIL_TOP, top + 1)
            st(m, at, numbers << 3 | NUMBERED)
            st(m, to, numbers << 3 | NUMBERED)
            numbers += 1
        else:
            st(m, to, w)
        to += 1
    st(m, NUMBERS, numbers)
    return to


@njit(cache=True, nogil=True)
def restore(m: int, source: int, address: int, h: int, numbers: int) -> int:
    """Build the term that is flat at `source`, its word at `address`; the new top of the heap.

    NUMBERS is where the source ends afterwards.
    """
    for i in range(numbers):
        st(m, NUMBERS + 1 + i, 0)
    sp = STACK
    st(m, sp, address)
    sp += 1
    while sp > STACK:
        sp -= 1
        at = ld(m, sp)
        w = ld(m, source)
        source += 1
        if w == LIST:
            st(m, at, h << 3 | LIST)
            st(m, sp, h + 1)
            st(m, sp + 1, h)
            sp += 2
            h += 2
        elif w & 7 == FUNCTOR:
            n = (w >> 3) & 0x1FFF
            st(m, at, h << 3 | STRUCTURE)
            st(m, h, w)
            for i in range(n, 0, -1):
                st(m, sp, h + i)
                sp += 1
            h += n + 1
        elif w & 7 == NUMBERED:
            k = NUMBERS + 1 + (w >> 3)
            v = ld(m, k)
            if v == 0:
                v = at << 3 | REF
                st(m, k, v)
            st(m, at, v)
        else:
            st(m, at, w)
    st(m, NUMBERS, source)
    return h
