"""Loops that cannot end.

A loop is a set of operations from each of which all others can be reached. It is left where a test decides to, or
where something in it ends the game. When nothing in the loop changes what such a test reads, the test always decides
the same: a play that goes round once goes round for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.checks.subject import ANY, Subject, warning
from galakit.lang.gala.checks.unset import cell_name, writes_of, written_by_procedures
from galakit.lang.gala.operations import Choose, Everything, Fresh, Jump, Load, NextInRound, Operation, Test


def endless_loops(subject: Subject) -> Iterator[Diagnostic]:
    """Every loop that is left nowhere, or only where it is left at once."""
    writes = {operation: writes_of(subject, operation) for p in subject.procedures for operation in p.operations}
    whole = written_by_procedures(subject, writes)
    ending = _ending(subject)
    for procedure in subject.procedures:
        for loop in _loops(procedure):
            if any(isinstance(o, Call) and o.procedure in ending for o in loop):
                continue
            exits = [o for o in loop if any(successor not in loop for successor in o.successors)]
            changed: frozenset[str] = frozenset().union(*(writes[o] for o in loop))
            changed |= frozenset().union(*(whole[o.procedure] for o in loop if isinstance(o, Call)))
            if any(not isinstance(o, Test) or _varies(o, loop, changed) for o in exits):
                continue
            tops = [o for o in loop if isinstance(o, Jump)] or loop
            span = min(tops, key=lambda o: o.span.start).span
            names = sorted({cell_name(cell) for o in exits for cell in o.reads} - {""})
            if names:
                what = ", ".join(f"`{name}`" for name in names)
                hint = f"let the body change {what}, or end the game with `outcome` or `end`"
                problem = "this loop cannot end: its body changes nothing that its conditions look at"
            else:
                hint = "add a condition, as in until(Goal), or end the game in the body with `outcome` or `end`"
                problem = "this loop cannot end: it has no condition that could hold, and nothing in it ends the game"
            yield warning("GK311", problem, span, hint)


def _ending(subject: Subject) -> set[Procedure]:
    """The procedures that may end the game."""
    found = {p for p in subject.procedures if any(not o.successors and not isinstance(o, Return) for o in p.operations)}
    while True:
        more = {
            p for p in subject.procedures if any(isinstance(o, Call) and o.procedure in found for o in p.operations)
        }
        if more <= found:
            return found
        found |= more


def _varies(test: Test, loop: set[Operation], changed: frozenset[str]) -> bool:
    """Whether a test may decide differently the next time."""
    for other in loop:
        if other is not test and not isinstance(other, Fresh) and test.uses & _slots(other):
            return True
    if not changed:
        return False
    return ANY in changed or any(cell == Everything or cell_name(cell) in changed for cell in test.reads)


def _slots(operation: Operation) -> frozenset[int]:
    """The slots that an operation may give a value."""
    if isinstance(operation, (Load, NextInRound)):
        return operation.uses | {operation.slot}
    if isinstance(operation, Choose):
        return operation.uses | frozenset(operation.template_slots)
    return operation.uses


def _loops(procedure: Procedure) -> Iterator[set[Operation]]:
    """The strongly connected components that have a cycle (Tarjan's algorithm, without recursion)."""
    number: dict[Operation, int] = {}
    low: dict[Operation, int] = {}
    path: list[Operation] = []
    on_path: set[Operation] = set()
    number[procedure.entry] = low[procedure.entry] = 0
    path.append(procedure.entry)
    on_path.add(procedure.entry)
    stack = [(procedure.entry, iter(procedure.entry.successors))]
    while stack:
        operation, successors = stack[-1]
        successor = next(successors, None)
        if successor is None:
            stack.pop()
            if stack:
                low[stack[-1][0]] = min(low[stack[-1][0]], low[operation])
            if low[operation] == number[operation]:
                component: set[Operation] = set()
                while operation not in component:
                    component.add(path.pop())
                on_path -= component
                if len(component) > 1 or operation in operation.successors:
                    yield component
        elif successor not in number:
            number[successor] = low[successor] = len(number)
            path.append(successor)
            on_path.add(successor)
            stack.append((successor, iter(successor.successors)))
        elif successor in on_path:
            low[operation] = min(low[operation], number[successor])
