"""Errors as data: a diagnostic has an id, a position, a cause and a remedy; rendering comes last.

Everything a user can get wrong ends in one exception, :class:`GalakitError`, which carries one or more
:class:`Diagnostic` values. The command line prints them and exits with status 2; Python code may inspect them. Every
id has an entry in `galakit.diagnostics`, which `galakit explain GK010` prints.

>>> source = Source("coin.gala", "game(coin, [players : [a]")
>>> error = GalakitError("a bracket is never closed", span=Span(source, 0, 5), hint="add `])` at the end", id="GK010")
>>> print(error)
coin.gala:1:1: error[GK010]: a bracket is never closed
  |
1 | game(coin, [players : [a]
  | ^^^^^
  = hint: add `])` at the end
>>> print(error.diagnostics[0].concise())
coin.gala:1:1: GK010 a bracket is never closed
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from galakit.printable import printable

Severity = Literal["error", "warning"]

WIDEST = 160  # characters of a source line that are shown
BEFORE = 60  # of them, those before the span
LONGEST = 1_000  # characters of any line


@dataclass(frozen=True)
class Source:
    """A text with the name it is known by (a path, or `<text>`) and, if it is a file, the folder it lies in."""

    name: str
    text: str = field(repr=False)
    folder: str | None = None

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def line_and_column(self, offset: int) -> tuple[int, int]:
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

    def to_json(self) -> dict[str, Any]:
        line, column = self.source.line_and_column(self.start)
        end_line, end_column = self.source.line_and_column(self.end)
        return {
            "file": self.source.name,
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
        }

    def __str__(self) -> str:
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.name}:{line}:{column}"


@dataclass(frozen=True)
class Label:
    """Another span of a diagnostic, with its meaning: `first declared here`."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One message to the user: what is wrong, where, and what to write instead."""

    message: str
    span: Span | None = None
    hint: str | None = None
    notes: tuple[str, ...] = ()
    severity: Severity = "error"
    id: str = ""
    labels: tuple[Label, ...] = ()

    def render(self) -> str:
        """The full form: position, message, the source lines with the spans underlined, notes, hint."""
        heading = f"{self.severity}[{self.id}]" if self.id else self.severity
        if self.span is None:
            lines, margin = [f"{heading}: {self.message}"], ""
        else:
            pictures, margin = _pictures(self.span, self.labels)
            lines = [f"{self.span}: {heading}: {self.message}", *pictures]
        lines += [f"{margin} = note: {note}" for note in self.notes]
        if self.hint:
            lines.append(f"{margin} = hint: {self.hint}")
        return "\n".join(_printable(line) for line in lines)

    def concise(self) -> str:
        """One line: position, id, message."""
        what = f"{self.id} {self.message}".strip()
        return _printable(f"{self.span}: {what}" if self.span is not None else what)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"id": self.id, "severity": self.severity, "message": self.message}
        if self.span is not None:
            data |= self.span.to_json()
        if self.labels:
            data["labels"] = [{**label.span.to_json(), "text": label.text} for label in self.labels]
        if self.notes:
            data["notes"] = list(self.notes)
        if self.hint:
            data["hint"] = self.hint
        return data


def _pictures(span: Span, labels: Sequence[Label]) -> tuple[list[str], str]:
    """The lines of the text that the spans start on, in order, underlined; and the blanks of their margin."""
    marked = [(span, "^", ""), *((label.span, "-", label.text) for label in labels)]
    here = sorted((m for m in marked if m[0].source is span.source), key=lambda m: m[0].start)
    margin = " " * max(len(str(s.source.line_and_column(s.start)[0])) for s, _, _ in marked)
    lines = [f"{margin} |"]
    last = 0
    for where, mark, text in here:
        line = span.source.line_and_column(where.start)[0]
        if line != last:
            if last and line > last + 1:
                lines.append("...")
            lines.append("")  # the text of the line, known below
            last = line
        shown, underline = _underlined(where, mark)
        if not lines[-1]:
            lines[-1] = f"{line:>{len(margin)}} | {shown}"
        lines.append(f"{margin} | {underline} {text}".rstrip())
    for where, mark, text in marked:
        if where.source is not span.source:
            shown, underline = _underlined(where, mark)
            lines.append(f"{where}:")
            lines.append(f"{where.source.line_and_column(where.start)[0]:>{len(margin)}} | {shown}")
            lines.append(f"{margin} | {underline} {text}".rstrip())
    return lines, margin


def _underlined(span: Span, mark: str) -> tuple[str, str]:
    """A line of the text and the marks below the span; a very long line is windowed around the span."""
    line, column = span.source.line_and_column(span.start)
    text = span.source.line(line)
    first = max(0, column - 1 - BEFORE) if len(text) > WIDEST else 0
    width = max(1, min(span.end - span.start, len(text) - column + 1, WIDEST - (column - 1 - first)))
    return text[first : first + WIDEST], " " * (column - 1 - first) + mark * width


def _printable(line: str) -> str:
    """The line without tabs and control characters, each replaced by one character, so that underlines fit.

    It is shortened: a message quotes the text, where a single name may be as long as the file.
    """
    line = line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
    return printable(line.translate({ord("\t"): " ", ord("\n"): " "}))


class GalakitError(Exception):
    """An error that the user can correct. `diagnostics` says what, where and how."""

    def __init__(
        self,
        problem: str | Sequence[Diagnostic],
        *,
        span: Span | None = None,
        hint: str | None = None,
        notes: Sequence[str] = (),
        labels: Sequence[Label] = (),
        id: str = "",
    ) -> None:
        if isinstance(problem, str):
            problem = [Diagnostic(problem, span, hint, tuple(notes), id=id, labels=tuple(labels))]
        self.diagnostics: tuple[Diagnostic, ...] = tuple(problem)
        self.seen: tuple[tuple[int, Any], ...] = ()
        """(player, fact) revealed between the last choice and the error"""
        super().__init__("\n".join(d.render() for d in self.diagnostics))

    def restate(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Change the diagnostics; class and traceback stay."""
        self.diagnostics = tuple(diagnostics)
        self.args = ("\n".join(d.render() for d in self.diagnostics),)


class NoneExists(GalakitError):
    """A proof that what was requested does not exist: an answer rather than a mistake."""
