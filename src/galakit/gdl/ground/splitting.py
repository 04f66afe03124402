"""Clauses split so that fewer ground rules are needed.

A clause with many variables has as many ground rules as there are ways to bind them. A variable that the head does not
need, and that only some of the conditions share, can be dealt with on the side: those conditions become a clause of
their own, whose head keeps the variables they share with the rest. `a(X) :- b(X), c(X, Y), d(Y, Z)` has an instance for
each X, Y and Z; with `side(Y) :- d(Y, Z)` it has one for each X and Y, and one for each Y and Z.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from galakit.gdl.normal import Normal
from galakit.gdl.text.syntax import Literal, Term, Variable, name_of, variables


def split(clauses: Iterable[Normal]) -> list[Normal]:
    """The same clauses, with clauses on the side.

    >>> X, Y, Z = (Variable(v) for v in "xyz")
    >>> made = split([Normal(("a", X), (Literal(("b", X)), Literal(("c", X, Y)), Literal(("d", Y, Z))))])
    >>> [(c.head, [l.atom for l in c.body]) for c in made][0]
    (('side 0', Variable(name='v0')), [('d', Variable(name='v0'), Variable(name='v1'))])
    """
    splitting = _Splitting()
    for clause in clauses:
        splitting.add(clause)
    return splitting.clauses


class _Splitting:
    def __init__(self) -> None:
        self.clauses: list[Normal] = []
        self.known: dict[tuple[object, ...], str] = {}

    def add(self, clause: Normal) -> None:
        kept = set(variables(clause.head))
        body = clause.body
        while (group := _separable(body, kept)) is not None:
            body = self._aside(body, group)
        self.clauses.append(replace(clause, body=body))

    def _aside(self, body: tuple[Literal, ...], gone: frozenset[Variable]) -> tuple[Literal, ...]:
        """The body with all conditions on the variables that go replaced by one on the side."""
        inside = _inside(body, gone)
        outside = tuple(literal for literal in body if not gone & _of(literal))
        shared = {v for literal in body if gone & _of(literal) for v in _of(literal)} - gone
        return (*outside, Literal(self._name(tuple(sorted(shared, key=lambda v: v.name)), inside)))

    def _name(self, shared: tuple[Variable, ...], inside: tuple[Literal, ...]) -> Term:
        """The head of a clause on the side; equal ones are made once."""
        numbers = {v: Variable(f"v{k}") for k, v in enumerate(shared)}
        for literal in inside:
            for v in variables(literal.atom):
                numbers.setdefault(v, Variable(f"v{len(numbers)}"))
        body = tuple(Literal(_renamed(literal.atom, numbers), literal.positive) for literal in inside)
        key = (len(shared), *((literal.atom, literal.positive) for literal in body))
        name = self.known.get(key)
        if name is None:
            name = self.known[key] = f"side {len(self.known)}"
            self.clauses.append(Normal(_atom(name, [numbers[v] for v in shared]), body))
        return _atom(name, list(shared))


def _separable(body: tuple[Literal, ...], kept: set[Variable]) -> frozenset[Variable] | None:
    """Variables that can go together: no head needs them, and their conditions leave some other variable out."""
    of = [_of(literal) for literal in body]
    every = frozenset[Variable]().union(*of)
    places = {v: frozenset(k for k, inside in enumerate(of) if v in inside) for v in every - kept}
    best: tuple[int, int, str] | None = None
    chosen: frozenset[Variable] | None = None
    for v, where in places.items():
        gone = frozenset(u for u, w in places.items() if w <= where)
        around = frozenset[Variable]().union(*(_of(literal) for literal in _inside(body, gone)))
        measure = (len(around), len(around - gone), v.name)
        if around != every and (best is None or measure < best):
            best, chosen = measure, gone
    return chosen


def _inside(body: tuple[Literal, ...], gone: frozenset[Variable]) -> tuple[Literal, ...]:
    """The conditions on some variables, and those that bind what the negative ones among them mention."""
    inside = [literal for literal in body if gone & _of(literal)]
    missing = {v for literal in inside for v in _of(literal)}
    missing -= {v for literal in inside if _binds(literal) for v in _of(literal)}
    for literal in sorted(body, key=lambda each: len(_of(each))):
        if _binds(literal) and literal not in inside and missing & _of(literal):
            inside.append(literal)
            missing -= _of(literal)
    return tuple(inside)


def _of(literal: Literal) -> frozenset[Variable]:
    return frozenset(variables(literal.atom))


def _binds(literal: Literal) -> bool:
    return literal.positive and name_of(literal.atom) != "distinct"


def _atom(name: str, arguments: list[Variable]) -> Term:
    return (name, *arguments) if arguments else name


def _renamed(term: Term, numbers: dict[Variable, Variable]) -> Term:
    if isinstance(term, Variable):
        return numbers[term]
    if isinstance(term, tuple):
        return (term[0], *(_renamed(t, numbers) for t in term[1:]))
    return term
