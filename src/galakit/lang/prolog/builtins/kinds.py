"""What kind of term: type tests, and `must_be/2`, which raises where a test would fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from galakit.lang.prolog.faults import PrologError, domain_error, existence_error, instantiation, iso, type_error
from galakit.lang.prolog.walk import is_ground, list_end, resolve
from galakit.lang.terms import FALSE, NIL, TRUE, Float, Symbol, Term, Var, deref, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

Entry: TypeAlias = tuple[str, int, Callable[..., bool]]
NUMBERS = (int, Fraction, Float)


def of_kind(*kinds: type) -> Callable[[Term], bool]:
    return lambda x: type(deref(x)) in kinds


def is_list(x: Term) -> bool:
    return list_end(x, "is_list/1")[1] is NIL


def is_partial(x: Term) -> bool:
    """A list whose end is still open."""
    return type(list_end(x, "must_be/2")[1]) is Var


def integer_argument(x: Term, where: str) -> int:
    """An argument that must be an integer."""
    x = deref(x)
    if type(x) is int:
        return x
    raise instantiation(where) if type(x) is Var else type_error("integer", resolve(x), where)


def count_argument(x: Term, where: str) -> int | None:
    """An argument that must be an integer from 0 on, or unbound (None)."""
    x = deref(x)
    if type(x) is Var:
        return None
    if type(x) is not int:
        raise type_error("integer", resolve(x), where)
    if x < 0:
        raise domain_error("not_less_than_zero", x, where)
    return x


_ATOMIC = (Symbol, str, *NUMBERS)
_BOOLEANS = (TRUE, FALSE)
TESTS: dict[str, Callable[[Term], bool]] = {
    "any": lambda x: True,
    "atom": of_kind(Symbol),
    "atomic": of_kind(*_ATOMIC),
    "boolean": lambda x: deref(x) in _BOOLEANS,
    "bool": lambda x: deref(x) in _BOOLEANS,
    "callable": of_kind(Symbol, tuple),
    "compound": of_kind(tuple),
    "float": of_kind(Float),
    "ground": is_ground,
    "integer": of_kind(int),
    "list": is_list,
    "nonneg": lambda x: type(deref(x)) is int and deref(x) >= 0,
    "number": of_kind(*NUMBERS),
    "positive_integer": lambda x: type(deref(x)) is int and deref(x) > 0,
    "proper_list": is_list,
    "rational": of_kind(int, Fraction),
    "string": of_kind(str),
    "var": of_kind(Var),
}


def must_be(kind: Term, x: Term) -> bool:
    """`must_be(Type, X)`: true, or the error of library(error)."""
    kind, x = deref(kind), deref(x)
    if type(kind) is Var:
        raise instantiation("must_be/2")
    test = TESTS.get(kind.name) if type(kind) is Symbol else None
    if test is None:
        raise existence_error("type", resolve(kind), "must_be/2")
    if test(x):
        return True
    if kind.name == "var":
        raise PrologError(iso((sym("uninstantiation_error", 1), resolve(x))), "must_be/2: expected an unbound variable")
    if type(x) is Var or (kind.name in ("list", "proper_list") and is_partial(x)):
        raise instantiation("must_be/2")
    raise type_error(kind.name, resolve(x), "an argument is wrong")


def table(db: Database) -> list[Entry]:
    return [
        ("var", 1, of_kind(Var)),
        ("nonvar", 1, lambda x: type(deref(x)) is not Var),
        *[(name, 1, TESTS[name]) for name in _PREDICATES],
        ("is_list", 1, is_list),
        ("must_be", 2, must_be),
    ]


_PREDICATES = (
    "atom", "atomic", "callable", "compound", "float", "ground", "integer", "number", "rational", "string",
)  # fmt: skip
