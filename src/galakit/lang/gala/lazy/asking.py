"""Goals with everything put in: two statements that ask the same need one answer."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

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


def instantiation(query: Query, cells: list[Term]) -> Callable[[list[Term | None]], Term]:
    """What makes the goal with everything put in: the values of its slots, then those of Gala variables.

    Open slots are numbered, so that goals which differ in the names of variables only are the same.
    """
    number = {var: k for k, var in enumerate(variables_of(query.goal))}
    place = {cell: len(number) + k for k, cell in enumerate(cells)}

    def maker(term: Term) -> Callable[[list[Term | None]], Term] | None:
        term = deref(term)
        if type(term) is Var:
            k = number[term]
            opened = (OPEN, k)
            return lambda known: opened if known[k] is None else known[k]
        if type(term) is not tuple:
            return None
        if term[0] is DOLLAR:
            return itemgetter(place[deref(term[1])])
        parts = [maker(x) for x in term[1:]]
        if not any(parts):
            return None
        functor = term[0]
        made = [make or _constant(x) for x, make in zip(term[1:], parts)]
        return lambda known: (functor, *[make(known) for make in made])

    make, goal = maker(query.goal), query.goal
    return make if make is not None else lambda known: goal


def _constant(term: Term) -> Callable[[list[Term | None]], Term]:
    return lambda known: term
