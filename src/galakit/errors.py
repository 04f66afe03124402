"""Errors as data: a diagnostic knows its place, its cause and its remedy; rendering comes last.

Everything a user can get wrong ends in one exception, :class:`GalakitError`, which carries one or more
:class:`Diagnostic` values. The command line prints them and exits with status 2; Python code may inspect them.

>>> source = Source("coin.gala", "game(coin, [players : [a]")
>>> error = GalakitError("a bracket is never closed", span=Span(source, 0, 5), hint="add `])` at the end")
>>> print(error)
coin.gala:1:1: error: a bracket is never closed
  |
1 | game(coin, [players : [a]
  | ^^^^^
  = hint: add `])` at the end
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Source:
    """A text with the name it is known by (a path, or `<text>`) and, if it is a file, the folder it lies in."""

    name: str
    text: str = field(repr=False)
    folder: str | None = None

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a character offset."""
        line = bisect.bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True)
class Span:
    """The characters `start` (included) to `end` (excluded) of a source."""

    source: Source
    start: int
    end: int

    def to(self, other: Span) -> Span:
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"


@dataclass(frozen=True)
class Diagnostic:
    """One thing to tell the user: what is wrong, where, and what to write instead."""

    message: str
    span: Span | None = None
    hint: str | None = None
    notes: tuple[str, ...] = ()
    severity: Severity = "error"

    def render(self) -> str:
        """The full form: place, message, the source line with the span underlined, notes, hint."""
        if self.span is None:
            head = [f"{self.severity}: {self.message}"]
            margin = ""
        else:
            line, column = self.span.source.place(self.span.start)
            text = self.span.source.line(line)
            margin = " " * len(str(line))
            # Tabs would shift the underline; show them as single blanks. A very long line is windowed around the span.
            text = text.replace("\t", " ")
            first = max(0, column - 1 - 60) if len(text) > 160 else 0
            shown = text[first : first + 160]
            width = max(1, min(self.span.end - self.span.start, len(text) - column + 1, 160 - (column - 1 - first)))
            head = [
                f"{self.span}: {self.severity}: {self.message}",
                f"{margin} |",
                f"{line} | {shown}",
                f"{margin} | {' ' * (column - 1 - first)}{'^' * width}",
            ]
        tail = [f"{margin} = note: {note}" for note in self.notes]
        if self.hint:
            tail.append(f"{margin} = hint: {self.hint}")
        return "\n".join(head + tail)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"severity": self.severity, "message": self.message}
        if self.span is not None:
            line, column = self.span.source.place(self.span.start)
            data |= {"file": self.span.source.name, "line": line, "column": column}
        if self.notes:
            data["notes"] = list(self.notes)
        if self.hint:
            data["hint"] = self.hint
        return data


class GalakitError(Exception):
    """Something the user can put right. `diagnostics` says what, where and how."""

    def __init__(
        self,
        problem: str | Sequence[Diagnostic],
        *,
        span: Span | None = None,
        hint: str | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        if isinstance(problem, str):
            problem = [Diagnostic(problem, span, hint, tuple(notes))]
        self.diagnostics: tuple[Diagnostic, ...] = tuple(problem)
        super().__init__("\n".join(d.render() for d in self.diagnostics))
