"""Built-ins with at most one answer, as Python functions that return whether they succeed.

The clause compiler calls them in place, without a trip through the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.arithmetic import evaluate, normal
from galakit.lang.prolog.faults import LimitError, domain_error, instantiation, type_error
from galakit.lang.prolog.machine import proper_list
from galakit.lang.prolog.walk import compare, is_ground, rename, resolve, variables
from galakit.lang.terms import CONS, NIL, Float, Symbol, Term, Var, deref, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

NUMBERS = (int, Fraction, Float)
LENGTH_LIMIT = 5_000_000
PAIR = sym("-", 2)
by_order = cmp_to_key(compare)


def sorted_terms(items: list[Term]) -> list[Term]:
    """In standard order, duplicates kept; integers and atoms take a fast path."""
    items = [deref(x) for x in items]
    if all(type(x) is int for x in items):
        return sorted(items)
    if all(type(x) is Symbol for x in items):
        return sorted(items, key=lambda s: s.name)
    return sorted(items, key=by_order)


def sorted_unique(items: list[Term]) -> list[Term]:
    unique: list[Term] = []
    for x in sorted_terms(items):
        if not unique or compare(unique[-1], x) != 0:
            unique.append(x)
    return unique


def table(db: Database) -> dict[Symbol, Callable[..., bool]]:
    """The deterministic built-ins of a database, by name and arity."""
    machine = db.machine
    unify = machine.unify

    def kind_test(*kinds: type) -> Callable[[Term], bool]:
        return lambda x: type(deref(x)) in kinds

    def callable_(x: Term) -> bool:
        return type(deref(x)) in (Symbol, tuple)

    def is_list(x: Term) -> bool:
        x = deref(x)
        while type(x) is tuple and x[0] is CONS:
            x = deref(x[2])
        return x is NIL

    def ordering(test: Callable[[int], bool]) -> Callable[[Term, Term], bool]:
        return lambda a, b: test(compare(a, b))

    def not_unifiable(a: Term, b: Term) -> bool:
        mark = len(machine.trail)
        result = unify(a, b)
        machine.undo(mark)
        return not result

    def arithmetic(test: Callable[[Any, Any], bool]) -> Callable[[Term, Term], bool]:
        return lambda a, b: test(evaluate(a), evaluate(b))

    def compare3(order: Term, a: Term, b: Term) -> bool:
        return unify(order, sym("<=>"[compare(a, b) + 1]))

    def functor(t: Term, name: Term, arity: Term) -> bool:
        t = deref(t)
        if type(t) is tuple:
            return unify(name, sym(t[0].name)) and unify(arity, len(t) - 1)
        if type(t) is not Var:
            return unify(name, t) and unify(arity, 0)
        name, arity = deref(name), deref(arity)
        if type(name) is Var or type(arity) is Var:
            raise instantiation("functor/3")
        if arity == 0:
            return unify(t, name)
        if type(name) is not Symbol:
            raise type_error("atom", name, "functor/3")
        if type(arity) is not int or not 0 <= arity <= 10_000:
            raise domain_error("arity", arity, "functor/3")
        return unify(t, (sym(name.name, arity), *(Var() for _ in range(arity))))

    def univ(t: Term, parts: Term) -> bool:
        t = deref(t)
        if type(t) is tuple:
            return unify(parts, list_term([sym(t[0].name), *t[1:]]))
        if type(t) is not Var:
            return unify(parts, list_term([t]))
        items = proper_list(parts, "=../2")
        if not items:
            raise domain_error("non_empty_list", NIL, "=../2")
        head = deref(items[0])
        if len(items) == 1:
            return unify(t, head)
        if type(head) is Var:
            raise instantiation("=../2")
        if type(head) is not Symbol:
            raise type_error("atom", head, "=../2")
        return unify(t, (sym(head.name, len(items) - 1), *items[1:]))

    def copy_term(a: Term, b: Term) -> bool:
        return unify(b, rename(a))

    def term_variables(t: Term, result: Term) -> bool:
        return unify(result, list_term(variables(t)))

    def length_bound(items: Term, n: Term) -> bool:
        """`length/2` where it has one answer; the general case is in the library."""
        count = 0
        rest = deref(items)
        while type(rest) is tuple and rest[0] is CONS:
            count += 1
            rest = deref(rest[2])
        if rest is NIL:
            return unify(n, count)
        wanted = deref(n)
        if type(rest) is Var and type(wanted) is int:
            if wanted < count:
                return False
            if wanted > LENGTH_LIMIT:
                raise LimitError(f"length/2: a list of {wanted:,} elements is too long")
            return unify(rest, list_term([Var() for _ in range(wanted - count)]))
        if type(rest) is Var:
            raise type_error("integer", wanted, "length/2")
        return False

    def open_length(items: Term, n: Term) -> bool:
        rest = deref(items)
        while type(rest) is tuple and rest[0] is CONS:
            rest = deref(rest[2])
        return type(rest) is Var and type(deref(n)) is Var

    def msort(items: Term, result: Term) -> bool:
        return unify(result, list_term(sorted_terms(proper_list(items, "msort/2"))))

    def sort2(items: Term, result: Term) -> bool:
        return unify(result, list_term(sorted_unique(proper_list(items, "sort/2"))))

    def sort4(key: Term, order: Term, items: Term, result: Term) -> bool:
        key, order = deref(key), deref(order)
        if type(key) is Var or type(order) is Var:
            raise instantiation("sort/4")
        if type(key) is not int or key < 0:
            raise type_error("integer", key, "sort/4")
        name = order.name if type(order) is Symbol else ""
        if name not in ("@<", "@=<", "@>", "@>="):
            raise domain_error("order", order, "sort/4")
        elements = [deref(x) for x in proper_list(items, "sort/4")]

        def by(x: Term) -> Term:
            if key == 0:
                return x
            if type(x) is not tuple:
                raise type_error("compound", x, "sort/4")
            if key >= len(x):
                raise type_error("compound", x, "sort/4")
            return x[key]

        ranked = sorted(elements, key=lambda x: by_order(by(x)), reverse=name[1] == ">")
        if "=" not in name:
            ranked = [x for i, x in enumerate(ranked) if i == 0 or compare(by(ranked[i - 1]), by(x)) != 0]
        return unify(result, list_term(ranked))

    def keysort(items: Term, result: Term) -> bool:
        elements = [deref(x) for x in proper_list(items, "keysort/2")]
        for x in elements:
            if type(x) is Var:
                raise instantiation("keysort/2")
            if type(x) is not tuple or x[0] is not PAIR:
                raise type_error("pair", x, "keysort/2")
        return unify(result, list_term(sorted(elements, key=lambda x: by_order(x[1]))))

    def list_sum(items: Term, total: Term) -> bool:
        return unify(total, normal(sum((evaluate(x) for x in proper_list(items, "sum_list/2")), 0)))

    def extreme(choose: Callable[..., Any], where: str) -> Callable[[Term, Term], bool]:
        def pick(items: Term, result: Term) -> bool:
            values = [evaluate(x) for x in proper_list(items, where)]
            return bool(values) and unify(result, normal(choose(values)))

        return pick

    def reverse(items: Term, result: Term) -> bool:
        reversed_list: Term = NIL
        for x in proper_list(items, "reverse/2"):
            reversed_list = (CONS, x, reversed_list)
        return unify(result, reversed_list)

    def numlist(low: Term, high: Term, result: Term) -> bool:
        a, b = deref(low), deref(high)
        for x in (a, b):
            if type(x) is Var:
                raise instantiation("numlist/3")
            if type(x) is not int:
                raise type_error("integer", x, "numlist/3")
        if b - a > LENGTH_LIMIT:
            raise LimitError(f"numlist/3: a list of {b - a + 1:,} elements is too long")
        return b >= a and unify(result, list_term(list(range(a, b + 1))))

    def list_to_set(items: Term, result: Term) -> bool:
        kept: list[Term] = []
        seen: set[Term] = set()
        for x in proper_list(items, "list_to_set/2"):
            x = resolve(x)
            if is_ground(x):
                if x not in seen:
                    seen.add(x)
                    kept.append(x)
            elif all(compare(x, y) != 0 for y in kept):
                kept.append(x)
        return unify(result, list_term(kept))

    def memberchk(x: Term, items: Term) -> bool:
        rest = deref(items)
        while type(rest) is tuple and rest[0] is CONS:
            mark = len(machine.trail)
            if unify(x, rest[1]):
                return True
            machine.undo(mark)
            rest = deref(rest[2])
        return type(rest) is Var and unify(rest, (CONS, x, Var()))

    def atom_text(x: Term, where: str) -> str:
        x = deref(x)
        if type(x) is Var:
            raise instantiation(where)
        if type(x) is tuple:
            raise type_error("atomic", resolve(x), where)
        from galakit.lang.writer import write

        return x.name if type(x) is Symbol else x if type(x) is str else write(x)

    def atom_length(x: Term, n: Term) -> bool:
        return unify(n, len(atom_text(x, "atom_length/2")))

    def atom_number(a: Term, n: Term) -> bool:
        a = deref(a)
        if type(a) is Var:
            value = deref(n)
            if type(value) is Var:
                raise instantiation("atom_number/2")
            return unify(a, sym(atom_text(value, "atom_number/2")))
        text = atom_text(a, "atom_number/2")
        try:
            return unify(n, normal(Fraction(text) if "." not in text and "e" not in text.lower() else float(text)))
        except (ValueError, ZeroDivisionError):
            return False

    def gala_val(cell: Term, value: Term) -> bool:
        return unify(value, db.get(cell))

    def gala_set(cell: Term, value: Term) -> bool:
        cell = resolve(cell)
        if not is_ground(cell):
            raise instantiation("gala_set/2")
        machine.assign(cell, resolve(value))
        return True

    found: list[tuple[str, int, Callable[..., bool]]] = [
        ("var", 1, kind_test(Var)),
        ("nonvar", 1, lambda x: type(deref(x)) is not Var),
        ("atom", 1, kind_test(Symbol)),
        ("integer", 1, kind_test(int)),
        ("rational", 1, kind_test(int, Fraction)),
        ("float", 1, kind_test(Float)),
        ("number", 1, kind_test(*NUMBERS)),
        ("atomic", 1, lambda x: type(deref(x)) not in (Var, tuple)),
        ("compound", 1, kind_test(tuple)),
        ("string", 1, kind_test(str)),
        ("callable", 1, callable_),
        ("is_list", 1, is_list),
        ("ground", 1, is_ground),
        ("=", 2, unify),
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
        ("\\=", 2, not_unifiable),
        ("compare", 3, compare3),
        ("functor", 3, functor),
        ("=..", 2, univ),
        ("copy_term", 2, copy_term),
        ("term_variables", 2, term_variables),
        ("lists:length", 2, length_bound),
        ("lists:open_length", 2, open_length),
        ("msort", 2, msort),
        ("sort", 2, sort2),
        ("sort", 4, sort4),
        ("keysort", 2, keysort),
        ("sum_list", 2, list_sum),
        ("sumlist", 2, list_sum),
        ("max_list", 2, extreme(max, "max_list/2")),
        ("min_list", 2, extreme(min, "min_list/2")),
        ("reverse", 2, reverse),
        ("numlist", 3, numlist),
        ("list_to_set", 2, list_to_set),
        ("memberchk", 2, memberchk),
        ("atom_length", 2, atom_length),
        ("atom_number", 2, atom_number),
        ("gala_val", 2, gala_val),
        ("gala_set", 2, gala_set),
    ]
    return {sym(name, arity): f for name, arity, f in found}
