"""Checks of roles and goal values."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.gdl.goals import LARGEST, shortened, too_large, whole
from galakit.gdl.text.syntax import Clause, Description, Variable, arguments, name_of
from galakit.gdl.text.write import shown

LEAST, MOST = 0, 100


def values(clauses: tuple[Clause, ...], description: Description) -> Iterator[Diagnostic]:
    """What is wrong with roles and goals."""
    roles: dict[object, Clause] = {}
    for clause in clauses:
        name, inside = name_of(clause.head), arguments(clause.head)
        if name == "role" and len(inside) == 1:
            if isinstance(inside[0], tuple):
                yield Diagnostic(
                    f"a role is a name, not a term like `{shown(inside[0], description)}`",
                    clause.span,
                    hint="give the role a name of its own",
                    id="GK920",
                )
            elif not clause.body and not isinstance(inside[0], Variable):
                roles[inside[0]] = clause
        elif name == "goal" and len(inside) == 2 and not isinstance(inside[1], Variable):
            yield from _goal(clause, description)
    derived = _derived(clauses)
    for clause in clauses:
        inside = arguments(clause.head)
        if name_of(clause.head) not in ("legal", "goal", "sees", "input", "percept") or len(inside) != 2:
            continue
        who = inside[0]
        if isinstance(who, str) and who not in roles and not derived:
            yield Diagnostic(
                f"`{shown(who, description)}` is no role",
                clause.span,
                hint="the roles are " + ", ".join(shown(str(role), description) for role in roles),
                severity="warning",
                id="GK921",
            )


def _goal(clause: Clause, description: Description) -> Iterator[Diagnostic]:
    value = arguments(clause.head)[1]
    number = whole(value)
    if too_large(value):
        yield Diagnostic(
            f"the goal value {shortened(str(value))} is too large",
            clause.span,
            hint=f"goal values are {LEAST} to {MOST}; up to {LARGEST:,} they are taken as they are",
            id="GK925",
        )
        return
    if number is None:
        problem = f"the goal value `{shown(value, description)}` is no whole number: it counts as none"
    elif not LEAST <= int("".join(number)) <= MOST:
        problem = f"the goal value {value} is outside of {LEAST} to {MOST}"
    else:
        return
    yield Diagnostic(problem, clause.span, hint=f"goal values are {LEAST} to {MOST}", severity="warning", id="GK922")


def _derived(clauses: tuple[Clause, ...]) -> bool:
    """Whether some roles follow from rules, so that the text does not list them all."""
    heads = [(c.body, arguments(c.head)) for c in clauses if name_of(c.head) == "role"]
    return any(body or any(isinstance(who, Variable) for who in inside) for body, inside in heads)
