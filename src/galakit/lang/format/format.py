"""One layout for all programs: `galakit fmt` and the formatting of the language server.

The author's line breaks and comments stay; blanks, indentation and blank lines are made uniform, and lines of more than
120 columns are broken. The formatted text has the same tokens and comments, and formatting it again changes nothing.

>>> text = "game(g,[players:[a],flow:(choose(a,X,member(X,[1,2])),outcome([X]))])."
>>> print(formatted(Source("<text>", text)), end="")
game(g, [
    players : [a],
    flow : (choose(a, X, member(X, [1, 2])), outcome([X]))
]).
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from galakit.errors import GalakitError, Source
from galakit.lang.format.layout import Line, lines_of
from galakit.lang.format.pieces import Chunk, split
from galakit.lang.reader import read
from galakit.lang.syntax import Clause
from galakit.lang.tokens import tokenize


def formatted(source: Source) -> str:
    """The text of a program or a library in its one layout. Raises GalakitError when it cannot be read."""
    clauses, problems = read(source)
    if problems:
        raise GalakitError(problems)
    result = Source(source.name, _written(_lines(split(source))))
    again, problems = read(result)
    if problems or _essence(result, again) != _essence(source, clauses):
        raise AssertionError(f"formatting would have changed the meaning of {source.name}; it was left alone")
    return result.text


def _lines(chunks: list[Chunk]) -> list[Line]:
    lines: list[Line] = []
    for chunk in chunks:
        first = chunk.pieces[0]
        if not chunk.is_comment:
            added = lines_of(chunk)
        elif lines and not first.breaks and lines[-1].comment is None and "\n" not in first.text:
            lines[-1].comment = first
            continue
        else:
            added = [Line(first.text, end=len(first.text.rpartition("\n")[2]))]
        added[0].blank_before = bool(lines) and first.breaks > 1
        lines += added
    return lines


def _written(lines: list[Line]) -> str:
    """The lines as text. Comments behind neighbouring lines stay in one column if the author put them in one."""
    written = []
    for _, run in groupby(lines, key=lambda line: None if line.comment is None else line.comment.column):
        together = list(run)
        widest = max(line.end for line in together) + 2
        for line in together:
            if line.blank_before:
                written.append("")
            comment = "" if line.comment is None else " " * (widest - line.end) + line.comment.text
            written.append(line.text + comment)
    return "\n".join(written) + "\n" if written else ""


def _essence(source: Source, clauses: list[Clause]) -> tuple[list[Any], list[str]]:
    """What formatting must not change: the terms, as flat lists of their parts, and the comments."""
    parts: list[Any] = []
    stack = [clause.node for clause in reversed(clauses)]
    while stack:
        node = stack.pop()
        value = repr(node.value) if isinstance(node.value, float) else node.value  # a NaN is not equal to itself
        parts.append((node.kind, value, len(node.args)))
        stack += reversed(node.args)
    return parts, [comment.text.rstrip() for comment in tokenize(source).comments]
