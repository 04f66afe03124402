"""Prolog terms at run time, chosen so that CPython handles them fast.

========== =========================================================================
term        Python value
========== =========================================================================
atom        an interned :class:`Symbol` of arity 0
compound    a tuple `(Symbol, argument, ...)`; a list cell is `(CONS, head, tail)`
integer     `int`
rational    `fractions.Fraction`, never with denominator 1
float       :class:`Float`
string      `str`
variable    :class:`Var`
========== =========================================================================

Ground terms are therefore hashable values that compare structurally, which is what states, facts and memo tables need.

>>> sym("point", 2) is sym("point", 2)
True
>>> list_term([1, 2])[1]
1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count
from math import copysign
from typing import Any, TypeAlias


class Symbol:
    """A name with an arity: an atom (arity 0) or the functor of a compound. Interned: compare with `is`."""

    __slots__ = ("arity", "name")

    def __init__(self, name: str, arity: int) -> None:
        self.name = name
        self.arity = arity

    def __repr__(self) -> str:
        return f"{self.name}/{self.arity}"

    def __reduce__(self) -> tuple[Any, ...]:
        return sym, (self.name, self.arity)


_table: dict[tuple[str, int], Symbol] = {}


def sym(name: str, arity: int = 0) -> Symbol:
    """The one symbol of this name and arity."""
    key = (name, arity)
    symbol = _table.get(key)
    if symbol is None:
        symbol = _table[key] = Symbol(name, arity)
    return symbol


def exists(name: str, arity: int = 0) -> bool:
    """Whether there is a symbol of this name and arity already."""
    return (name, arity) in _table


class Var:
    """A logic variable; `ref` is what it is bound to, or None.

    `age` is its position in the standard order. It is missing until needed: most variables are never compared, and
    the machine makes them by the million.
    """

    __slots__ = ("age", "ref")
    age: int

    def __init__(self) -> None:
        self.ref: Term | None = None

    def __repr__(self) -> str:
        return f"_{id(self) % 100000}" if self.ref is None else repr(self.ref)


_ages = count()


def new_var() -> Var:
    """A variable younger than all that have an age: for those whose order a program can foresee."""
    var = Var()
    var.age = next(_ages)
    return var


def age(var: Var) -> int:
    """The position of an unbound variable in the standard order; assigned now if it has none yet."""
    try:
        return var.age
    except AttributeError:
        var.age = next(_ages)
        return var.age


class Float(float):
    """A Prolog float, equal to what is the same term: 1.0 is not the integer 1, nor 0.0 the same as -0.0."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not Float:
            return False
        if float.__eq__(self, other):
            return bool(self) or copysign(1.0, self) == copysign(1.0, other)
        return self - self != 0.0 and float.__repr__(self) == float.__repr__(other)  # nan is identical to itself

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("Float", float(self)))


Term: TypeAlias = Any  # one of the values of the table above; a recursive union would only slow mypy down

NIL = sym("[]")
CONS = sym(".", 2)  # printed as [H|T]; the name is never shown
COMMA = sym(",", 2)
TRUE = sym("true")
FALSE = sym("false")
CURLY = sym("{}", 1)
DOLLAR = sym("$", 1)
COLON = sym(":", 2)


def deref(term: Term) -> Term:
    """Follow bindings until something that is not a bound variable."""
    while type(term) is Var:
        ref = term.ref
        if ref is None:
            return term
        term = ref
    return term


def list_term(items: Iterable[Term], tail: Term = NIL) -> Term:
    """The Prolog list of the items."""
    result = tail
    for item in reversed(list(items)):
        result = (CONS, item, result)
    return result


def iterate(term: Term) -> Iterator[Term]:
    """The elements of a proper list; raises ValueError when it is not one."""
    term = deref(term)
    while type(term) is tuple and term[0] is CONS:
        yield term[1]
        term = deref(term[2])
    if term is not NIL:
        raise ValueError("not a list")


def number(value: int | Fraction | float) -> Term:
    """A Python number as a Prolog number in normal form."""
    kind = type(value)
    if kind is int or kind is Float:
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    return Float(value)
