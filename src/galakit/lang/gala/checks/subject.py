"""The subject of checks: a program, its operations, and the text that each operation was made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from galakit.errors import Diagnostic, Label, Span
from galakit.lang.gala.calls import Procedure
from galakit.lang.gala.operations import Operation
from galakit.lang.gala.program import Program
from galakit.lang.gala.rules import GalaRules
from galakit.lang.prolog.memo import symbols_of
from galakit.lang.syntax import Node, indicator
from galakit.lang.terms import Term, Var, deref, sym

SET = sym("gala_set", 2)
ANY = "*"  # stands for every Gala variable


class Subject:
    """A program that compiles, with its rules."""

    def __init__(self, program: Program, rules: GalaRules) -> None:
        self.program = program
        self.rules = rules
        self.procedures: list[Procedure] = rules.liveness.procedures

    @cached_property
    def nodes(self) -> dict[tuple[int, int], Node]:
        """The parts of the game's text by where they stand; of several at one position the outermost."""
        found: dict[tuple[int, int], Node] = {}
        for node in walk(self.program.node):
            found.setdefault((node.start, node.end), node)
        return found

    def node(self, operation: Operation) -> Node | None:
        """The text an operation was made from."""
        if operation.span.source is not self.program.source:
            return None
        return self.nodes.get((operation.span.start, operation.span.end))

    @cached_property
    def sets(self) -> dict[str, frozenset[str]]:
        """The Gala variables (by name) that calling a predicate may set, by the predicate's name."""
        mentions: dict[str, set[str]] = {}
        sets: dict[str, set[str]] = {}
        for predicate in self.rules.database.predicates.values():
            if predicate.auxiliary:
                continue
            name = predicate.symbol.name
            for _, body in predicate.clauses:
                mentions.setdefault(name, set()).update(s.name for s in symbols_of(body))
                sets.setdefault(name, set()).update(_set_in(body))
        mentioned_by: dict[str, list[str]] = {}
        for name, mentioned in mentions.items():
            for other in mentioned:
                mentioned_by.setdefault(other, []).append(name)
        waiting = [name for name, found in sets.items() if found]
        while waiting:
            name = waiting.pop()
            for other in mentioned_by.get(name, ()):
                if not sets[name] <= sets[other]:
                    sets[other] |= sets[name]
                    waiting.append(other)
        return {name: frozenset(found) for name, found in sets.items() if found}

    def set_by(self, node: Node | None) -> frozenset[str]:
        """The Gala variables that a goal of the flow may set; `ANY` when unknown."""
        found: set[str] = set()
        for n in walk(node):
            key = indicator(n)
            if key == ("gala_set", 2):
                target = indicator(n.args[0])
                found.add(target[0] if target and target[0] != "$" else ANY)
            elif key is not None:
                found |= self.sets.get(key[0], frozenset())
        return frozenset(found)


def walk(*nodes: Node | None) -> Iterator[Node]:
    """All parts of terms, from left to right, outermost first."""
    stack = [node for node in reversed(nodes) if node is not None]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.args))


def warning(id: str, message: str, span: Span, hint: str | None = None, labels: Iterable[Label] = ()) -> Diagnostic:
    return Diagnostic(message, span, hint, severity="warning", id=id, labels=tuple(labels))


def _set_in(body: Term) -> set[str]:
    """The names that `gala_set` is given in a clause."""
    found = set()
    stack = [body]
    while stack:
        term = deref(stack.pop())
        if type(term) is tuple:
            if term[0] is SET:
                target = deref(term[1])
                if type(target) is Var:
                    found.add(ANY)
                else:
                    found.add(target[0].name if type(target) is tuple else str(getattr(target, "name", ANY)))
            stack.extend(term[1:])
    return found
