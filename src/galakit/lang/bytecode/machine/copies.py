"""Terms written flat and built again, in compiled code: so solutions outlive backtracking."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE
from galakit.lang.bytecode.machine.tags import FUNCTOR, LIST, NUMBERED, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import STACK_END, TRAIL_END, deref


def save(m: int, w: int, to: int, end: int) -> int:
    """Write a term flat at an address, variables numbered; where it ends, or TOO_LARGE. NUMBERS counts the variables.

    The variables stay bound to their numbers until the trail is undone.
    """
    sp = mem.STACK
    st(m, sp, w)
    sp += 1
    numbers = 0
    while sp > mem.STACK:
        sp -= 1
        w = deref(m, ld(m, sp))
        tag = w & 7
        at = w >> 3
        if to > end or sp > STACK_END:
            return TOO_LARGE
        if tag == LIST and at < mem.TAIL:
            st(m, to, LIST)
            st(m, sp, ld(m, at + 1))
            st(m, sp + 1, ld(m, at))
            sp += 2
        elif tag == STRUCTURE and at < mem.TAIL:
            functor = ld(m, at)
            st(m, to, functor)
            for i in range((functor >> 3) & 0x1FFF, 0, -1):
                st(m, sp, ld(m, at + i))
                sp += 1
        elif tag == REF:
            if numbers == mem.NUMBERS_MOST - 2 or ld(m, mem.TRAIL_TOP) > TRAIL_END:
                return TOO_LARGE
            top = ld(m, mem.TRAIL_TOP)
            st(m, top, at)
            st(m, mem.TRAIL_TOP, top + 1)
            st(m, at, numbers << 3 | NUMBERED)
            st(m, to, numbers << 3 | NUMBERED)
            numbers += 1
        else:
            st(m, to, w)
        to += 1
    st(m, mem.NUMBERS, numbers)
    return to


def restore(m: int, source: int, address: int, h: int, numbers: int) -> int:
    """Build the term that is flat at `source`, its word at `address`; the new top of the heap.

    NUMBERS is where the source ends afterwards.
    """
    for i in range(numbers):
        st(m, mem.NUMBERS + 1 + i, 0)
    sp = mem.STACK
    st(m, sp, address)
    sp += 1
    while sp > mem.STACK:
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
            k = mem.NUMBERS + 1 + (w >> 3)
            v = ld(m, k)
            if v == 0:
                v = at << 3 | REF
                st(m, k, v)
            st(m, at, v)
        else:
            st(m, at, w)
    st(m, mem.NUMBERS, source)
    return h
