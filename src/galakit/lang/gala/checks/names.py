"""Variables, parameters and formals that are never read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from galakit.errors import Diagnostic, Span
from galakit.lang.gala.checks.subject import Subject, walk, warning
from galakit.lang.prolog.memo import symbols_of
from galakit.lang.syntax import Node, indicator, is_compound


def unused_names(subject: Subject) -> Iterator[Diagnostic]:
    """Any mention counts as a read, except a declaration and the left side of an assignment."""
    program = subject.program
    mentions = Counter(_names(program.node))
    elsewhere = {name for clause in program.clauses for name in _names(clause.node)} | _in_libraries(subject)
    if not _computed_reads(subject):
        yield from _variables(subject, mentions, elsewhere)
    for name in program.params:
        if mentions[name] < 2 and name not in elsewhere:
            span = _first(program.node, name)
            hint = f"read it as `${name}`, or remove it"
            yield warning("GK305", f"the parameter `{name}` is never read", span, hint)
    for flow in program.gameflows.values():
        inside = set(_names(flow.body))
        for formal in flow.formals:
            if formal not in inside:
                problem = f"the formal `{formal}` of `{flow.name}` is never read"
                hint = f"read it as `${formal}`, or remove it here and where `{flow.name}` is called"
                yield warning("GK306", problem, flow.span, hint)


def _variables(subject: Subject, mentions: Counter[str], elsewhere: set[str]) -> Iterator[Diagnostic]:
    program = subject.program
    assigned = Counter(
        key[0]
        for node in walk(program.node)
        if is_compound(node, "gets", 2) or is_compound(node, ":=", 2)
        if (key := indicator(node.args[0]))
    )
    declared = Counter(name.value for name, _ in program.variables)
    for name, _ in program.variables:
        own = name.value
        if own not in elsewhere and mentions[own] <= declared[own] + assigned[own]:
            problem = f"the variable `{name.brief}` is " + ("set, but never read" if assigned[own] else "never used")
            yield warning("GK304", problem, name.span, f"read it as `${name.brief}`, or remove it")


def _names(node: Node | None) -> Iterator[str]:
    for n in walk(node):
        if n.kind in ("atom", "compound"):
            yield n.value


def _in_libraries(subject: Subject) -> set[str]:
    predicates = subject.rules.database.predicates.values()
    return {s.name for p in predicates if p.library for _, body in p.clauses for s in symbols_of(body)}


def _computed_reads(subject: Subject) -> bool:
    """Whether some clause or goal reads variables whose names it works out."""
    texts = [subject.program.node, *(clause.node for clause in subject.program.clauses)]
    return any(is_compound(n, "gala_val", 2) and n.args[0].kind == "var" for n in walk(*texts))


def _first(node: Node | None, name: str) -> Span:
    """Where a parameter is declared: the first time its name is mentioned in `params`."""
    for n in walk(node):
        if is_compound(n, ":", 2) and n.args[0].kind == "atom" and n.args[0].value == "params":
            return next(m.span for m in walk(n.args[1]) if m.kind == "atom" and m.value == name)
    raise AssertionError("a parameter is declared in params")
