"""Answers of queries, kept in a trie, in compiled code: a query asked again is not run again.

What a query answers depends on the values of its slots and on the Gala variables that it reads, and which of these it
reads next depends on what it has read so far. So a path from the query's root branches on the words of the slots, then
on that of the first Gala variable read, of the second, and so on, to the answer. All words are those of kept terms.
A query whose answers are seldom asked for again is no longer looked up.
"""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.keeping import is_kept, kept, mixed
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import FULL
from galakit.lang.bytecode.machine.tags import INTEGER, REF
from galakit.lang.bytecode.machine.words import deref

# A branch: the node that it leaves, the word, and where it leads: to a node, which says what to read, or to an answer.
BRANCH = 3  # words
NODE, ANSWER = 1, 2
NO, YES, OPTIONS = range(3)  # answers
TRIAL = 4_096  # failures to find an answer, after which half of all questions must have been answered
UNTABLED = -1


def branch(m: int, node: int, word: int) -> int:
    """Where the branch of a word leaves a node, or would be entered."""
    trie = ld(m, mem.TRIE)
    mask = ld(m, mem.TRIE_MASK)
    i = mixed(node * 0x1F3D5B79, word) & mask
    while True:
        found = ld(trie, BRANCH * i)
        if found == 0 or (found == node and ld(trie, BRANCH * i + 1) == word):
            return BRANCH * i
        i = (i + 1) & mask


def replant(m: int, old: int, size: int) -> int:
    """Enter all branches of an old trie in the new one."""
    trie = ld(m, mem.TRIE)
    for k in range(size):
        node = ld(old, BRANCH * k)
        if node:
            at = branch(m, node, ld(old, BRANCH * k + 1))
            for i in range(BRANCH):
                st(trie, at + i, ld(old, BRANCH * k + i))
    return 0


def kept_at(m: int, at: int) -> int:
    """The word at an address, 0 or that of a kept term, which then stands there; UNSUPPORTED or FULL."""
    w = ld(m, at)
    if w:
        w = deref(m, w)
        if not is_kept(w):
            w = kept(m, w)
            if w < 0:
                return w
        st(m, at, w)
    return w


def read(m: int, cell: int) -> int:
    """Note that the query being answered reads a Gala variable."""
    stamp = mem.STAMPS + cell - mem.STORE
    if ld(m, stamp) != ld(m, mem.STAMP):
        st(m, stamp, ld(m, mem.STAMP))
        top = ld(m, mem.READS_TOP)
        st(m, top, cell)
        # One that reads very much has no place in the table.
        st(m, mem.READS_TOP, top + 1 if top + 1 < mem.READS + mem.READS_MOST else 0)
    return 0


def missed(m: int, query: int) -> int:
    """Count a question without an answer in the table, which is given up where there are too many of them."""
    counted = mem.QUESTIONS + 2 * query
    st(m, counted + 1, ld(m, counted + 1) + 1)
    if ld(m, counted + 1) > TRIAL and 2 * ld(m, counted + 1) > ld(m, counted):
        st(m, counted, UNTABLED)
    return 0


def recall(m: int, p: int) -> int:
    """Answer a query from the table: where to go on, which is at the next instruction where there is no answer.

    The instruction: the query's number, where to go on if it holds and if not, the number of its slots, its slots.
    """
    query = ld(m, p + 1)
    n = ld(m, p + 4)
    ask = p + 5 + n
    counted = mem.QUESTIONS + 2 * query
    if ld(m, counted) == UNTABLED:
        return ask
    st(m, counted, ld(m, counted) + 1)
    trie = ld(m, mem.TRIE)
    frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    value = (query + 1) << 22 | NODE
    for i in range(n):
        w = kept_at(m, frame + ld(m, p + 5 + i))
        if w < 0 and w & 7 != INTEGER:
            missed(m, query)
            return FULL if w == FULL else ask
        st(m, mem.INPUTS + i, w)
        if value & 3 == NODE:
            value = ld(trie, branch(m, value >> 22, w) + 2)
    if n == 0:
        value = ld(trie, branch(m, query + 1, 0) + 2)
    while value & 3 == NODE:
        w = kept_at(m, (value >> 2) & 0xFFFFF)
        if w < 0 and w & 7 != INTEGER:
            missed(m, query)
            return FULL if w == FULL else ask
        value = ld(trie, branch(m, value >> 22, w) + 2)
    if value == 0:
        missed(m, query)
        st(m, mem.READS_TOP, mem.READS)
        st(m, mem.STAMP, ld(m, mem.STAMP) + 1)
        return ask
    answers = ld(m, mem.ANSWERS)
    at = value >> 2
    answer = ld(answers, at)
    if answer == NO:
        return ld(m, p + 3)
    if answer == YES:
        for i in range(n):
            w = ld(answers, at + 1 + i)
            if w:
                st(m, frame + ld(m, p + 5 + i), w)
        return ld(m, p + 2)
    # Addresses are relative to the memory's, also those of what lies elsewhere.
    at += (answers - m) >> 3
    st(m, mem.OPTION_LIST, at + 1)
    st(m, mem.OPTION_COUNT, ld(m, at + 2))
    st(m, mem.OPTION_START, at + 3)
    return ld(m, p + 2)


