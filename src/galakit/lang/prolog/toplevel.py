"""A Prolog program from text with the library loaded, and questions asked of it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from galakit.errors import GalakitError, Source, Span
from galakit.lang.prolog.database import DIRECTIVE, Database, Definition, parts
from galakit.lang.prolog.faults import TROUBLE, as_prolog_error
from galakit.lang.prolog.machine import Machine
from galakit.lang.prolog.memo import names_in
from galakit.lang.prolog.walk import resolve
from galakit.lang.prolog.work import STEP_LIMIT
from galakit.lang.reader import read, read_term
from galakit.lang.shipped import clauses
from galakit.lang.syntax import to_term
from galakit.lang.terms import Symbol, Term, Var
from galakit.lang.writer import write


@cache
def library(package: str, name: str) -> tuple[Definition, ...]:
    """The predicates of a library file shipped with the package; made once per process, since nothing changes them."""
    source = Source(name, files(package).joinpath(name).read_text(encoding="utf-8"))
    found: dict[Symbol, tuple[list[tuple[Term, Term]], list[Span]]] = {}
    for clause in clauses(package, name, source):
        symbol, both = parts(to_term(clause.node, {}))
        bodies, spans = found.setdefault(symbol, ([], []))
        bodies.append(both)
        spans.append(clause.span)
    return tuple([Definition(s, tuple(b), tuple(p), frozenset(names_in(b))) for s, (b, p) in found.items()])


def load_prolog(database: Database) -> None:
    """The predicates of Prolog's own library that are written in Prolog."""
    for name in ("lists.pl", "apply.pl", "ordsets.pl", "assoc.pl"):
        for definition in library("galakit.lang.prolog", name):
            database.add_definition(definition)


class Prolog:
    """A program to ask: `Prolog("p(1). p(2).").ask("p(X)")`."""

    def __init__(self, text: str = "", step_limit: int = STEP_LIMIT) -> None:
        self.database = Database(Machine(step_limit))
        load_prolog(self.database)
        own, problems = read(Source("<text>", text))
        if problems:
            raise GalakitError(problems)
        for clause in own:
            term = to_term(clause.node, {})
            if not (type(term) is tuple and term[0] is DIRECTIVE):
                symbol, _ = parts(term)
                if self.database.protected(symbol):
                    problem = f"`{symbol.name}/{symbol.arity}` is built in and cannot be defined"
                    raise GalakitError(problem, span=clause.span, hint="give it another name", id="GK118")
                self.database.add_clause(term, clause.span)

    def ask(self, question: str, limit: int | None = None) -> list[dict[str, str]]:
        """Every solution (or the first `limit`) as a dictionary from variable names to written terms."""
        return [{name: write(value) for name, value in answer.items()} for answer in self.answers(question, limit)]

    def answers(self, question: str, limit: int | None = None) -> list[dict[str, Term]]:
        """As `ask`, with terms."""
        names: dict[str, Var] = {}
        goal = to_term(read_term(question), names)
        code = self.database.compile_goal(goal, names.values())
        found: list[dict[str, Any]] = []
        try:
            for _ in self.database.machine.solutions(code, tuple(names.values())):
                found.append({name: resolve(v) for name, v in names.items() if not name.startswith("_")})
                if limit is not None and len(found) >= limit:
                    break
        except TROUBLE as trouble:
            fault = as_prolog_error(trouble)
            raise GalakitError(fault.message, hint=fault.hint, id=fault.id) from trouble
        return found
