"""Lists sorted in the standard order of terms, in compiled code."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import LIST, STRUCTURE
from galakit.lang.bytecode.machine.words import UNORDERED, compare, deref, list_length, unify

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK
HALF = mem.VALUES_MOST // 4  # words that the keys and elements of a list may take


def elements(m: int, items: int, key: int) -> int:
    """Write the keys and elements of a list at VALUES, pair by pair; how many, or below 0."""
    n = list_length(m, items)
    if n < 0 or n > HALF // 2:
        return UNSUPPORTED
    rest = deref(m, items)
    to = mem.VALUES
    while rest & 7 == LIST:
        x = deref(m, ld(m, rest >> 3))
        k = x
        if key > 0:
            if x & 7 == LIST and key <= 2:
                k = ld(m, (x >> 3) + key - 1)
            elif x & 7 == STRUCTURE and key <= ((ld(m, x >> 3) >> 3) & 0x1FFF):
                k = ld(m, (x >> 3) + key)
            else:
                return UNSUPPORTED
        st(m, to, deref(m, k))
        st(m, to + 1, x)
        to += 2
        rest = deref(m, ld(m, (rest >> 3) + 1))
    return n


def sorted_pairs(m: int, n: int, downwards: int) -> int:
    """Sort the pairs at VALUES by key, stably: a merge sort from the bottom up. Where they are then, or below 0."""
    source = mem.VALUES
    target = mem.VALUES + 2 * HALF
    # Short runs by insertion.
    run = 8
    for low in range(0, n, run):
        for i in range(low + 1, min(low + run, n)):
            k = ld(m, source + 2 * i)
            x = ld(m, source + 2 * i + 1)
            j = i
            while j > low:
                order = compare(m, ld(m, source + 2 * j - 2), k)
                if order == UNORDERED:
                    return UNSUPPORTED
                if downwards:
                    order = -order
                if order <= 0:
                    break
                st(m, source + 2 * j, ld(m, source + 2 * j - 2))
                st(m, source + 2 * j + 1, ld(m, source + 2 * j - 1))
                j -= 1
            st(m, source + 2 * j, k)
            st(m, source + 2 * j + 1, x)
    while run < n:
        for low in range(0, n, 2 * run):
            i = low
            middle = min(low + run, n)
            j = middle
            high = min(low + 2 * run, n)
            for to in range(low, high):
                if i < middle and j < high:
                    order = compare(m, ld(m, source + 2 * i), ld(m, source + 2 * j))
                    if order == UNORDERED:
                        return UNSUPPORTED
                    if downwards:
                        order = -order
                    first = order <= 0
                else:
                    first = i < middle
                at = i if first else j
                st(m, target + 2 * to, ld(m, source + 2 * at))
                st(m, target + 2 * to + 1, ld(m, source + 2 * at + 1))
                if first:
                    i += 1
                else:
                    j += 1
        source, target = target, source
        run *= 2
    return source


def sort_list(m: int, items: int, key: int, downwards: int, unique: int, result: int) -> int:
    n = elements(m, items, key)
    if n < 0:
        return n
    at = sorted_pairs(m, n, downwards)
    if at < 0:
        return at
    h = ld(m, mem.TOP)
    if h + 2 * n > HEAP_END:
        return TOO_LARGE
    made = ld(m, mem.NIL_WORD)
    for i in range(n - 1, -1, -1):
        if unique and i > 0:
            order = compare(m, ld(m, at + 2 * i), ld(m, at + 2 * i - 2))
            if order == UNORDERED:
                return UNSUPPORTED
            if order == 0:
                continue
        st(m, h, ld(m, at + 2 * i + 1))
        st(m, h + 1, made)
        made = h << 3 | LIST
        h += 2
    st(m, mem.TOP, h)
    return unify(m, result, made)
