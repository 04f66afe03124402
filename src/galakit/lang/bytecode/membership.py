"""`memberchk/2` in compiled code: most lists hold kept terms, which are equal only where their words are."""

from __future__ import annotations

from galakit.lang.bytecode import layout as mem
from galakit.lang.bytecode.keeping import is_kept, mixed
from galakit.lang.bytecode.raw import inner, ld, st
from galakit.lang.bytecode.status import UNSUPPORTED
from galakit.lang.bytecode.tags import LIST, REF, STRUCTURE
from galakit.lang.bytecode.words import deref, try_unify

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
def memberchk(m: int, h: int, x: int, items: int) -> int:
    """1 if the term unifies with an element, which is then bound; 0 if with none."""
    x = deref(m, x)
    same = x if is_kept(x) else kept_equal(m, x)
    rest = deref(m, items)
    while rest & 7 == LIST:
        at = rest >> 3
        y = deref(m, ld(m, at))
        if same and is_kept(y):
            if same == y:
                return 1
        elif x & 7 == y & 7 or x & 7 == REF or y & 7 == REF:
            found = try_unify(m, h, x, y)
            if found != 0:
                return found
        rest = deref(m, ld(m, at + 1))
    return 0 if rest == ld(m, mem.NIL_WORD) else UNSUPPORTED
