"""Slips that the program survives: choices without a variable, values that lack their `$`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.checks.subject import Subject, walk, warning
from galakit.lang.gala.operations import Choose
from galakit.lang.prolog import arithmetic
from galakit.lang.syntax import Node, indicator, is_compound
from galakit.lang.terms import sym


def constant_choices(subject: Subject) -> Iterator[Diagnostic]:
    """A template without variables has one instance, so nothing can be chosen."""
    for procedure in subject.procedures:
        for operation in procedure.operations:
            node = subject.node(operation) if isinstance(operation, Choose) else None
            if node is None or not is_compound(node, "choose", 3):
                continue
            template = node.args[1]
            if all(n.kind != "var" and n.value != "$" for n in walk(template)):
                hint = "variables start with a capital letter"
                if template.kind == "atom" and not template.quoted:
                    hint = f"{hint}: write `{template.value.capitalize()}`, here and in the constraint"
                yield warning("GK314", "the template of this choice has no variable", template.span, hint)


def forgotten_dollars(subject: Subject) -> Iterator[Diagnostic]:
    """A value `stake`, or arithmetic with `stake`, where every other mention of that name is `$stake`.

    A parameter is a constant, so its bare name is no use anywhere: it is reported wherever it may stand for the value,
    and always where nothing reads the parameter.
    """
    program = subject.program
    bare = Counter(n.value for n in _bare(program.node))
    bare.update(n.name for clause in program.clauses for n in walk(clause.node))
    formals = {formal for flow in program.gameflows.values() for formal in flow.formals}
    known = {*program.params, *formals, *(name.value for name, _ in program.variables)}
    meant = {flow.name for flow in program.gameflows.values()} | {name for name, _, _ in program.all_objects()}
    meant |= {*program.players, *(p.symbol.name for p in subject.rules.database.every() if p.clauses)}
    values = {id(n) for node in walk(program.node) if _assigns(node) for n in _operands(node.args[1])}
    read = {n.args[0].name for n in walk(program.node) if is_compound(n, "$", 1)}
    labels = {id(n) for node in walk(program.node) for n in _labels(node)}
    shown = {id(n) for entry in program.display for side in entry for n in walk(side)}
    for name in _bare(program.node):
        if name.kind != "atom" or name.value not in known or name.value in meant or id(name) in shown:
            continue
        alone = bare[name.value] == 1
        is_parameter = name.value in program.params and name.value not in formals
        unread = (
            is_parameter
            and name.value not in read
            and not any(name.value in (n.value for n in walk(clause.node)) for clause in program.clauses)
        )
        if (alone and id(name) in values) or unread or (alone and is_parameter and id(name) not in labels):
            problem, hint = f"`{name.brief}` is a name here, not its value", f"did you mean `${name.brief}`?"
            yield warning("GK315", problem, name.span, hint)


def _assigns(node: Node) -> bool:
    return is_compound(node, "gets", 2) or is_compound(node, ":=", 2)


def _labels(node: Node) -> Iterator[Node]:
    """Names that are more likely to be words than values: facts that are revealed, elements of lists of words."""
    if is_compound(node, "reveal", 2):
        yield node.args[1]
    elif is_compound(node, ".", 2):
        words = [n for n in _elements(node) if n.kind == "atom"]
        if len(words) > 1:
            yield from words


def _bare(node: Node | None) -> Iterator[Node]:
    """Names mentioned without `$`, except where they are declared or assigned."""
    skipped: set[int] = set()
    for n in walk(node):
        key = indicator(n)
        if key == ("$", 1) or key in (("gets", 2), (":=", 2)):
            skipped.add(id(n.args[0]))
        elif is_compound(n, ":", 2):
            skipped |= {id(n.args[0]), *(id(formal) for formal in n.args[0].args)}
            if n.args[0].value in ("params", "variables"):
                skipped |= {id(m.args[0] if is_compound(m, "=", 2) else m) for m in _elements(n.args[1])}
        if key is not None and id(n) not in skipped:
            yield n


def _elements(node: Node) -> Iterator[Node]:
    while is_compound(node, ".", 2):
        yield node.args[0]
        node = node.args[1]


def _operands(node: Node) -> Iterator[Node]:
    """The names a value consists of: itself, or the operands of its arithmetic."""
    stack = [node]
    while stack:
        n = stack.pop()
        key = indicator(n)
        if key is not None and n.args and sym(*key) in arithmetic.FUNCTIONS:
            stack.extend(n.args)
        elif n.kind == "atom":
            yield n
