"""Slips of the pen that are certain to fail when the game runs.

A forgotten `$` (`payoff(a, stake)`), `=` where `gets` is meant (`pot = 1`), an undeclared outcome. Only names that the
program itself defines count as slips.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable

from galakit.lang.gala.program import Program
from galakit.lang.prolog import arithmetic
from galakit.lang.syntax import Node, indicator, is_compound, list_items
from galakit.lang.terms import sym

COMPARISONS = {("<", 2), (">", 2), ("=<", 2), (">=", 2), ("=:=", 2), ("=\\=", 2)}
CONTROL = {(",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("once", 1), ("ignore", 1)}
EQUALITIES = {("=", 2), ("==", 2), ("is", 2)}
KNOWN_OUTCOMES = {("draw", 0), ("wins", 1)}


def check_goal(program: Program, node: Node, known: Callable[[str], bool]) -> None:
    """Report names without `$` in the comparisons and calculations of a goal."""
    stack = [node]
    while stack:
        goal = stack.pop()
        key = indicator(goal)
        if key in CONTROL:
            stack.extend(goal.args)
        elif key in COMPARISONS:
            for side in goal.args:
                check_amount(program, side, known)
        elif key == ("is", 2):
            check_amount(program, goal.args[1], known)
        elif key == ("between", 3):
            for bound in goal.args[:2]:
                check_amount(program, bound, known)


def check_amount(program: Program, node: Node, known: Callable[[str], bool]) -> None:
    """Report names without `$` where a number is worked out."""
    stack = [node]
    while stack:
        n = stack.pop()
        key = indicator(n)
        if key is None or key == ("$", 1):
            continue
        if sym(*key) in arithmetic.FUNCTIONS:
            stack.extend(n.args)
        elif known(key[0]):
            program.error(
                f"`{n.brief}` is a name here, not its value", n.span, f"did you mean `${n.brief}`?", id="GK215"
            )


def check_statement(program: Program, node: Node, known: Callable[[str], bool]) -> bool:
    """Whether a goal among the statements compares a variable's name, as if that would set it; reports it."""
    if indicator(node) not in EQUALITIES:
        return False
    name, value = node.args
    key = indicator(name)
    if key is None or not known(key[0]) or value.kind == "var" or key == indicator(value):
        return False
    program.error(
        f"`{node.name}` does not set the variable `{name.brief}`",
        node.span,
        f"write `{name.brief} gets {value.brief}`",
        id="GK216",
    )
    return True


def check_outcome(program: Program, node: Node, known: Callable[[str], bool]) -> None:
    """Report a vector with names in it, and a symbol that no outcome is declared for."""
    vector = list_items(node)
    if vector is not None:
        for amount in vector:
            check_amount(program, amount, known)
        return
    key = indicator(node)
    if key is None or key in KNOWN_OUTCOMES or key == ("$", 1) or is_compound(node, ".", 2):
        return
    declared = [indicator(pattern) for pattern, _ in program.outcomes]
    if key in declared or None in declared:
        return
    names = [*(k[0] for k in declared if k), *(k[0] for k in KNOWN_OUTCOMES)]
    close = difflib.get_close_matches(key[0], names, 1)
    if known(key[0]):
        hint = f"did you mean `${node.brief}`?"
    elif node.value == "," and len(node.args) == 2:
        hint = "give the payoffs as one list: outcome([1, -1])"
    elif close:
        hint = f"did you mean `{close[0]}`?"
    else:
        hint = f"declare it: outcomes : [{node.brief} : [{', '.join('0' for _ in program.players)}]]"
    program.error(f"`{node.brief}` is not an outcome", node.span, hint, id="GK217")
