"""Control constructs as auxiliary predicates.

What cannot become a Python `if` (disjunctions, conditions that may leave choice points, negation) moves into a
predicate of its own over the variables it mentions. A cut inside it that belongs to the clause becomes
`'$cut'(height)`, the height of the choice-point stack when the clause was entered, passed as an ordinary argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.lang.prolog.goals import (
    ARROW,
    CALL,
    CONTROL,
    CUT,
    FAIL,
    NOT,
    SEMICOLON,
    SOFT,
    SOFT_CUT,
    TRUE,
    has_cut,
    has_parent_cut,
    join,
    replace_cut,
    well_formed,
)
from galakit.lang.prolog.walk import variables
from galakit.lang.terms import Symbol, Term, Var, deref, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.codegen import ClauseCompiler

# The arguments that a meta-predicate runs.
RUNS = {sym("findall", 3): (2,), sym("findall", 4): (2,), sym("forall", 2): (1, 2), sym("aggregate_all", 3): (2,)}


def lifted(compiler: ClauseCompiler, goal: Term) -> Term:
    """The goal as a call: control constructs move into an auxiliary predicate over their variables."""
    if type(goal) is Var:
        return (CALL, goal)
    if type(goal) is not tuple:
        return goal if type(goal) is Symbol else (CALL, goal)  # which raises what there is to say about it
    functor = goal[0]
    if functor is CALL:
        inner = deref(goal[1])
        if type(inner) is tuple and inner[0] in CONTROL and well_formed(inner):
            return auxiliary(compiler, [inner], inner)
        return goal
    if functor in RUNS:
        return tuple(opaque(compiler, x) if i in RUNS[functor] else x for i, x in enumerate(goal))
    if functor not in CONTROL:
        return goal
    height = compiler.cut_var
    if functor is NOT:
        return auxiliary(compiler, [join([opaque(compiler, goal[1]), CUT, FAIL]), TRUE], goal)
    if functor is SEMICOLON:
        return auxiliary(compiler, alternatives(goal, height), goal)
    if functor is ARROW:
        return auxiliary(compiler, [decided(goal, height)], goal)
    if functor is SOFT:
        return auxiliary(compiler, [join([condition(goal[1]), replace_cut(goal[2], height)])], goal)
    return goal


def alternatives(goal: Term, height: Var) -> list[Term]:
    """The branches of a disjunction as clauses. The last one is often a disjunction itself, and its branches are then
    further clauses; but those before a `*->` must stay separate."""
    found = []
    while type(goal) is tuple and goal[0] is SEMICOLON:
        left = deref(goal[1])
        if type(left) is tuple and left[0] is ARROW:
            found.append(decided(left, height))
        elif type(left) is tuple and left[0] is SOFT:
            if found:
                break
            return [join([condition(left[1]), SOFT_CUT, replace_cut(left[2], height)]), replace_cut(goal[2], height)]
        else:
            found.append(replace_cut(left, height))
        goal = deref(goal[2])
    return [*found, replace_cut(goal, height)]


def decided(arrow: Term, height: Var) -> Term:
    """`C -> T` as a clause."""
    return join([condition(arrow[1]), CUT, replace_cut(arrow[2], height)])


def in_own_predicate(compiler: ClauseCompiler, goals: list[Term]) -> Term:
    """The goals as a predicate of their own; their cuts still cut the clause."""
    whole = join(goals)
    return auxiliary(compiler, [replace_cut(whole, compiler.cut_var)], whole)


def opaque(compiler: ClauseCompiler, goal: Term) -> Term:
    """A goal run by a meta-predicate: control constructs are lifted now instead of interpreted at every call."""
    goal = deref(goal)
    if type(goal) is tuple and goal[0] in CONTROL and well_formed(goal):
        return auxiliary(compiler, [goal], goal)
    return goal


def condition(goal: Term) -> Term:
    """A cut in a condition is local to it."""
    return (CALL, goal) if has_cut(goal) else goal


def auxiliary(compiler: ClauseCompiler, bodies: list[Term], origin: Term) -> Term:
    """A call of a new predicate with these clauses, over the variables of the construct they come from."""
    shared = variables(origin)
    if any(has_parent_cut(b, compiler.cut_var) for b in bodies):
        shared = [*[v for v in shared if v is not compiler.cut_var], compiler.cut_var]
    symbol = compiler.db.fresh_symbol(len(shared))
    head: Term = (symbol, *shared) if shared else symbol
    compiler.db.add_auxiliary(symbol, [(head, body) for body in bodies], compiler.library)
    return head
