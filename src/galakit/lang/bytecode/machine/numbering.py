"""Words of the machine as numbers from 0 on, and the elements of kept lists."""

from __future__ import annotations

from galakit.lang.bytecode.machine import rows
from galakit.lang.bytecode.machine.keeping import mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import NO_ROOM
from galakit.lang.bytecode.machine.tags import LIST


def number_of(r: int, numbering: int, word: int) -> int:
    """The number of a word, a new one if it has none; or NO_ROOM."""
    table = ld(r, numbering + rows.NUMBERING_TABLE)
    mask = ld(r, numbering + rows.NUMBERING_MASK)
    i = mixed(0, word) & mask
    while ld(table, 2 * i + 1):
        if ld(table, 2 * i) == word:
            return ld(table, 2 * i + 1) - 1
        i = (i + 1) & mask
    count = ld(r, numbering + rows.NUMBERING_COUNT)
    if count == ld(r, numbering + rows.NUMBERING_ROOM):
        return NO_ROOM
    st(ld(r, numbering + rows.NUMBERING_WORDS), count, word)
    st(r, numbering + rows.NUMBERING_COUNT, count + 1)
    st(table, 2 * i, word)
    st(table, 2 * i + 1, count + 1)
    return count


def number_again(r: int, numbering: int) -> int:
    """Enter all words in a new table."""
    table = ld(r, numbering + rows.NUMBERING_TABLE)
    mask = ld(r, numbering + rows.NUMBERING_MASK)
    words = ld(r, numbering + rows.NUMBERING_WORDS)
    for k in range(ld(r, numbering + rows.NUMBERING_COUNT)):
        i = mixed(0, ld(words, k)) & mask
        while ld(table, 2 * i + 1):
            i = (i + 1) & mask
        st(table, 2 * i, ld(words, k))
        st(table, 2 * i + 1, k + 1)
    return 0


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
