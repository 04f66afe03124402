"""Exact arithmetic: integers and rationals of any size (within a limit), floats only where a program writes one.

Compiled clauses use Python's own operators on evaluated numbers and the functions of `FUNCTIONS`; `evaluate` is for
expressions that are terms. Deliberate difference from SWI-Prolog: `7 / 2` is the rational 7/2, not 3.5.
"""

from __future__ import annotations

from fractions import Fraction

from galakit.lang.prolog.faults import SLASH, PrologError, instantiation, iso, type_error
from galakit.lang.prolog.functions import FUNCTIONS
from galakit.lang.prolog.numbers import Num, as_float, normal
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import CONS, NIL, Float, Symbol, Term, Var, deref, sym

__all__ = ["FUNCTIONS", "evaluate", "normal"]


def evaluate(term: Term) -> Num:
    """The value of an arithmetic expression."""
    term = deref(term)
    kind = type(term)
    if kind is int or kind is Fraction:
        return term
    if kind is Float:
        return as_float(term)
    if kind is tuple:
        if term[0] is CONS:
            return _character(term)
        function = FUNCTIONS.get(term[0])
        values = [evaluate(x) for x in term[:0:-1]]  # from the right, as SWI-Prolog: it decides which error is raised
        if function is None:
            raise not_evaluable(term[0])
        return function(*reversed(values))
    if kind is Var:
        raise instantiation("arithmetic")
    if kind is str and len(term) == 1:
        return ord(term)
    if kind is Symbol and term is not NIL:
        constant = FUNCTIONS.get(term)
        if constant is not None:
            return constant()
        raise not_evaluable(term)
    raise type_error("evaluable", term, "arithmetic")


def _character(term: Term) -> Num:
    """`[X]` is the code X, or that of the character X."""
    if deref(term[2]) is not NIL:
        raise type_error("evaluable", resolve(term), "arithmetic")
    x = deref(term[1])
    if type(x) is Var:
        raise instantiation("arithmetic")
    if type(x) is Symbol and len(x.name) == 1:
        return ord(x.name)
    if type(x) is not int or x < 0:
        raise type_error("character", resolve(x), "arithmetic")
    return x


def not_evaluable(symbol: Symbol) -> PrologError:
    return PrologError(
        iso((sym("type_error", 2), sym("evaluable"), (SLASH, sym(symbol.name), symbol.arity))),
        f"arithmetic: `{symbol.name}/{symbol.arity}` is not a function",
    )
