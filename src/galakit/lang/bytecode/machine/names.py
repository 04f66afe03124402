"""Small tables from words to numbers, in compiled code: Gala variables by name, contexts of calls, choice sites."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.keeping import kept, mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import UNKNOWN


def look_up(table: int, mask: int, key: int) -> int:
    """The number of a key, which is not 0; UNKNOWN if it has none."""
    i = mixed(0, key) & mask
    while True:
        found = ld(table, 2 * i)
        if found == key:
            return ld(table, 2 * i + 1)
        if found == 0:
            return UNKNOWN
        i = (i + 1) & mask


def enter(table: int, mask: int, key: int, number: int) -> int:
    """Give a key its number; the caller sees to it that there is room."""
    i = mixed(0, key) & mask
    while ld(table, 2 * i) != 0 and ld(table, 2 * i) != key:
        i = (i + 1) & mask
    st(table, 2 * i, key)
    st(table, 2 * i + 1, number)
    return 0


def cell_of(m: int, name: int) -> int:
    """The number of the Gala variable of that name; below 0 if there is none so far, or if Python must tell."""
    w = kept(m, name)
    if w < 0:
        return w
    return look_up(ld(m, mem.CELL_TABLE), ld(m, mem.CELL_MASK), w)
