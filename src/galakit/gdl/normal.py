"""Descriptions as normal logic programs: clauses with a head and a conjunction of literals.

Disjunctions are distributed, or named where that would make too many clauses. What stands under a negation means "there
is no such": conditions with variables of their own are named as well, so that every variable is bound by something
positive. Where a head has a variable that nothing binds, and it stands for a role, `role` binds it, with a warning.
Other repairs come first (see `galakit.gdl.repair`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from itertools import product
from math import prod

from galakit.errors import Diagnostic, GalakitError, Span
from galakit.gdl.repair import ROLE_FIRST, bound, repaired
from galakit.gdl.text.syntax import (
    Clause,
    Description,
    Literal,
    Part,
    Term,
    Variable,
    arguments,
    literals,
    name_of,
    variables,
)
from galakit.gdl.text.write import shown

MANY = 64  # clauses one clause may become
CROWDED = 200_000  # clauses after which none may become several


@dataclass(frozen=True)
class Normal:
    """A clause of a normal logic program."""

    head: Term
    body: tuple[Literal, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Program:
    """All clauses of a description, safe to ground."""

    clauses: tuple[Normal, ...]
    description: Description
    problems: tuple[Diagnostic, ...]


def normalise(description: Description) -> Program:
    """The normal clauses of a description; GalakitError where a variable is bound by nothing.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.read import read_description
    >>> program = normalise(read_description(Source("<text>", "terminal :- true(a) | ~true(b(X)).")))
    >>> [clause.head for clause in program.clauses], program.problems[0].id
    (['terminal', 'either_1', 'terminal'], 'GK902')
    """
    program = attempted(description)
    errors = [problem for problem in program.problems if problem.severity == "error"]
    if errors:
        raise GalakitError(errors)
    return program


def attempted(description: Description) -> Program:
    """The normal clauses of a description, without those that cannot be read: these are among the problems."""
    clauses, problems = repaired(description)
    made = _Normalising(clauses, description)
    for clause in clauses:
        made.add(clause)
    return Program(tuple(made.clauses), description, (*description.problems, *problems, *made.problems))


class _Normalising:
    def __init__(self, clauses: tuple[Clause, ...], description: Description) -> None:
        self.description = description
        self.clauses: list[Normal] = []
        self.problems: list[Diagnostic] = []
        self.named = 0
        self.used = {name_of(c.head) for c in clauses}

    def add(self, clause: Clause) -> None:
        for body in self._flat(clause.body, {*variables(clause.head)}, (), clause.span):
            self.clauses.append(self._safe(Normal(clause.head, body, clause.span)))

    def _flat(
        self, body: tuple[Part, ...], outside: set[Variable], given: tuple[Literal, ...], span: Span | None
    ) -> list[tuple[Literal, ...]]:
        """The conjunctions of literals that satisfy a body. `outside` has variables used elsewhere; `given` holds."""
        most = MANY if len(self.clauses) < CROWDED else 1
        choices: list[list[tuple[Literal, ...]]] = []
        if all(isinstance(part, Literal) for part in body):
            return [body]  # type: ignore[list-item]
        total = Counter(_of(body))
        given = (*given, *(part for part in body if isinstance(part, Literal) and _binds(part)))
        for part in body:
            if isinstance(part, Literal):
                choices.append([(part,)])
                continue
            own = Counter(_of([part]))
            shared = {v: None for v in own if v in outside or total[v] > own[v]}
            if part.positive:
                ways = [way for inner in part.bodies for way in self._flat(inner, {*shared}, given, span)]
                choices.append(ways if len(ways) <= most else [(self._name(part.bodies, shared, given, span),)])
            elif all(len(inner) == 1 and isinstance(inner[0], Literal) for inner in part.bodies):
                flipped = [inner[0] for inner in part.bodies]
                choices.append([tuple(Literal(p.atom, not p.positive, p.span) for p in flipped)])  # type: ignore[union-attr]
            else:
                named = self._name(part.bodies, shared, given, span)
                choices.append([(Literal(named.atom, False, named.span),)])
        if prod(len(ways) for ways in choices) > most:
            used = {*total, *outside}
            choices = [ways if len(ways) == 1 else [(self._name(tuple(ways), used, given, span),)] for ways in choices]
        return [tuple(literal for way in ways for literal in way) for ways in product(*choices)]

    def _name(
        self,
        bodies: tuple[tuple[Part, ...], ...],
        around: Container[Variable],
        given: tuple[Literal, ...],
        span: Span | None,
    ) -> Literal:
        """A new predicate for a disjunction, of the variables that others use as well.

        What binds them may stand outside; as that holds wherever the predicate is used, it can be said inside as well.
        """
        self.named += 1
        name = f"either_{self.named}"
        while name in self.used:
            name += "_"
        self.used.add(name)
        shared = [v for v in dict.fromkeys(_of(p for body in bodies for p in body)) if v in around]
        head: Term = (name, *shared) if shared else name
        for body in bodies:
            known = bound(body)
            binding = [next((g for g in given if v in {*variables(g.atom)}), None) for v in shared if v not in known]
            self.add(Clause(head, (*body, *(g for g in dict.fromkeys(binding) if g is not None)), span))
        return Literal(head, True, span)

    def _safe(self, clause: Normal) -> Normal:
        known = {v for literal in clause.body if _binds(literal) for v in variables(literal.atom)}
        body: list[Literal] = []
        first = arguments(clause.head)[:1]
        if name_of(clause.head) in ROLE_FIRST and first and isinstance(first[0], Variable) and first[0] not in known:
            body.append(self._any_role(first[0], clause))
            known.add(first[0])
        for literal in clause.body:
            free = [v for v in dict.fromkeys(variables(literal.atom)) if v not in known]
            if free and not _binds(literal):
                body.append(self._exists(literal, free, clause))
            else:
                body.append(literal)
        for variable in dict.fromkeys(variables(clause.head)):
            if variable not in known:
                self._unbound(variable, clause)
                break
        return Normal(clause.head, tuple(body), clause.span)

    def _exists(self, literal: Literal, free: list[Variable], clause: Normal) -> Literal:
        """A negated atom with variables of its own: there is no such."""
        head = {*variables(clause.head)}
        if any(v in head for v in free):
            return literal  # reported for the head
        if name_of(literal.atom) == "distinct":
            self._unbound(free[0], clause)
            return literal
        if not free[0].name.startswith("_"):  # such a name says that this is intended
            self.problems.append(
                Diagnostic(
                    f'`{shown(free[0], self.description)}` is bound by nothing: read as "there is no such"',
                    literal.span or clause.span,
                    hint="bind it by a positive condition if something else is meant",
                    severity="warning",
                    id="GK902",
                )
            )
        inner = (Literal(literal.atom, True, literal.span),)
        kept = [v for v in dict.fromkeys(variables(literal.atom)) if v not in free]
        named = self._name((inner,), kept, (), literal.span)
        return Literal(named.atom, False, literal.span)

    def _any_role(self, variable: Variable, clause: Normal) -> Literal:
        role = shown(("role", variable), self.description)
        self.problems.append(
            Diagnostic(
                f"`{shown(variable, self.description)}` is bound by nothing: read as any role",
                clause.span,
                hint=f"add `{role}`",
                severity="warning",
                id="GK902",
            )
        )
        return Literal(("role", variable), True, clause.span)

    def _unbound(self, variable: Variable, clause: Normal) -> None:
        self.problems.append(
            Diagnostic(
                f"the variable `{shown(variable, self.description)}` is bound by nothing",
                clause.span,
                hint="every variable must occur in a condition that is neither negated nor `distinct`",
                id="GK903",
            )
        )


def _binds(literal: Literal) -> bool:
    return literal.positive and name_of(literal.atom) != "distinct"


def _of(parts: Iterable[Part]) -> list[Variable]:
    return [v for literal in literals(parts) for v in variables(literal.atom)]
