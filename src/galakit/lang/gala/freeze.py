"""Terms as parts of states and facts: hashable whatever their depth, unbound variables numbered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from galakit.lang.prolog.faults import LimitError
from galakit.lang.prolog.keys import is_shallow
from galakit.lang.prolog.walk import is_ground, rename
from galakit.lang.terms import Term, Var, sym
from galakit.lang.writer import write_argument

LONGEST = 10_000_000  # characters of a fact or a move


@dataclass(frozen=True)
class Text:
    """A deep or open term as its text: equal texts, equal terms (up to the names of variables)."""

    text: str


def hashable(term: Term) -> Any:
    """The resolved term itself if it is ground and shallow, else its text."""
    if is_shallow(term):
        return term
    text = write_argument(term, LONGEST)
    if len(text) > LONGEST:
        raise LimitError(f"a fact or a move has more than {LONGEST:,} characters")
    return Text(text)


def shown(thing: Any) -> str:
    """A fact or a move as text that can stand in a list: what is different looks different there too."""
    return thing.text if type(thing) is Text else write_argument(thing)


def open_copy(terms: Iterable[Term | None]) -> list[Term | None]:
    """The terms with fresh variables, shared among them as before."""
    fresh: dict[Var, Var] = {}
    return [None if t is None else t if is_ground(t) else rename(t, fresh) for t in terms]


PLAYER, OPPONENT, LHO, RHO = sym("player"), sym("opponent"), sym("lho"), sym("rho")
