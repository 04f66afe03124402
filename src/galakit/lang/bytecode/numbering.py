"""Words of the machine as numbers from 0 on, and the elements of kept lists, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.keeping import mixed
from galakit.lang.bytecode.memory import Memory
from galakit.lang.bytecode.raw import compiled, ld
from galakit.lang.bytecode.tags import LIST

Words = npt.NDArray[np.int64]
FIRST = 1 << 10  # distinct words for which there is room at first


@compiled
def number_words(words: Any, numbers: Any, distinct: Any, table: Any, count: int, begin: int) -> tuple[int, int]:
    """Number words from `begin` on, after `count` distinct ones; how many of these there are then, where it ended."""
    mask = table.shape[0] - 1
    for n in range(count):
        i = mixed(0x5555, distinct[n]) & mask
        while table[i]:
            i = (i + 1) & mask
        table[i] = n + 1
    for k in range(begin, words.shape[0]):
        word = words[k]
        i = mixed(0x5555, word) & mask
        while table[i] and distinct[table[i] - 1] != word:
            i = (i + 1) & mask
        if table[i] == 0:
            if count == distinct.shape[0]:
                return count, k
            distinct[count] = word
            count += 1
            table[i] = count
        numbers[k] = table[i] - 1
    return count, words.shape[0]


def numbered(words: Words) -> tuple[Words, npt.NDArray[np.int32]]:
    """The distinct words in the order in which they first occur, and their numbers."""
    numbers = np.empty(len(words), np.int32)
    distinct = np.zeros(FIRST, np.int64)
    count = done = 0
    while True:
        table = np.zeros(4 * len(distinct), np.int32)
        count, done = number_words(words, numbers, distinct, table, count, done)
        if done == len(words):
            return distinct[:count], numbers
        distinct = np.concatenate([distinct, np.zeros(3 * len(distinct), np.int64)])


@compiled
def list_elements(m: int, lists: Any, starts: Any, elements: Any) -> int:
    """Write where the elements of each list begin and, where there is room, the elements; how many there are."""
    at = 0
    for k in range(lists.shape[0]):
        word = lists[k]
        while word & 7 == LIST:
            if at < elements.shape[0]:
                elements[at] = ld(m, word >> 3)
            at += 1
            word = ld(m, (word >> 3) + 1)
        starts[k + 1] = at
    return at


def elements(memory: Memory, lists: Words) -> tuple[Words, Words]:
    """The elements of kept lists, one list after the other: where each begins, and all of them."""
    starts = np.zeros(len(lists) + 1, np.int64)
    found = np.zeros(0, np.int64)
    while (size := list_elements(memory.at, lists, starts, found)) > len(found):
        found = np.zeros(size, np.int64)
    return starts, found
