"""Ground rules in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galakit.compiling import njit


@dataclass(frozen=True)
class GroundRules:
    """Rules over numbered atoms: rule r says that `heads[r]` holds if all `body[starts[r]:starts[r + 1]]` do.

    A literal is the number of an atom, negative if it must not hold. Atoms that are left open have no rules.
    """

    atoms: int
    """the largest number of an atom; they count from 1"""
    heads: NDArray[np.int32]
    starts: NDArray[np.int64]
    body: NDArray[np.int32]
    shown: tuple[tuple[str, int], ...]
    """the names of atoms that were asked for, with their number, or 0 for those that always hold"""


def from_stream(stream: NDArray[np.int32], shown: tuple[tuple[str, int], ...] = ()) -> GroundRules:
    """The rules of a stream of numbers: whether it is a choice, the head, how many literals, the literals.

    >>> rules = from_stream(np.array([1, 1, 0, 0, 2, 1, -1], dtype=np.int32))
    >>> rules.atoms, rules.heads.tolist(), rules.body.tolist()
    (2, [2], [-1])
    >>> from_stream(np.array([0, 1, 1, -2], dtype=np.int32)).atoms
    2
    """
    rules, literals, largest = _measure(stream)
    heads = np.empty(rules, dtype=np.int32)
    starts = np.zeros(rules + 1, dtype=np.int64)
    body = np.empty(literals, dtype=np.int32)
    _read(stream, heads, starts, body)
    return GroundRules(max(int(largest), *(number for _, number in shown), 0), heads, starts, body, shown)


@njit(cache=True, nogil=True)
def _measure(stream: Any) -> tuple[int, int, int]:
    rules = literals = largest = at = 0
    while at < len(stream):
        many = stream[at + 2]
        largest = max(largest, stream[at + 1])
        for k in range(at + 3, at + 3 + many):  # an atom can stand in a rule though no rule defines it
            largest = max(largest, abs(stream[k]))
        if not stream[at]:
            rules += 1
            literals += many
        at += 3 + many
    return rules, literals, largest


@njit(cache=True, nogil=True)
def _read(stream: Any, heads: Any, starts: Any, body: Any) -> None:
    rule = filled = at = 0
    while at < len(stream):
        many = stream[at + 2]
        if not stream[at]:
            heads[rule] = stream[at + 1]
            for k in range(many):  # an assignment of slices takes seconds to compile
                body[filled + k] = stream[at + 3 + k]
            filled += many
            rule += 1
            starts[rule] = filled
        at += 3 + many
