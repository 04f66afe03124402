"""Words of the machine as numbers from 0 on, and the elements of kept lists, in compiled code."""

from __future__ import annotations

from galakit.lang.bytecode.machine.keeping import mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.tags import LIST


def number_words(words: int, rest: int, numbers: int, distinct: int, room: int, table: int, count: int) -> int:
    """Number words, after `count` distinct ones, while there is room; how many are left, how many behind `distinct`.

    The table has four places, of 64 bits, for each distinct word.
    """
    mask = 4 * room - 1
    for n in range(count):
        i = mixed(0x5555, ld(distinct, n)) & mask
        while ld(table, i):
            i = (i + 1) & mask
        st(table, i, n + 1)
    k = 0
    while k < rest:
        word = ld(words, k)
        i = mixed(0x5555, word) & mask
        while ld(table, i) and ld(distinct, ld(table, i) - 1) != word:
            i = (i + 1) & mask
        if ld(table, i) == 0:
            if count == room:
                break
            st(distinct, count, word)
            count += 1
            st(table, i, count)
        st(numbers, k, ld(table, i) - 1)
        k += 1
    st(distinct, room, count)
    return rest - k


def list_elements(m: int, lists: int, count: int, starts: int, elements: int, room: int) -> int:
    """Write where the elements of each list begin and, where there is room, the elements; how many there are."""
    at = 0
    for k in range(count):
        word = ld(lists, k)
        while word & 7 == LIST:
            if at < room:
                st(elements, at, ld(m, word >> 3))
            at += 1
            word = ld(m, (word >> 3) + 1)
        st(starts, k + 1, at)
    return at