def answered(m: int, p: int, answer: int) -> int:
    """Write the answer of a query at the end of the answers; their new end, or 0 where it cannot be kept, or FULL."""
    answers = ld(m, mem.ANSWERS)
    at = ld(m, mem.ANSWERS_TOP)
    n = ld(m, p + 4)
    copied = ld(m, mem.OPTION_TOP) - mem.OPTIONS if answer == OPTIONS else n
    if at + 3 + copied > ld(m, mem.ANSWERS_END):
        return 0
    st(answers, at, answer)
    if answer == YES:
        frame = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
        for i in range(n):
            slot = frame + ld(m, p + 5 + i)
            w = deref(m, ld(m, slot))
            if w & 7 == REF:
                # As if it had never been asked for, unless two slots share it.
                for j in range(i):
                    if deref(m, ld(m, frame + ld(m, p + 5 + j))) == w:
                        return 0
                w = 0
            else:
                w = kept_at(m, slot)
                if w < 0 and w & 7 != INTEGER:
                    return FULL if w == FULL else 0
            st(answers, at + 1 + i, w)
        return at + 1 + n
    if answer == OPTIONS:
        st(answers, at + 1, 0)
        st(answers, at + 2, ld(m, mem.OPTION_COUNT))
        for i in range(copied):
            st(answers, at + 3 + i, ld(m, mem.OPTIONS + i))
        return at + 3 + copied
    return at + 1


def note(m: int, p: int, answer: int) -> int:
    """Enter the answer of the query that was just run, whose instruction RECALL is at an address; 1, or FULL."""
    end = ld(m, mem.READS_TOP)
    if end == 0:
        return 1
    st(m, mem.READS_TOP, 0)
    n = ld(m, p + 4)
    if n == 0:
        st(m, mem.INPUTS, 0)
        n = 1
    depth = n + end - mem.READS
    count = ld(m, mem.TRIE_COUNT)
    if 3 * (count + depth) > 2 * ld(m, mem.TRIE_MASK):
        return 1
    top = answered(m, p, answer)
    if top <= 0:
        return FULL if top == FULL else 1
    trie = ld(m, mem.TRIE)
    node = ld(m, p + 1) + 1
    for i in range(depth):
        w = ld(m, mem.INPUTS + i) if i < n else kept_at(m, ld(m, mem.READS + i - n))
        if w < 0 and w & 7 != INTEGER:
            return FULL if w == FULL else 1
        at = branch(m, node, w)
        value = ld(trie, at + 2)
        if value == 0:
            count += 1
            if i + 1 < depth:
                cell = ld(m, mem.READS + i + 1 - n) if i + 1 >= n else 0
                made = ld(m, mem.TRIE_NODES)
                st(m, mem.TRIE_NODES, made + 1)
                value = made << 22 | cell << 2 | NODE
            else:
                value = ld(m, mem.ANSWERS_TOP) << 2 | ANSWER
            st(trie, at, node)
            st(trie, at + 1, w)
            st(trie, at + 2, value)
            st(m, mem.TRIE_COUNT, count)
        node = value >> 22
    if answer == OPTIONS:
        st(m, mem.OPTION_LIST, ((ld(m, mem.ANSWERS) - m) >> 3) + ld(m, mem.ANSWERS_TOP) + 1)
    st(m, mem.ANSWERS_TOP, top)
    return 1
