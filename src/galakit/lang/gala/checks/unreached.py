"""Statements that no play comes to, because what stands before them always ends the game."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.checks.subject import Subject, warning
from galakit.lang.gala.operations import Assign, Choose, Goal, Operation, Outcome, Payoff, Reveal, Test

STATEMENTS = (Assign, Call, Choose, Goal, Outcome, Payoff, Reveal, Test)


def unreached_statements(subject: Subject) -> Iterator[Diagnostic]:
    """The first statement of each gameflow that is played, but not to its end."""
    returning = _returning(subject)
    reached = _reached(subject.rules.flow.entry, returning)
    for procedure in subject.procedures:
        if procedure.entry not in reached:
            continue
        missed = [o for o in procedure.operations if o not in reached and isinstance(o, STATEMENTS)]
        if missed:
            first = min(missed, key=lambda o: o.span.start)
            hint = "remove it, or do not end the game before it"
            yield warning(
                "GK303", "this statement is never reached: the game has always ended before it", first.span, hint
            )


def _returning(subject: Subject) -> set[Procedure]:
    """The procedures that may come to their end with the game going on."""
    found: set[Procedure] = set()
    while True:
        more = {p for p in subject.procedures if _ends(p) & _reached(p.entry, found)}
        if more == found:
            return found
        found = more


def _ends(procedure: Procedure) -> set[Operation]:
    return {o for o in procedure.operations if isinstance(o, Return)}


def _reached(start: Operation, returning: set[Procedure]) -> set[Operation]:
    """The operations that can be reached, also in the procedures that are called."""
    found = {start}
    waiting = [start]
    while waiting:
        operation = waiting.pop()
        successors = operation.successors
        if isinstance(operation, Call):
            inside = operation.procedure.entry
            successors = (inside, *successors) if operation.procedure in returning else (inside,)
        for successor in successors:
            if successor not in found:
                found.add(successor)
                waiting.append(successor)
    return found
