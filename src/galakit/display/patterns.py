"""Patterns of facts: variables stand for any term, and equal ones for the same term.

>>> from galakit.display.terms import read, read_pattern
>>> bound = {}
>>> matches(read_pattern("bet(Who,N)"), read("bet(ann,2)"), bound), {name: term.name for name, term in bound.items()}
(True, {'Who': 'ann', 'N': '2'})
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from galakit.display.terms import ANYTHING, Term, alike, bare, number, number_term

Bound: TypeAlias = dict[str, Term]
"""what the variables of a pattern stand for; `$player` and `$opponent` by their names"""


def matches(pattern: Term, term: Term, bound: Bound) -> bool:
    """Whether a term is an instance of the pattern; `bound` gets what the variables stand for.

    Arithmetic over variables that are bound already stands for its value.

    >>> from galakit.display.terms import read, read_pattern
    >>> matches(read_pattern("B-A"), read("2"), {"A": read("1"), "B": read("3")})
    True
    """
    pattern, term = bare(pattern), bare(term)
    if pattern.kind == "variable":
        if pattern.name == ANYTHING:
            return True
        known = bound.setdefault(pattern.name, term)
        return known is term or alike(known, term)
    if pattern.kind == "value":
        known = bound.get("$" + pattern.name, pattern)
        return alike(known, term)
    if pattern.kind == "sign" and (value := number(filled(pattern, bound))) is not None:
        return value == number(term)
    if not pattern.args and not term.args:
        return alike(pattern, term)
    if (pattern.kind, pattern.name, len(pattern.args)) != (term.kind, term.name, len(term.args)):
        return False
    return all(matches(inner, other, bound) for inner, other in zip(pattern.args, term.args))


def filled(term: Term, bound: Bound) -> Term:
    """A term with what its variables stand for; arithmetic over numbers is calculated.

    >>> from galakit.display.terms import read, read_pattern
    >>> filled(read_pattern("chips(N-1)"), {"N": read("3")}).args[0].name
    '2'
    """
    if term.kind == "variable":
        return bound.get(term.name, term)
    if term.kind == "value":
        return bound.get("$" + term.name, term)
    if not term.args:
        return term
    made = term._replace(args=tuple([filled(inner, bound) for inner in term.args]))
    if made.kind == "sign" and (value := number(made)) is not None:
        return number_term(value)
    return made


def variables(term: Term) -> Iterator[str]:
    """The names of the variables in a term; those of `$name` with the sign."""
    if term.kind == "variable":
        yield term.name
    elif term.kind == "value":
        yield "$" + term.name
    for inner in term.args:
        yield from variables(inner)
