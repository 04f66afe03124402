"""Random stratified descriptions over a few constants, for two roles."""

from __future__ import annotations

import random
from dataclasses import replace

from galakit.errors import Source
from galakit.gdl.normal import Normal, Program
from galakit.gdl.text.syntax import Description, Literal, Variable

CONSTANTS = ("a", "b", "c")
ROLES = ("ann", "bob")
X, Y, R = Variable("x"), Variable("y"), Variable("r")


def random_program(seed: int) -> Program:
    """Auxiliary predicates may use themselves and earlier ones, and the negations of earlier ones only."""
    r = random.Random(seed)
    clauses = [Normal(("role", role)) for role in ROLES]
    clauses += [Normal(("init", c)) for c in CONSTANTS if r.random() < 0.5]
    clauses += [Normal(("edge", a, b)) for a in CONSTANTS for b in CONSTANTS if r.random() < 0.4]
    for k in range(4):
        for _ in range(r.randint(1, 2)):
            clauses.append(Normal((f"q{k}", X), _body(r, k)))
    for head in (("legal", R, X), ("goal", R, X), ("sees", R, X), ("next", X)):
        for _ in range(r.randint(1, 2)):
            role = (Literal(("role", R)),) if R in head else ()
            clauses.append(Normal(head, (*role, *_body(r, 4))))
    clauses.append(Normal("terminal", _body(r, 4)))
    r.shuffle(clauses)
    return Program(tuple(clauses), Description((), {}, Source("<random>", ""), "kif"), ())


def random_game(seed: int, turns: int = 2) -> Program:
    """A random program with nature as a third role, made into a game: who has no move does nothing, and it ends."""
    steps = [Normal(("succ", str(k), str(k + 1))) for k in range(turns)]
    described = random_program(seed)
    clauses = [
        replace(c, head=("option", *c.head[1:])) if c.head[0] == "legal" else c
        for c in described.clauses
        if c.head[0] not in ("goal", "t")  # the first letter of `terminal`
    ]
    clauses += [
        *steps,
        Normal(("role", "random")),
        Normal(("init", ("step", "0"))),
        Normal(("next", ("step", Y)), (Literal(("true", ("step", X))), Literal(("succ", X, Y)))),
        Normal("terminal", (Literal(("true", ("step", str(turns)))),)),
        Normal(("legal", R, X), (Literal(("option", R, X)),)),
        Normal(("legal", R, "noop"), (Literal(("role", R)), Literal(("some", R), False))),
        Normal(("some", R), (Literal(("option", R, X)),)),
        Normal(("goal", R, "1"), (Literal(("role", R)), Literal(("true", "a")))),
        Normal(("goal", R, "0"), (Literal(("role", R)), Literal(("true", "a"), False))),
    ]
    return replace(described, clauses=tuple(clauses))


def _body(r: random.Random, k: int) -> tuple[Literal, ...]:
    binders = [
        ("true", X),
        ("edge", X, Y),
        ("edge", Y, X),
        ("does", "ann", X),
        ("does", R, X) if k == 4 else ("true", X),
    ]
    binders += [(f"q{j}", X) for j in range(min(k + 1, 4))]
    body = [Literal(r.choice(binders))]
    if R in body[0].atom:
        body.append(Literal(("role", R)))
    if Y in body[0].atom and r.random() < 0.7:
        body.append(Literal((r.choice([f"q{j}" for j in range(min(k + 1, 4))] + ["true"]), Y)))
    if r.random() < 0.5:
        negated = [("true", X), ("does", "bob", X), ("edge", X, X), *((f"q{j}", X) for j in range(k))]
        body.append(Literal(r.choice(negated), False))
    if r.random() < 0.3:
        body.append(Literal(("distinct", X, r.choice(CONSTANTS)), r.random() < 0.8))
    return tuple(body)
