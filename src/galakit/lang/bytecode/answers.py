"""Room for the answers of queries (see `tabling`), which grows while they pay."""

from __future__ import annotations

import numpy as np

from galakit.lang.bytecode.entries import replant
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.tabling import BRANCH
from galakit.lang.bytecode.memory import Memory

BRANCHES_FIRST = 1 << 14
BRANCHES_MOST = 1 << 24  # 400 MB
WORDS = 4  # of answers for each branch


class Answers:
    """The trie of queries and the answers to which it leads, for one memory."""

    def __init__(self, memory: Memory, queries: int) -> None:
        self.memory = memory
        self.trie = np.zeros(BRANCH * BRANCHES_FIRST, np.int64)
        self.answers = np.zeros(WORDS * BRANCHES_FIRST, np.int64)
        memory[layout.TRIE_NODES] = queries + 1  # the first ones are roots
        self._moved()

    def _moved(self) -> None:
        memory = self.memory
        memory[layout.TRIE], memory[layout.TRIE_MASK] = self.trie.ctypes.data, len(self.trie) // BRANCH - 1
        memory[layout.ANSWERS], memory[layout.ANSWERS_END] = self.answers.ctypes.data, len(self.answers)

    def grow(self) -> None:
        """Make room for more, if it is getting scarce and there are not too many."""
        memory, old = self.memory, self.trie
        size = len(old) // BRANCH
        if 4 * memory[layout.TRIE_COUNT] > size and size < BRANCHES_MOST:
            self.trie = np.zeros(4 * len(old), np.int64)
        if 2 * memory[layout.ANSWERS_TOP] > len(self.answers) and len(self.answers) < WORDS * BRANCHES_MOST:
            larger = np.zeros(4 * len(self.answers), np.int64)
            larger[: len(self.answers)] = self.answers
            self.answers = larger
        self._moved()
        if self.trie is not old:
            replant(memory.at, old.ctypes.data, size)
