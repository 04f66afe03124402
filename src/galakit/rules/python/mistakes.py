"""Mistakes in a flow, reported like all others: with the place in the file and the cause."""

from __future__ import annotations

import linecache
import sysconfig
import traceback
from dataclasses import replace
from pathlib import Path

from galakit.errors import GalakitError, Source, Span

# Python's own library, installed packages, and this one: an error may surface there, but the mistake is elsewhere.
FOREIGN = (*{sysconfig.get_path(p) for p in ("stdlib", "platstdlib", "purelib", "platlib")}, str(Path(__file__).parent))


def explained(error: BaseException) -> GalakitError:
    """The error with its place in the user's file."""
    span = place(error)
    if isinstance(error, GalakitError):
        first, *others = error.diagnostics
        return GalakitError([replace(first, span=first.span or span), *others])
    message = str(error)
    return GalakitError(f"{type(error).__name__}{': ' if message else ''}{message}", span=span, id="GK706")


def place(error: BaseException) -> Span | None:
    """The innermost place in the user's own code that the error passed through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(FOREIGN)]
    if not frames or not (number := frames[-1].lineno):
        return None
    frame = frames[-1]
    source = Source(file_name(frame.filename), "".join(linecache.getlines(frame.filename)))
    if number > len(source.line_starts):
        return None
    line = source.line(number)
    begin, end = len(line) - len(line.lstrip()), len(line)
    if frame.colno is not None:
        begin = _characters(line, frame.colno)
        if frame.end_lineno == number and frame.end_colno is not None:
            end = _characters(line, frame.end_colno)
    start = source.line_starts[number - 1]
    return Span(source, start + begin, start + end)


def file_name(path: str) -> str:
    """A path as a person would write it, relative to the current folder."""
    inside = Path(path).is_relative_to(Path.cwd())
    return str(Path(path).relative_to(Path.cwd())) if inside else path


def _characters(line: str, column: int) -> int:
    """Python counts columns in bytes."""
    return len(line.encode()[:column].decode(errors="replace"))
