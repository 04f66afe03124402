"""`memberchk/2` and `selectchk/3` in compiled code.

Most lists hold kept terms, which are equal only where their words are.
"""

from __future__ import annotations

from galakit.lang.bytecode import layout as mem
from galakit.lang.bytecode.keeping import is_kept, mixed
from galakit.lang.bytecode.raw import inner, ld, st
from galakit.lang.bytecode.status import TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.tags import LIST, REF, STRUCTURE
from galakit.lang.bytecode.words import deref, try_unify, unify

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK
NOT_KEPT = 6  # no term's word: a functor's, that no kept term is equal to


@inner
def kept_equal(m: int, w: int) -> int:
    """The kept structure that is equal to a small ground one, or NOT_KEPT; 0 for any other term."""
    if w & 7 != STRUCTURE:
        return 0
    at = w >> 3
    functor = ld(m, at)
    n = (functor >> 3) & 0x1FFF
    if n > 16:
        return 0
    h = functor
    for i in range(n):
        x = deref(m, ld(m, at + 1 + i))
        if not is_kept(x):
            return 0
        st(m, mem.VALUES + i, x)
        h = mixed(h, x)
    table = ld(m, mem.TABLE)
    mask = ld(m, mem.TABLE_MASK)
    i = h & mask
    while True:
        w = ld(table, i)
        if w == 0:
            return NOT_KEPT
        if w & 7 == STRUCTURE and ld(m, w >> 3) == functor:
            j = 0
            while j < n and ld(m, (w >> 3) + 1 + j) == ld(m, mem.VALUES + j):
                j += 1
            if j == n:
                return w
        i = (i + 1) & mask


@inner
def found_at(m: int, h: int, x: int, items: int) -> int:
    """The first cell of a list with an element that the term unifies with, which is then bound; 0 if there is none."""
    x = deref(m, x)
    same = x if is_kept(x) else kept_equal(m, x)
    rest = deref(m, items)
    while rest & 7 == LIST:
        at = rest >> 3
        y = deref(m, ld(m, at))
        if same and is_kept(y):
            if same == y:
                return at
        elif x & 7 == y & 7 or x & 7 == REF or y & 7 == REF:
            found = try_unify(m, h, x, y)
            if found != 0:
                return at if found == 1 else found
        rest = deref(m, ld(m, at + 1))
    return 0 if rest == ld(m, mem.NIL_WORD) else UNSUPPORTED


@inner
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
