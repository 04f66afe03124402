"""The shape of clause bodies: control symbols, conjunctions, cuts, reads of the store."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.lang.prolog.walk import counted
from galakit.lang.prolog.work import STRIDE
from galakit.lang.terms import COMMA, DOLLAR, Symbol, Term, Var, deref, sym

SEMICOLON, ARROW, SOFT = sym(";", 2), sym("->", 2), sym("*->", 2)
NOT, CALL, CUT, TRUE, FAIL, FALSE = sym("\\+", 1), sym("call", 1), sym("!"), sym("true"), sym("fail"), sym("false")
UNIFY, IS, CUT_TO, SOFT_CUT = sym("=", 2), sym("is", 2), sym("$cut", 1), sym("$softcut")
CONTROL = {COMMA, SEMICOLON, ARROW, SOFT, NOT}


def conjunction(body: Term) -> list[Term]:
    """The goals of `(A, B, ...)`, left to right."""
    goals = []
    stack = [body]
    while stack:
        goal = deref(stack.pop())
        if type(goal) is tuple and goal[0] is COMMA:
            stack.append(goal[2])
            stack.append(goal[1])
        elif goal is not TRUE:
            goals.append(goal)
    return goals


def join(goals: Sequence[Term]) -> Term:
    body: Term = TRUE
    for goal in reversed(goals):
        body = goal if body is TRUE else (COMMA, goal, body)
    return body


def has_cut(goal: Term) -> bool:
    """Whether a cut in this body reaches the clause (not hidden in `\\+`, `call` or a condition)."""
    stack = [goal]
    while stack:
        g = deref(stack.pop())
        if g is CUT or g is SOFT_CUT:
            return True
        if type(g) is tuple:
            if g[0] is COMMA or g[0] is SEMICOLON:
                stack.extend(g[1:])
            elif g[0] is ARROW or g[0] is SOFT:
                stack.append(g[2])
    return False


def replace_cut(goal: Term, height: Term) -> Term:
    """The body with its own cuts turned into `'$cut'(height)`."""
    if not has_cut(goal):
        return deref(goal)
    done: list[Term] = []
    todo: list[tuple[Term, bool]] = [(goal, False)]  # with True: the parts of the construct are done
    while todo:
        g, parts_done = todo.pop()
        g = deref(g)
        both = type(g) is tuple and (g[0] is COMMA or g[0] is SEMICOLON)
        if parts_done:
            right = done.pop()
            done.append((g[0], done.pop() if both else g[1], right))
        elif both:
            todo += ((g, True), (g[2], False), (g[1], False))
        elif type(g) is tuple and (g[0] is ARROW or g[0] is SOFT):
            todo += ((g, True), (g[2], False))
        else:
            done.append((CUT_TO, height) if g is CUT else g)
    return done[0]


def has_parent_cut(body: Term, height: Var) -> bool:
    stack = [body]
    while stack:
        t = deref(stack.pop())
        if t is height:
            return True
        if type(t) is tuple:
            stack.extend(t[1:])
    return False


def reads_store(term: Term) -> bool:
    """Whether `$x` occurs in the term."""
    stack = [term]
    while stack:
        t = deref(stack.pop())
        if type(t) is tuple:
            if t[0] is DOLLAR:
                return True
            stack.extend(t[1:])
    return False


def without_reads(term: Term) -> tuple[Term, dict[Var, Term]]:
    """The term with a variable in the place of each `$x`, and what these variables stand for."""
    reads: dict[Var, Term] = {}
    done: list[Term] = []
    todo: list[tuple[Term, bool]] = [(term, False)]  # with True: the arguments of the compound are done
    while todo:
        t, arguments_done = todo.pop()
        t = deref(t)
        if arguments_done:
            arity = len(t) - 1
            done[-arity:] = [(t[0], *done[-arity:])]
        elif type(t) is not tuple:
            done.append(t)
        elif t[0] is DOLLAR:
            var = Var()
            reads[var] = t
            done.append(var)
        else:
            todo.append((t, True))
            todo += [(x, False) for x in t[:0:-1]]
    return done[0], reads


def depth_of(term: Term, limit: int) -> int:
    """The nesting depth, not followed beyond the limit."""
    deepest = 0
    stack = [(term, 0)]
    while stack:
        t, d = stack.pop()
        t = deref(t)
        deepest = max(deepest, d)
        if type(t) is tuple and d < limit:
            stack.extend((x, d + 1) for x in t[1:])
    return deepest


def well_formed(goal: Term) -> bool:
    """Whether a goal can be run as far as its control constructs show: no number or string stands where a goal must."""
    stack = [goal]
    seen = 0
    due = STRIDE
    while stack:
        g = deref(stack.pop())
        if type(g) is tuple:
            if g[0] in CONTROL:
                seen += 1
                if seen > due:
                    due = counted(due, seen)
                stack.extend(g[1:])
        elif type(g) is not Symbol and type(g) is not Var:
            return False
    return True
