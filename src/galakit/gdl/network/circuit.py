"""Ground rules as gates, each of them a conjunction of signed inputs.

A literal is twice the number of a node, plus one if it is negated; node 0 always holds. "At least one" is written as
"not all not", so there is one kind of gate. Equal gates are made once, constants and atoms that only repeat another
disappear. Atoms that depend on each other in a circle become a *loop*: gates that are worked out again and again, from
"nothing holds", until nothing changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.gdl.ground.rules import GroundRules
from galakit.gdl.network.order import components, rules_of_atoms

TRUE, FALSE = 0, 1
NOT_YET = -1


class Circuit(NamedTuple):
    """Gates over given nodes: gate g is node `given + g`, the conjunction of `inputs[starts[g]:ends[g]]`."""

    given: int
    starts: Any
    ends: Any
    inputs: Any
    loop: Any
    """for each gate the number of its loop, or 0"""
    place: Any
    """gates in the order of this are worked out before they are needed"""
    atoms: Any
    """for each atom its literal"""
    circle: int
    """an atom that depends on its own negation, or 0"""


def build(rules: GroundRules, given: Any) -> Circuit:
    """The gates of all atoms; `given[a]` is the literal of an atom that is left open, or NOT_YET."""
    first, which = rules_of_atoms(rules)
    order, bounds = components(rules, first, which)
    nodes = int(given.max(initial=0)) // 2 + 1
    starts, ends, inputs, loop, place, atoms, circle = _build(
        nodes, first, which, rules.starts, rules.body, order, bounds, given
    )
    return Circuit(nodes, starts, ends, inputs, loop, place, atoms, int(circle))


@njit(cache=True, nogil=True)
def _sorted_set(literals: Any, size: int) -> Any:
    """Sorts literals in place, each once; how many there are, or -1 where one stands beside its negation."""
    gap = 1  # Shell's method: NumPy's sorting takes seconds to compile, and most sets are small
    while gap < size // 9:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, size):
            here = literals[i]
            j = i
            while j >= gap and literals[j - gap] > here:
                literals[j] = literals[j - gap]
                j -= gap
            literals[j] = here
        gap //= 3
    kept = 0
    for i in range(size):
        if kept and literals[kept - 1] == literals[i]:
            continue
        if kept and literals[kept - 1] ^ 1 == literals[i]:
            return -1
        literals[kept] = literals[i]
        kept += 1
    return kept


@njit(cache=True, nogil=True)
def _gate(literals: Any, size: int, store: Any, table: Any, nodes: int) -> Any:
    """The literal of a conjunction: known already, trivial, or a new gate. `store`: starts, ends, inputs, counts."""
    starts, ends, inputs, counts = store
    kept = 0
    for i in range(size):
        if literals[i] == FALSE:
            return FALSE
        if literals[i] != TRUE:
            literals[kept] = literals[i]
            kept += 1
    size = _sorted_set(literals, kept)
    if size < 0:
        return FALSE
    if size == 0:
        return TRUE
    if size == 1:
        return int(literals[0])
    mix = np.uint64(1469598103934665603)
    for i in range(size):
        mix = (mix ^ np.uint64(literals[i])) * np.uint64(1099511628211)
    slot = np.int64((mix >> np.uint64(7)) % np.uint64(len(table)))
    while table[slot] >= 0:
        gate = table[slot]
        if ends[gate] - starts[gate] == size:
            same = True
            for i in range(size):
                if inputs[starts[gate] + i] != literals[i]:
                    same = False
                    break
            if same:
                return 2 * (nodes + gate)
        slot = (slot + 1) % len(table)
    gate = counts[0]
    table[slot] = gate
    _fill(gate, literals, size, store)
    counts[0] += 1
    return 2 * (nodes + gate)


@njit(cache=True, nogil=True)
def _fill(gate: int, literals: Any, size: int, store: Any) -> None:
    starts, ends, inputs, counts = store
    starts[gate] = counts[1]
    for i in range(size):
        inputs[counts[1] + i] = literals[i]
    counts[1] += size
    ends[gate] = counts[1]


@njit(cache=True, nogil=True)
def _build(nodes: int, first: Any, which: Any, rule_starts: Any, body: Any, order: Any, bounds: Any, given: Any) -> Any:
    rules = len(which)
    room = rules + len(given) + 1
    starts = np.zeros(room, dtype=np.int64)
    ends = np.zeros(room, dtype=np.int64)
    inputs = np.zeros(len(body) + 2 * rules + len(given), dtype=np.int32)
    loop = np.zeros(room, dtype=np.int32)
    place = 2 * np.arange(room)
    counts = np.zeros(2, dtype=np.int64)
    store = (starts, ends, inputs, counts)
    size_of_table = 16
    while size_of_table < 2 * room:
        size_of_table *= 2
    table = np.full(size_of_table, -1, dtype=np.int64)
    atoms = given.copy()
    longest = 1
    for r in range(rules):
        longest = max(longest, rule_starts[r + 1] - rule_starts[r])
    conjunction = np.empty(longest + 1, dtype=np.int32)
    most = 1
    for a in range(1, len(given)):
        most = max(most, first[a + 1] - first[a])
    ways = np.empty(most + 1, dtype=np.int32)
    component = np.zeros(len(given), dtype=np.int32)
    loops = circle = 0
    for c in range(len(bounds) - 1):
        lo, hi = bounds[c], bounds[c + 1]
        recursive = hi - lo > 1
        for k in range(lo, hi):
            component[order[k]] = c + 1
        if not recursive:
            atom = order[lo]
            for r in range(first[atom], first[atom + 1]):
                for b in range(rule_starts[which[r]], rule_starts[which[r] + 1]):
                    recursive = recursive or abs(body[b]) == atom
        if recursive:
            loops += 1
            for k in range(lo, hi):  # the atoms of a circle are gates of their own, filled below
                gate = counts[0]
                counts[0] += 1
                loop[gate] = loops
                atoms[order[k]] = 2 * (nodes + gate) + 1
        for k in range(lo, hi):
            atom = order[k]
            if given[atom] >= 0:
                continue
            many = 0
            for r in range(first[atom], first[atom + 1]):
                rule = which[r]
                size = 0
                for b in range(rule_starts[rule], rule_starts[rule + 1]):
                    other = abs(body[b])
                    if recursive and component[other] == c + 1 and body[b] < 0 and circle == 0:
                        circle = other
                    conjunction[size] = atoms[other] ^ (1 if body[b] < 0 else 0)
                    size += 1
                before = counts[0]
                literal = _gate(conjunction, size, store, table, nodes)
                if recursive:  # a loop is worked out in one piece
                    for g in range(before, counts[0]):
                        loop[g] = loops
                if literal == FALSE:
                    continue
                ways[many] = literal ^ 1
                many += 1
            if recursive:
                gate = (atoms[atom] >> 1) - nodes
                always = False
                for i in range(many):
                    if ways[i] == FALSE:  # the negation of TRUE
                        always = True
                kept = _sorted_set(ways, many)
                if always or kept < 0:
                    ways[0] = FALSE
                    kept = 1
                _fill(gate, ways, kept, store)
                place[gate] = 2 * counts[0] - 1  # right behind what it needs
            else:
                atoms[atom] = _gate(ways, many, store, table, nodes) ^ 1
    total = counts[0]
    return (
        starts[:total].copy(),
        ends[:total].copy(),
        inputs[: counts[1]].copy(),
        loop[:total].copy(),
        place[:total].copy(),
        atoms,
        circle,
    )
