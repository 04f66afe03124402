"""Names in a gameflow: Prolog variables are slots of its frame, `$name` is a formal, a parameter or a Gala variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from galakit.lang.generated import define
from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.walk import is_ground, rename, settle
from galakit.lang.syntax import Node, to_term
from galakit.lang.terms import DOLLAR, Float, Symbol, Term, Var, deref

Env: TypeAlias = list[Term | None]

NUMERIC = (int, Fraction, Float)


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
    anonymous: list[int] = field(default_factory=list)
    """the slots of `_`, in the order in which they were met"""

    def term(self, node: Node) -> Term:
        """The run-time term of a node: variables become slots, `$formal` its slot, `$param` its value."""
        term = to_term(node, self.prolog)
        named = set(self.prolog.values())
        for var in variables_of(term):
            if var not in self.frame.slots:
                slot = self.frame.slots[var] = len(self.frame.slots)
                if var not in named:
                    self.anonymous.append(slot)
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
                    return self._used(self.params[name.name])
            return (DOLLAR, name)
        return (term[0], *[self.substitute(x) for x in term[1:]])

    def _used(self, value: Term) -> Term:
        """The value of a parameter. Variables in it are new slots wherever it is used."""
        if is_ground(value):
            return value
        value = rename(value)
        for var in variables_of(value):
            self.frame.slots[var] = len(self.frame.slots)
        return value

    def slots_of(self, *terms: Term) -> tuple[Var, ...]:
        """The variables of the terms in a fixed order."""
        found: dict[Var, None] = {}
        for term in terms:
            found.update(dict.fromkeys(variables_of(term)))
        return tuple(found)


def variables_of(term: Term) -> Iterable[Var]:
    """The variables of a term as it is written, each once, in order."""
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


@dataclass(frozen=True)
class Expression:
    """A term over slots and Gala variables, with the code that builds it (settled) from a frame and the store."""

    term: Term
    slots: dict[Var, int]
    code: Callable[[Env], Term]


class Writer:
    """Python source that builds terms: constants are named `K0, K1, ...`, so no text of the program gets in."""

    def __init__(self, get: Callable[[Term], Term]) -> None:
        self.names: dict[str, Any] = {"Var": Var, "type": type, "get": get, "settle": settle, "__builtins__": {}}
        self.lines: list[str] = []
        self.indent = 1
        self.env = "env"  # the name of the frame
        self.local_store = False  # whether the store is at hand as `store`
        self._variables = 0

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def constant(self, value: Any) -> str:
        name = f"K{len(self.names)}"
        self.names[name] = value
        return name

    def variable(self) -> str:
        self._variables += 1
        return f"v{self._variables}"

    def build(self, term: Term, slots: dict[Var, int]) -> str:
        """Emit code for a term; the name of a variable that holds it, settled."""
        parts: list[str] = []
        built = self._build(term, slots, parts)
        if type(term) is tuple and term[0] is not DOLLAR and parts:
            # An open or large part (a variable, see `settle`) makes the whole one such.
            test = " or ".join(f"type({v}) is Var" for v in parts)
            result = self.variable()
            self.emit(f"{result} = {built}")
            self.emit(f"if {test}: {result} = settle({result})")
            return result
        if type(term) is Var:
            self.emit(f"if type({built}) is Var: {built} = settle({built})")
        return built

    def _build(self, term: Term, slots: dict[Var, int], parts: list[str]) -> str:
        if type(term) is Var:
            name = self.variable()
            self.emit(f"{name} = {self.env}[{slots[term]}]")
            self.emit(f"if {name} is None: {name} = {self.env}[{slots[term]}] = Var()")
            parts.append(name)
            return name
        if type(term) is not tuple or (is_ground(term) and not _mentions_dollar(term)):
            return self.constant(term)
        if term[0] is DOLLAR:
            inner = self._build(term[1], slots, parts)
            name = self.variable()
            if self.local_store:
                self.emit(f"{name} = store.get({inner})")
                self.emit(f"if {name} is None or type({name}) is Pending: {name} = get({inner})")
            else:
                self.emit(f"{name} = get({inner})")
            parts.append(name)
            return name
        arguments = ", ".join([self._build(x, slots, parts) for x in term[1:]])
        return f"({self.constant(term[0])}, {arguments})"

    def function(self, parameter: str) -> Any:
        define(f"def made({parameter}):\n" + "\n".join(self.lines), self.names)
        return self.names["made"]


def expression(term: Term, slots: dict[Var, int], get: Callable[[Term], Term]) -> Expression:
    """The expression of a term."""
    writer = Writer(get)
    writer.emit(f"return {writer.build(term, slots)}")
    return Expression(term, slots, writer.function("env"))


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
