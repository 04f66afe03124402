"""Room for the answers of queries (see `machine.tabling`), which grows until there are very many."""

from __future__ import annotations

import numpy as np

from galakit.lang.bytecode.entries import replant
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.trie import table_is_full
from galakit.lang.bytecode.memory import Memory, sparse

RECORDS_FIRST = 1 << 14
RECORDS_MOST = 1 << 24  # 270 MB
WORDS_MOST = 1 << 26  # 540 MB
WORDS = 16  # of answers for each record, at first


class Answers:
    """The table of records, and what they lead to, for one memory."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.table = np.zeros(2 * RECORDS_FIRST, np.int64)
        self.answers = sparse(WORDS * RECORDS_FIRST)
        memory[layout.ANSWERS_TOP] = 1  # no node is at 0
        self._moved()

    def _moved(self) -> None:
        memory = self.memory
        memory[layout.TRIE], memory[layout.TRIE_MASK] = self.table.ctypes.data, len(self.table) // 2 - 1
        memory[layout.ANSWERS], memory[layout.ANSWERS_END] = self.answers.ctypes.data, len(self.answers)

    def grow(self) -> None:
        """Make room for more; if there is very much already, nothing more is entered."""
        memory, old = self.memory, self.table
        size = len(old) // 2
        crowded = table_is_full(memory.at)
        if size >= RECORDS_MOST if crowded else len(self.answers) >= WORDS_MOST:
            memory[layout.ANSWERS_END] = 0
            return
        if crowded:
            self.table = np.zeros(2 * len(old), np.int64)
        else:
            larger = np.zeros(2 * len(self.answers), np.int64)
            larger[: len(self.answers)] = self.answers
            self.answers = larger
        self._moved()
        if crowded:
            replant(memory.at, old.ctypes.data, size)
