"""Control: calling goals that are terms, conditions, negation, cut, errors thrown and caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.faults import SHOWN, SLASH, PrologError, instantiation, type_error
from galakit.lang.prolog.goals import ARROW, CONTROL, CUT, FAIL, FALSE, NOT, SEMICOLON, SOFT, TRUE, well_formed
from galakit.lang.prolog.walk import proper_list, rename, resolve, variables
from galakit.lang.terms import COMMA, CURLY, Symbol, Term, Var, deref, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database
    from galakit.lang.prolog.machine import Code, Frame

LAMBDA = sym(">>", 2)
WRONG = sym("wrong", 1)
Start = Callable[[Term, Any], "Frame"]


def table(db: Database) -> tuple[dict[Symbol, Code], Start]:
    """The control predicates of a database, and how others start a goal: `start(goal, frame)`."""
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
                    return goal((g[1], mark + 1), (cut_fail, (mark,), frame))
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

    def start(g: Term, frame: Any) -> Frame:
        """Run a goal whose cuts are its own. What cannot be a goal anywhere in it is an error before any part runs."""
        return goal((checked(g), len(choices)), frame)

    def started(args: tuple[Term, ...], frame: Any) -> Frame:
        return start(args[0], frame)

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
        if type(target) is tuple and target[0] is LAMBDA:
            return call_lambda(target, extra, frame)
        if extra:
            if type(target) is tuple:
                target = (sym(target[0].name, len(target) - 1 + len(extra)), *target[1:], *extra)
            elif type(target) is Symbol:
                target = (sym(target.name, len(extra)), *extra)
            elif type(target) is Var:
                raise instantiation(f"call/{len(args)}")
            else:
                raise type_error("callable", target, f"call/{len(args)}")
        return start(target, frame)

    def call_lambda(expression: Term, extra: tuple[Term, ...], frame: Any) -> Frame:
        """`{Free}/[X, ...]>>Goal`: a copy for each call, so that parameters are fresh; `Free` stays shared."""
        left = deref(expression[1])
        shared: list[Var] = []
        if type(left) is tuple and left[0] is SLASH:
            free = deref(left[1])
            if type(free) is Var:
                raise instantiation(">>")
            if free is not sym("{}") and not (type(free) is tuple and free[0] is CURLY):
                raise type_error("lambda_free", resolve(free), ">>")
            shared = variables(free)
        copied = rename(expression, {v: v for v in shared})
        left = deref(copied[1])
        if type(left) is tuple and left[0] is SLASH:
            left = deref(left[2])
        values = list(extra)
        for parameter in proper_list(left, ">>"):
            if not values:
                break
            if not unify(parameter, values.pop(0)):
                return fail()
        return call((copied[2], *values), frame)

    def apply(args: tuple[Term, ...], frame: Any) -> Frame:
        return call((args[0], *proper_list(args[1], "apply/2")), frame)

    def negation(args: tuple[Term, ...], frame: Any) -> Frame:
        return start((NOT, args[0]), frame)

    def catch(args: tuple[Term, ...], frame: Any) -> Frame:
        g, catcher, recovery = args
        guard = (catcher, recovery, call)
        choices.append((len(trail), machine.catch_failed, guard, frame))
        # Not started here: an error in the goal itself must find the frame in place.
        return started, (g,), (machine.catch_exited, guard, frame)

    def throw(args: tuple[Term, ...], frame: Any) -> Frame:
        from galakit.lang.writer import brief

        ball = rename(args[0])
        if type(ball) is Var:
            raise instantiation("throw/1")
        if type(ball) is tuple and ball[0] is WRONG and type(ball[1]) is Symbol:
            raise PrologError(ball, ball[1].name)  # how libraries say what is wrong
        raise PrologError(ball, f"uncaught exception `{brief(ball, SHOWN)}`")

    def ignore(args: tuple[Term, ...], frame: Any) -> Frame:
        return start((SEMICOLON, (ARROW, checked(args[0]), TRUE), TRUE), frame)

    def once(args: tuple[Term, ...], frame: Any) -> Frame:
        return start((ARROW, checked(args[0]), TRUE), frame)

    def repeat(args: tuple[Term, ...], frame: Any) -> Frame:
        choices.append((len(trail), repeat, (), frame))
        return frame  # type: ignore[no-any-return]

    predicates: dict[Symbol, Code] = {
        **{sym("call", n): call for n in range(1, 9)},
        **{sym(">>", n): (lambda args, frame: call(((LAMBDA, *args[:2]), *args[2:]), frame)) for n in range(2, 9)},
        sym("apply", 2): apply,
        sym("\\+", 1): negation,
        sym("not", 1): negation,
        sym("catch", 3): catch,
        sym("throw", 1): throw,
        sym("once", 1): once,
        sym("ignore", 1): ignore,
        sym("repeat", 0): repeat,
    }
    return predicates, start


def checked(g: Term) -> Term:
    """A goal about to be run, dereferenced, if it can be one."""
    g = deref(g)
    if type(g) is tuple:
        if g[0] in CONTROL and not well_formed(g):
            raise type_error("callable", resolve(g), "call/1")
    elif type(g) is Var:
        raise instantiation("call/1")
    elif type(g) is not Symbol:
        raise type_error("callable", g, "call/1")
    return g
