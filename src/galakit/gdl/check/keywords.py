"""The special predicates: their arities, where they may occur, and what they may depend on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from galakit.errors import Diagnostic, Label
from galakit.gdl.graph import DOES, TRUE, Graph, Predicate
from galakit.gdl.text.syntax import Clause, Description, Term, arguments, literals, name_of
from galakit.gdl.text.write import shown

ARITY = {
    "role": 1, "base": 1, "input": 2, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2, "terminal": 0,
    "sees": 2, "percept": 2, "distinct": 2,
}  # fmt: skip
GIVEN = ("true", "does")
ONLY_HEADS = {"init": "what is true at first", "next": "what will be true", "sees": "what is seen after the move"}
INDEPENDENT: dict[str, tuple[Predicate, ...]] = {
    **dict.fromkeys(("role", "base", "input", "percept", "init"), (TRUE, DOES)),
    **dict.fromkeys(("legal", "terminal", "goal"), (DOES,)),
}
NEEDED = {"role": "the game has no player"}
EXPECTED = {
    "legal": "no role can ever move",
    "init": "nothing is true at first",
    "next": "nothing is true after the first move",
    "terminal": "the game never ends",
    "goal": "no role ever gets a payoff",
}
DECLARED = ("base", "input")


def keywords(clauses: tuple[Clause, ...], description: Description, graph: Graph) -> Iterator[Diagnostic]:
    """What is wrong with the use of special predicates."""
    yield from _arities(clauses, description)
    yield from _places(clauses, description)
    yield from _dependence(description, graph)
    yield from _missing(description)


def _arities(clauses: tuple[Clause, ...], description: Description) -> Iterator[Diagnostic]:
    for clause in clauses:
        atoms = [(clause.head, clause.span), *((x.atom, x.span) for x in literals(clause.body))]
        for atom, span in atoms:
            wanted = ARITY.get(name_of(atom))
            if wanted is not None and len(arguments(atom)) != wanted:
                name = description.spell(name_of(atom))
                yield Diagnostic(
                    f"`{name}` has {_many(len(arguments(atom)))} here, but it takes {_many(wanted)}",
                    span or clause.span,
                    hint=f"write `{shown(_pattern(name_of(atom)), description)}`",
                    id="GK907",
                )


def _places(clauses: tuple[Clause, ...], description: Description) -> Iterator[Diagnostic]:
    for clause in clauses:
        name = name_of(clause.head)
        if name in GIVEN:
            instead = "`init` says what is true at first, `next` what comes after" if name == "true" else "see `legal`"
            yield Diagnostic(
                f"`{description.spell(name)}` cannot be defined: play decides about it",
                clause.span,
                hint=instead,
                id="GK908",
            )
        for literal in literals(clause.body):
            used = name_of(literal.atom)
            if used in ONLY_HEADS:
                yield Diagnostic(
                    f"`{description.spell(used)}` is meant for heads: read as {ONLY_HEADS[used]}",
                    literal.span or clause.span,
                    hint="name a predicate of your own that both rules use",
                    severity="warning",
                    id="GK909",
                )


def _dependence(description: Description, graph: Graph) -> Iterator[Diagnostic]:
    for name, forbidden in INDEPENDENT.items():
        way = graph.reaches((name, ARITY[name]), forbidden)
        if not way:
            continue
        steps = [next(u for u in graph.uses if (u.user, u.used) == pair) for pair in pairwise(way)]
        first, *rest = steps
        spelt = [description.spell(step[0]) for step in way]
        through = f", through `{'`, `'.join(spelt[1:-1])}`" if rest else ""
        known = "a move is made" if way[-1] == DOES else "there is a state"
        yield Diagnostic(
            f"`{spelt[0]}` may not depend on `{spelt[-1]}`{through}: it is needed before {known}",
            first.literal.span or first.clause.span,
            hint="put what is needed into the state with `next`" if way[-1] == DOES else "give it as facts",
            labels=tuple(Label(u.literal.span, "which depends on this") for u in rest if u.literal.span),
            id="GK910",
        )


def _missing(description: Description) -> Iterator[Diagnostic]:
    heads = {name_of(clause.head) for clause in description.clauses}
    place = description.clauses[0].span if description.clauses else None
    for name, why in (*NEEDED.items(), *EXPECTED.items()):
        if name not in heads:
            yield Diagnostic(
                f"there is no `{name}`: {why}",
                place,
                hint=f"add `{shown(_pattern(name), description)}`",
                severity="error" if name in NEEDED else "warning",
                id="GK911" if name in NEEDED else "GK912",
            )
    absent = [name for name in DECLARED if name not in heads]
    if absent:
        yield Diagnostic(
            f"`{'` and `'.join(absent)}` {'are' if len(absent) > 1 else 'is'} not declared",
            place,
            notes=("what is possible is found out from the other rules",),
            hint=f"add `{shown(_pattern(absent[0]), description)}` for everything that may be",
            severity="warning",
            id="GK912",
        )


def _pattern(name: str) -> Term:
    """How a special predicate is written."""
    parts = {
        "role": ("NAME",), "terminal": (), "distinct": ("A", "B"), "goal": ("ROLE", "VALUE"),
        "sees": ("ROLE", "PERCEPT"), "percept": ("ROLE", "PERCEPT"),
        "legal": ("ROLE", "MOVE"), "does": ("ROLE", "MOVE"), "input": ("ROLE", "MOVE"),
    }.get(name, ("FACT",))  # fmt: skip
    return (name, *parts) if parts else name


def _many(count: int) -> str:
    return "no argument" if count == 0 else f"{count} argument{'s' if count > 1 else ''}"
