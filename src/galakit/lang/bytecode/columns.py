"""The columns that the abstract machine has filled, with what their words stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.entries import list_elements
from galakit.lang.bytecode.machine.rows import GAINS, MOVES, OBSERVED, OFFERS
from galakit.lang.bytecode.memory import Memory
from galakit.lang.bytecode.rows import BY_EDGE, Rows
from galakit.lang.terms import Symbol
from galakit.rules.contract import CHANCE, Number
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.table import StateTable

Words = npt.NDArray[np.int64]
Column = npt.NDArray[np.int32]
CHOSE = Symbol("chose", 1)  # a symbol of its own: no term of a program has it


@dataclass
class Found:
    """The rows of all states and edges."""

    memory: Memory
    rows: Rows
    opening: list[int]
    """the numbers of what was gained before the first choice, then of what each player observed"""
    distributions: list[tuple[Number, ...]]


def state_table(found: Found) -> StateTable:
    """The columns, and tables of what their numbers stand for."""
    memory, rows = found.memory, found.rows
    by_state = {name: rows[name][: rows.states] for name in ("mover", "offered", "weights")}
    by_edge = {name: rows[name][: rows.edges] for name in BY_EDGE}
    first = rows["first"][: rows.states + 1]
    observed, offers = rows.distinct(OBSERVED), rows.distinct(OFFERS)
    probabilities, probability = _probabilities(found, by_state["mover"], by_state["weights"], first)
    symbols: list[tuple[Any, ...]] = _tuples(memory, observed, _fact)
    symbols += [(Choosing(moves),) for moves in _tuples(memory, offers[1:], Memory.term)]
    offered = by_state["offered"]
    gains = _tuples(memory, rows.distinct(GAINS)[1:], Memory.term)
    return StateTable(
        mover=by_state["mover"],
        first=first,
        target=by_edge["target"],
        move=by_edge["move"],
        probability=probability,
        gain=by_edge["gain"],
        seen=by_edge["seen"],
        offered=np.where(offered > 0, offered + np.int32(len(observed) - 1), 0).astype(np.int32),
        moves=[memory.term(w) for w in rows.distinct(MOVES).tolist()],
        probabilities=probabilities,
        gains=[(0,) * by_edge["seen"].shape[1], *gains],
        symbols=symbols,
        opening_seen=tuple(found.opening[1:]),
        opening_gain=found.opening[0],
    )


def _tuples(memory: Memory, lists: Words, meaning: Callable[[Memory, int], Any]) -> list[tuple[Any, ...]]:
    """What the elements of kept lists stand for; each element is looked up once."""
    starts, words = elements(memory, lists)
    every = words.tolist()
    known = {word: meaning(memory, word) for word in dict.fromkeys(every)}
    flat = [known[word] for word in every]
    return [tuple(flat[a:b]) for a, b in pairwise(starts.tolist())]


def _fact(memory: Memory, word: int) -> Any:
    term = memory.term(word)
    return Chose(term[1]) if type(term) is tuple and term[0] is CHOSE else term


def _probabilities(
    found: Found, mover: Column, weights: Column, first: Column
) -> tuple[list[Number], npt.NDArray[np.int32]]:
    """Chance's probabilities: those that Python worked out, or one over the number of equally likely moves."""
    numbers: dict[Number, int] = {1: 0}
    size = np.diff(first)
    column = np.zeros(first[-1], np.int32)
    weight = np.where(mover == CHANCE, weights, -2)
    for count in np.unique(size[weight == -1]).tolist():
        number = numbers.setdefault(Fraction(1, count), len(numbers))
        column[np.repeat((weight == -1) & (size == count), size)] = number
    for given in np.unique(weight[weight >= 0]).tolist():
        own = [numbers.setdefault(p, len(numbers)) for p in found.distributions[given]]
        edges = np.flatnonzero(np.repeat(weight == given, size))
        column[edges] = np.resize(own, len(edges))
    return list(numbers), column


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
