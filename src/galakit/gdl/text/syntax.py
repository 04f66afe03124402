"""What a game description is made of: terms, literals, clauses.

A term is a constant (a string), a variable, or a tuple of a function's name and its arguments; an atom is a term as
well. Names are compared without regard to case, as servers send them in any: terms hold them in lower case, and the
description knows how each was first spelt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from galakit.errors import Diagnostic, Source, Span

CONNECTIVES = ("and", "or", "not")
KEYWORDS = (
    "role", "base", "input", "init", "true", "does", "next", "legal", "goal", "terminal", "sees", "percept", "random",
    "distinct", *CONNECTIVES,
)  # fmt: skip


TUPLE = ","
"""the name of a term that has none: `(X, Y)`"""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; its name is what stands behind the question mark."""

    name: str


Term: TypeAlias = str | Variable | tuple[Any, ...]


@dataclass(frozen=True)
class Literal:
    """An atom or its negation. `distinct` is an atom like others."""

    atom: Term
    positive: bool = True
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Either:
    """At least one of several bodies holds; or, if it is not positive, none does."""

    bodies: tuple[tuple[Part, ...], ...]
    positive: bool = True


Part: TypeAlias = Literal | Either


def either(bodies: tuple[tuple[Part, ...], ...], positive: bool = True) -> tuple[Part, ...]:
    """At least one of several bodies, or none of them, as simply as it can be said.

    >>> either(((Literal("a"),),), positive=False)
    (Literal(atom='a', positive=False),)
    """
    if len(bodies) == 1:
        if positive:
            return bodies[0]
        if len(bodies[0]) == 1:
            inner = bodies[0][0]
            if isinstance(inner, Either):
                return either(inner.bodies, not inner.positive)
            return (replace(inner, positive=not inner.positive),)
    return (Either(bodies, positive),)


@dataclass(frozen=True)
class Clause:
    """If all parts of the body hold, so does the head."""

    head: Term
    body: tuple[Part, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Description:
    """A game description as it was written."""

    clauses: tuple[Clause, ...]
    spelling: dict[str, str]
    """how each name was first spelt; variables with their question mark"""
    source: Source
    notation: str
    """kif or infix"""
    problems: tuple[Diagnostic, ...] = ()
    """what is doubtful but can be read"""

    def spell(self, name: str) -> str:
        return self.spelling.get(name, name)


def name_of(term: Term) -> str:
    """The predicate of an atom, or the function of a term; nothing for a variable."""
    if isinstance(term, tuple):
        return str(term[0])
    return "" if isinstance(term, Variable) else term


def arguments(term: Term) -> tuple[Term, ...]:
    return term[1:] if isinstance(term, tuple) else ()


def variables(term: Term) -> Iterator[Variable]:
    """The variables of a term, in order, as often as they occur."""
    stack = [term]
    while stack:
        here = stack.pop()
        if isinstance(here, Variable):
            yield here
        elif isinstance(here, tuple):
            stack.extend(reversed(here[1:]))


def literals(body: Iterable[Part]) -> Iterator[Literal]:
    """All literals of a body, those inside of disjunctions as well."""
    for part in body:
        if isinstance(part, Literal):
            yield part
        else:
            for inner in part.bodies:
                yield from literals(inner)
