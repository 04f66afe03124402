"""All solutions of a goal: `findall/3`, `bagof/3`, `setof/3`, `forall/2` and `aggregate_all/3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.arithmetic import FUNCTIONS, evaluate
from galakit.lang.prolog.control import Start, checked
from galakit.lang.prolog.faults import domain_error, instantiation
from galakit.lang.prolog.goals import NOT
from galakit.lang.prolog.keys import flat
from galakit.lang.prolog.numbers import normal
from galakit.lang.prolog.walk import counted, rename, resolve, variables
from galakit.lang.prolog.work import STRIDE, spend
from galakit.lang.terms import COMMA, Symbol, Term, Var, deref, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database
    from galakit.lang.prolog.machine import Code, Frame

CARET, PAIR = sym("^", 2), sym("-", 2)
SETOF, BAGOF = sym("setof", 3), sym("bagof", 3)
MAX, MIN = FUNCTIONS[sym("max", 2)], FUNCTIONS[sym("min", 2)]
PLUS = FUNCTIONS[sym("+", 2)]


def table(db: Database, start: Start) -> dict[Symbol, Code]:
    """The all-solutions predicates of a database."""
    machine = db.machine
    choices, trail, fail, unify = machine.choices, machine.trail, machine.fail, machine.unify

    def collecting(g: Term, template: Term, done: Callable[[list[Term]], Term | None], result: Term, k: Any) -> Frame:
        """Collect copies of the template, then unify the result with what `done` makes of them (None fails)."""
        found: list[Term] = []
        choices.append((len(trail), finish, (found, done, result), k))
        return start(g, (collect, (template, found), k))

    def collect(args: tuple[Any, ...], frame: Any) -> Frame:
        args[1].append(rename(args[0]))
        return fail()

    def finish(args: tuple[Any, ...], frame: Any) -> Frame:
        found, done, result = args
        value = done(found)
        return frame if value is not None and unify(result, value) else fail()

    def findall(args: tuple[Term, ...], frame: Any) -> Frame:
        template, g, result = args
        return collecting(g, template, list_term, result, frame)

    def findall_before(args: tuple[Term, ...], frame: Any) -> Frame:
        template, g, result, tail = args
        return collecting(g, template, lambda found: list_term(found, tail), result, frame)

    def forall(args: tuple[Term, ...], frame: Any) -> Frame:
        return start((NOT, (COMMA, checked(args[0]), (NOT, args[1]))), frame)

    def bagof(args: tuple[Term, ...], frame: Any) -> Frame:
        return grouped(args, frame, lambda answers: answers)

    def setof(args: tuple[Term, ...], frame: Any) -> Frame:
        from galakit.lang.prolog.builtins.order import sorted_unique

        return grouped(args, frame, sorted_unique)

    def grouped(args: tuple[Term, ...], frame: Any, arrange: Callable[[list[Term]], list[Term]]) -> Frame:
        template, g, result = args
        free = free_variables(g, set(variables(template)))
        g = deref(g)
        while type(g) is tuple and g[0] is CARET:
            g = deref(g[2])
        if not free:
            return collecting(g, template, lambda found: list_term(arrange(found)) if found else None, result, frame)
        witness = (sym("v", len(free)), *free)
        found: list[Term] = []
        choices.append((len(trail), groups, (found, witness, result, arrange), frame))
        return start(g, (collect, ((PAIR, witness, template), found), frame))

    def groups(args: tuple[Any, ...], frame: Any) -> Frame:
        from galakit.lang.prolog.builtins.order import by_order, sorting

        found, witness, result, arrange = args
        # Solutions whose witnesses are equal up to the names of variables belong together.
        together: dict[Any, tuple[Term, list[Term]]] = {}
        for _, key, value in found:
            first, values = together.setdefault(flat(key, {}), (key, []))
            unify(key, first)  # the copies share their variables from now on, as the solutions did
            values.append(value)
        sorting(found)
        in_order = sorted(together.values(), key=lambda group: by_order(group[0]))
        answers = [(PAIR, key, list_term(arrange(values))) for key, values in in_order]
        return db.each(iter(answers), (PAIR, witness, result), frame)

    def aggregate_all(args: tuple[Term, ...], frame: Any) -> Frame:
        what, g, result = args
        resolve(what)  # for its limit: an infinite term describes no aggregate
        return collecting(g, _template(what), lambda found: _aggregate(resolve(what), found), result, frame)

    return {
        sym("findall", 3): findall,
        sym("findall", 4): findall_before,
        sym("forall", 2): forall,
        BAGOF: bagof,
        SETOF: setof,
        sym("aggregate_all", 3): aggregate_all,
    }


def _template(what: Term) -> Term:
    """What to collect for an aggregate: its argument, its two, or those of several aggregates under one name."""
    what = deref(what)
    if type(what) is Var:
        raise instantiation("aggregate_all/3")
    if what is sym("count"):
        return what
    if type(what) is not tuple:
        raise domain_error("aggregate_spec", what, "aggregate_all/3")
    if (what[0].name, what[0].arity) in _AGGREGATES:
        return what
    return (what[0], *[_template(part) for part in what[1:]])


def _aggregate(what: Term, found: list[Term]) -> Term | None:
    """The aggregate of the collected templates; None where there is none, as the largest of nothing."""
    spend(len(found))
    name, arity = (what.name, 0) if type(what) is Symbol else (what[0].name, what[0].arity)
    make = _AGGREGATES.get((name, arity))
    if make is not None:
        return make(found)
    parts = [_aggregate(part, [row[i] for row in found]) for i, part in enumerate(what[1:], 1)]
    return None if any(part is None for part in parts) else (what[0], *parts)


def _total(found: list[Term]) -> Term:
    total: Any = 0
    for row in found:
        total = PLUS(total, evaluate(row[1]))
    return normal(total)


def _extreme(choose: Callable[[Any, Any], Any]) -> Callable[[list[Term]], Term | None]:
    def best(found: list[Term]) -> Term | None:
        if not found:
            return None
        value = evaluate(found[0][1])
        for row in found[1:]:
            value = choose(value, evaluate(row[1]))
        return normal(value)

    return best


def _witnessed(better: Callable[[Any, Any], bool]) -> Callable[[list[Term]], Term | None]:
    def best(found: list[Term]) -> Term | None:
        if not found:
            return None
        chosen, value = found[0], evaluate(found[0][1])
        for row in found[1:]:
            other = evaluate(row[1])
            if better(other, value):
                chosen, value = row, other
        return (chosen[0], normal(value), chosen[2])

    return best


def _set(found: list[Term]) -> Term:
    from galakit.lang.prolog.builtins.order import sorted_unique

    return list_term(sorted_unique([row[1] for row in found]))


_AGGREGATES: dict[tuple[str, int], Callable[[list[Term]], Term | None]] = {
    ("count", 0): len,
    ("count", 1): len,
    ("sum", 1): _total,
    ("max", 1): _extreme(MAX),
    ("min", 1): _extreme(MIN),
    ("max", 2): _witnessed(lambda a, b: a > b),
    ("min", 2): _witnessed(lambda a, b: a < b),
    ("bag", 1): lambda found: list_term([row[1] for row in found]),
    ("set", 1): _set,
}


def free_variables(goal: Term, bound: set[Var]) -> list[Var]:
    """The variables of a goal of `bagof/3` or `setof/3` over which answers are grouped (ISO 7.1.1.4)."""
    found: dict[Var, None] = {}
    stack: list[tuple[Term, set[Var]]] = [(goal, bound)]
    seen = 0
    due = STRIDE
    while stack:
        t, local = stack.pop()
        t = deref(t)
        if type(t) is Var:
            if t not in local:
                found[t] = None
        elif type(t) is tuple:
            seen += 1 + (len(t) >> 2) + len(local)
            if seen > due:
                due = counted(due, seen)
            if t[0] is CARET:
                stack.append((t[2], local | set(variables(t[1]))))
            elif t[0] is SETOF or t[0] is BAGOF:
                stack.append((t[3], local))
                stack.append((t[2], local | set(variables(t[1]))))
            elif t[0] is not NOT:
                stack.extend((x, local) for x in reversed(t[1:]))
    return list(found)
