"""Prolog variables that are compared where nothing can have given them a value: mostly atoms with a capital letter.

A forward analysis by name: which variables *may* have a value. Every goal may bind the variables in it, except
comparisons and negations. A comparison of numbers with a variable that is not among them is an error on every play
that comes to it; a comparison of terms with one decides the same way on every play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.checks.subject import Subject, walk, warning
from galakit.lang.gala.operations import Assign, Choose, Goal, Operation, Test
from galakit.lang.syntax import Node, indicator, is_compound, variables

NUMBERS = {("<", 2), (">", 2), ("=<", 2), (">=", 2), ("=:=", 2), ("=\\=", 2)}
TERMS = {("==", 2), ("\\==", 2), ("\\=", 2), ("@<", 2), ("@>", 2), ("@=<", 2), ("@>=", 2)}
INNER = {("findall", 3): (1,), ("findall", 4): (1,), ("aggregate_all", 3): (1,), ("forall", 2): (0, 1)}
"""goals whose own goals are looked at"""
ANY = frozenset({"*"})  # any variable may have a value


Bound: TypeAlias = frozenset[str]
Compared: TypeAlias = dict[int, tuple[Node, bool]]
"""variables that are compared without a value, by where they stand, with whether as terms (not as numbers)"""


def unbound_comparisons(subject: Subject) -> Iterator[Diagnostic]:
    """In clauses and in gameflows."""
    program = subject.program
    found: Compared = {}
    for clause in program.clauses:
        if is_compound(clause.node, ":-", 2):
            head, body = clause.node.args
            after_goal(body, frozenset(variables(head)), found)
    for procedure in subject.procedures:
        for operation, bound in _may_be_bound(subject, procedure).items():
            _after(subject, operation, bound, found)
    atoms = {n.value for n in walk(program.node, *(c.node for c in program.clauses)) if n.kind == "atom"}
    for node, as_term in found.values():
        atom = node.value[0].lower() + node.value[1:]
        hint = "bind it before, by a goal or a choice"
        if as_term and atom in atoms:
            hint = f"did you mean `{atom}`? What begins with a capital letter is a variable"
        yield warning("GK318", f"`{node.name}` has no value here: nothing before this gives it one", node.span, hint)


def _may_be_bound(subject: Subject, procedure: Procedure) -> dict[Operation, Bound]:
    """For each operation that can be reached, the variables that may have a value before it."""
    before: dict[Operation, Bound] = {procedure.entry: frozenset()}
    waiting = [procedure.entry]
    while waiting:
        operation = waiting.pop()
        after = _after(subject, operation, before[operation], {})
        for successor in operation.successors:
            if successor not in before or not after <= before[successor]:
                before[successor] = before.get(successor, frozenset()) | after
                waiting.append(successor)
    return before


def _after(subject: Subject, operation: Operation, bound: Bound, found: Compared) -> Bound:
    """The variables that may have a value after an operation."""
    if isinstance(operation, (Goal, Test, Choose, Assign, Call)):
        node = subject.node(operation)
        if node is None:  # code that a parameter holds
            return bound | ANY
        if isinstance(operation, (Goal, Test)):
            return after_goal(node, bound, found)
        if isinstance(operation, Choose) and is_compound(node, "choose", 3):
            after_goal(node.args[2], bound, found)
        return bound | variables(node).keys()  # a gameflow may bind what it is given
    return bound


def after_goal(goal: Node, bound: Bound, found: Compared) -> Bound:
    """The variables that may have a value after a goal; those that it compares without one are noted."""
    # What is still to do, last first; conjunctions may be long and nested, so nothing recurses.
    look, keep, other, join = range(4)
    tasks: list[tuple[int, Node, Bound]] = [(look, goal, bound)]
    while tasks:
        task, node, kept = tasks.pop()
        key = indicator(node)
        if task == keep:  # what was bound inside is not bound outside
            bound = kept
        elif task == other:  # the second branch begins where the first did
            tasks += [(join, node, bound), (look, node.args[1], kept)]
            bound = kept
        elif task == join:
            bound |= kept
        elif key in ((",", 2), ("->", 2), ("*->", 2)):
            tasks += [(look, node.args[1], bound), (look, node.args[0], bound)]
        elif key == (";", 2):
            tasks += [(other, node, bound), (look, node.args[0], bound)]
        elif key in (("\\+", 1), ("not", 1)):
            tasks += [(keep, node, bound), (look, node.args[0], bound)]
        elif key in INNER:
            tasks.append((keep, node, bound | variables(node).keys()))
            tasks += [(look, node.args[i], bound) for i in reversed(INNER[key])]
        elif key in NUMBERS:
            _note(_named(node), False, bound, found)
        elif key == ("is", 2):
            _note(_named(node.args[1]), False, bound, found)
            bound |= variables(node).keys()
        elif key in TERMS:
            _note([n for n in node.args if n.kind == "var" and n.value[0] != "_"], True, bound, found)
        else:
            bound |= variables(node).keys()
    return bound


def _named(node: Node) -> list[Node]:
    return [places[0] for places in variables(node).values()]


def _note(compared: list[Node], as_terms: bool, bound: Bound, found: Compared) -> None:
    if bound >= ANY:
        return
    for node in compared:
        if node.value not in bound:
            found[node.start] = node, as_terms
