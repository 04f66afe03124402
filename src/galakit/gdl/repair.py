"""Repairs of common faults: unusable declarations are dropped, and unlistable predicates expanded where they are used.

`base`, `input` and `percept` only declare what the other rules imply, so a declaration that cannot be used is left out.
A predicate whose variables are bound by nothing (`(<= (differ ?x ?y ?m ?n) (distinct ?x ?m))`) cannot be listed, but
its variables may be bound where it is used: its rules are expanded there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from galakit.errors import Diagnostic
from galakit.gdl.graph import DOES, TRUE, Graph, Predicate, predicate
from galakit.gdl.text.syntax import (
    KEYWORDS,
    Clause,
    Description,
    Either,
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

DECLARATIONS = {"base": 1, "input": 2, "percept": 2}
ROLE_FIRST = ("legal", "goal", "sees", "input", "percept")
MOST_REPAIRED = 100  # predicates that are expanded
MOST_COPIES = 10_000  # conditions that expanding may add


def repaired(description: Description) -> tuple[tuple[Clause, ...], tuple[Diagnostic, ...]]:
    """The repaired clauses, and warnings about the repairs."""
    clauses, problems = _without_bad_declarations(description)
    return _without_unbound_predicates(clauses, description, problems), tuple(problems)


def unbound(clause: Clause) -> list[Variable]:
    """The variables of the head that nothing binds; roles bind those that stand for a role."""
    known = bound(clause.body)
    first = arguments(clause.head)[:1] if name_of(clause.head) in ROLE_FIRST else ()
    return [v for v in dict.fromkeys(variables(clause.head)) if v not in known and v not in first]


def bound(body: Iterable[Part]) -> set[Variable]:
    """The variables that a body binds, however it is satisfied."""
    found: set[Variable] = set()
    for part in body:
        if isinstance(part, Literal):
            if part.positive and name_of(part.atom) != "distinct":
                found.update(variables(part.atom))
        elif part.positive and part.bodies:
            found |= set.intersection(*(bound(inner) for inner in part.bodies))
    return found


# -- declarations ------------------------------------------------------------------------------------------------------


def _without_bad_declarations(description: Description) -> tuple[tuple[Clause, ...], list[Diagnostic]]:
    graph = Graph(description.clauses)
    used = {use.used for use in graph.uses}
    left_out: set[str] = set()
    problems: list[Diagnostic] = []
    for name, arity in DECLARATIONS.items():
        if (name, arity) in used:
            continue
        changing = bool(graph.reaches((name, arity), [TRUE, DOES]))
        for clause in description.clauses:
            if name_of(clause.head) != name:
                continue
            reason = _wrong(clause, arity, changing, description)
            if reason:
                left_out.add(name)
                problems.append(
                    Diagnostic(
                        f"the declarations of `{name}` are left out: {reason}",
                        clause.span,
                        hint="what is possible is found out from the other rules",
                        severity="warning",
                        id="GK906",
                    )
                )
                break
    return tuple(c for c in description.clauses if name_of(c.head) not in left_out), problems


def _wrong(clause: Clause, arity: int, changing: bool, description: Description) -> str:
    """Why a declaration cannot be used."""
    if len(arguments(clause.head)) != arity:
        return f"here it does not have {arity} argument{'s' if arity > 1 else ''}"
    free = unbound(clause)
    if free:
        return f"here `{shown(free[0], description)}` is bound by nothing"
    return "they depend on the state or on moves" if changing else ""


# -- predicates that cannot be listed ----------------------------------------------------------------------------------


def _without_unbound_predicates(
    clauses: tuple[Clause, ...], description: Description, problems: list[Diagnostic]
) -> tuple[Clause, ...]:
    copies = 0
    for _ in range(MOST_REPAIRED):
        broad = _broad(clauses)
        if broad is None:
            break
        definition = [c for c in clauses if predicate(c.head) == broad]
        others = [c for c in clauses if predicate(c.head) != broad]
        places = sum(predicate(literal.atom) == broad for c in others for literal in literals(c.body))
        copies += places * sum(1 + _size(c.body) for c in definition)
        placed = None if copies > MOST_COPIES else _placed(others, definition)
        if placed is None:
            break
        clauses = tuple(placed)
        problems.append(_told(definition, places > 0, description))
    return clauses


def _told(definition: list[Clause], used: bool, description: Description) -> Diagnostic:
    clause, free = next((c, free) for c in definition if (free := unbound(c)))
    name = description.spell(name_of(clause.head))
    done = f"the rules of `{name}` are read where it is used" if used else f"`{name}` is not used, and left out"
    return Diagnostic(
        f"`{shown(free[0], description)}` is bound by nothing: {done}",
        clause.span,
        hint="bind it by a positive condition",
        severity="warning",
        id="GK902",
    )


def _size(body: Iterable[Part]) -> int:
    return sum(1 if isinstance(p, Literal) else 1 + sum(1 + _size(inner) for inner in p.bodies) for p in body)


def _broad(clauses: tuple[Clause, ...]) -> Predicate | None:
    """A predicate with unbound variables that no game needs to list, and that is not defined by itself."""
    graph: Graph | None = None
    for clause in clauses:
        broad = predicate(clause.head)
        if unbound(clause) and broad[0] not in KEYWORDS:
            graph = graph or Graph(clauses)
            if broad not in graph.reaches(broad, [broad]):
                return broad
    return None


def _placed(clauses: list[Clause], definition: list[Clause]) -> list[Clause] | None:
    """The clauses with a predicate expanded; None if that is impossible."""
    broad = predicate(definition[0].head)
    fresh = 0

    def part(old: Part) -> Part:
        nonlocal fresh
        if isinstance(old, Either):
            return Either(tuple(tuple(part(p) for p in body) for body in old.bodies), old.positive)
        if predicate(old.atom) != broad:
            return old
        bodies = []
        for clause in definition:
            fresh += 1
            body = _instance(clause, old, fresh)
            if body is None:
                raise _CannotBeSaid
            bodies.append(body)
        return Either(tuple(b for b in bodies if b is not _NEVER), old.positive)

    try:
        return [Clause(c.head, tuple(part(p) for p in c.body), c.span) for c in clauses]
    except _CannotBeSaid:
        return None


class _CannotBeSaid(Exception):
    """A definition matches by decomposing terms, which only a listed predicate can do."""


_NEVER: tuple[Part, ...] = (Literal(("distinct", "a", "a")),)


def _instance(clause: Clause, literal: Literal, number: int) -> tuple[Part, ...] | None:
    """The body of a clause for an atom: its own variables renamed, those of the head replaced."""
    means: dict[Variable, Term] = {}
    equal: list[Part] = []
    for pattern, given in _matched(clause.head, literal.atom):
        if isinstance(pattern, Variable) and pattern not in means:
            means[pattern] = given
        elif isinstance(pattern, Variable):
            equal.append(Literal(("distinct", means[pattern], given), False, literal.span))
        elif not isinstance(given, Variable):
            return _NEVER
        elif any(True for _ in variables(pattern)):
            return None
        else:
            equal.append(Literal(("distinct", given, pattern), False, literal.span))

    def term(old: Term) -> Term:
        if isinstance(old, Variable):
            return means.setdefault(old, Variable(f"{old.name} {number}"))  # no name in a text has a blank
        return (old[0], *(term(t) for t in old[1:])) if isinstance(old, tuple) else old

    def part(old: Part) -> Part:
        if isinstance(old, Literal):
            return Literal(term(old.atom), old.positive, literal.span)
        return Either(tuple(tuple(part(p) for p in body) for body in old.bodies), old.positive)

    return (*equal, *(part(p) for p in clause.body))


def _matched(pattern: Term, given: Term) -> Iterator[tuple[Term, Term]]:
    """The parts of two terms that stand at the same places, as deep as both are taken apart."""
    stack = [(pattern, given)]
    while stack:
        left, right = stack.pop()
        if isinstance(left, tuple) and isinstance(right, tuple) and predicate(left) == predicate(right):
            stack.extend(reversed([*zip(left[1:], right[1:])]))
        elif left != right or isinstance(left, Variable):
            yield left, right
