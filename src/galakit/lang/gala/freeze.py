"""Terms as parts of states and facts: hashable whatever their depth, unbound variables numbered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from galakit.lang.prolog.walk import is_ground, is_plain, rename
from galakit.lang.terms import Term, Var, sym
from galakit.lang.writer import write_argument

DEEP = 150  # Python compares nested tuples by recursion in C; past this depth a text stands in for the term


@dataclass(frozen=True)
class Text:
    """A deep or open term as its text: equal texts, equal terms (up to the names of variables)."""

    text: str


def hashable(term: Term) -> Any:
    """The resolved term itself if it is ground and shallow, else its text."""
    if type(term) is not tuple:
        return Text("_") if type(term) is Var else term
    if is_plain(term, 16):
        return term
    depth = 0
    level = [term]
    while level:
        depth += 1
        if depth > DEEP:
            return Text(write_argument(term))
        below = []
        for t in level:
            for x in t:
                if type(x) is tuple:
                    below.append(x)
                elif type(x) is Var:
                    return Text(write_argument(term))
        level = below
    return term


def shown(thing: Any) -> str:
    """A fact or a move as text that can stand in a list: what is different looks different there too."""
    return thing.text if type(thing) is Text else write_argument(thing)


def open_copy(terms: Iterable[Term | None]) -> list[Term | None]:
    """The terms with fresh variables, shared among them as before."""
    fresh: dict[Var, Var] = {}
    return [None if t is None else t if is_ground(t) else rename(t, fresh) for t in terms]


PLAYER, OPPONENT, LHO, RHO = sym("player"), sym("opponent"), sym("lho"), sym("rho")
