"""Lists: those of the list predicates that Python does much faster than clauses would."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.arithmetic import FUNCTIONS, evaluate, normal
from galakit.lang.prolog.builtins.kinds import Entry, integer_argument, is_list
from galakit.lang.prolog.builtins.order import sorted_unique
from galakit.lang.prolog.faults import type_error
from galakit.lang.prolog.keys import key_of
from galakit.lang.prolog.numbers import integer_root
from galakit.lang.prolog.walk import counted, list_end, proper_list, resolve
from galakit.lang.prolog.work import STRIDE, elements
from galakit.lang.terms import CONS, NIL, Term, Var, deref, list_term, new_var, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

MAX, MIN = FUNCTIONS[sym("max", 2)], FUNCTIONS[sym("min", 2)]


def distinct(items: list[Term]) -> list[Term]:
    """The first of each group of identical terms."""
    kept: dict[Any, Term] = {}
    for x in items:
        x = resolve(x)
        kept.setdefault(key_of(x), x)
    return list(kept.values())


def flat(term: Term) -> list[Term]:
    """The elements of nested lists, in order; an open end is an element."""
    found: list[Term] = []
    stack = [term]
    seen = 0
    due = STRIDE
    while stack:
        x = deref(stack.pop())
        if type(x) is tuple and x[0] is CONS:
            seen += 1
            if seen > due:
                due = counted(due, seen)
            stack += (x[2], x[1])
        elif x is not NIL:
            found.append(x)
    return found


def table(db: Database) -> list[Entry]:
    machine = db.machine
    unify = machine.unify

    def list_sum(items: Term, total: Term) -> bool:
        return unify(total, normal(sum((evaluate(x) for x in proper_list(items, "sum_list/2")), 0)))

    def extreme(choose: Callable[[Any, Any], Any], where: str) -> Callable[[Term, Term], bool]:
        def pick(items: Term, result: Term) -> bool:
            elements = proper_list(items, where)
            if len(elements) < 2:
                return bool(elements) and unify(result, elements[0])
            best = evaluate(elements[0])
            for x in elements[1:]:
                best = choose(best, evaluate(x))
            return unify(result, normal(best))

        return pick

    def reverse(items: Term, result: Term) -> bool:
        reversed_list: Term = NIL
        for x in proper_list(items, "reverse/2"):
            reversed_list = (CONS, x, reversed_list)
        return unify(result, reversed_list)

    def numlist(low: Term, high: Term, result: Term) -> bool:
        a, b = integer_argument(low, "numlist/3"), integer_argument(high, "numlist/3")
        elements(b - a + 1, "numlist/3")
        return b >= a and unify(result, list_term(list(range(a, b + 1))))

    def memberchk(x: Term, items: Term) -> bool:
        rest = deref(items)
        seen = 0
        due = STRIDE
        while type(rest) is tuple and rest[0] is CONS:
            mark = len(machine.trail)
            if unify(x, rest[1]):
                return True
            machine.undo(mark)
            rest = deref(rest[2])
            seen += 1
            if seen > due:
                due = counted(due, seen, "memberchk/2: a list is too long (or infinite)", price=3)
        if rest is not NIL and type(rest) is not Var:
            raise type_error("list", resolve(items), "memberchk/2")
        return type(rest) is Var and unify(rest, (CONS, x, new_var()))

    def proper_length(items: Term, n: Term) -> bool:
        count, end = list_end(items, "proper_length/2")
        return end is NIL and unify(n, count)

    def is_set(items: Term) -> bool:
        if not is_list(items):
            return False
        elements = proper_list(items, "is_set/1")
        return len(distinct(elements)) == len(elements)

    return [
        ("sum_list", 2, list_sum),
        ("sumlist", 2, list_sum),
        ("max_list", 2, extreme(MAX, "max_list/2")),
        ("min_list", 2, extreme(MIN, "min_list/2")),
        ("lists:reverse", 2, reverse),
        ("lists:root", 3, lambda degree, x, root: unify(root, integer_root(deref(x), deref(degree)))),
        ("numlist", 3, numlist),
        ("list_to_set", 2, lambda items, r: unify(r, list_term(distinct(proper_list(items, "list_to_set/2"))))),
        ("list_to_ord_set", 2, lambda xs, r: unify(r, list_term(sorted_unique(proper_list(xs, "list_to_ord_set/2"))))),
        ("flatten", 2, lambda items, r: unify(r, list_term(flat(items)))),
        ("is_set", 1, is_set),
        ("proper_length", 2, proper_length),
        ("memberchk", 2, memberchk),
    ]


NAMES = {
    (name, arity)
    for name, arity in [
        ("sum_list", 2), ("sumlist", 2), ("max_list", 2), ("min_list", 2), ("numlist", 3), ("list_to_set", 2),
        ("list_to_ord_set", 2), ("flatten", 2), ("is_set", 1), ("proper_length", 2), ("memberchk", 2),
    ]
}  # fmt: skip
