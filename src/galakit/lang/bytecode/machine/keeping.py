"""Kept terms, in compiled code: each list cell and each structure exists once, found by its parts in a table."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import FULL, TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import LIST, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import STACK_END, VALUES_END, deref


def mixed(h: int, w: int) -> int:
    h = (h ^ w) * 0x9E3779B97F4A7C1
    return h ^ ((h >> 29) & 0x7FFFFFFFF)


def kept_list(m: int, head: int, tail: int) -> int:
    """The one kept list cell of two kept terms; FULL if there is no room."""
    table = ld(m, mem.TABLE)
    mask = ld(m, mem.TABLE_MASK)
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
    at = ld(m, mem.KEPT_TOP)
    count = ld(m, mem.TABLE_COUNT) + 1
    if at + 2 > ld(m, mem.KEPT_END) or 8 * count > 5 * mask:
        return FULL
    st(m, at, head)
    st(m, at + 1, tail)
    st(m, mem.KEPT_TOP, at + 2)
    st(m, mem.TABLE_COUNT, count)
    w = at << 3 | LIST
    st(table, i, w)
    return w


def kept_structure(m: int, functor: int, arguments: int) -> int:
    """The one kept structure of a functor and of kept arguments, which stand at an address one after the other."""
    table = ld(m, mem.TABLE)
    mask = ld(m, mem.TABLE_MASK)
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
    at = ld(m, mem.KEPT_TOP)
    count = ld(m, mem.TABLE_COUNT) + 1
    if at + n + 1 > ld(m, mem.KEPT_END) or 8 * count > 5 * mask:
        return FULL
    st(m, at, functor)
    for j in range(n):
        st(m, at + 1 + j, ld(m, arguments + j))
    st(m, mem.KEPT_TOP, at + n + 1)
    st(m, mem.TABLE_COUNT, count)
    w = at << 3 | STRUCTURE
    st(table, i, w)
    return w


def rehash(m: int, old: int, size: int) -> int:
    """Enter all kept terms of an old table in the new one."""
    table = ld(m, mem.TABLE)
    mask = ld(m, mem.TABLE_MASK)
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


def kept_small(m: int, w: int, to: int) -> int:
    """The same as `kept` for a structure or a list cell whose parts are atoms, numbers or kept; 0 for any other term.

    The words from `to` on are scratch.
    """
    at = w >> 3
    if w & 7 == LIST:
        head = deref(m, ld(m, at))
        tail = deref(m, ld(m, at + 1))
        if is_kept(head) and is_kept(tail):
            return kept_list(m, head, tail)
        return 0
    functor = ld(m, at)
    n = (functor >> 3) & 0x1FFF
    if n > 16:
        return 0
    for i in range(n):
        x = deref(m, ld(m, at + 1 + i))
        if not is_kept(x):
            return 0
        st(m, to + i, x)
    return kept_structure(m, functor, to)


def is_kept(w: int) -> bool:
    """Whether a dereferenced word is an atom, a number or a kept term."""
    tag = w & 7
    if tag == REF:
        return False
    return (tag != LIST and tag != STRUCTURE) or (w >> 3) >= mem.TAIL


def kept_quickly(m: int, w: int) -> int:
    """The same for a list, or a structure, of such terms: most values of states. 0 for any other term."""
    to = mem.VALUES
    scratch = mem.VALUES + mem.VALUES_MOST - 64
    if w & 7 == STRUCTURE:
        functor = ld(m, w >> 3)
        n = (functor >> 3) & 0x1FFF
        if n > 16:
            return 0
        for i in range(n):
            x = deref(m, ld(m, (w >> 3) + 1 + i))
            if not is_kept(x):
                x = kept_small(m, x, scratch) if x & 7 != REF else 0
                if x <= 0:
                    return x
            st(m, to + i, x)
        return kept_structure(m, functor, to)
    while w & 7 == LIST and (w >> 3) < mem.TAIL:
        x = deref(m, ld(m, w >> 3))
        if not is_kept(x):
            x = kept_small(m, x, scratch) if x & 7 != REF else 0
            if x <= 0:
                return x
        if to > VALUES_END:
            return 0
        st(m, to, x)
        to += 1
        w = deref(m, ld(m, (w >> 3) + 1))
    if not is_kept(w):
        return 0
    while to > mem.VALUES:
        to -= 1
        w = kept_list(m, ld(m, to), w)
        if w < 0:
            return w
    return w


def kept(m: int, w: int) -> int:
    """The kept term that is equal to a ground one; UNSUPPORTED if it is not ground, FULL if there is no room."""
    w = deref(m, w)
    tag = w & 7
    if tag == REF:
        return UNSUPPORTED
    if (tag != LIST and tag != STRUCTURE) or (w >> 3) >= mem.TAIL:
        return w
    quick = kept_quickly(m, w)
    if quick:
        return quick
    sp = mem.STACK
    vp = mem.VALUES
    st(m, sp, 0)
    st(m, sp + 1, w)
    sp += 2
    while sp > mem.STACK:
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
            if tag == LIST and at < mem.TAIL:
                st(m, sp, 1)
                st(m, sp + 2, 0)
                st(m, sp + 3, ld(m, at))
                st(m, sp + 4, 0)
                st(m, sp + 5, ld(m, at + 1))
                sp += 6
            elif tag == STRUCTURE and at < mem.TAIL:
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
    return ld(m, mem.VALUES)
