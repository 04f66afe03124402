"""Prolog variables that occur once: mostly misspelt ones. As in Prolog systems, `_Name` says that it is meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.checks.subject import warning
from galakit.lang.gala.program import Program
from galakit.lang.syntax import Node, variables


def singletons(program: Program) -> Iterator[Diagnostic]:
    """In the bodies of gameflows and in clauses."""
    for flow in program.gameflows.values():
        yield from _among(variables(flow.body), f"`{flow.name}`")
    for clause in program.clauses:
        yield from _among(clause.variables, "this clause")


def _among(found: dict[str, list[Node]], where: str) -> Iterator[Diagnostic]:
    for name, places in found.items():
        if len(places) == 1 and not name.startswith("_"):
            close = difflib.get_close_matches(name, [other for other in found if other != name], 1, 0.7)
            hint = f"did you mean `{close[0]}`? " if close else ""
            hint += f"write `_{name}` if its value does not matter"
            yield warning("GK307", f"the variable `{name}` occurs only once in {where}", places[0].span, hint)
