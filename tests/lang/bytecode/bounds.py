"""The abstract machine with every access checked: a plugin for pytest, `-p lang.bytecode.bounds`, and a fixture.

The same functions are translated, but before each load and store a search goes through the tables that are there: those
within the memory, between which guards lie, and the arrays of rows, answers and numbers. An access anywhere else goes to
a harmless word instead, and the call of the machine fails.
"""

from __future__ import annotations

import weakref

import numpy as np
import pytest

from galakit.lang.bytecode import entries
from galakit.lang.bytecode.answers import Answers
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.memory import Memory, Table
from galakit.lang.bytecode.native import Entry, Library
from galakit.lang.bytecode.rows import Rows
from galakit.lang.bytecode.translation import WORD, Body, translated
from galakit.lang.gala.rules import GalaRules

# What checked code is told: how many tables there are, the place of the first access that was wrong, a word that may be
# read and written; then where each table begins and ends.
COUNT, WRONG, HARMLESS, BEGIN = range(4)
TABLES = np.zeros(1 << 16, np.int64)
SIZES = {
    "X": layout.REGISTERS, "GAINS": layout.PLAYERS_MOST, "SEEN": 2 * layout.SEEN_MOST, "STORE": layout.CELLS_MOST,
    "FLOWS": layout.FLOWS_MOST, "READS": layout.READS_MOST, "WORDS": layout.READS_MOST, "STAMPS": layout.CELLS_MOST,
    "ROOTS": layout.QUERIES_MOST, "QUESTIONS": 2 * layout.QUERIES_MOST, "NUMBERS": layout.NUMBERS_MOST,
    "STACK": layout.STACK_MOST, "VALUES": layout.VALUES_MOST, "TRAIL": layout.TRAIL_MOST,
    "CHOICES": layout.CHOICES_MOST, "BAGS": layout.BAGS_MOST, "OPTIONS": layout.OPTIONS_MOST,
    "CANDIDATES": layout.CANDIDATE * layout.OPTIONS_COUNT, "STATE": layout.WIDTH_MOST, "NEXT": layout.WIDTH_MOST,
    "MARKS": 2 * layout.MARKS_MOST, "HEAP": layout.HEAP_MOST,
}  # fmt: skip


def checked(tables: int, at: int, size: int, place: int) -> int:
    """The address of an access, if a table has it; else that of the harmless word."""
    for i in range(ld(tables, COUNT)):
        if ld(tables, BEGIN + 2 * i) <= at and at + size <= ld(tables, BEGIN + 2 * i + 1):
            return at
    if ld(tables, WRONG) == 0:
        st(tables, WRONG, place)
    return tables + 8 * HARMLESS


PLACES = [""]  # of accesses, by their numbers


class CheckedBody(Body):
    """Has every access checked."""

    def statement(self, s):
        self.line = s.lineno
        super().statement(s)

    def pointer(self, memory, address, kind):
        place = super().pointer(memory, address, kind)
        if self.function is checked:
            return place
        PLACES.append(f"{self.function.__name__}, line {self.line} of {self.function.__module__}")
        words = WORD(TABLES.ctypes.data), self.code.ptrtoint(place, WORD), WORD(kind.width // 8), WORD(len(PLACES) - 1)
        check = self.unit.function(checked)
        check.attributes.add("noinline")  # a thousand copies would take long to compile
        return self.code.inttoptr(self.code.call(check, words), place.type)


class CheckedLibrary(Library):
    """Is compiled for this process only."""

    _file = None

    def _text(self):
        return translated(self.functions, CheckedBody)


class OutOfBounds(AssertionError):
    """The machine has read or written what is in no table."""


def allow(arrays):
    """Say which arrays may be read and written; a pair is an address and how many words are there."""
    spans = [a if isinstance(a, tuple) else (a.ctypes.data, a.nbytes // 8) for a in arrays]
    bounds = [bound for at, words in spans if words for bound in (at, at + 8 * words)]
    TABLES[:BEGIN] = len(bounds) // 2, 0, 0
    TABLES[BEGIN : BEGIN + len(bounds)] = bounds


def refuse_what_was_wrong():
    if TABLES[WRONG]:
        raise OutOfBounds(PLACES[TABLES[WRONG]])


# -- the machine -----------------------------------------------------------------------------------------------------

LIBRARY = CheckedLibrary("checked", [])
LIBRARY.functions = entries.LIBRARY.functions
ENTRIES = {}
OWNERS = weakref.WeakSet()  # objects that have tables


def inside(memory):
    """The tables within a memory, those first that are used most."""
    words = memory.words
    names = [("HEAP", layout.HEAP_MOST), *SIZES.items()]
    yield memory.at + 8 * layout.TAIL, len(words) - layout.TAIL
    yield memory.at, layout.X
    for name, size in names:
        yield memory.at + 8 * getattr(layout, name), size


def tables(name, words):
    """All tables that are there when a function is called; some bring their own."""
    for owner in list(OWNERS):
        parts = dict(vars(owner))
        if isinstance(owner, Memory):
            del parts["words"]
            yield from inside(owner)
        if isinstance(owner, Rows):
            yield from owner.columns.values()
            for numbering in owner.numberings.values():
                yield from numbering
        yield from (part for part in parts.values() if isinstance(part, np.ndarray))
    function = name.rsplit(".", 1)[-1]
    if function == "rehash":
        yield words[1], words[2]
    elif function == "replant":
        yield words[1], 2 * words[2]
    elif function == "list_elements":
        _, lists, count, starts, elements, room = words
        yield from ((lists, count), (starts, count + 1), (elements, room))


def call(entry, *words):
    """In place of a call of the unchecked machine."""
    if entry.library is not entries.LIBRARY:
        return entry._call(*words)
    allow(tables(entry.name, words))
    if entry.name not in ENTRIES:
        ENTRIES[entry.name] = LIBRARY.entry(entry.function)
    result = ENTRIES[entry.name]._call(*words)
    refuse_what_was_wrong()
    return result


def recording(kind):
    original = kind.__init__

    def begin(self, *arguments):
        OWNERS.add(self)
        original(self, *arguments)

    return begin


def switch_on(monkeypatch):
    """Have every access checked from now on."""
    for kind in (Memory, Table, Rows, Answers):
        monkeypatch.setattr(kind, "__init__", recording(kind))
    monkeypatch.setattr(Entry, "__call__", call)


def pytest_configure():
    switch_on(pytest.MonkeyPatch())
    GalaRules.few = 0
    GalaRules.patience = 0
