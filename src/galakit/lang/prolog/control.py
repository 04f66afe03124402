"""Built-ins that need the machine: calling goals, all solutions, catching errors, and choices made in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.faults import SLASH, PrologError, instantiation, type_error
from galakit.lang.prolog.goals import ARROW, CUT, FAIL, FALSE, NOT, SEMICOLON, SOFT, TRUE
from galakit.lang.prolog.walk import rename, resolve, variables
from galakit.lang.terms import COMMA, CONS, Symbol, Term, Var, deref, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database
    from galakit.lang.prolog.machine import Code, Frame

CARET, LAMBDA, PAIR = sym("^", 2), sym(">>", 2), sym("-", 2)
WRONG = sym("wrong", 1)
INFINITE = {sym("inf"), sym("infinite")}


def table(db: Database) -> dict[Symbol, Code]:
    """The control predicates of a database."""
    machine = db.machine
    choices, trail, fail, unify = machine.choices, machine.trail, machine.fail, machine.unify

    def goal(args: tuple[Term, ...], frame: Any) -> Frame:
        """Run a goal term; `args` is the goal and the height its cuts cut to."""
        g, height = args
        while True:
            g = deref(g)
            kind = type(g)
            if kind is tuple:
                functor = g[0]
                if functor is COMMA:
                    frame = (goal, (g[2], height), frame)
                    g = g[1]
                    continue
                if functor is SEMICOLON:
                    left = deref(g[1])
                    mark = len(choices)
                    choices.append((len(trail), goal, (g[2], height), frame))
                    if type(left) is tuple and left[0] is ARROW:
                        return goal((left[1], mark + 1), (then, (mark, left[2], height), frame))
                    if type(left) is tuple and left[0] is SOFT:
                        return goal((left[1], mark + 1), (soft_then, (mark, left[2], height), frame))
                    g = left
                    continue
                if functor is ARROW:
                    mark = len(choices)
                    choices.append((len(trail), give_up, (), None))
                    return goal((g[1], mark + 1), (then, (mark, g[2], height), frame))
                if functor is SOFT:
                    return goal((g[1], len(choices)), (goal, (g[2], height), frame))
                if functor is NOT:
                    mark = len(choices)
                    choices.append((len(trail), proceed, (), frame))
                    return goal((g[1], mark + 1), (cut_fail, (mark,), None))
                return db.lookup(functor).code, g[1:], frame
            if kind is Symbol:
                if g is CUT:
                    del choices[height:]
                    return frame  # type: ignore[no-any-return]
                if g is TRUE:
                    return frame  # type: ignore[no-any-return]
                if g is FAIL or g is FALSE:
                    return fail()
                return db.lookup(g).code, (), frame
            if kind is Var:
                raise instantiation("call/1")
            raise type_error("callable", g, "call/1")

    def then(args: tuple[Any, ...], frame: Any) -> Frame:
        mark, consequence, height = args
        del choices[mark:]
        return goal((consequence, height), frame)

    def soft_then(args: tuple[Any, ...], frame: Any) -> Frame:
        mark, consequence, height = args
        choices[mark] = (choices[mark][0], give_up, (), None)
        return goal((consequence, height), frame)

    def give_up(args: tuple[Term, ...], frame: Any) -> Frame:
        return fail()

    def proceed(args: tuple[Term, ...], frame: Any) -> Frame:
        return frame  # type: ignore[no-any-return]

    def cut_fail(args: tuple[Any, ...], frame: Any) -> Frame:
        del choices[args[0] :]
        return fail()

    def call(args: tuple[Term, ...], frame: Any) -> Frame:
        target = deref(args[0])
        extra = args[1:]
        if extra:
            if type(target) is tuple and target[0] is LAMBDA:
                return call_lambda(target, extra, frame)
            if type(target) is tuple:
                target = (sym(target[0].name, len(target) - 1 + len(extra)), *target[1:], *extra)
            elif type(target) is Symbol:
                target = (sym(target.name, len(extra)), *extra)
            elif type(target) is Var:
                raise instantiation(f"call/{len(args)}")
            else:
                raise type_error("callable", target, f"call/{len(args)}")
        return goal((target, len(choices)), frame)

    def call_lambda(expression: Term, extra: tuple[Term, ...], frame: Any) -> Frame:
        """`Free/[X, ...]>>Goal`: a copy for each call, so that parameters are fresh; `Free` stays shared."""
        left = deref(expression[1])
        shared = variables(left[1]) if type(left) is tuple and left[0] is SLASH else []
        copied = rename(expression, {v: v for v in shared})
        left = deref(copied[1])
        if type(left) is tuple and left[0] is SLASH:
            left = deref(left[2])
        values = list(extra)
        while values and type(left) is tuple and left[0] is CONS:
            if not unify(left[1], values.pop(0)):
                return fail()
            left = deref(left[2])
        return call((copied[2], *values), frame)

    def negation(args: tuple[Term, ...], frame: Any) -> Frame:
        return goal(((NOT, args[0]), len(choices)), frame)

    def findall(args: tuple[Term, ...], frame: Any) -> Frame:
        template, g, result = args
        found: list[Term] = []
        choices.append((len(trail), findall_done, (found, result), frame))
        return goal((g, len(choices)), (collect, (template, found), None))

    def collect(args: tuple[Any, ...], frame: Any) -> Frame:
        args[1].append(rename(args[0]))
        return fail()

    def findall_done(args: tuple[Any, ...], frame: Any) -> Frame:
        return frame if unify(args[1], list_term(args[0])) else fail()

    def forall(args: tuple[Term, ...], frame: Any) -> Frame:
        return goal(((NOT, (COMMA, args[0], (NOT, args[1]))), len(choices)), frame)

    def catch(args: tuple[Term, ...], frame: Any) -> Frame:
        g, catcher, recovery = args
        choices.append((len(trail), machine.catch_failed, (catcher, recovery, call), frame))
        return goal((g, len(choices)), frame)

    def throw(args: tuple[Term, ...], frame: Any) -> Frame:
        from galakit.lang.writer import write

        ball = resolve(args[0])
        if type(ball) is tuple and ball[0] is WRONG and type(ball[1]) is Symbol:
            raise PrologError(ball, ball[1].name)  # how libraries say what is wrong
        raise PrologError(ball, f"uncaught exception `{write(ball)}`")

    def each(source: Iterator[Term], target: Term, frame: Any) -> Frame:
        """Unify the target with one item after another."""
        return again((source, target), frame)

    def again(args: tuple[Any, ...], frame: Any) -> Frame:
        source, target = args
        mark = len(trail)
        for item in source:
            choices.append((mark, again, args, frame))
            if unify(target, item):
                return frame  # type: ignore[no-any-return]
            choices.pop()
            machine.undo(mark)  # a failed unification may have bound a part of the target
        return fail()

    def between(args: tuple[Term, ...], frame: Any) -> Frame:
        low, high, x = deref(args[0]), deref(args[1]), deref(args[2])
        for bound in (low, high):
            if type(bound) is Var:
                raise instantiation("between/3")
        if type(low) is not int:
            raise type_error("integer", low, "between/3")
        if type(high) is not int:
            if high not in INFINITE:
                raise type_error("integer", high, "between/3")
            high = 1 << 62
        if type(x) is int:
            return frame if low <= x <= high else fail()
        if type(x) is not Var:
            raise type_error("integer", x, "between/3")
        return next_between((low, high, x), frame)

    def next_between(args: tuple[Any, ...], frame: Any) -> Frame:
        low, high, x = args
        if low > high:
            return fail()
        if low < high:
            choices.append((len(trail), next_between, (low + 1, high, x), frame))
        x.ref = low
        trail.append(x)
        return frame  # type: ignore[no-any-return]

    def bagof(args: tuple[Term, ...], frame: Any) -> Frame:
        return collected(args, frame, lambda answers: answers)

    def setof(args: tuple[Term, ...], frame: Any) -> Frame:
        from galakit.lang.prolog.deterministic import sorted_unique

        return collected(args, frame, sorted_unique)

    def collected(args: tuple[Term, ...], frame: Any, finish: Any) -> Frame:
        template, g, result = args
        bound = set(variables(template))
        free = free_variables(g, bound)
        g = deref(g)
        while type(g) is tuple and g[0] is CARET:
            g = deref(g[2])
        witness = (sym("v", len(free)), *free) if free else sym("v")
        pairs: list[Term] = []
        choices.append((len(trail), groups, (pairs, witness, result, finish), frame))
        return goal((g, len(choices)), (collect, ((PAIR, witness, template), pairs), None))

    def groups(args: tuple[Any, ...], frame: Any) -> Frame:
        pairs, witness, result, finish = args
        if not pairs:
            return fail()
        if type(witness) is not tuple:
            return frame if unify(result, list_term(finish([p[2] for p in pairs]))) else fail()
        from galakit.lang.prolog.deterministic import by_order
        from galakit.lang.writer import write

        # Solutions whose witnesses are equal up to the names of variables belong together; the text tells.
        grouped: dict[str, tuple[Term, list[Term]]] = {}
        for _, key, value in pairs:
            grouped.setdefault(write(key), (key, []))[1].append(value)
        in_order = sorted(grouped.values(), key=lambda group: by_order(group[0]))
        answers = [(PAIR, key, list_term(finish(values))) for key, values in in_order]
        return each(iter(answers), (PAIR, witness, result), frame)

    def aggregate_count(args: tuple[Term, ...], frame: Any) -> Frame:
        what: Term = deref(args[0])
        if what is not sym("count") and not (type(what) is tuple and what[0].arity == 1):
            raise type_error("aggregate", what, "aggregate_all/3")
        template: Term = what[1] if type(what) is tuple else what
        found: list[Term] = []
        choices.append((len(trail), aggregated, (what, found, args[2]), frame))
        return goal((args[1], len(choices)), (collect, (template, found), None))

    def aggregated(args: tuple[Any, ...], frame: Any) -> Frame:
        from galakit.lang.prolog.arithmetic import evaluate, normal
        from galakit.lang.prolog.deterministic import sorted_unique

        what, found, result = args
        name = what.name if type(what) is Symbol else what[0].name
        value: Term
        if name == "count":
            value = len(found)
        elif name == "bag":
            value = list_term(found)
        elif name == "set":
            value = list_term(sorted_unique(found))
        elif name == "sum":
            value = normal(sum((evaluate(x) for x in found), 0))
        elif name in ("max", "min"):
            if not found:
                return fail()
            value = normal((max if name == "max" else min)(evaluate(x) for x in found))
        else:
            raise type_error("aggregate", what, "aggregate_all/3")
        return frame if unify(result, value) else fail()

    def ignore(args: tuple[Term, ...], frame: Any) -> Frame:
        return goal(((SEMICOLON, (ARROW, args[0], TRUE), TRUE), len(choices)), frame)

    def once(args: tuple[Term, ...], frame: Any) -> Frame:
        return goal(((ARROW, args[0], TRUE), len(choices)), frame)

    def repeat(args: tuple[Term, ...], frame: Any) -> Frame:
        choices.append((len(trail), repeat, (), frame))
        return frame  # type: ignore[no-any-return]

    db.each = each
    return {
        **{sym("call", n): call for n in range(1, 9)},
        sym("\\+", 1): negation,
        sym("not", 1): negation,
        sym("findall", 3): findall,
        sym("forall", 2): forall,
        sym("bagof", 3): bagof,
        sym("setof", 3): setof,
        sym("aggregate_all", 3): aggregate_count,
        sym("catch", 3): catch,
        sym("throw", 1): throw,
        sym("between", 3): between,
        sym("once", 1): once,
        sym("ignore", 1): ignore,
        sym("repeat", 0): repeat,
    }


def free_variables(goal: Term, bound: set[Var]) -> list[Var]:
    """The variables of a goal of `bagof/3` or `setof/3` over which answers are grouped (ISO 7.1.1.4)."""
    found: dict[Var, None] = {}
    stack: list[tuple[Term, set[Var]]] = [(goal, bound)]
    while stack:
        t, local = stack.pop()
        t = deref(t)
        if type(t) is Var:
            if t not in local:
                found[t] = None
        elif type(t) is tuple:
            if t[0] is CARET:
                stack.append((t[2], local | set(variables(t[1]))))
            elif t[0] is sym("setof", 3) or t[0] is sym("bagof", 3):
                stack.append((t[3], local))
                stack.append((t[2], local | set(variables(t[1]))))
            elif t[0] is not NOT:
                stack.extend((x, local) for x in reversed(t[1:]))
    return list(found)
