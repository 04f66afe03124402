"""Comparison: of numbers by value, of terms in the standard order, and sorting by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.arithmetic import evaluate, normal
from galakit.lang.prolog.builtins.kinds import Entry
from galakit.lang.prolog.faults import EXISTENCE, PrologError, domain_error, instantiation, iso, type_error
from galakit.lang.prolog.walk import compare, counted, proper_list, resolve
from galakit.lang.prolog.work import STRIDE, spend
from galakit.lang.terms import Symbol, Term, Var, deref, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

PAIR = sym("-", 2)
ORDERS = {sym(name) for name in "<=>"}
by_order = cmp_to_key(compare)


def sorted_terms(items: list[Term]) -> list[Term]:
    """In standard order, duplicates kept; integers and atoms take a fast path."""
    items = [deref(x) for x in items]
    sorting(items)
    if all(type(x) is int for x in items):
        return sorted(items)
    if all(type(x) is Symbol for x in items):
        return sorted(items, key=lambda s: s.name)
    return sorted(items, key=by_order)


def sorting(items: Sequence[Any]) -> None:
    """Spend what it costs to put items in order."""
    if len(items) > STRIDE:
        spend(2 * len(items) * len(items).bit_length())


def sorted_unique(items: list[Term]) -> list[Term]:
    unique: list[Term] = []
    for x in sorted_terms(items):
        if not unique or compare(unique[-1], x) != 0:
            unique.append(x)
    return unique


def variant(a: Term, b: Term) -> bool:
    """Whether two terms are equal up to the names of their variables."""
    forth: dict[Var, Var] = {}
    back: dict[Var, Var] = {}
    stack = [(a, b)]
    seen = 0
    due = STRIDE
    while stack:
        a, b = stack.pop()
        a, b = deref(a), deref(b)
        if type(a) is Var and type(b) is Var:
            if forth.setdefault(a, b) is not b or back.setdefault(b, a) is not a:
                return False
        elif type(a) is tuple and type(b) is tuple:
            if a[0] is not b[0]:
                return False
            seen += 1 + (len(a) >> 2)
            if seen > due:
                due = counted(due, seen, "two terms are too large (or infinite) to compare", price=3)
            stack.extend(zip(a[1:], b[1:]))
        elif type(a) is not type(b) or a != b:
            return False
    return True


def sort_key(key: Term) -> int:
    """The argument of `sort/4` that says what to sort by."""
    key = deref(key)
    if type(key) is Var:
        raise instantiation("sort/4")
    if type(key) is not int:
        raise type_error("sort_key", resolve(key), "sort/4")
    if key < 0:
        raise domain_error("not_less_than_one", key, "sort/4")
    return key


def at_key(x: Term, key: int) -> Term:
    """The part of an element that `sort/4` compares."""
    if key == 0:
        return x
    if type(x) is Var:
        raise instantiation("sort/4")
    if type(x) is not tuple:
        raise type_error("compound", x, "sort/4")
    if key >= len(x):
        no_argument = (sym(EXISTENCE.name, 3), sym("argument"), key, resolve(x))
        raise PrologError(iso(no_argument), f"sort/4: an element has no argument {key}")
    return x[key]


def table(db: Database) -> list[Entry]:
    unify = db.machine.unify

    def ordering(test: Callable[[int], bool]) -> Callable[[Term, Term], bool]:
        return lambda a, b: test(compare(a, b))

    def arithmetic(test: Callable[[Any, Any], bool]) -> Callable[[Term, Term], bool]:
        return lambda a, b: test(evaluate(a), evaluate(b))

    def compare3(order: Term, a: Term, b: Term) -> bool:
        order = deref(order)
        if type(order) is not Var and not (type(order) is Symbol and order in ORDERS):
            if type(order) is Symbol:
                raise domain_error("order", order, "compare/3")
            raise type_error("atom", resolve(order), "compare/3")
        return unify(order, sym("<=>"[compare(a, b) + 1]))

    def msort(items: Term, result: Term) -> bool:
        return unify(result, list_term(sorted_terms(proper_list(items, "msort/2"))))

    def sort2(items: Term, result: Term) -> bool:
        return unify(result, list_term(sorted_unique(proper_list(items, "sort/2"))))

    def sort4(key: Term, order: Term, items: Term, result: Term) -> bool:
        position, order = sort_key(key), deref(order)
        if type(order) is Var:
            raise instantiation("sort/4")
        if type(order) is not Symbol:
            raise type_error("atom", resolve(order), "sort/4")
        if order.name not in ("@<", "@=<", "@>", "@>="):
            raise domain_error("order", order, "sort/4")
        keyed = [(at_key(x, position), x) for x in map(deref, proper_list(items, "sort/4"))]
        sorting(keyed)
        keyed.sort(key=lambda pair: by_order(pair[0]), reverse=order.name[1] == ">")
        if "=" not in order.name:
            keyed = [p for i, p in enumerate(keyed) if i == 0 or compare(keyed[i - 1][0], p[0]) != 0]
        return unify(result, list_term([x for _, x in keyed]))

    def keysort(items: Term, result: Term) -> bool:
        elements = [deref(x) for x in proper_list(items, "keysort/2")]
        for x in elements:
            if type(x) is Var:
                raise instantiation("keysort/2")
            if type(x) is not tuple or x[0] is not PAIR:
                raise type_error("pair", resolve(x), "keysort/2")
        sorting(elements)
        return unify(result, list_term(sorted(elements, key=lambda x: by_order(x[1]))))

    return [
        ("is", 2, lambda x, e: unify(x, normal(evaluate(e)))),
        ("<", 2, arithmetic(lambda a, b: a < b)),
        (">", 2, arithmetic(lambda a, b: a > b)),
        ("=<", 2, arithmetic(lambda a, b: a <= b)),
        (">=", 2, arithmetic(lambda a, b: a >= b)),
        ("=:=", 2, arithmetic(lambda a, b: a == b)),
        ("=\\=", 2, arithmetic(lambda a, b: a != b)),
        ("==", 2, ordering(lambda c: c == 0)),
        ("\\==", 2, ordering(lambda c: c != 0)),
        ("@<", 2, ordering(lambda c: c < 0)),
        ("@>", 2, ordering(lambda c: c > 0)),
        ("@=<", 2, ordering(lambda c: c <= 0)),
        ("@>=", 2, ordering(lambda c: c >= 0)),
        ("=@=", 2, variant),
        ("\\=@=", 2, lambda a, b: not variant(a, b)),
        ("compare", 3, compare3),
        ("msort", 2, msort),
        ("sort", 2, sort2),
        ("sort", 4, sort4),
        ("keysort", 2, keysort),
    ]
