"""The columns that the abstract machine has filled, with what their words stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.entries import list_elements, number_words
from galakit.lang.bytecode.memory import Memory
from galakit.lang.terms import Symbol
from galakit.rules.contract import CHANCE, Number
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.table import StateTable

Words = npt.NDArray[np.int64]
CHOSE = Symbol("chose", 1)  # a symbol of its own: no term of a program has it
FIRST = 1 << 10  # distinct words for which there is room at first


@dataclass
class Found:
    """The rows of all states and edges, in words."""

    memory: Memory
    players: int
    mover: Words
    first: Words
    offered: Words
    weights: Words
    target: Words
    move: Words
    gain: Words
    seen: Words
    opening: Words
    """what was gained before the first choice, then what each player observed"""
    distributions: list[tuple[Number, ...]]


def state_table(found: Found) -> StateTable:
    """The columns with numbers instead of words, and tables of what they stand for."""
    memory, n = found.memory, found.players
    states, edges = len(found.mover), len(found.target)
    moves, move = numbered(found.move)
    gains, gain = numbered(np.concatenate([[0, found.opening[0]], found.gain]))
    observed, seen = numbered(np.concatenate([[0], found.opening[1:], found.seen.reshape(-1)]))
    offers, offered = numbered(np.concatenate([[0], found.offered]))
    probabilities, probability = _probabilities(found)
    symbols: list[tuple[Any, ...]] = _tuples(memory, observed, _fact)
    symbols += [(Choosing(moves),) for moves in _tuples(memory, offers[1:], Memory.term)]
    assert len(offered) == states + 1
    return StateTable(
        mover=found.mover.astype(np.int32),
        first=found.first.astype(np.int32),
        target=found.target.astype(np.int32),
        move=move,
        probability=probability,
        gain=gain[2:],
        seen=seen[1 + n :].reshape(edges, n),
        offered=np.where(offered[1:] > 0, offered[1:] + len(observed) - 1, 0).astype(np.int32),
        moves=[memory.term(w) for w in moves.tolist()],
        probabilities=probabilities,
        gains=[(0,) * n, *_tuples(memory, gains[1:], Memory.term)],
        symbols=symbols,
        opening_seen=tuple(seen[1 : 1 + n].tolist()),
        opening_gain=int(gain[1]),
    )


def _tuples(memory: Memory, lists: Words, meaning: Callable[[Memory, int], Any]) -> list[tuple[Any, ...]]:
    """What the elements of kept lists stand for; each element is looked up once."""
    starts, words = elements(memory, lists)
    distinct, number = numbered(words)
    meanings = [meaning(memory, w) for w in distinct.tolist()]
    flat = [meanings[i] for i in number.tolist()]
    bounds = starts.tolist()
    return [tuple(flat[a:b]) for a, b in pairwise(bounds)]


def _fact(memory: Memory, word: int) -> Any:
    term = memory.term(word)
    return Chose(term[1]) if type(term) is tuple and term[0] is CHOSE else term


def _probabilities(found: Found) -> tuple[list[Number], npt.NDArray[np.int32]]:
    """Chance's probabilities: those that Python worked out, or one over the number of equally likely moves."""
    numbers: dict[Number, int] = {1: 0}
    size = np.diff(found.first)
    column = np.zeros(len(found.target), np.int32)
    weight = np.where(found.mover == CHANCE, found.weights, -2)
    for count in np.unique(size[weight == -1]).tolist():
        number = numbers.setdefault(Fraction(1, count), len(numbers))
        column[np.repeat((weight == -1) & (size == count), size)] = number
    for given in np.unique(weight[weight >= 0]).tolist():
        own = [numbers.setdefault(p, len(numbers)) for p in found.distributions[given]]
        edges = np.flatnonzero(np.repeat(weight == given, size))
        column[edges] = np.resize(own, len(edges))
    return list(numbers), column


def numbered(words: Words) -> tuple[Words, npt.NDArray[np.int32]]:
    """The distinct words in the order in which they first occur, and their numbers."""
    words = np.ascontiguousarray(words)
    numbers = np.empty(len(words), np.int64)
    room, count, left = FIRST, 0, len(words)
    known = np.zeros(0, np.int64)
    while True:
        distinct = np.zeros(room + 1, np.int64)
        distinct[:count] = known[:count]
        table = np.zeros(4 * room, np.int64)
        at = 8 * (len(words) - left)
        left = number_words(
            words.ctypes.data + at, left, numbers.ctypes.data + at, distinct.ctypes.data, room, table.ctypes.data, count
        )
        count = int(distinct[room])
        if left == 0:
            return distinct[:count], numbers.astype(np.int32)
        known, room = distinct, 4 * room


def elements(memory: Memory, lists: Words) -> tuple[Words, Words]:
    """The elements of kept lists, one list after the other: where each begins, and all of them."""
    lists = np.ascontiguousarray(lists)
    starts = np.zeros(len(lists) + 1, np.int64)
    found = np.zeros(0, np.int64)

    def write() -> int:
        return list_elements(
            memory.at, lists.ctypes.data, len(lists), starts.ctypes.data, found.ctypes.data, len(found)
        )

    while (size := write()) > len(found):
        found = np.zeros(size, np.int64)
    return starts, found
