"""Terms as keys of tables, whatever their depth.

Python hashes and compares nested tuples by recursion in C: a list of 100,000 elements, each the tail of the one before,
would overflow the stack. What is shallow is its own key; of anything else the symbols and constants are, in the order
in which they are written. A functor knows its arity, so they determine the term.

>>> from galakit.lang.terms import list_term, sym
>>> flat((sym("f", 2), list_term([1]), 2))
(f/2, ./2, 1, []/0, 2)
"""

from __future__ import annotations

from typing import Any

from galakit.lang.prolog.walk import boxed, counted, is_boxed, is_plain, resolve
from galakit.lang.prolog.work import STRIDE
from galakit.lang.terms import Term, Var, deref, sym

DEEP = 150  # levels that Python compares without coming near its limit of recursion, wherever it is called from
NUMBERED = sym("$variable", 1)


def is_shallow(term: Term) -> bool:
    """Whether a resolved term is ground and may be hashed and compared as it is."""
    if type(term) is not tuple:
        return type(term) is not Var
    if is_plain(term, 16):
        return True
    level = [term]
    seen = 0
    due = STRIDE
    for _ in range(DEEP):
        below = []
        for t in level:
            for x in t:
                if type(x) is tuple:
                    below.append(x)
                elif type(x) is Var:
                    return False
        if not below:
            return True
        seen += len(below)
        if seen > due:
            due = counted(due, seen)
        level = below
    return False


def stored(term: Term) -> Term:
    """The term resolved if it may be hashed and compared as it is; anything else as a variable bound to it.

    So a value of the store is safe as a part of a key exactly when it is no variable; see `settle`.
    """
    if is_boxed(term):
        return term
    term = resolve(term)
    return term if is_shallow(term) else boxed(term)


def key_of(term: Term) -> Any:
    """Equal for identical terms and different for others; the term must be resolved."""
    return term if type(term) is not tuple or is_plain(term, 16) else flat(term)


def flat(term: Term, numbers: dict[Var, Term] | None = None) -> tuple[Any, ...]:
    """The symbols and constants of a term in order; with `numbers`, variables as numbers in order of appearance."""
    found: list[Any] = []
    stack = [term]
    seen = 0
    due = STRIDE
    while stack:
        x = deref(stack.pop())
        if type(x) is tuple:
            found.append(x[0])
            seen += 1 + (len(x) >> 2)
            if seen > due:
                due = counted(due, seen)
            stack += x[:0:-1]
        elif type(x) is Var and numbers is not None:
            found.append(numbers.setdefault(x, (NUMBERED, len(numbers))))
        else:
            found.append(x)
    return tuple(found)
