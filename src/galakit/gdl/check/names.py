"""Names that look like mistakes: never defined, never used, never true, or with several numbers of arguments."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from galakit.errors import Diagnostic, Label, Span
from galakit.gdl.check.keywords import ARITY
from galakit.gdl.graph import Graph, Predicate, predicate
from galakit.gdl.text.syntax import TUPLE, Clause, Description, Term, Variable, arguments, literals, name_of

MADE_BY = {"true": (("init", 0), ("next", 0), ("base", 0)), "does": (("legal", 1), ("input", 1))}
"""which heads, and which of their arguments, bring about what holds"""

MOST_HINTS = 20  # names that others are compared with: that takes time


def names(clauses: tuple[Clause, ...], description: Description, graph: Graph) -> Iterator[Diagnostic]:
    """What is doubtful about the names of predicates and functions."""
    yield from _undefined(description, graph)
    yield from _unused(description, graph)
    yield from _impossible(clauses, description)
    yield from _arities(clauses, description)


def _undefined(description: Description, graph: Graph) -> Iterator[Diagnostic]:
    told: set[Predicate] = set()
    arities = dict(graph.defined.keys())
    known = sorted({*arities, *ARITY})
    for use in graph.uses:
        if use.used in graph.defined or use.used[0] in ARITY or use.used in told:
            continue
        told.add(use.used)
        near = _near(use.used[0], known, description) if len(told) <= MOST_HINTS else ""
        yield Diagnostic(
            f"nothing defines `{description.spell(use.used[0])}`{_with(use.used, arities)}: it never holds",
            use.literal.span or use.clause.span,
            hint=near or "define it, or remove the condition",
            severity="warning",
            id="GK913",
        )


def _with(wanted: Predicate, arities: dict[str, int]) -> str:
    """How many arguments are meant, where the name is defined with another number."""
    return f" with {wanted[1]} arguments, only with {arities[wanted[0]]}" if wanted[0] in arities else ""


def _unused(description: Description, graph: Graph) -> Iterator[Diagnostic]:
    needed = graph.reached([known for known in graph.defined if known[0] in ARITY])
    used = {use.used for use in graph.uses if use.user != use.used}
    for unused, clauses in graph.defined.items():
        if unused not in needed and unused not in used:
            yield Diagnostic(
                f"`{description.spell(unused[0])}` is never used",
                clauses[0].span,
                hint="remove it, or see whether a condition names it differently",
                severity="warning",
                id="GK914",
            )


def _impossible(clauses: tuple[Clause, ...], description: Description) -> Iterator[Diagnostic]:
    """Conditions on facts and moves that no rule ever brings about."""
    made: dict[str, set[Predicate] | None] = {}
    for wanted, sources in MADE_BY.items():
        found: set[Predicate] | None = set()
        for clause in clauses:
            for name, place in sources:
                if name_of(clause.head) == name and len(arguments(clause.head)) == ARITY[name]:
                    term = arguments(clause.head)[place]
                    found = None if isinstance(term, Variable) or found is None else found | {predicate(term)}
        made[wanted] = found
    told: set[tuple[str, Predicate]] = set()
    for clause in clauses:
        for literal in literals(clause.body):
            wanted = name_of(literal.atom)
            possible = made.get(wanted)
            if possible is None or len(arguments(literal.atom)) != ARITY[wanted]:
                continue
            term = arguments(literal.atom)[-1]
            if isinstance(term, Variable) or predicate(term) in possible or (wanted, predicate(term)) in told:
                continue
            told.add((wanted, predicate(term)))
            others = sorted({name for name, _ in possible}) if len(told) <= MOST_HINTS else []
            near = _near(name_of(term), others, description)
            what = "true" if wanted == "true" else "a legal move"
            yield Diagnostic(
                f"`{description.spell(name_of(term))}`{_with(predicate(term), dict(possible))} is never {what}",
                literal.span or clause.span,
                hint=near or f"see {' and '.join(f'`{name}`' for name, _ in MADE_BY[wanted][:2])}",
                severity="warning",
                id="GK915",
            )


def _arities(clauses: tuple[Clause, ...], description: Description) -> Iterator[Diagnostic]:
    """Names with several numbers of arguments: each is read as several names."""
    predicates: dict[str, dict[int, Span | None]] = {}
    functions: dict[str, dict[int, Span | None]] = {}
    for clause in clauses:
        for atom, span in [
            (clause.head, clause.span),
            *((x.atom, x.span or clause.span) for x in literals(clause.body)),
        ]:
            if name_of(atom) not in ARITY:
                predicates.setdefault(name_of(atom), {}).setdefault(len(arguments(atom)), span)
            for function in _functions(atom):
                if name_of(function) == TUPLE:
                    continue
                functions.setdefault(name_of(function), {}).setdefault(len(arguments(function)), span)
    for kind, found in (("predicate", predicates), ("function", functions)):
        for name, places in found.items():
            if len(places) > 1:
                (first, here), (second, there) = list(places.items())[:2]
                yield Diagnostic(
                    f"the {kind} `{description.spell(name)}` has {first} arguments in one place, {second} in another: "
                    "read as two names",
                    there,
                    hint="give them different names",
                    severity="warning",
                    labels=(Label(here, f"with {first}"),) if here is not None else (),
                    id="GK916",
                )


def _functions(atom: Term) -> Iterator[Term]:
    """The terms with arguments inside of an atom. A constant with the name of a function is nothing special."""
    stack = [*arguments(atom)]
    while stack:
        term = stack.pop()
        if isinstance(term, tuple):
            yield term
            stack.extend(term[1:])


def _near(name: str, known: list[str], description: Description) -> str:
    close = difflib.get_close_matches(name, [k for k in known if k != name], 1)
    return f"did you mean `{description.spell(close[0])}`?" if close else ""
