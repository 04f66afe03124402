"""Goals compiled in place: deterministic built-ins, unification and arithmetic as Python expressions and statements.

Program text never enters the generated source: whatever is not a small integer is reached through a name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galakit.lang.prolog.arithmetic import FUNCTIONS
from galakit.lang.prolog.goals import CUT, CUT_TO, IS, NOT, SOFT_CUT, TRUE, UNIFY, conjunction, depth_of
from galakit.lang.prolog.walk import variables
from galakit.lang.terms import DOLLAR, Symbol, Term, Var, deref, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.codegen import ClauseCompiler

COMPARISONS = {
    sym("<", 2): "<",
    sym(">", 2): ">",
    sym("=<", 2): "<=",
    sym(">=", 2): ">=",
    sym("=:=", 2): "==",
    sym("=\\=", 2): "!=",
}
DIRECT = {sym("+", 2): "+", sym("-", 2): "-"}
BUILD_DEPTH = 12  # deeper terms are built in steps: Python's own parser has limits


def inline(compiler: ClauseCompiler, goal: Term) -> bool:
    """Emit a deterministic built-in in place; False when the goal is not one."""
    if goal is CUT:
        compiler.emit("del choices[cut:]")
        return True
    if goal is SOFT_CUT:
        compiler.emit("softcut(cut)")
        return True
    if type(goal) is not tuple:
        found = built_in(compiler, goal) if type(goal) is Symbol else None
        if found is None:
            return False
        compiler.emit(f"if not {compiler.db.constant_object(found)}(): return fail()")
        return True
    functor = goal[0]
    if functor is CUT_TO:
        compiler.emit(f"del choices[{compiler.name(deref(goal[1]))}:]")
        return True
    if functor is UNIFY:
        return inline_unify(compiler, deref(goal[1]), deref(goal[2]))
    if functor is IS:
        target = deref(goal[1])
        value = result(compiler, goal[2])
        if type(target) is Var and target not in compiler.seen:
            compiler.seen.add(target)
            compiler.emit(f"{compiler.name(target)} = {value}")
        else:
            compiler.emit(f"if not unify({compiler.build(target)}, {value}): return fail()")
        return True
    if not testable(compiler, goal):
        return False
    compiler.emit(f"if not {truth(compiler, goal)}: return fail()")
    return True


def inline_unify(compiler: ClauseCompiler, left: Term, right: Term) -> bool:
    if type(left) is not Var and type(right) is Var:
        left, right = right, left
    if type(left) is Var and left not in compiler.seen:
        if left in variables(right):
            compiler.ensure(left)
        else:
            value = compiler.build(right)
            compiler.seen.add(left)
            compiler.emit(f"{compiler.name(left)} = {value}")
            return True
    if type(left) is Var:
        x = compiler.temporary()
        compiler.emit(f"{x} = {compiler.name(left)}")
        compiler.match(x, right, 0)
    else:
        compiler.emit(f"if not unify({compiler.build(left)}, {compiler.build(right)}): return fail()")
    return True


def testable(compiler: ClauseCompiler, goal: Term) -> bool:
    """Whether `truth` can say whether the goal succeeds."""
    goal = deref(goal)
    symbol = goal[0] if type(goal) is tuple else goal
    if type(symbol) is not Symbol or depth_of(goal, BUILD_DEPTH) >= BUILD_DEPTH:
        return False
    if symbol is NOT:
        return all(testable(compiler, g) and not _binds_fresh(g) for g in conjunction(goal[1]))
    return symbol in COMPARISONS or symbol in (UNIFY, IS, TRUE) or built_in(compiler, symbol) is not None


def built_in(compiler: ClauseCompiler, symbol: Symbol) -> Callable[..., bool] | None:
    """The function behind a deterministic built-in."""
    return compiler.db.in_place_test(symbol, compiler.library)


def _binds_fresh(goal: Term) -> bool:
    return type(goal) is tuple and goal[0] is IS


def truth(compiler: ClauseCompiler, goal: Term) -> str:
    """A Python expression that is true when the deterministic goal succeeds."""
    goal = deref(goal)
    if goal is TRUE:
        return "True"
    if type(goal) is not tuple:
        return f"{compiler.db.constant_object(built_in(compiler, goal))}()"
    functor = goal[0]
    if functor in COMPARISONS:
        return f"({number(compiler, goal[1])} {COMPARISONS[functor]} {number(compiler, goal[2])})"
    if functor is UNIFY:
        return f"unify({compiler.build(goal[1])}, {compiler.build(goal[2])})"
    if functor is IS:
        target = deref(goal[1])
        value = result(compiler, goal[2])
        if type(target) is Var and target not in compiler.seen:
            compiler.seen.add(target)
            return f"(({compiler.name(target)} := {value}) is not None)"
        return f"unify({compiler.build(target)}, {value})"
    if functor is NOT:
        inner = [truth(compiler, g) for g in conjunction(goal[1])]
        return f"refuted(len(trail), lambda: {' and '.join(inner) or 'True'})"
    arguments = ", ".join(compiler.build(x) for x in goal[1:])
    return f"{compiler.db.constant_object(built_in(compiler, functor))}({arguments})"


def result(compiler: ClauseCompiler, expression: Term) -> str:
    """The same as a term."""
    return f"normal({number(compiler, expression)})"


def number(compiler: ClauseCompiler, expression: Term, depth: int = 0) -> str:
    """A Python expression for the value of an arithmetic one."""
    expression = deref(expression)
    kind = type(expression)
    if kind is Var:
        if compiler.void(expression):
            return "evaluate(Var())"
        compiler.ensure(expression)
        v = compiler.name(expression)
        return f"({v} if type({v}) is int else evaluate({v}))"
    if kind is int:
        return compiler.constant(expression)
    if kind is not tuple or depth > 30:
        return f"evaluate({compiler.build(expression)})"
    functor = expression[0]
    if functor is DOLLAR:
        return f"evaluate({compiler.build(expression)})"
    if functor in DIRECT:
        left, right = number(compiler, expression[1], depth + 1), number(compiler, expression[2], depth + 1)
        return f"({left} {DIRECT[functor]} {right})"
    function = FUNCTIONS.get(functor)
    if function is None:
        return f"evaluate({compiler.build(expression)})"
    arguments = ", ".join(number(compiler, x, depth + 1) for x in expression[1:])
    return f"{compiler.db.constant_object(function)}({arguments})"
