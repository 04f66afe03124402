"""Predicates that nothing calls, and predicates whose clauses do not stand together."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic, Label, Span
from galakit.lang.gala.checks.subject import Subject, walk, warning
from galakit.lang.gala.program import Program
from galakit.lang.prolog.memo import symbols_of
from galakit.lang.syntax import Clause, Node, indicator, is_compound


def _head(clause: Clause) -> Node:
    return clause.node.args[0] if is_compound(clause.node, ":-", 2) else clause.node


def unused_predicates(subject: Subject) -> Iterator[Diagnostic]:
    """A predicate is used when its name is mentioned in the game, or by a predicate that is."""
    program = subject.program
    if _takes_code(subject):
        return
    first: dict[tuple[str, int], Span] = {}
    mentions: dict[str, set[str]] = {}
    for clause in program.clauses:
        head = _head(clause)
        key = indicator(head)
        assert key is not None
        first.setdefault(key, head.span)
        mentions.setdefault(key[0], set()).update(n.name for n in walk(clause.node) if n is not head and not n.quoted)
    reached: set[str] = set()
    waiting = {n.name for n in walk(program.node)}
    for predicate in subject.rules.database.predicates.values():
        if predicate.library:
            waiting |= {s.name for _, body in predicate.clauses for s in symbols_of(body)}
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting |= mentions.get(name, set())
    for (name, arity), span in first.items():
        if name not in reached:
            hint = "call it, or remove its clauses"
            yield warning("GK308", f"the predicate `{name}/{arity}` is never used", span, hint)


def _takes_code(subject: Subject) -> bool:
    """Whether a parameter may name a predicate: then any of them may be wanted."""
    defined = {key[0] for clause in subject.program.clauses if (key := indicator(_head(clause)))}
    return any(
        default is None or any(n.kind in ("atom", "compound") and n.value in defined for n in walk(default))
        for default in subject.program.params.values()
    )


def scattered_clauses(program: Program) -> Iterator[Diagnostic]:
    """The clauses of a predicate stand together, so a clause elsewhere probably has a wrong name."""
    last: dict[tuple[str, int], Clause] = {}
    reported = set()
    before: tuple[str, int] | None = None
    for clause in program.clauses:
        key = indicator(_head(clause))
        assert key is not None
        if key != before and key in last and key not in reported:
            reported.add(key)
            problem = f"the clauses of `{key[0]}/{key[1]}` do not stand together"
            label = Label(_head(last[key]).span, "the clause before it")
            yield warning("GK309", problem, _head(clause).span, "move this clause there, or rename it", [label])
        last[key] = clause
        before = key
