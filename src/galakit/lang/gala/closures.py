"""Which arguments of a predicate are called as goals, and how many arguments the call adds.

`maplist(rank, Hand, Ranks)` calls `rank/2`: its first argument, with two arguments more. For the predicates that are
built in a table says so; for all others it follows from their clauses. An argument that a clause also looks at
(`G == none`) may be something else than a goal, so nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from galakit.lang.gala.libraries import Key
from galakit.lang.prolog import Database
from galakit.lang.prolog.database import Predicate
from galakit.lang.syntax import Node, is_compound, list_items
from galakit.lang.terms import DOLLAR, Symbol, Term, Var, deref, iterate, sym

CONTROL = {(",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1)}
SOLUTIONS = {("bagof", 3), ("setof", 3)}  # `Variable^Goal` is a goal there
LAMBDA = (">>", 2)
Calls: TypeAlias = "dict[int, Closure]"
"""what is called, by the index of the argument"""

BUILT_IN: dict[Key, tuple[tuple[int, int], ...]] = {
    **{("call", n): ((0, n - 1),) for n in range(1, 9)},
    ("findall", 3): ((1, 0),), ("findall", 4): ((1, 0),), ("aggregate_all", 3): ((1, 0),), ("bagof", 3): ((1, 0),),
    ("setof", 3): ((1, 0),), ("forall", 2): ((0, 0), (1, 0)), ("once", 1): ((0, 0),), ("ignore", 1): ((0, 0),),
    ("not", 1): ((0, 0),), ("catch", 3): ((0, 0), (2, 0)),
}  # fmt: skip
"""for predicates that are built in: the arguments that they call, each with how many arguments the call adds"""


@dataclass
class Closure:
    """An argument that is called."""

    added: set[int] = field(default_factory=set)
    """how many arguments a call adds; several numbers where there are several calls"""
    values: set[Key] = field(default_factory=set)
    """what clauses of their own take care of: `run(none, _)` does not call `none`"""


_BUILT_IN: dict[Key, Calls] = {key: {i: Closure({n}) for i, n in calls} for key, calls in BUILT_IN.items()}


class Closures:
    """What the predicates of one database call; each is worked out when it is first asked for."""

    def __init__(self, database: Database) -> None:
        self.db = database
        self._known: dict[Key, Calls] = {}

    def of(self, key: Key) -> Calls:
        """The arguments of a predicate that it calls."""
        found = _BUILT_IN.get(key) or self._known.get(key)
        if found is None:
            self._work_out(key)
            found = self._known[key]
        return found

    def called(self, goal: Node, added: int = 0) -> Iterator[tuple[Node, Closure]]:
        """The parts of a goal that it calls; `added` arguments are not written."""
        key = (goal.name, len(goal.args) + added)
        if (goal.value, len(goal.args)) == LAMBDA:
            parameters = list_items(goal.args[0].args[1] if is_compound(goal.args[0], "/", 2) else goal.args[0])
            if parameters is not None:
                yield goal.args[1], Closure({max(0, added - len(parameters))})
            return
        for i, closure in (dict.fromkeys(range(key[1]), PLAIN) if key in CONTROL else self.of(key)).items():
            if i < len(goal.args):
                part = goal.args[i]
                while key in SOLUTIONS and is_compound(part, "^", 2):
                    part = part.args[1]
                yield part, closure

    def _work_out(self, key: Key) -> None:
        """A least solution of what the predicates that can be reached say about each other, less what is looked at."""
        reached = self._reached(key)
        changed = True
        while changed:
            changed = False
            for predicate in reached:
                own = self._known[predicate.symbol.name, predicate.symbol.arity]
                before = _size(own)
                for clause in predicate.clauses:
                    self._learn(clause, own)
                changed |= _size(own) != before
        changed = True
        while changed:
            changed = False
            for predicate in reached:
                own = self._known[predicate.symbol.name, predicate.symbol.arity]
                for i in [i for i in own if any(self._looks_at(i, clause) for clause in predicate.clauses)]:
                    del own[i]
                    changed = True

    def _reached(self, key: Key) -> list[Predicate]:
        """The predicates with clauses that a predicate's clauses name in goals, itself included, if they are new."""
        found = []
        waiting = [key]
        while waiting:
            key = waiting.pop()
            if key in _BUILT_IN or key in self._known:
                continue
            self._known[key] = {}
            predicate = self.db.predicates.get(sym(*key))
            if predicate is None or not predicate.clauses or not key[1]:
                continue
            found.append(predicate)
            for _, body in predicate.clauses:
                waiting += [(goal[0].name, goal[0].arity) for goal in _compounds(body)]
        return found

    def _learn(self, clause: tuple[Term, Term], own: Calls) -> None:
        head, body = clause
        parameters = {var: i for i, x in enumerate(head[1:]) if type(var := deref(x)) is Var}
        for var, closure in self._variables(body):
            if var in parameters:
                mine = own.setdefault(parameters[var], Closure())
                mine.added |= closure.added
                mine.values |= closure.values
        for i, closure in own.items():
            if (value := _key(head[1 + i])) is not None:
                closure.values.add(value)

    def _looks_at(self, index: int, clause: tuple[Term, Term]) -> bool:
        """Whether a clause does anything with an argument but call it or hand it on to be called."""
        head, body = clause
        var = deref(head[1 + index])
        if type(var) is not Var:
            return False
        calls = sum(1 for other, _ in self._variables(body) if other is var)
        return sum(1 for t in _parts(body) if t is var) > calls

    def _variables(self, body: Term) -> Iterator[tuple[Var, Closure]]:
        """The variables that a body calls."""
        stack: list[tuple[Term, Closure]] = [(body, PLAIN)]
        while stack:
            t, closure = stack.pop()
            t = deref(t)
            if type(t) is Var:
                yield t, closure
            elif type(t) is tuple and t[0] is not DOLLAR:
                name, arity = t[0].name, t[0].arity
                if (name, arity) == LAMBDA:
                    stack += [(t[2], Closure({max(0, n - _length(t[1])) for n in closure.added}))]
                    continue
                for n in closure.added:
                    key = (name, arity + n)
                    calls = dict.fromkeys(range(arity), PLAIN) if key in CONTROL else None
                    if calls is None:
                        calls = _BUILT_IN.get(key) or self._known.get(key) or {}
                    stack += [(t[1 + i], inner) for i, inner in calls.items() if i < arity]


PLAIN = Closure({0})


def _size(calls: Calls) -> int:
    return sum(1 + len(closure.added) + len(closure.values) for closure in calls.values())


def _key(term: Term) -> Key | None:
    """Name and arity of an atom or compound; None for anything else."""
    term = deref(term)
    symbol = term[0] if type(term) is tuple else term
    return (symbol.name, symbol.arity) if type(symbol) is Symbol else None


def _length(parameters: Term) -> int:
    """How many parameters a lambda expression has."""
    parameters = deref(parameters)
    if type(parameters) is tuple and (parameters[0].name, parameters[0].arity) == ("/", 2):
        parameters = deref(parameters[2])
    try:
        return sum(1 for _ in iterate(parameters))
    except ValueError:
        return 0


def _parts(term: Term) -> Iterator[Term]:
    stack = [term]
    while stack:
        t = deref(stack.pop())
        yield t
        if type(t) is tuple:
            stack.extend(t[1:])


def _compounds(term: Term) -> Iterator[Term]:
    return (t for t in _parts(term) if type(t) is tuple)
