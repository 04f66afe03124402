"""All checks of a description that need no play.

>>> from galakit.errors import Source
>>> from galakit.gdl.text.read import read_description
>>> text = "role(ann). init(s). legal(ann, go). next(t) :- does(ann, go). terminal :- tru(t). goal(ann, 50)."
>>> for problem in check(read_description(Source("<text>", text))):
...     print(problem.severity, problem.id, problem.message)
warning GK912 `base` and `input` are not declared
warning GK913 nothing defines `tru`: it never holds
"""

from __future__ import annotations

from galakit.errors import Diagnostic, GalakitError
from galakit.gdl.check.keywords import keywords
from galakit.gdl.check.names import names
from galakit.gdl.check.recursion import recursion
from galakit.gdl.check.values import values
from galakit.gdl.display import odd_looks
from galakit.gdl.graph import Graph
from galakit.gdl.normal import Program, attempted
from galakit.gdl.repair import repaired
from galakit.gdl.text.syntax import Description


def check(description: Description) -> list[Diagnostic]:
    """What is wrong (errors) or doubtful (warnings) in a description, in the order of the text."""
    return sorted([*_sorted(attempted(description)), *odd_looks(description)], key=_place)


def accepted(description: Description) -> Program:
    """The description as a normal program, with all warnings; GalakitError with every reason if it must be refused."""
    program = attempted(description)
    problems = _sorted(program)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise GalakitError(errors)
    return Program(program.clauses, description, tuple(problems))


def _sorted(program: Program) -> list[Diagnostic]:
    description = program.description
    clauses, _ = repaired(description)
    graph = Graph(clauses)
    found = [
        *program.problems,
        *keywords(clauses, description, graph),
        *names(clauses, description, graph),
        *recursion(description, graph),
        *values(clauses, description),
    ]
    return sorted(dict.fromkeys(found), key=_place)


def _place(problem: Diagnostic) -> int:
    return problem.span.start if problem.span is not None else -1
