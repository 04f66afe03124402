"""Predicates: their clauses, and their compiled code, which is made on the first call."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from galakit.errors import Span
from galakit.lang.generated import define
from galakit.lang.prolog import arithmetic, memo
from galakit.lang.prolog.builtins import LIBRARY
from galakit.lang.prolog.codegen import ClauseCompiler
from galakit.lang.prolog.dispatch import dispatch
from galakit.lang.prolog.faults import LimitError, PrologError, iso, unknown_procedure
from galakit.lang.prolog.goals import CALL, conjunction, has_cut, join, well_formed
from galakit.lang.prolog.keys import is_shallow
from galakit.lang.prolog.machine import Code, Frame, Machine, Pending
from galakit.lang.prolog.walk import instance, is_plain, rename, resolve
from galakit.lang.prolog.work import spend, thread
from galakit.lang.terms import Symbol, Term, Var, deref, exists, sym

TEXT_LIMIT = 50_000_000
SHORT_TEXT = 100
SYMBOL_LIMIT = 1_000_000
COMPILING = 500  # parts of terms that could be looked at while one clause is compiled
NECK, DIRECTIVE = sym(":-", 2), sym(":-", 1)


class Predicate:
    """A name with clauses. `code` is what a call runs; at first it is a stub that compiles."""

    __slots__ = ("auxiliary", "clauses", "code", "library", "mentions", "spans", "symbol", "table")

    def __init__(self, symbol: Symbol, code: Code) -> None:
        self.symbol = symbol
        self.code = code
        self.clauses: list[tuple[Term, Term]] = []
        self.spans: list[Span | None] = []
        self.library = False
        self.auxiliary = False
        self.mentions: frozenset[str] | None = None
        """the names in its bodies, where that is known"""
        self.table: memo.Table | None = None


@dataclass(frozen=True)
class Definition:
    """A predicate of a library: what all databases of a process share of it."""

    symbol: Symbol
    clauses: tuple[tuple[Term, Term], ...]
    spans: tuple[Span, ...]
    mentions: frozenset[str]


class Database:
    """Clauses and built-ins of one program, with the machine that runs them."""

    def __init__(self, machine: Machine | None = None) -> None:
        from galakit.lang.prolog import builtins, control, generators, solutions

        self.machine = machine or Machine()
        thread.budget.open()
        self.each: Callable[[Iterator[Term], Term, Any], Frame]
        self.predicates: dict[Symbol, Predicate] = {}
        self.shadowed: dict[Symbol, Predicate] = {}  # of the library, where the program has its own definition
        self.deterministic: dict[Symbol, Callable[..., bool]] = builtins.table(self)
        predicates, start = control.table(self)
        self.control: dict[Symbol, Code] = predicates | solutions.table(self, start) | generators.table(self)
        self.where: dict[Any, Predicate] = {}
        self.in_place: set[Code] = set()
        self.impure: frozenset[str] | None = None
        self.text_left = TEXT_LIMIT
        self.symbols_left = SYMBOL_LIMIT
        self._constants: dict[Any, str] = {}
        self._names = 0
        m = self.machine

        def find(cell: Term) -> Term | None:
            """The value of a Gala variable, or None."""
            if type(cell) is not Symbol:
                # Looking a nested name up recurses in C, so it is looked at first.
                for x in cell if type(cell) is tuple else (cell,):
                    if type(x) is Var or (type(x) is tuple and not is_plain(x, 2)):
                        cell = resolve(cell)
                        if not is_shallow(cell):
                            return None
                        break
            value = m.store.get(cell)
            if type(value) is Pending:
                value = m.store[cell] = value.force()
            return value

        def get(cell: Term) -> Term:
            value = m.store.get(cell) if type(cell) is Symbol else find(cell)
            if value is None:
                raise unset(resolve(cell))
            return find(cell) if type(value) is Pending else value

        def refuted(mark: int, test: Callable[[], bool]) -> bool:
            result = test()
            m.undo(mark)
            return not result

        def softcut(height: int) -> None:
            mark = m.choices[height][0]
            m.choices[height] = (mark, lambda args, frame: m.fail(), (), None)

        self.find = find
        self.get = get
        self.namespace: dict[str, Any] = {
            "__builtins__": {"type": type, "len": len, "int": int, "tuple": tuple},
            "Var": Var,
            "trail": m.trail,
            "push": m.trail.append,
            "choices": m.choices,
            "undo": m.undo,
            "fail": m.fail,
            "unify": m.unify,
            "evaluate": arithmetic.evaluate,
            "normal": arithmetic.normal,
            "get": get,
            "refuted": refuted,
            "softcut": softcut,
            "instance": instance,
        }

    # -- what the clause compiler asks for -----------------------------------------------------------------------

    def fresh_name(self) -> str:
        self._names += 1
        return f"f{self._names}"

    def fresh_symbol(self, arity: int) -> Symbol:
        self._names += 1
        return sym(f"$aux{self._names}", arity)

    def constant(self, term: Term) -> str:
        if not is_shallow(term):
            return self.constant_object(term)
        key = (type(term), term)
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = f"K{len(self._constants)}"
            self.namespace[name] = term
        return name

    def constant_object(self, thing: Any) -> str:
        key = (object, id(thing))
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = f"K{len(self._constants)}"
            self.namespace[name] = thing
        return name

    def predicate_name(self, symbol: Symbol, library: bool) -> str:
        """The name of what a call means, in a clause of the library or of the program."""
        predicate = self.shadowed.get(symbol) if library else None
        return self.constant_object(predicate or self.lookup(symbol))

    def in_place_test(self, symbol: Symbol, library: bool) -> Callable[..., bool] | None:
        """The built-in that a clause may call in place; a program's own definition comes first in the program."""
        return None if not library and symbol in self.shadowed else self.deterministic.get(symbol)

    def add_auxiliary(self, symbol: Symbol, clauses: list[tuple[Term, Term]], library: bool = False) -> None:
        predicate = self.lookup(symbol)
        predicate.auxiliary = True
        predicate.library = library
        predicate.clauses = clauses
        predicate.spans = [None] * len(clauses)

    def measured(self, text: str) -> str:
        """A text that a program makes, counted if it is long: texts can double at a step."""
        if len(text) > SHORT_TEXT:
            self.room_for(len(text))
            self.text_left -= len(text)
            spend(len(text) // SHORT_TEXT)
        return text

    def room_for(self, characters: int) -> None:
        if characters > self.text_left:
            raise LimitError(f"the program made more than {TEXT_LIMIT:,} characters of long texts")

    def atom(self, text: str) -> Symbol:
        """An atom that a program makes of a text; new ones are counted, since they stay in memory."""
        return self.functor(self.measured(text), 0)

    def functor(self, name: str, arity: int) -> Symbol:
        """A symbol that a program makes while it runs."""
        if not exists(name, arity):
            self.symbols_left -= 1
            if self.symbols_left < 0:
                raise LimitError(f"the program made more than {SYMBOL_LIMIT:,} new atoms", "make strings, or numbers")
        return sym(name, arity)

    # -- predicates ----------------------------------------------------------------------------------------------

    def lookup(self, symbol: Symbol) -> Predicate:
        """The predicate of that symbol; an undefined one fails loudly when it is called."""
        predicate = self.predicates.get(symbol)
        if predicate is None:
            predicate = self.predicates[symbol] = self._undefined(symbol)
            built_in = self.control.get(symbol)
            if built_in is not None:
                predicate.code = built_in
            elif symbol in self.deterministic:
                predicate.code = self._wrap(self.deterministic[symbol])
        return predicate

    def _undefined(self, symbol: Symbol) -> Predicate:
        predicate = Predicate(symbol, lambda args, frame: self._first_call(predicate, args, frame))
        return predicate

    def every(self) -> Iterator[Predicate]:
        """All predicates, those of the library that the program has defined anew too."""
        yield from self.predicates.values()
        yield from self.shadowed.values()

    def defined(self, symbol: Symbol) -> bool:
        predicate = self.predicates.get(symbol)
        return (
            symbol in self.control
            or symbol in self.deterministic
            or symbol in CONTROL_SYMBOLS
            or (predicate is not None and bool(predicate.clauses))
        )

    def protected(self, symbol: Symbol) -> bool:
        """Whether a program may not define the predicate: control and what belongs to Prolog itself."""
        built_in = symbol in self.control or symbol in self.deterministic or symbol in CONTROL_SYMBOLS
        return built_in and (symbol.name, symbol.arity) not in LIBRARY

    def add_clause(self, term: Term, span: Span | None = None, *, library: bool = False) -> None:
        """Add `Head :- Body` or a fact at the end of its predicate.

        A program's own definition of a library predicate is what the program sees; the library keeps its own.
        """
        symbol, clause = parts(term)
        predicate = self.lookup(symbol)
        if not library and symbol not in self.shadowed and (predicate.library or symbol in self.deterministic):
            self.shadowed[symbol] = self.predicates.pop(symbol)
            predicate = self.predicates[symbol] = self._undefined(symbol)
        predicate.library = library
        predicate.mentions = self.impure = None
        predicate.clauses.append(clause)
        predicate.spans.append(span)
        predicate.code = lambda args, frame: self._first_call(predicate, args, frame)

    def add_definition(self, definition: Definition) -> None:
        """Add a predicate of a library that has no clauses yet."""
        symbol = definition.symbol
        predicate = self.predicates.get(symbol)
        if predicate is None:
            predicate = self.predicates[symbol] = self._undefined(symbol)
        predicate.library = True
        predicate.clauses, predicate.spans = list(definition.clauses), list(definition.spans)
        predicate.mentions, self.impure = definition.mentions, None
        predicate.code = lambda args, frame: self._first_call(predicate, args, frame)

    def compile_goal(self, goal: Term, parameters: Iterable[Var]) -> Code:
        """Code for a goal over the given variables, to be run with their values as arguments.

        Code that calls no predicate is in `in_place`: `Machine.holds` runs it faster than `Machine.once`.
        """
        thread.budget.open()
        # A copy: parts of the goal are compiled when they are first called, and by then its own variables may be bound.
        fresh: dict[Var, Var] = {}
        goal = rename(goal, fresh)
        parameters = tuple([fresh.setdefault(v, Var()) for v in parameters])
        symbol = self.fresh_symbol(len(parameters))
        head: Term = (symbol, *parameters) if parameters else symbol
        body = join(conjunction(goal)) if well_formed(goal) else (CALL, goal)
        self.add_auxiliary(symbol, [(head, body)])
        return self._compiled(self.lookup(symbol))

    def _wrap(self, test: Callable[..., bool]) -> Code:
        fail = self.machine.fail

        def code(args: tuple[Term, ...], frame: Any) -> Frame:
            return frame if test(*args) else fail()

        return code

    # -- compiling -----------------------------------------------------------------------------------------------

    def _first_call(self, predicate: Predicate, args: tuple[Term, ...], frame: Any) -> Frame:
        if not predicate.clauses:
            raise self.unknown(predicate.symbol)
        return self._compiled(predicate)(args, frame)

    def unknown(self, symbol: Symbol) -> PrologError:
        return unknown_procedure(symbol.name, symbol.arity, self.suggestion(symbol))

    def suggestion(self, symbol: Symbol) -> str | None:
        """`did you mean ...?` for an undefined predicate."""
        known = {s for s in (*self.control, *self.deterministic, *self.predicates) if self.defined(s)}
        arities = sorted(s.arity for s in known if s.name == symbol.name)
        if arities:
            return f"{symbol.name} takes {' or '.join(map(str, arities))} arguments here, not {symbol.arity}"
        names = {s.name for s in known if not s.name.startswith("$")}
        close = difflib.get_close_matches(symbol.name, names, 1)
        return f"did you mean `{close[0]}`?" if close else None

    def _compiled(self, predicate: Predicate) -> Code:
        cuts = any(has_cut(body) for _, body in predicate.clauses)
        entries = []
        for head, body in predicate.clauses:
            spend(COMPILING)
            compiler = ClauseCompiler(self, cuts, predicate.library)
            name = compiler.compile(head, body)
            define("\n".join(compiler.functions), self.namespace)
            for function in compiler.functions:
                made = function[4 : function.index("(")]
                self.where[self.namespace[made]] = predicate
            entries.append((head, self.namespace[name]))
            if predicate.auxiliary and len(predicate.clauses) == 1 and not compiler.calls and not cuts:
                self.in_place.add(self.namespace[name])
        code = dispatch(self.machine, entries, cuts)
        if not predicate.library and not predicate.auxiliary:
            code = memo.memoised(self, predicate, code)
        predicate.code = code
        return code


def parts(term: Term) -> tuple[Symbol, tuple[Term, Term]]:
    """The predicate that a clause belongs to; its head and its body."""
    head, body = (deref(term[1]), term[2]) if type(term) is tuple and term[0] is NECK else (term, sym("true"))
    return head[0] if type(head) is tuple else head, (head, body)


def unset(cell: Term) -> PrologError:
    from galakit.lang.writer import brief

    name = brief(cell)
    return PrologError(
        iso((sym("existence_error", 2), sym("variable"), cell)),
        f"the Gala variable `{name}` is read but has no value yet",
        f"give it a value first: `{name} gets ...`, or an initial value in `variables`",
    )


CONTROL_SYMBOLS = {
    sym(name, arity)
    for name, arity in [(",", 2), (";", 2), ("->", 2), ("*->", 2), ("!", 0), ("true", 0), ("fail", 0), ("false", 0)]
}
