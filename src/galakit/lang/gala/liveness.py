"""What a state must remember: slots and Gala variables that may still be read.

For every operation of a procedure, `used` holds the Gala variables that may be read before they are overwritten on a
path to the procedure's end, and `killed` those that are overwritten on every such path. A state deep inside calls needs
`used(here) + (what the callers need - killed(here))`, so the answer depends on the actual stack, recursion included.
Slots are local to a procedure: the ordinary backward analysis.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.operations import Cell, Everything, Family, Fresh, Keep, Load, Operation
from galakit.lang.terms import Symbol, Term


class Liveness:
    """The analysis of all procedures of a program."""

    def __init__(self, procedures: Iterable[Procedure]) -> None:
        self.procedures = [p for p in procedures if hasattr(p, "entry")]
        operations = [o for p in self.procedures for o in p.operations]
        universe = frozenset(w for o in operations for w in o.writes)
        self.used: dict[Operation, frozenset[Any]] = dict.fromkeys(operations, frozenset())
        self.killed: dict[Operation, frozenset[Any]] = dict.fromkeys(operations, universe)
        self.slots: dict[Operation, frozenset[int]] = dict.fromkeys(operations, frozenset())
        # A body is lowered back to front, so this order already meets most successors first.
        behind: dict[Operation, list[Operation]] = {operation: [] for operation in operations}
        for operation in operations:
            for after in (*operation.successors, *([operation.procedure.entry] if isinstance(operation, Call) else ())):
                behind[after].append(operation)
        waiting = dict.fromkeys(operations)
        while waiting:
            due, waiting = waiting, {}
            for operation in due:
                if self._update(operation):
                    waiting.update(dict.fromkeys(behind[operation]))
        self._needs: dict[tuple[Operation, ...], frozenset[Any]] = {}

    def _update(self, operation: Operation) -> bool:
        successors = operation.successors
        used: frozenset[Any] = frozenset().union(*(self.used[s] for s in successors))
        slots: frozenset[int] = frozenset().union(*(self.slots[s] for s in successors))
        if successors:
            killed = frozenset.intersection(*(self.killed[s] for s in successors))
        elif isinstance(operation, Return):
            killed = frozenset()
        else:
            killed = self.killed[operation]  # the game ends here: nothing is read any more
        if isinstance(operation, Call):
            entry = operation.procedure.entry
            used = self.used[entry] | (used - self.killed[entry])
            killed |= self.killed[entry]
        used = operation.reads | (used - operation.writes)
        killed |= operation.writes
        slots = (slots - _overwritten(operation)) | operation.uses
        if used == self.used[operation] and killed == self.killed[operation] and slots == self.slots[operation]:
            return False
        self.used[operation], self.killed[operation], self.slots[operation] = used, killed, slots
        return True

    def needed(self, operation: Operation, calls: tuple[Operation, ...]) -> frozenset[Any]:
        """Gala variables that matter at an operation below these calls (the innermost last)."""
        # Each frame waits for what its call comes back to; that of outer calls is often known already.
        waiting = [*(call.next for call in calls), operation]
        known: frozenset[Any] = frozenset()
        first = 0
        for depth in reversed(range(len(waiting))):
            found = self._needs.get((*calls[:depth], waiting[depth]))
            if found is not None:
                known, first = found, depth + 1
                break
        for depth in range(first, len(waiting)):
            at = waiting[depth]
            known = self._needs[(*calls[:depth], at)] = self.used[at] | (known - self.killed[at])
        return known

    def slots_after(self, call: Operation) -> tuple[int, ...]:
        """Slots of a waiting frame that its procedure still reads."""
        return tuple(sorted(self.slots[call.next]))


def _overwritten(operation: Operation) -> frozenset[int]:
    if isinstance(operation, Fresh):
        return frozenset(operation.slots)
    if isinstance(operation, (Keep, Load)):
        return frozenset([operation.slot])
    return frozenset()


@lru_cache(maxsize=1 << 12)
def matters(cell: Term, needed: frozenset[Any]) -> bool:
    """Whether a Gala variable is among those needed."""
    name = cell.name if type(cell) is Symbol else cell[0].name
    return Everything in needed or Cell(cell) in needed or Family(name) in needed
