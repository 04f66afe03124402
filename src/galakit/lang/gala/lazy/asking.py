"""Goals with everything put in: two statements that ask the same need one answer."""

from __future__ import annotations

from galakit.lang.gala.operations import Cell, Goal, Test
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import variables_of
from galakit.lang.prolog.walk import is_ground
from galakit.lang.terms import DOLLAR, Term, Var, deref, sym

OPEN = sym("open", 1)


def tells_all(operation: Goal | Test) -> bool:
    """Whether a goal reads no Gala variables but those written in it with `$`, by names that are written out."""
    written = set()
    stack = [operation.query.goal]
    while stack:
        term = deref(stack.pop())
        if type(term) is tuple:
            if term[0] is DOLLAR:
                if not is_ground(term[1]) or _nested(term[1]):
                    return False
                written.add(Cell(deref(term[1])))
            stack.extend(term[1:])
    return operation.reads <= written


def _nested(name: Term) -> bool:
    return type(name) is tuple and any(type(x) is tuple for x in name)


def instantiated(query: Query, known: list[Term | None], cells: list[Term]) -> Term:
    """The goal with the values of its slots and of the Gala variables in it; open slots are numbered."""
    number = {var: k for k, var in enumerate(variables_of(query.goal))}
    store = dict(zip(cells, known[len(query.slots) :]))

    def put(term: Term) -> Term:
        term = deref(term)
        if type(term) is Var:
            value = known[number[term]]
            return (OPEN, number[term]) if value is None else value
        if type(term) is tuple:
            return store[deref(term[1])] if term[0] is DOLLAR else (term[0], *[put(x) for x in term[1:]])
        return term

    return put(query.goal)
