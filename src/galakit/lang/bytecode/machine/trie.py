"""Answers that depend on what was read: found again by the words that stand there now.

A *node* lists places to read: Gala variables by their addresses, slots of the frame as -1, -2, ... All that was read on
the way to a node has led to it, so what is read next is the same whenever it is reached. The words found there lead to
a *record*: to another node, or to an answer. Everything lies in the array of answers, addressed from its beginning, and
a table finds the records of a node by their words.

A node begins with all that the first question read. If a later one reads something else from some place on, then what
stands before that place decides, and the node ends there; its records are lost, and new ones lead to nodes of their
own.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.keeping import is_kept, kept, mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import NO_ANSWERS
from galakit.lang.bytecode.machine.tags import INTEGER
from galakit.lang.bytecode.machine.words import deref

# A record: its node, how many words, the words; then the number of places of the next node, or an answer's kind.
RECORD_NODE, RECORD_COUNT, RECORD_WORDS = range(3)
NO, YES, OPTIONS = -1, -2, -3  # kinds of answers
TAKEN = -(1 << 63)  # a bit that no key lacks: 0 is an empty place of the table


def kept_at(m: int, at: int) -> int:
    """The word at an address, 0 or that of a kept term, which then stands there; below 0 where it cannot be kept."""
    w = ld(m, at)
    if w:
        w = deref(m, w)
        if not is_kept(w):
            w = kept(m, w)
            if w < 0:
                return w
        st(m, at, w)
    return w


def is_record(answers: int, record: int, node: int, n: int, words: int) -> bool:
    """Whether a record is the node's for the words at an address."""
    if ld(answers, record + RECORD_NODE) != node or ld(answers, record + RECORD_COUNT) != n:
        return False
    i = 0
    while i < n and ld(answers, record + RECORD_WORDS + i) == ld(words, i):
        i += 1
    return i == n


def record_of(m: int, node: int, n: int, words: int, key: int) -> int:
    """The record of a node for the words at an address, or 0; PLACE is its place in the table, or an empty one."""
    trie = ld(m, mem.TRIE)
    mask = ld(m, mem.TRIE_MASK)
    answers = ld(m, mem.ANSWERS)
    i = key & mask
    while ld(trie, 2 * i):
        if ld(trie, 2 * i) == key and is_record(answers, ld(trie, 2 * i + 1), node, n, words):
            return ld(trie, 2 * i + 1)
        i = (i + 1) & mask
    st(m, mem.PLACE, i)
    return 0


def find(m: int, node: int) -> int:
    """Where the answer is that what stands now in the places to read leads to; 0 if nowhere, below 0 if not kept."""
    answers = ld(m, mem.ANSWERS)
    frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    top = mem.WORDS
    while True:
        n = ld(answers, node)
        key = mixed(node, n)
        for i in range(1, n + 1):
            at = ld(answers, node + i)
            w = kept_at(m, frame - 1 - at if at < 0 else at)
            if w < 0 and w & 7 != INTEGER:
                return w
            st(m, top, w)
            top += 1
            key = mixed(key, w)
        record = record_of(m, node, n, m + 8 * (top - n), key | TAKEN)
        if record == 0:
            return 0
        node = record + RECORD_WORDS + n
        if ld(answers, node) < 0:
            return node


def new_record(m: int, node: int, n: int, words: int, key: int) -> int:
    """Write a record behind all others and enter it; where what it leads to must be written."""
    answers = ld(m, mem.ANSWERS)
    record = ld(m, mem.ANSWERS_TOP)
    st(answers, record + RECORD_NODE, node)
    st(answers, record + RECORD_COUNT, n)
    for i in range(n):
        st(answers, record + RECORD_WORDS + i, ld(words, i))
    trie = ld(m, mem.TRIE)
    st(trie, 2 * ld(m, mem.PLACE), key)
    st(trie, 2 * ld(m, mem.PLACE) + 1, record)
    st(m, mem.TRIE_COUNT, ld(m, mem.TRIE_COUNT) + 1)
    return record + RECORD_WORDS + n


def write_node(m: int, at: int, reads: int, count: int) -> int:
    """Write a node that reads what is listed at an address; where it is."""
    answers = ld(m, mem.ANSWERS)
    st(answers, at, count)
    for i in range(count):
        st(answers, at + 1 + i, ld(m, reads + i))
    st(m, mem.ANSWERS_TOP, at + 1 + count)
    return at


def table_is_full(m: int) -> bool:
    """Whether the table of records must become larger before one more is entered."""
    return 3 * (ld(m, mem.TRIE_COUNT) + 2) > 2 * ld(m, mem.TRIE_MASK)


def place_for(m: int, root: int, count: int, size: int) -> int:
    """Where an answer of some size must be written, entered for what READS lists, with its WORDS; NO_ANSWERS, or 0.

    The root's address says where its node is. 0 is for what is not entered: the answer is there, or ANSWERS_END is 0.
    """
    top = ld(m, mem.ANSWERS_TOP)
    end = ld(m, mem.ANSWERS_END)
    if end == 0:
        return 0
    if table_is_full(m) or top + size + 8 * (count + 2) > end:
        return NO_ANSWERS
    answers = ld(m, mem.ANSWERS)
    if ld(m, root) == 0:
        st(m, root, write_node(m, top, mem.READS, count))
    node = ld(m, root)
    done = 0
    while True:
        n = ld(answers, node)
        same = 0
        while same < n and done + same < count and ld(answers, node + 1 + same) == ld(m, mem.READS + done + same):
            same += 1
        if same < n:
            n = same
            st(answers, node, n)
        key = mixed(node, n)
        for i in range(n):
            key = mixed(key, ld(m, mem.WORDS + done + i))
        words = m + 8 * (mem.WORDS + done)
        record = record_of(m, node, n, words, key | TAKEN)
        done += n
        if record:
            node = record + RECORD_WORDS + n
            if ld(answers, node) < 0 or done == count:
                return 0
        else:
            at = new_record(m, node, n, words, key | TAKEN)
            if done == count:
                st(m, mem.ANSWERS_TOP, at + size)
                return at
            node = write_node(m, at, mem.READS + done, count - done)


def replant(m: int, old: int, size: int) -> int:
    """Enter all records of an old table in the new one."""
    trie = ld(m, mem.TRIE)
    mask = ld(m, mem.TRIE_MASK)
    for k in range(size):
        key = ld(old, 2 * k)
        if key:
            i = key & mask
            while ld(trie, 2 * i):
                i = (i + 1) & mask
            st(trie, 2 * i, key)
            st(trie, 2 * i + 1, ld(old, 2 * k + 1))
    return 0
