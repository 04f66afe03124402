"""Gala variables that are read where nothing can have set them yet.

A forward analysis by name: which variables *may* have a value before an operation. A read of any other variable fails
on every path.
"""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.checks.subject import ANY, Subject, walk, warning
from galakit.lang.gala.operations import (
    Assign,
    Cell,
    Choose,
    Family,
    Goal,
    NextInRound,
    Operation,
    Outcome,
    Payoff,
    Reveal,
    Test,
    Turn,
)
from galakit.lang.syntax import Node, indicator, is_compound
from galakit.lang.terms import Symbol

READING = (Assign, Call, Choose, Goal, Outcome, Payoff, Reveal, Test)


def read_before_set(subject: Subject) -> Iterator[Diagnostic]:
    """Every `$name` that has no value on any path to it."""
    program = subject.program
    before = may_be_set(subject)
    formals = {formal for flow in program.gameflows.values() for formal in flow.formals}
    reported = set()
    for operation, known in before.items():
        node = subject.node(operation) if isinstance(operation, READING) else None
        if node is None or ANY in known or any(is_compound(n, "catch", 3) for n in walk(node)):
            continue
        for read in _reads(node):
            key = indicator(read.args[0])
            if key is None or key[0] in known or key[0] in formals or key[0] in program.params or read.span in reported:
                continue
            reported.add(read.span)
            yield warning(
                "GK310",
                f"`{read.brief}` is read before anything can have set it",
                read.span,
                _remedy(key[0], read.args[0].brief, len(program.players)),
            )


def _reads(node: Node) -> Iterator[Node]:
    for n in walk(node):
        if is_compound(n, "$", 1):
            yield n


def _remedy(name: str, text: str, players: int) -> str:
    if name in ("opponent", "lho", "rho") and (players == 2) != (name == "opponent"):
        return "`$opponent` is for games of two players, `$lho` and `$rho` are for more"
    if name in ("player", "opponent", "lho", "rho"):
        return f"`${name}` has a value inside play_round and take_turns"
    return f"give it a first value: variables : [{text} = ...]"


def may_be_set(subject: Subject) -> dict[Operation, frozenset[str]]:
    """For each operation that can be reached, the names that may have a value before it."""
    flow = subject.rules.flow
    first = frozenset(cell.name if type(cell) is Symbol else cell[0].name for cell in subject.rules.initial)
    before: dict[Operation, frozenset[str]] = {flow.entry: first}
    writes = {operation: writes_of(subject, operation) for p in subject.procedures for operation in p.operations}
    whole = written_by_procedures(subject, writes)
    waiting = [flow.entry]
    while waiting:
        operation = waiting.pop()
        known = before[operation] | writes[operation]
        successors = list(operation.successors)
        if isinstance(operation, Call):
            successors.append(operation.procedure.entry)
        for successor in successors:
            after = known
            if isinstance(operation, Call) and successor is operation.next:
                after = known | whole[operation.procedure]
            if successor not in before or not after <= before[successor]:
                before[successor] = before.get(successor, frozenset()) | after
                waiting.append(successor)
    return before


def writes_of(subject: Subject, operation: Operation) -> frozenset[str]:
    """The names of Gala variables that an operation itself may set; `ANY` when unknown."""
    if isinstance(operation, (Turn, NextInRound)):
        two = len(subject.program.players) == 2
        return frozenset(("player", "opponent") if two else ("player", "lho", "rho"))
    if isinstance(operation, Assign):
        cell = operation.cell.term
        return frozenset([cell[0].name if type(cell) is tuple else str(getattr(cell, "name", ANY))])
    if isinstance(operation, (Goal, Test, Choose)):
        return subject.set_by(subject.node(operation))
    return frozenset(cell_name(cell) for cell in operation.writes)


def cell_name(cell: Cell | Family) -> str:
    """The name of a Gala variable or family of them; empty for everything."""
    if isinstance(cell, Family):
        return cell.name
    return str(cell.name.name if type(cell.name) is Symbol else cell.name[0].name)


def written_by_procedures(subject: Subject, writes: dict[Operation, frozenset[str]]) -> dict[Procedure, frozenset[str]]:
    """What each procedure may set, calls included."""
    whole: dict[Procedure, frozenset[str]] = {
        p: frozenset().union(*(writes[o] for o in p.operations)) for p in subject.procedures
    }
    changed = True
    while changed:
        changed = False
        for p in subject.procedures:
            more = frozenset().union(*(whole[o.procedure] for o in p.operations if isinstance(o, Call)))
            if not more <= whole[p]:
                whole[p] |= more
                changed = True
    return whole
