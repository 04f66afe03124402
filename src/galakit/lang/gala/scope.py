"""Names in a gameflow: Prolog variables are slots of its frame, `$name` is a formal, a parameter or a Gala variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.syntax import Node, to_term
from galakit.lang.terms import DOLLAR, Float, Symbol, Term, Var, deref, sym

Env: TypeAlias = list[Term | None]
Expression: TypeAlias = Callable[[Env], Term]

NUMERIC = (int, arithmetic.Fraction, Float)


@dataclass
class Frame:
    """The slots of one gameflow while it is being lowered."""

    slots: dict[Var, int] = field(default_factory=dict)

    def new(self) -> Var:
        var = Var()
        self.slots[var] = len(self.slots)
        return var


@dataclass
class Scope:
    """The names visible in one gameflow body."""

    frame: Frame
    formals: dict[str, Var]
    params: dict[str, Term]
    prolog: dict[str, Var] = field(default_factory=dict)

    def term(self, node: Node) -> Term:
        """The run-time term of a node: variables become slots, `$formal` its slot, `$param` its value."""
        term = to_term(node, self.prolog)
        for var in _variables(term):
            if var not in self.frame.slots:
                self.frame.slots[var] = len(self.frame.slots)
        return self.substitute(term) if _mentions_dollar(term) else term

    def substitute(self, term: Term) -> Term:
        if type(term) is not tuple:
            return term
        if term[0] is DOLLAR:
            name = self.substitute(term[1])
            if type(name) is Symbol:
                if name.name in self.formals:
                    return self.formals[name.name]
                if name.name in self.params:
                    return self.params[name.name]
            return (DOLLAR, name)
        return (term[0], *[self.substitute(x) for x in term[1:]])

    def slots_of(self, *terms: Term) -> tuple[Var, ...]:
        """The variables of the terms in a fixed order."""
        found: dict[Var, None] = {}
        for term in terms:
            found.update(dict.fromkeys(_variables(term)))
        return tuple(found)


def _variables(term: Term) -> Iterable[Var]:
    found: dict[Var, None] = {}
    stack = [term]
    while stack:
        t = stack.pop()
        if type(t) is Var:
            found[t] = None
        elif type(t) is tuple:
            stack.extend(reversed(t[1:]))
    return found


def _mentions_dollar(term: Term) -> bool:
    stack = [term]
    while stack:
        t = stack.pop()
        if type(t) is tuple:
            if t[0] is DOLLAR:
                return True
            stack.extend(t[1:])
    return False


def expression(term: Term, slots: dict[Var, int], get: Callable[[Term], Term]) -> Expression:
    """Code that builds the term from a frame and the store, with all bindings put in."""
    build = _builder(term, slots, get)
    if type(term) is tuple and term[0] is not DOLLAR:
        return lambda env: resolve(build(env))
    return build


def _builder(term: Term, slots: dict[Var, int], get: Callable[[Term], Term]) -> Expression:
    if type(term) is Var:
        slot = slots[term]

        def read(env: Env) -> Term:
            value = env[slot]
            if value is None:
                value = env[slot] = Var()
                return value
            return resolve(value)

        return read
    if type(term) is tuple and not (is_ground(term) and not _mentions_dollar(term)):
        if term[0] is DOLLAR:
            cell = _builder(term[1], slots, get)
            return lambda env: get(cell(env))
        parts = [_builder(x, slots, get) for x in term[1:]]
        functor = term[0]
        if len(parts) == 1:
            only = parts[0]
            return lambda env: (functor, only(env))
        return lambda env: (functor, *[part(env) for part in parts])
    return lambda env: term


def evaluated(term: Term) -> Term:
    """The value of an arithmetic term over numbers; any other term as it is."""
    term = deref(term)
    if type(term) is tuple and _is_arithmetic(term):
        return arithmetic.normal(arithmetic.evaluate(term))
    return term


def _is_arithmetic(term: Term) -> bool:
    stack: list[Any] = [term]
    while stack:
        t = deref(stack.pop())
        if type(t) is tuple:
            if t[0] not in arithmetic.FUNCTIONS:
                return False
            stack.extend(t[1:])
        elif type(t) not in NUMERIC:
            return False
    return True


def atom_name(term: Term) -> str | None:
    return term.name if type(term) is Symbol and term.arity == 0 else None


NONE = sym("none")
