"""Entries of the display that show nothing, or something else than what is meant."""

from __future__ import annotations

from collections.abc import Mapping

from galakit.errors import Diagnostic, Span
from galakit.lang.gala.display import display_of
from galakit.lang.gala.program import Program
from galakit.lang.terms import Term


def odd_looks(program: Program, params: Mapping[str, Term]) -> list[Diagnostic]:
    """What is doubtful in the display, with the parameters that the program is checked with."""
    if not program.display:
        return []
    from galakit.display.checks import mistakes

    def where(entry: int) -> Span | None:
        left, right = program.display[min(entry, len(program.display) - 1)]
        return left.span.to(right.span)

    return mistakes(display_of(program, params), program.players, where)
