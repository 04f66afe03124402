"""Objects a game declares: `deck : Suits * Ranks`, or `stock : deck(Cards)` where there are several of a kind.

A kind is defined by a library (or by the game itself) in clauses `object(Kind, Name, Specification, Parts)`. Each part
is `Cell = Value`, a Gala variable with its first value, or `fact(Fact)`, a fact that holds throughout the game and is
no part of its state. The name of the only object of a kind is the kind's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from galakit.errors import Diagnostic, GalakitError, Span
from galakit.lang.gala.libraries import Library, entries, kinds_of, shipped_kinds
from galakit.lang.gala.linking import candidates, object_symbol
from galakit.lang.gala.program import Path, Program
from galakit.lang.prolog import Database
from galakit.lang.prolog.faults import TROUBLE, as_prolog_error
from galakit.lang.prolog.keys import is_shallow, stored
from galakit.lang.prolog.walk import resolve
from galakit.lang.syntax import Node, is_compound
from galakit.lang.terms import NIL, Symbol, Term, Var, deref, iterate, sym
from galakit.lang.writer import brief

EQUALS, FACT = sym("=", 2), sym("fact", 1)


@dataclass
class Objects:
    """The kinds of objects of a program."""

    program: Program
    database: Database
    libraries: Sequence[Library]
    guessed: Set[str] = frozenset()
    """parameters whose values are stand-ins: what they describe may be wrong for no fault of the program"""
    cells: dict[Term, Term] = field(default_factory=dict)
    """the Gala variables of the objects, with their first values"""

    phases: dict[Path, dict[Term, Term]] = field(default_factory=dict)
    """the same for the objects of each phase, set whenever it begins"""

    def make(self, term_of: Callable[[Node], Term]) -> None:
        """Make the objects declared, noting in the program what is wrong with them."""
        self._make(self.program.objects, term_of, self.cells)
        for path, phase in self.program.phases.items():
            self._make(phase.objects, term_of, self.phases.setdefault(path, {}))

    def _make(
        self, declared: list[tuple[str, Node, Span]], term_of: Callable[[Node], Term], cells: dict[Term, Term]
    ) -> None:
        first: dict[str, Span] = {}
        for name, spec, span in declared:
            if name in first:
                problem, hint = f"the object `{name}` is declared twice", "give one of them another name"
                self.program.error(problem, span, hint, id="GK106", first=first[name])
            first.setdefault(name, span)
            kind = next((k for k in candidates(name, spec) if k in self.kinds), None)
            if kind is None:
                hint = f"the objects are {', '.join(sorted({*shipped_kinds(), *self.kinds}))}"
                self.program.error(f"there is no object `{name}`", span, hint, id="GK112")
                continue
            inner = spec.args[0] if spec.kind == "compound" and spec.value == kind and len(spec.args) == 1 else spec
            problems: tuple[Diagnostic, ...] = ()
            try:
                self._add(self._parts(kind, name, term_of(inner), inner.span), span, cells)
            except TROUBLE as trouble:
                fault = as_prolog_error(trouble)
                problems = (Diagnostic(fault.message, inner.span, fault.hint, id="GK122"),)
            except GalakitError as error:
                problems = error.diagnostics
            if _mentions(inner, self.guessed) and problems:
                cells |= {sym(name): NIL, sym(kind): NIL}
            else:
                self.program.problems.extend(problems)

    @property
    def kinds(self) -> dict[str, Library | None]:
        """Who defines each kind; None is the program itself."""
        theirs: dict[str, Library | None] = {kind: library for library in self.libraries for kind in library.kinds}
        return theirs | dict.fromkeys(kinds_of(self.program.clauses))

    def _parts(self, kind: str, name: str, spec: Term, span: Span) -> list[Term]:
        parts = Var()
        library = self.kinds[kind]
        code = self.database.lookup(object_symbol(library)).code
        try:
            if self.database.machine.once(code, (sym(kind), sym(name), spec, parts)):
                return [deref(x) for x in iterate(resolve(parts))]
        except ValueError:
            raise GalakitError(f"the parts of the object `{name}` must be a list", span=span, id="GK122") from None
        known = entries(library.name, library.source.text) if library else []
        forms = [e.head[len("object(") : -1].split(", ", 1)[1] for e in known if e.head.startswith(f"object({kind},")]
        hint = f"write {name} : {' or '.join(forms)}" if forms else None
        raise GalakitError(f"`{brief(spec)}` does not describe an object `{kind}`", span=span, hint=hint, id="GK122")

    def _add(self, parts: list[Term], span: Span, cells: dict[Term, Term]) -> None:
        for part in parts:
            if type(part) is tuple and part[0] is EQUALS and _is_cell(part[1]):
                cells[part[1]] = stored(part[2])
            elif type(part) is tuple and part[0] is FACT and type(part[1]) in (tuple, Symbol):
                self.database.add_clause(part[1], span, library=True)
            else:
                hint = "a part is `Cell = Value` or `fact(Fact)`"
                raise GalakitError(f"`{brief(part)}` is no part of an object", span=span, hint=hint, id="GK122")


def _mentions(node: Node, params: Set[str]) -> bool:
    """Whether `$p` occurs for one of the parameters."""
    stack = [node]
    while stack:
        n = stack.pop()
        if is_compound(n, "$", 1) and n.args[0].value in params:
            return True
        stack.extend(n.args)
    return False


def _is_cell(term: Term) -> bool:
    return type(term) in (tuple, Symbol) and is_shallow(term)
