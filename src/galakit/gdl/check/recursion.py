"""Circles of definitions: no way through a negation may lead back, and terms may not grow without end.

Stratification is asked of predicates here. `(goal ?p 0)` that negates `(goal ?q 100)` fails that, and may still be fine
once the rules are grounded; that is found out when the game is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from galakit.errors import Diagnostic, Label
from galakit.gdl.graph import DISTINCT, Graph, Predicate, Use, predicate, uses
from galakit.gdl.text.syntax import Clause, Description, Literal, Term, Variable, arguments, literals, variables
from galakit.gdl.text.write import shown

STRATIFIED = "the constants in the rules keep it from leading back to itself, so it is read as it stands"
DOUBTFUL = "it is fine if it does not lead back to itself once the rules are grounded; if it does, it is refused then"
MOST_PAIRS = 300_000  # conditions and heads of a circle that are compared with each other
MOST_TOLD = 50  # circles through a negation


def recursion(description: Description, graph: Graph) -> Iterator[Diagnostic]:
    """What is wrong with definitions that lead back to themselves."""
    back = graph.recursive()
    yield from _negated(description, graph, back)
    circle = {id(use.literal) for use in back}
    for clause in {id(use.clause): use.clause for use in back if use.positive}.values():
        problem = _restriction(clause, circle, description)
        if problem is not None:
            yield problem


def _negated(description: Description, graph: Graph, back: list[Use]) -> Iterator[Diagnostic]:
    told: set[tuple[Predicate, Predicate]] = set()
    note = DOUBTFUL if _led_back(back) else STRATIFIED
    inside = {id(use.literal) for use in back}
    certain = _led_back([use for use in back if _always_asked(use.clause, inside)])
    for use in back:
        if use.positive or (use.user, use.used) in told or len(told) == MOST_TOLD:
            continue
        if id(use.literal) in certain:
            told.add((use.user, use.used))
            yield Diagnostic(
                f"`{description.spell(use.user[0])}` holds if it does not: it depends on its own negation",
                use.literal.span or use.clause.span,
                hint="no condition may lead through a negation back to itself",
                id="GK924",
            )
            continue
        told.add((use.user, use.used))
        way = [use.used] if use.used == use.user else graph.reaches(use.used, [use.user])
        steps = [next(u for u in graph.uses if (u.user, u.used) == pair) for pair in pairwise(way)]
        name = description.spell(use.user[0])
        circle = " through " + ", ".join(f"`{description.spell(p[0])}`" for p in way[:-1]) if len(way) > 1 else ""
        yield Diagnostic(
            f"`{name}` depends on its own negation{circle}",
            use.literal.span or use.clause.span,
            notes=(note,),
            hint="split it into two predicates, the second of which negates the first",
            severity="warning",
            labels=tuple(Label(u.literal.span, "which leads back to here") for u in steps[:3] if u.literal.span),
            id="GK917",
        )


def _led_back(back: list[Use]) -> set[int]:
    """The negated literals that lead back to their clause, when constants that differ are kept apart.

    Each clause of a circle is a predicate of its own, and an atom stands for the clauses whose heads it may match.
    """
    clauses = {id(use.clause): use.clause for use in back}
    if len(clauses) * len(back) > MOST_PAIRS:
        return {id(use.literal) for use in back if not use.positive}
    names = {key: str(number) for number, key in enumerate(clauses)}
    apart: list[Clause] = []
    meant: dict[int, int] = {}
    for use in back:
        for key, clause in clauses.items():
            if predicate(clause.head) == use.used and _may_match(clause.head, use.literal.atom):
                apart.append(Clause(names[id(use.clause)], (Literal(names[key], use.positive),)))
                meant[id(apart[-1])] = id(use.literal)
    return {meant[id(use.clause)] for use in Graph(apart).recursive() if not use.positive}


def _always_asked(clause: Clause, inside: set[int]) -> bool:
    """Whether a clause has neither variables nor conditions outside of its circle: then the circle is there."""
    body = [*literals(clause.body)]
    ground = not any(True for atom in (clause.head, *(x.atom for x in body)) for _ in variables(atom))
    return ground and all(id(literal) in inside for literal in body)


def _may_match(one: Term, other: Term) -> bool:
    stack = [(one, other)]
    while stack:
        left, right = stack.pop()
        if isinstance(left, Variable) or isinstance(right, Variable):
            continue
        if predicate(left) != predicate(right):
            return False
        stack.extend(zip(arguments(left), arguments(right)))
    return True


def _restriction(clause: Clause, circle: set[int], description: Description) -> Diagnostic | None:
    """The recursion restriction: what a circle hands on is its own argument, a fixed term, or comes from outside."""
    inside = [u for u in uses(clause) if id(u.literal) in circle]
    outside = [u for u in uses(clause) if u.positive and id(u.literal) not in circle and u.used != DISTINCT]
    handed = {*arguments(clause.head)}
    from_outside = {term for u in outside for term in arguments(u.literal.atom)}
    bounded = {v for u in outside for v in variables(u.literal.atom)}
    for term in arguments(clause.head):
        growing = [v for v in variables(term) if v not in bounded] if not isinstance(term, Variable) else []
        if growing:
            return Diagnostic(
                f"`{shown(term, description)}` grows without end: nothing outside of the circle bounds "
                f"`{shown(growing[0], description)}`",
                clause.span,
                hint="add a condition that lists what it may be",
                id="GK919",
            )
    for use in inside:
        for term in arguments(use.literal.atom):
            ground = not any(True for _ in variables(term))
            if use.positive and not ground and term not in handed and term not in from_outside:
                return Diagnostic(
                    f"the recursion is not restricted: `{shown(term, description)}` is neither an argument of the head "
                    "nor of a condition outside of the circle",
                    use.literal.span or clause.span,
                    notes=("the terms do not grow, so it is read all the same",),
                    hint="add a condition that lists what it may be",
                    severity="warning",
                    id="GK918",
                )
    return None
