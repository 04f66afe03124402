"""Working out a network for 256 states at once: a node has a bit for each of them, its *lane*, in four words.

One pass over the gates costs about the same for 256 states as for one, and there is nothing to keep up to date.
`values[node]` are the four words of a node; all functions here are compiled, and release the interpreter's lock.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.net import Net

WORDS = 4
LANES = 64 * WORDS
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)


def fresh_values(net: Net) -> Any:
    """Room for the values of all nodes; node 0 always holds."""
    values = np.zeros((1 + net.bits + int(net.moves[-1]) + len(net.starts) - 1, WORDS), dtype=np.uint64)
    values[0] = ALL
    return values


@njit(cache=True, nogil=True, inline="always")
def word(values: Any, literal: int, w: int) -> Any:
    """64 lanes of a literal."""
    return values[literal >> 1, w] ^ (ALL if literal & 1 else np.uint64(0))


@njit(cache=True, nogil=True)
def work_out(net: Net, values: Any, phase: int) -> None:
    """All gates of a phase, those of the phases before it being known."""
    first = 1 + net.bits + net.moves[-1]
    for s in range(net.phases[phase], net.phases[phase + 1]):
        lo, hi = net.segments[s, 0], net.segments[s, 1]
        if not net.segments[s, 2]:
            _sweep(net.starts, net.inputs, values, first, lo, hi)
            continue
        k = net.segments[s, 3]
        while k < len(net.disjunctions) and net.disjunctions[k] < hi:
            values[first + net.disjunctions[k]] = ALL
            k += 1
        while _sweep(net.starts, net.inputs, values, first, lo, hi):
            pass


@njit(cache=True, nogil=True)
def _sweep(starts: Any, inputs: Any, values: Any, first: int, lo: int, hi: int) -> Any:
    """Works out gates one after the other; whether any of them has changed."""
    changed = np.uint64(0)
    k = np.uint64(starts[lo])
    for gate in range(np.uint64(lo), np.uint64(hi)):
        a = b = c = d = ALL
        end = np.uint64(starts[gate + np.uint64(1)])
        while k < end:
            literal = np.uint64(inputs[k])
            flip = np.uint64(0) - (literal & ONE)
            node = literal >> ONE
            a &= values[node, 0] ^ flip
            b &= values[node, 1] ^ flip
            c &= values[node, 2] ^ flip
            d &= values[node, 3] ^ flip
            k += ONE
        node = np.uint64(first) + gate
        changed |= (a ^ values[node, 0]) | (b ^ values[node, 1]) | (c ^ values[node, 2]) | (d ^ values[node, 3])
        values[node, 0] = a
        values[node, 1] = b
        values[node, 2] = c
        values[node, 3] = d
    return changed != np.uint64(0)


@njit(cache=True, nogil=True)
def transpose(block: Any) -> None:
    """Sixty-four words of sixty-four bits: bit j of word i becomes bit i of word j."""
    width = np.uint64(32)
    mask = np.uint64(0x00000000FFFFFFFF)
    while width:
        k = np.uint64(0)
        while k < np.uint64(64):
            swap = ((block[k] >> width) ^ block[k | width]) & mask
            block[k | width] ^= swap
            block[k] ^= swap << width
            k = ((k | width) + ONE) & ~width
        width >>= ONE
        mask ^= mask << width


@njit(cache=True, nogil=True)
def load(rows: Any, count: int, values: Any, first: int, bits: int) -> None:
    """States, a row of words each, into the lanes of the nodes from `first` on; lanes beyond `count` are zero."""
    block = np.empty(64, dtype=np.uint64)
    for w in range(WORDS):
        for start in range(0, bits, 64):
            for lane in range(64):
                row = 64 * w + lane
                block[lane] = rows[row, start >> 6] if row < count else np.uint64(0)
            transpose(block)
            for bit in range(min(64, bits - start)):
                values[first + start + bit, w] = block[bit]


@njit(cache=True, nogil=True)
def store(values: Any, literals: Any, count: int, rows: Any) -> None:
    """The lanes of literals as rows of words, a row for each lane."""
    block = np.empty(64, dtype=np.uint64)
    for w in range((count + 63) // 64):
        for start in range(0, len(literals), 64):
            for bit in range(64):
                at = start + bit
                block[bit] = word(values, literals[at], w) if at < len(literals) else np.uint64(0)
            transpose(block)
            for lane in range(min(64, count - 64 * w)):
                rows[64 * w + lane, start >> 6] = block[lane]
