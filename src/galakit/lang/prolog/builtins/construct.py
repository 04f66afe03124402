"""Unification, and terms taken apart, put together and copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.lang.prolog.builtins.kinds import Entry, integer_argument
from galakit.lang.prolog.faults import domain_error, instantiation, type_error
from galakit.lang.prolog.walk import counted, proper_list, rename, resolve, variables
from galakit.lang.prolog.work import STRIDE, elements, spend
from galakit.lang.terms import NIL, Symbol, Term, Var, deref, list_term, new_var, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

MAX_ARITY = 10_000
NUMBERED = sym("$VAR", 1)


def table(db: Database) -> list[Entry]:
    machine = db.machine
    unify = machine.unify

    def undone(a: Term, b: Term) -> bool:
        """Whether the terms unify; nothing stays bound."""
        mark = len(machine.trail)
        result = unify(a, b)
        machine.undo(mark)
        return result

    def with_occurs_check(a: Term, b: Term) -> bool:
        mark = len(machine.trail)
        if not unify(a, b):
            return False
        bound = [entry for entry in machine.trail[mark:] if type(entry) is Var]
        return not any(occurs(var, var.ref) for var in bound)

    def occurs(var: Var, term: Term) -> bool:
        """Whether a variable leads back to itself; other cycles are found from their own variables."""
        seen: set[int] = set()
        due = STRIDE
        stack = [term]
        while stack:
            x = stack.pop()
            if x is var:
                return True
            if type(x) not in (Var, tuple) or id(x) in seen:
                continue
            seen.add(id(x))
            if len(seen) > due:
                due = counted(due, len(seen))
            if type(x) is tuple:
                stack.extend(x[1:])
            elif x.ref is not None:
                stack.append(x.ref)
        return False

    def subsumes(general: Term, specific: Term) -> bool:
        """Whether unifying would bind no variable of the specific term."""
        mark = len(machine.trail)
        before = variables(specific)
        holds = unify(general, specific) and variables(list_term(before)) == before
        machine.undo(mark)
        return holds

    def decided(a: Term, b: Term) -> bool:
        """`?=`: the terms are identical or cannot be made so."""
        mark = len(machine.trail)
        unifiable = unify(a, b)
        identical = unifiable and len(machine.trail) == mark
        machine.undo(mark)
        return identical or not unifiable

    def functor(t: Term, name: Term, arity: Term) -> bool:
        t = deref(t)
        if type(t) is tuple:
            return unify(name, sym(t[0].name)) and unify(arity, len(t) - 1)
        if type(t) is not Var:
            return unify(name, t) and unify(arity, 0)
        name = deref(name)
        if type(name) is Var:
            raise instantiation("functor/3")
        if type(name) is tuple:
            raise type_error("atomic", resolve(name), "functor/3")
        n = integer_argument(arity, "functor/3")
        if n == 0:
            return unify(t, name)
        return unify(t, compound(_atom(name, "functor/3"), n, "functor/3"))

    def compound(name: Symbol, arity: int, where: str) -> Term:
        if arity < 0:
            raise domain_error("not_less_than_zero", arity, where)
        if arity > MAX_ARITY:
            raise domain_error("arity", arity, where)
        spend(arity)
        return (db.functor(name.name, arity), *[new_var() for _ in range(arity)]) if arity else name

    def univ(t: Term, parts: Term) -> bool:
        t = deref(t)
        if type(t) is not Var:
            return unify(parts, list_term([sym(t[0].name), *arguments_of(t, "=../2")] if type(t) is tuple else [t]))
        items = proper_list(parts, "=../2")
        if not items:
            raise domain_error("non_empty_list", NIL, "=../2")
        head = deref(items[0])
        if len(items) > 1:
            return unify(t, (db.functor(_atom(head, "=../2").name, len(items) - 1), *items[1:]))
        if type(head) is Var:
            raise instantiation("=../2")
        if type(head) is tuple:
            raise type_error("atomic", resolve(head), "=../2")
        return unify(t, head)

    def compound_name_arity(t: Term, name: Term, arity: Term) -> bool:
        t = deref(t)
        if type(t) is tuple:
            return unify(name, sym(t[0].name)) and unify(arity, len(t) - 1)
        if type(t) is not Var:
            raise type_error("compound", t, "compound_name_arity/3")
        where = "compound_name_arity/3"
        return unify(t, compound(_atom(name, where), integer_argument(arity, where), where))

    def compound_name_arguments(t: Term, name: Term, arguments: Term) -> bool:
        where = "compound_name_arguments/3"
        t = deref(t)
        if type(t) is tuple:
            return unify(name, sym(t[0].name)) and unify(arguments, list_term(arguments_of(t, where)))
        if type(t) is not Var:
            raise type_error("compound", t, where)
        items = proper_list(arguments, where)
        return unify(t, (db.functor(_atom(name, where).name, len(items)), *items))

    def numbervars(t: Term, start: Term, end: Term) -> bool:
        first = integer_argument(start, "numbervars/3")
        found = variables(t)
        for i, var in enumerate(found, first):
            unify(var, (NUMBERED, i))
        return unify(end, first + len(found))

    return [
        ("=", 2, unify),
        ("\\=", 2, lambda a, b: not undone(a, b)),
        ("?=", 2, decided),
        ("unify_with_occurs_check", 2, with_occurs_check),
        ("subsumes_term", 2, subsumes),
        ("functor", 3, functor),
        ("=..", 2, univ),
        ("compound_name_arity", 3, compound_name_arity),
        ("compound_name_arguments", 3, compound_name_arguments),
        ("copy_term", 2, lambda a, b: unify(b, rename(a))),
        ("term_variables", 2, lambda t, result: unify(result, list_term(variables(t)))),
        ("numbervars", 3, numbervars),
    ]


def arguments_of(t: tuple[Term, ...], where: str) -> tuple[Term, ...]:
    """The arguments of a compound, about to become a list."""
    elements(len(t) - 1, where)
    return t[1:]


def _atom(name: Term, where: str) -> Symbol:
    name = deref(name)
    if type(name) is Var:
        raise instantiation(where)
    if type(name) is not Symbol:
        raise type_error("atom", resolve(name), where)
    return name
