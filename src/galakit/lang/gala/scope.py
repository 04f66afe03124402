"""Names in a gameflow: Prolog variables are slots of its frame, `$name` is a formal, a parameter or a Gala variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from galakit.lang.generated import define
from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.codegen import LARGEST
from galakit.lang.prolog.goals import reads_store, without_reads
from galakit.lang.prolog.inline import BUILD_DEPTH
from galakit.lang.prolog.keys import stored
from galakit.lang.prolog.walk import counted, instance, is_ground, rename, settle
from galakit.lang.prolog.work import STRIDE
from galakit.lang.syntax import Node, to_term
from galakit.lang.terms import DOLLAR, Float, Symbol, Term, Var, deref

Env: TypeAlias = list[Term | None]
Built: TypeAlias = "tuple[Term, str | None, int]"
"""a term, the Python expression for it (None where the term is known now), and how deep that is nested"""

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
        return self.substitute(term) if reads_store(term) else term

    def substitute(self, term: Term) -> Term:
        """The term with the formals and parameters that it reads."""
        done: list[Term] = []
        todo: list[tuple[Term, bool]] = [(term, False)]  # with True: the arguments of the compound are done
        while todo:
            t, arguments_done = todo.pop()
            if arguments_done:
                arity = len(t) - 1
                made = (t[0], *done[-arity:])
                done[-arity:] = [self._read(made) if t[0] is DOLLAR else made]
            elif type(t) is tuple:
                todo.append((t, True))
                todo += [(x, False) for x in t[:0:-1]]
            else:
                done.append(t)
        return done[0]

    def _read(self, term: Term) -> Term:
        """What `$name` stands for; the term itself where that is known only when the game runs."""
        name = term[1]
        if type(name) is Symbol:
            if name.name in self.formals:
                return self.formals[name.name]
            if name.name in self.params:
                return self._used(self.params[name.name])
        return term

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


def _is_large(term: Term) -> bool:
    """Whether a term has many compounds, and something in it is known only when the game runs."""
    compounds = 0
    stack = [term]
    while stack:
        t = stack.pop()
        if type(t) is tuple:
            compounds += 1
            stack.extend(t[1:])
    return compounds > LARGEST and not (is_ground(term) and not reads_store(term))


@dataclass(frozen=True)
class Expression:
    """A term over slots and Gala variables."""

    term: Term
    slots: dict[Var, int]
    get: Callable[[Term], Term]

    @cached_property
    def code(self) -> Callable[[Env], Term]:
        """Python code that builds it (settled) from a frame and the store, made when it is first needed."""
        writer = Writer(self.get)
        writer.emit(f"return {writer.build(self.term, self.slots)}")
        made: Callable[[Env], Term] = writer.function("env")
        return made


class Writer:
    """Python source that builds terms: constants are named `K0, K1, ...`, so no text of the program gets in."""

    def __init__(self, get: Callable[[Term], Term]) -> None:
        self.names: dict[str, Any] = {
            "Var": Var,
            "__builtins__": {},
            "get": get,
            "instance": instance,
            "settle": settle,
            "type": type,
        }
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
        built = self._built(term, slots, parts)
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

    def _built(self, term: Term, slots: dict[Var, int], parts: list[str]) -> str:
        """An expression for the term; `parts` are the variables in it, in the order in which they are met."""
        if _is_large(term):
            return self._instance(term, slots, parts)
        done: list[Built] = []
        todo: list[tuple[Term, bool]] = [(term, False)]  # with True: the arguments of the compound are done
        while todo:
            t, arguments_done = todo.pop()
            if arguments_done:
                arity = len(t) - 1
                done[-arity:] = [self._compound(t, done[-arity:], parts)]
            elif type(t) is Var:
                done.append((t, self._slot(slots[t], parts), 0))
            elif type(t) is tuple:
                todo.append((t, True))
                todo += [(x, False) for x in t[:0:-1]]
            else:
                done.append((t, None, 0))
        return self._code(done[0], parts)

    def _instance(self, term: Term, slots: dict[Var, int], parts: list[str]) -> str:
        """The same for a large term: source text for it would be too long."""
        template, reads = without_reads(term)
        known = tuple(variables_of(template))
        values = [self._built(reads.get(v, v), slots, parts) for v in known]
        name = self.variable()
        code = f"instance({self.constant(template)}, {self.constant(known)}, ({', '.join(values)},))"
        self.emit(f"{name} = settle({code})")
        parts.append(name)
        return name

    def _slot(self, slot: int, parts: list[str]) -> str:
        name = self.variable()
        self.emit(f"{name} = {self.env}[{slot}]")
        self.emit(f"if {name} is None: {name} = {self.env}[{slot}] = Var()")
        parts.append(name)
        return name

    def _compound(self, term: Term, arguments: list[Built], parts: list[str]) -> Built:
        if term[0] is DOLLAR:
            inner = self._code(arguments[0], parts)
            name = self.variable()
            if self.local_store:
                self.emit(f"{name} = store.get({inner})")
                self.emit(f"if {name} is None or type({name}) is Pending: {name} = get({inner})")
            else:
                self.emit(f"{name} = get({inner})")
            parts.append(name)
            return term, name, 0
        if all(code is None for _, code, _ in arguments):
            return term, None, 0
        code = f"({self.constant(term[0])}, {', '.join([self._code(argument, parts) for argument in arguments])})"
        depth = 1 + max(depth for _, _, depth in arguments)
        if depth < BUILD_DEPTH:
            return term, code, depth
        name = self.variable()
        self.emit(f"{name} = {code}")
        return term, name, 0

    def _code(self, built: Built, parts: list[str]) -> str:
        term, code, _ = built
        if code is not None:
            return code
        value = stored(term)
        name = self.constant(value)
        if type(value) is Var:  # a constant too deep to be a part of a state as it is
            parts.append(name)
        return name

    def function(self, parameter: str) -> Any:
        define(f"def made({parameter}):\n" + "\n".join(self.lines), self.names)
        return self.names["made"]


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
    seen = 0
    due = STRIDE
    while stack:
        t = deref(stack.pop())
        if type(t) is tuple:
            if t[0] not in arithmetic.FUNCTIONS:
                return False
            seen += 1
            if seen > due:
                due = counted(due, seen)
            stack.extend(t[1:])
        elif type(t) not in NUMERIC:
            return False
    return True
