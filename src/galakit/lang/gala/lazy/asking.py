"""Goals whose answers depend on chance; equal goals share one answer."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not, itemgetter
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.explain import placed, with_values
from galakit.lang.gala.lazy.comparing import comparison
from galakit.lang.gala.lazy.unknown import OPEN, Values
from galakit.lang.gala.liveness import matters
from galakit.lang.gala.operations import Cell, Goal, Test
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Env, variables_of
from galakit.lang.prolog.faults import TROUBLE, LimitError
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.terms import DOLLAR, Term, Var, deref
from galakit.lang.writer import brief
from galakit.rules.lazy import NotSeparable, Order, Value

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules


class Asking:
    """Goals asked so far."""

    def __init__(self, rules: GalaRules, values: Values) -> None:
        self.rules = rules
        self.values = values

    def asked(self, operation: Goal | Test, run: Run) -> tuple[Value, list[tuple[int, Value]]]:
        """Whether a goal holds, and what it would bind, as values."""
        query, env = operation.query, run.env
        slots = query.slots
        given = [env[slot] for slot in slots]
        opened = [slot for slot, value in zip(slots, given) if value is None]
        store = run.machine.store
        cells = [cell for cell in store if matters(cell, operation.reads)]
        machine, get = run.machine, self.rules.database.get
        size = len(env)
        # Other statements may ask the same, as when one hand is ranked like another.
        make = instantiation(query, cells) if tells_all(operation) else None
        asked = compared = None
        if make is not None:

            def asked(known: list[Term | None]) -> Term:
                return (type(operation), make(known))

            def compared(function: Term, blanks: tuple[Term, ...]) -> Order | None:
                return comparison(function[1], isinstance(operation, Test), blanks)

        named = run.procedure.names

        def notes(known: list[Term | None]) -> list[str]:
            return with_values([*map(named.get, slots), *(f"${brief(cell)}" for cell in cells)], known)

        def ask(known: list[Term | None]) -> tuple[Term, ...]:
            frame: Env = [None] * size
            for slot, value in zip(slots, known):
                frame[slot] = value
            machine.store = dict(zip(cells, known[len(slots) :]))
            try:
                holds = query.holds(frame)
            except LimitError as error:
                raise NotSeparable(
                    "working this out takes too long where draws are not known", operation.span
                ) from error
            except TROUBLE as error:
                raise placed(error, operation.span, notes(known)) from error
            finally:
                machine.choices.clear()
                machine.trail.clear()
            if len(machine.store) > len(cells) or any(map(is_not, machine.store.values(), known[len(slots) :])):
                raise NotSeparable("this goal sets Gala variables, and depends on chance", operation.span)
            if not holds:
                if isinstance(operation, Goal):
                    try:
                        operation.failed()
                    except GalakitError as error:
                        raise placed(error, operation.span, notes(known)) from error
                return (False, *([None] * len(opened)))
            found = [frame[slot] for slot in opened]
            if not all(value is None or is_ground(value) for value in found):
                raise NotSeparable("this goal leaves a variable open, and depends on chance", operation.span)
            return (True, *(None if value is None else resolve(value) for value in found))

        terms = (*given, *(get(cell) for cell in cells))
        whole = self.values.of((operation, tuple(cells)), terms, ask, operation.span, asked=asked, compared=compared)
        parts = [self.values.of(k, (whole,), _part(k), operation.span) for k in range(len(opened) + 1)]
        return parts[0], list(zip(opened, parts[1:]))


def _part(k: int) -> Callable[[list[Any]], Any]:
    return lambda known: known[0][k]


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
    position = {cell: len(number) + k for k, cell in enumerate(cells)}

    def maker(term: Term) -> Callable[[list[Term | None]], Term] | None:
        term = deref(term)
        if type(term) is Var:
            k = number[term]
            opened = (OPEN, k)
            return lambda known: opened if known[k] is None else known[k]
        if type(term) is not tuple:
            return None
        if term[0] is DOLLAR:
            return itemgetter(position[deref(term[1])])
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
