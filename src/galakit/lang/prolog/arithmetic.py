"""Exact arithmetic: integers and rationals of any size (within a limit), floats only where a program writes one.

Compiled clauses use Python's own operators on evaluated numbers and the functions of `FUNCTIONS`; `evaluate` is for
expressions that are terms. Deliberate difference from SWI-Prolog: `7 / 2` is the rational 7/2, not 3.5.
"""

from __future__ import annotations

from fractions import Fraction

from galakit.lang.prolog.faults import SLASH, PrologError, instantiation, iso, type_error
from galakit.lang.prolog.functions import FUNCTIONS
from galakit.lang.prolog.numbers import SMALL, Num, as_float, normal, weigh
from galakit.lang.prolog.walk import counted, resolve
from galakit.lang.prolog.work import STRIDE
from galakit.lang.terms import CONS, NIL, Float, Symbol, Term, Var, deref, sym

__all__ = ["FUNCTIONS", "evaluate", "normal"]

RECURSION = 12  # levels of an expression that are evaluated by recursion, which is faster than without
WIDEST = 4  # functor and operands of an expression: no function has more


def evaluate(term: Term, depth: int = 0) -> Num:
    """The value of an arithmetic expression.

    Operands are evaluated from the right, as in SWI-Prolog: it decides which error is raised.
    """
    while type(term) is Var:
        ref = term.ref
        if ref is None:
            raise instantiation("arithmetic")
        term = ref
    kind = type(term)
    if kind is int:
        return term
    if kind is not tuple:
        return _atomic(term)
    if term[0] is CONS:
        return _character(term)
    if depth == RECURSION or len(term) > WIDEST:
        return _deep(term)
    values = [x if type(x) is int else evaluate(x, depth + 1) for x in term[:0:-1]]
    return _applied(term[0], values)


def _deep(term: Term) -> Num:
    """The same without recursion, and with a limit: an expression may share its parts, or contain itself."""
    values: list[Num] = []
    # What is to be done, the next thing on top: evaluate a term, or apply a function (alone in a tuple) to the values.
    todo: list[Term] = [term]
    seen = 0
    due = STRIDE
    while todo:
        x = deref(todo.pop())
        if type(x) is not tuple:
            values.append(_atomic(x))
        elif len(x) == 1:
            arity = x[0].arity
            values[-arity:] = [_applied(x[0], values[-arity:])]
        elif x[0] is CONS:
            values.append(_character(x))
        else:
            seen += len(x) - 1
            if seen > due:
                due = counted(due, seen)
            todo.append(x[:1])
            todo += x[1:]
    return values[0]


def _applied(functor: Symbol, values: list[Num]) -> Num:
    """A function of operands, which are given from right to left."""
    function = FUNCTIONS.get(functor)
    if function is None:
        raise not_evaluable(functor)
    return function(*values[::-1])


def _atomic(term: Term) -> Num:
    kind = type(term)
    if kind is int:
        return term
    if kind is Fraction:
        if term.denominator > SMALL:
            weigh(term)
        return term
    if kind is Float:
        return as_float(term)
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
