"""Names in a gameflow: Prolog variables are slots of its frame, `$name` is a formal, a parameter or a Gala variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.walk import is_ground, settle
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
    """Code that builds the term from a frame and the store, settled.

    It is generated as one Python expression over constants `K0, K1, ...` and slots, so that a fact costs one call;
    where a part is open or large (a variable, see `settle`), the whole is resolved.
    """
    constants: dict[str, Any] = {"Var": Var, "type": type, "get": get, "settle": settle, "__builtins__": {}}
    parts: list[str] = []

    def constant(value: Term) -> str:
        name = f"K{len(constants)}"
        constants[name] = value
        return name

    def build(t: Term) -> str:
        if type(t) is Var:
            name = f"v{len(parts)}"
            parts.append(f"{name} = env[{slots[t]}]\n    if {name} is None: {name} = env[{slots[t]}] = Var()")
            return name
        if type(t) is not tuple or (is_ground(t) and not _mentions_dollar(t)):
            return constant(t)
        if t[0] is DOLLAR:
            inner = build(t[1])
            name = f"v{len(parts)}"
            parts.append(f"{name} = get({inner})")
            return name
        arguments = ", ".join([build(x) for x in t[1:]])
        return f"({constant(t[0])}, {arguments})"

    result = build(term)
    variables = [f"v{i}" for i in range(len(parts))]
    lines = [*parts]
    if type(term) is tuple and term[0] is not DOLLAR and variables:
        lines.append("if " + " or ".join(f"type({v}) is Var" for v in variables) + f": return settle({result})")
    lines.append(f"return {result}" if type(term) is not Var else f"return settle({result})")
    exec("def made(env):\n    " + "\n    ".join(lines), constants)
    made: Expression = constants["made"]
    return made


def evaluated(term: Term) -> Term:
    """The value of an arithmetic term over numbers; any other term as it is."""
    if type(term) is Var:
        inner = deref(term)
        return evaluated(inner) if type(inner) is tuple and _is_arithmetic(inner) else settle(term)
    if type(term) is tuple and term[0] in arithmetic.FUNCTIONS and _is_arithmetic(term):
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
