"""Which predicate is defined by which: the graph that restrictions and repairs are about.

A predicate is a name with a number of arguments: `win` and `(win ?p)` are two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from galakit.gdl.text.syntax import Clause, Literal, Part, Term, arguments, name_of

Predicate: TypeAlias = tuple[str, int]

TRUE = ("true", 1)
DOES = ("does", 2)
DISTINCT = ("distinct", 2)


@dataclass(frozen=True)
class Use:
    """An atom in a body: by which predicate it is used, and whether under a negation."""

    user: Predicate
    used: Predicate
    positive: bool
    literal: Literal
    clause: Clause


def predicate(atom: Term) -> Predicate:
    return name_of(atom), len(arguments(atom))


def uses(clause: Clause) -> Iterator[Use]:
    """The atoms of a clause's body, in order."""
    user = predicate(clause.head)
    for literal, positive in _signed(clause.body, True):
        yield Use(user, predicate(literal.atom), positive, literal, clause)


def _signed(body: Iterable[Part], positive: bool) -> Iterator[tuple[Literal, bool]]:
    for part in body:
        if isinstance(part, Literal):
            yield part, part.positive == positive
        else:
            for inner in part.bodies:
                yield from _signed(inner, part.positive == positive)


class Graph:
    """The clauses of a description by their predicates.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.read import read_description
    >>> graph = Graph(read_description(Source("<text>", "terminal :- ~open. open :- true(cell(b)).")).clauses)
    >>> graph.reaches(("terminal", 0), [TRUE])
    [('terminal', 0), ('open', 0), ('true', 1)]
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.defined: dict[Predicate, list[Clause]] = {}
        self.uses: list[Use] = []
        self._needs: dict[Predicate, dict[Predicate, None]] = {}
        for clause in clauses:
            head = predicate(clause.head)
            self.defined.setdefault(head, []).append(clause)
            needs = self._needs.setdefault(head, {})
            for use in uses(clause):
                self.uses.append(use)
                needs[use.used] = None

    def reached(self, start: Iterable[Predicate]) -> set[Predicate]:
        """What some predicates are defined by, directly or through others; themselves included."""
        found = set(start)
        waiting = list(found)
        while waiting:
            for needed in self._needs.get(waiting.pop(), ()):
                if needed not in found:
                    found.add(needed)
                    waiting.append(needed)
        return found

    def reaches(self, start: Predicate, goals: Iterable[Predicate]) -> list[Predicate]:
        """A shortest path from a predicate to one of some others through definitions; empty if there is none."""
        wanted = set(goals)
        came: dict[Predicate, Predicate] = {}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for needed in self._needs.get(here, ()):
                if needed in wanted:
                    way = [needed, here]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                if needed not in came:
                    came[needed] = here
                    waiting.append(needed)
        return []

    def circles(self) -> dict[Predicate, int]:
        """Each predicate with the number of its component: those that define each other have the same.

        Tarjan's algorithm, with a stack of its own.
        """
        number: dict[Predicate, int] = {}
        low: dict[Predicate, int] = {}
        circle: dict[Predicate, int] = {}
        path: list[Predicate] = []
        for root in self._needs:
            if root in number:
                continue
            stack = [(root, iter(self._needs[root]))]
            number[root] = low[root] = len(number)
            path.append(root)
            while stack:
                here, rest = stack[-1]
                for needed in rest:
                    if needed not in number:
                        number[needed] = low[needed] = len(number)
                        path.append(needed)
                        stack.append((needed, iter(self._needs.get(needed, ()))))
                        break
                    if needed not in circle:
                        low[here] = min(low[here], number[needed])
                else:
                    stack.pop()
                    if stack:
                        above = stack[-1][0]
                        low[above] = min(low[above], low[here])
                    if low[here] == number[here]:
                        while path and (last := path.pop()) != here:
                            circle[last] = number[here]
                        circle[here] = number[here]
        return circle

    def recursive(self) -> list[Use]:
        """The uses that lead back to their user."""
        circle = self.circles()
        return [use for use in self.uses if circle.get(use.user) == circle.get(use.used)]
