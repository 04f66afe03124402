"""Goals that compare two things: recognised, so that they need not run on every pair."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from galakit.lang.gala.lazy.unknown import OPEN
from galakit.lang.prolog.walk import compare
from galakit.lang.terms import Term, sym
from galakit.rules.lazy import Order

LESS, SAME, MORE = sym("<"), sym("="), sym(">")
COMPARE = sym("compare", 3)


def number(term: Term) -> Any:
    """What arithmetic comparison goes by."""
    if type(term) is int or type(term) is Fraction:
        return term
    raise TypeError("no exact number")


standard = cmp_to_key(compare)

_TESTS = {
    "<": (number, (True, False, False)),
    ">": (number, (False, False, True)),
    "=<": (number, (True, True, False)),
    ">=": (number, (False, True, True)),
    "=:=": (number, (False, True, False)),
    "=\\=": (number, (True, False, True)),
    "@<": (standard, (True, False, False)),
    "@>": (standard, (False, False, True)),
    "@=<": (standard, (True, True, False)),
    "@>=": (standard, (False, True, True)),
    "==": (standard, (False, True, False)),
    "\\==": (standard, (True, False, True)),
    "=": (standard, (False, True, False)),
    "\\=": (standard, (True, False, True)),
}
TESTS = {sym(name, 2): meant for name, meant in _TESTS.items()}


def comparison(goal: Term, test: bool, blanks: tuple[Term, ...]) -> Order | None:
    """How a goal compares the two terms that stand for its inputs; None where it does something else.

    The result is whether it holds, and what it binds. A statement that must hold counts only if it always does.
    """
    if type(goal) is not tuple or len(blanks) != 2:
        return None
    results: tuple[Any, Any, Any]
    if test and goal[0] in TESTS:
        key, held = TESTS[goal[0]]
        results = ((held[0],), (held[1],), (held[2],))
    elif goal[0] is COMPARE and type(goal[1]) is tuple and goal[1][0] is OPEN:
        key, results = standard, ((True, LESS), (True, SAME), (True, MORE))
    else:
        return None
    if goal[-2:] == blanks:
        return Order(key, results)
    return Order(key, results[::-1]) if goal[-2:] == blanks[::-1] else None
