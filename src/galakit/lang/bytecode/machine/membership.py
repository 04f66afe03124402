"""`memberchk/2` and `selectchk/3` in compiled code.

Most lists hold kept terms, which are equal only where their words are.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.keeping import is_kept
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import LIST, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import deref, try_unify, unify

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK


def is_flat(m: int, w: int) -> bool:
    """Whether a term is a structure of kept terms; these are then at VALUES, behind the functor."""
    if w & 7 != STRUCTURE:
        return False
    at = w >> 3
    functor = ld(m, at)
    st(m, mem.VALUES, functor)
    for i in range(1, ((functor >> 3) & 0x1FFF) + 1):
        x = deref(m, ld(m, at + i))
        if not is_kept(x):
            return False
        st(m, mem.VALUES + i, x)
    return True


def is_same(m: int, kept: int) -> bool:
    """Whether a kept term is the structure at VALUES."""
    at = kept >> 3
    functor = ld(m, mem.VALUES)
    if kept & 7 != STRUCTURE or ld(m, at) != functor:
        return False
    n = (functor >> 3) & 0x1FFF
    while n and ld(m, at + n) == ld(m, mem.VALUES + n):
        n -= 1
    return n == 0


def found_at(m: int, h: int, x: int, items: int) -> int:
    """The first cell of a list with an element that the term unifies with, which is then bound; 0 if there is none."""
    x = deref(m, x)
    kept = is_kept(x)
    flat = not kept and is_flat(m, x)
    rest = deref(m, items)
    while rest & 7 == LIST:
        at = rest >> 3
        y = deref(m, ld(m, at))
        if (kept or flat) and is_kept(y):
            if x == y if kept else is_same(m, y):
                return at
        elif x & 7 == y & 7 or x & 7 == REF or y & 7 == REF:
            found = try_unify(m, h, x, y)
            if found != 0:
                return at if found == 1 else found
            flat = flat and is_flat(m, x)  # what unifying has written there
        rest = deref(m, ld(m, at + 1))
    return 0 if rest == ld(m, mem.NIL_WORD) else UNSUPPORTED


def selectchk(m: int, x: int, items: int, left: int) -> int:
    """1 if the term unifies with an element, which is then bound, as are the others; 0 if with none."""
    left = deref(m, left)
    if left & 7 != REF:
        return UNSUPPORTED  # another element may leave what is wanted
    h = ld(m, mem.TOP)
    cell = found_at(m, h, x, items)
    if cell <= 0:
        return cell
    made = deref(m, ld(m, cell + 1))
    rest = deref(m, items)
    if rest >> 3 != cell:
        made = h << 3 | LIST
        while rest >> 3 != cell:
            if h > HEAP_END:
                return TOO_LARGE
            st(m, h, deref(m, ld(m, rest >> 3)))
            st(m, h + 1, (h + 2) << 3 | LIST)
            h += 2
            rest = deref(m, ld(m, (rest >> 3) + 1))
        st(m, h - 1, deref(m, ld(m, cell + 1)))
        st(m, mem.TOP, h)
    return unify(m, left, made)
