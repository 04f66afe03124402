"""Gala variables whose names depend on other variables, as in `$value(Winner)`."""

from __future__ import annotations

from galakit.lang.gala.calls import Call
from galakit.lang.gala.operations import Assign, Forget, Operation, Outcome, Payoff, Reveal
from galakit.lang.gala.scope import Env, Expression, variables_of
from galakit.lang.terms import DOLLAR, Term, Var, deref


def indices(operation: Operation, env: Env) -> list[Term | None]:
    """What stands in the names of the Gala variables that an operation reads."""
    return [env[e.slots[var]] for e in _expressions(operation) for var in _indices(e)]


def _expressions(operation: Operation) -> tuple[Expression, ...]:
    if isinstance(operation, Assign):
        return (operation.cell, operation.value)
    if isinstance(operation, Forget):
        return (operation.cell,)
    if isinstance(operation, Reveal):
        return (operation.who, operation.fact)
    if isinstance(operation, Payoff):
        return (operation.who, operation.amount)
    if isinstance(operation, Outcome):
        return (operation.result,)
    return operation.arguments if isinstance(operation, Call) else ()


def _indices(expression: Expression) -> list[Var]:
    """The variables in the names of Gala variables that an expression reads."""
    found: list[Var] = []
    stack = [expression.term]
    while stack:
        term = deref(stack.pop())
        if type(term) is tuple:
            if term[0] is DOLLAR:
                found.extend(variables_of(term[1]))
            stack.extend(term[1:])
    return found
