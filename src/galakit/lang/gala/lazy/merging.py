"""Where the branches of a condition meet again, no guard is needed: `if(A > B, X = A, X = B)`.

What the branches leave in a variable is then one value, which depends on the draws.
"""

from __future__ import annotations

from typing import Any

from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.operations import Assign, Fresh, Goal, Jump, Load, Operation, Test
from galakit.lang.terms import Term
from galakit.rules.lazy import Undefined, Value

SILENT = (Assign, Fresh, Goal, Jump, Load)  # no observation, payoff or choice
LONGEST = 100


class Joins:
    """Where conditions end, for one program."""

    def __init__(self) -> None:
        self._known: dict[Test, Operation | None] = {}

    def of(self, test: Test) -> Operation | None:
        """The first operation that both branches come to; None where something visible happens before."""
        if test not in self._known:
            self._known[test] = None  # while it is looked for: a loop comes back to its own condition
            others = self._way(test.otherwise)
            self._known[test] = next((o for o in self._way(test.next) if o in others), None)
        return self._known[test]

    def _way(self, operation: Operation | None) -> dict[Operation, None]:
        """An operation and those after it, up to the first at which something happens."""
        found: dict[Operation, None] = {}
        while operation is not None and operation not in found and len(found) < LONGEST:
            found[operation] = None
            if isinstance(operation, Test):
                operation = self.of(operation)
            else:
                operation = operation.next if isinstance(operation, SILENT) else None
        return found


def either(values: Values, condition: Value, a: Term, b: Term) -> Term:
    """The value that is one thing where the condition holds and another where it does not."""
    if a == b:
        return a
    # Where one of the two cannot be worked out, the other may be asked for all the same.
    return values.of("either", (condition, _one(values, a), _one(values, b)), _chosen, lenient=True)


def where(values: Values, condition: Value, holds: bool, value: Value) -> Value:
    """What needs to be worked out only where a condition holds, or only where it does not."""

    def work(known: list[Any]) -> Any:
        found, needed = known
        return found if type(found) is Undefined else needed if found is holds else True

    return values.of(("where", holds), (condition, value), work, value.span, lenient=True)


def _one(values: Values, term: Term) -> Term:
    if type(term) is Value or not unknowns((term,)):
        return term
    return values.of("term", (term,), lambda known: known[0])


def _chosen(known: list[Any]) -> Any:
    holds, a, b = known
    return holds if type(holds) is Undefined else a if holds is True else b
