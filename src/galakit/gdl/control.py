"""A dialect of GDL-II in which only the role with control moves, and percepts describe the current state.

Some authors write `legal(ann, bet)` and `sees(ann, X) :- true(X)` without regard to turns: the role with `control` in
the state moves, all others wait, and after each move all roles perceive the resulting state. Such a program is
rewritten so that it means the same by the rules of GDL-II.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from galakit.gdl.normal import Normal, Program
from galakit.gdl.text.syntax import Literal, Term, Variable, arguments, name_of

# Names with blanks, which no description has.
OFFERED = "is offered"
MAKES = "makes a move"
AFTERWARDS = " afterwards"

_R, _M = Variable("role"), Variable("move")
_HAS_CONTROL = ("true", ("control", _R))


def by_control(program: Program) -> Program:
    """The program by the rules of GDL-II.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.interpreter import Interpreter
    >>> from galakit.gdl.normal import normalise
    >>> from galakit.gdl.text.read import read_description
    >>> text = "role(ann). role(bob). init(control(ann)). legal(ann, go). legal(bob, go)." \\
    ...     " next(control(bob)) :- does(ann, go). sees(R, X) :- role(R) & true(X)."
    >>> machine = Interpreter(by_control(normalise(read_description(Source("<text>", text)))))
    >>> state = machine.opening()
    >>> machine.legal(state, 0), machine.legal(state, 1), machine.sees(state, ["go", "noop"])[1]
    (('go',), ('noop',), frozenset({('control', 'bob')}))
    """
    seen = _changing(program)

    def now(atom: Term) -> Term:
        return _called(atom, MAKES) if name_of(atom) == "does" else atom

    def afterwards(atom: Term) -> Term:
        name = name_of(atom)
        if name == "true":
            return _called(atom, "next")
        return _called(atom, name + AFTERWARDS) if name in seen else now(atom)

    clauses: list[Normal] = []
    for clause in program.clauses:
        name = name_of(clause.head)
        if name == "legal":
            clauses.append(_with(clause, _called(clause.head, OFFERED), now))
        elif name != "sees":
            clauses.append(_with(clause, clause.head, now))
        if name == "sees" or name in seen:
            clauses.append(_with(clause, clause.head if name == "sees" else afterwards(clause.head), afterwards))
    clauses += [
        Normal(("legal", _R, _M), (Literal((OFFERED, _R, _M)), Literal(_HAS_CONTROL))),
        Normal(("legal", _R, "noop"), (Literal(("role", _R)), Literal(_HAS_CONTROL, False))),
        Normal((MAKES, _R, _M), (Literal(("does", _R, _M)), Literal(_HAS_CONTROL))),
    ]
    if any(name_of(c.head) == "input" for c in program.clauses):
        clauses.append(Normal(("input", _R, "noop"), (Literal(("role", _R)),)))
    return replace(program, clauses=tuple(clauses))


def _with(clause: Normal, head: Term, renamed: Callable[[Term], Term]) -> Normal:
    return replace(clause, head=head, body=tuple(replace(x, atom=renamed(x.atom)) for x in clause.body))


def _called(atom: Term, name: str) -> Term:
    return (name, *arguments(atom)) if arguments(atom) else name


def _changing(program: Program) -> set[str]:
    """The predicates that percepts depend on and that depend on the state."""
    needs: dict[str, set[str]] = {}
    for clause in program.clauses:
        needs.setdefault(name_of(clause.head), set()).update(name_of(x.atom) for x in clause.body)

    def reached(name: str) -> set[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting.extend(needs.get(here, ()))
        return found

    return {name for name in reached("sees") & needs.keys() if name != "sees" and "true" in reached(name)}
