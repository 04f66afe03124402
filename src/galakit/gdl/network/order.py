"""The order in which atoms can be evaluated: components of the dependency graph, inputs first."""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.ground.rules import GroundRules


def rules_of_atoms(rules: GroundRules) -> tuple[Any, Any]:
    """For each atom the rules that define it: `which[first[a]:first[a + 1]]`."""
    which = np.argsort(rules.heads, kind="stable").astype(np.int32)
    first = np.searchsorted(rules.heads[which], np.arange(rules.atoms + 2)).astype(np.int64)
    return first, which


def components(rules: GroundRules, first: Any, which: Any) -> tuple[Any, Any]:
    """Atoms in an order in which each comes after those it depends on, and where each component begins in it."""
    order, bounds = _tarjan(rules.atoms, first, which, rules.starts, rules.body)
    return order, bounds


@njit(cache=True, nogil=True)
def _tarjan(atoms: int, first: Any, which: Any, starts: Any, body: Any) -> Any:
    """Tarjan's algorithm with a stack of its own: descriptions can be deep."""
    index = np.zeros(atoms + 1, dtype=np.int32)  # 0: not seen
    low = np.zeros(atoms + 1, dtype=np.int32)
    on_stack = np.zeros(atoms + 1, dtype=np.bool_)
    stack = np.empty(atoms + 1, dtype=np.int32)
    path = np.empty(atoms + 1, dtype=np.int32)
    at_rule = np.empty(atoms + 1, dtype=np.int64)
    at_literal = np.empty(atoms + 1, dtype=np.int64)
    order = np.empty(atoms, dtype=np.int32)
    bounds = np.empty(atoms + 1, dtype=np.int32)
    bounds[0] = 0
    count = height = placed = many = 0
    for root in range(1, atoms + 1):
        if index[root]:
            continue
        depth = 0
        fresh = root
        while True:
            if fresh:
                count += 1
                index[fresh] = low[fresh] = count
                stack[height] = fresh
                height += 1
                on_stack[fresh] = True
                path[depth] = fresh
                at_rule[depth] = first[fresh]
                at_literal[depth] = starts[which[first[fresh]]] if first[fresh] < first[fresh + 1] else 0
                depth += 1
                fresh = 0
            here = path[depth - 1]
            while at_rule[depth - 1] < first[here + 1]:
                rule = which[at_rule[depth - 1]]
                if at_literal[depth - 1] >= starts[rule + 1]:
                    at_rule[depth - 1] += 1
                    if at_rule[depth - 1] < first[here + 1]:
                        at_literal[depth - 1] = starts[which[at_rule[depth - 1]]]
                    continue
                other = abs(body[at_literal[depth - 1]])
                at_literal[depth - 1] += 1
                if not index[other]:
                    fresh = other
                    break
                if on_stack[other]:
                    low[here] = min(low[here], index[other])
            if fresh:
                continue
            depth -= 1
            if low[here] == index[here]:
                while True:
                    height -= 1
                    member = stack[height]
                    on_stack[member] = False
                    order[placed] = member
                    placed += 1
                    if member == here:
                        break
                many += 1
                bounds[many] = placed
            if depth == 0:
                break
            low[path[depth - 1]] = min(low[path[depth - 1]], low[here])
    return order, bounds[: many + 1].copy()
