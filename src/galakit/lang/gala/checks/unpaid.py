"""A last `if` that pays in one branch only, in a game that pays nowhere else."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import partial
from itertools import islice

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.checks.subject import Subject, warning
from galakit.lang.gala.operations import Choose, End, Operation, Outcome, Test
from galakit.lang.gala.unpaid import last, pays, reached

MANY = 20  # conditions that are looked at closely


def forgotten_outcomes(subject: Subject) -> Iterator[Diagnostic]:
    """The condition of such an `if`: where it does not hold, the game ends without an outcome and pays 0 to all."""
    procedures, flow = subject.procedures, subject.rules.flow
    end = last(flow)
    if not any(isinstance(o, Outcome) for p in procedures for o in p.operations):
        return  # where payments add up, none is nothing special
    for test in islice(_last_tests(subject), MANY):
        before = reached(flow.entry, procedures, partial(operator.is_, test))
        if test not in before or any(pays(o) or (isinstance(o, End) and o is not end) for o in before):
            continue
        if end not in reached(test.next, procedures, lambda o: isinstance(o, Outcome)):
            yield warning(
                "GK319",
                "where this does not hold, the game ends without an outcome and pays 0 to all",
                test.span,
                "write what it pays otherwise: if(Condition, ..., outcome(...)); or `end` if it pays nothing",
            )


def _last_tests(subject: Subject) -> Iterator[Test]:
    """Conditions that depend on something, with nothing but the end of the flow where they do not hold."""
    for procedure in subject.procedures:
        for test in procedure.operations:
            if not isinstance(test, Test) or not (test.uses or test.reads) or subject.node(test) is None:
                continue
            if _comes_straight(subject, procedure, test.otherwise):
                yield test


def _comes_straight(subject: Subject, procedure: Procedure, operation: Operation) -> bool:
    """Whether only the end of the flow follows."""
    passed: set[Operation] = set()
    while operation not in passed:
        passed.add(operation)
        if operation is last(subject.rules.flow):
            return True
        if isinstance(operation, Return):
            calls = [
                o for p in subject.procedures for o in p.operations if isinstance(o, Call) and o.procedure is procedure
            ]
            if len(calls) != 1:
                return False
            procedure = next(p for p in subject.procedures if calls[0] in p.operations)
            operation = calls[0].next
        elif isinstance(operation, (Call, Choose)) or pays(operation) or len(operation.successors) != 1:
            return False
        else:
            operation = operation.next
    return False
