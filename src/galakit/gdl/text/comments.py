"""Comments, and where they belong: before a clause, inside of it, or behind it on the same line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from galakit.errors import Span
from galakit.gdl.text import infix, kif
from galakit.gdl.text.syntax import Clause, Description


@dataclass(frozen=True)
class Comment:
    """A comment as it stands in the text."""

    text: str
    start: int
    end: int
    alone: bool
    """whether nothing stands before it on its line"""


def comments(text: str, notation: str) -> Iterator[Comment]:
    """The comments of a text, in order.

    >>> [c.text for c in comments("(role x) ; who plays", "kif")]
    ['; who plays']
    """
    before = 0
    for found in (kif.TOKEN if notation == "kif" else infix.TOKEN).finditer(text):
        if found.lastgroup == "comment":
            alone = before == 0 or "\n" in text[before : found.start()]
            yield Comment(found[0].strip(), found.start(), found.end(), alone)
        if found.lastgroup != "blank":
            before = found.end()


def with_comments(
    description: Description, write: Callable[[Clause, list[Comment]], str], mark: Callable[[str], str] = str
) -> str:
    """The clauses as they are written, with what stands between them: comments, and at most one blank line.

    The comments inside of a clause are left to `write`; `mark` says how the others are spelt.
    """
    text = description.source.text
    waiting = [*comments(text, description.notation)][::-1]
    lines: list[str] = []
    at = 0

    def put(written: str, start: int, end: int) -> None:
        nonlocal at
        if lines and text.count("\n", at, start) > 1:
            lines.append("")
        lines.extend(written.split("\n"))
        at = end

    for clause in description.clauses:
        assert clause.span is not None
        while waiting and waiting[-1].start < clause.span.start:
            comment = waiting.pop()
            put(mark(comment.text), comment.start, comment.end)
        inside = []
        while waiting and waiting[-1].start < clause.span.end:
            inside.append(waiting.pop())
        put(write(clause, inside), clause.span.start, clause.span.end)
        if waiting and not waiting[-1].alone and _same_line(clause.span, waiting[-1], text):
            comment = waiting.pop()
            lines[-1] += f"  {mark(comment.text)}"
            at = comment.end
    while waiting:
        comment = waiting.pop()
        put(mark(comment.text), comment.start, comment.end)
    return "\n".join(lines) + "\n" if lines else ""


def _same_line(span: Span, comment: Comment, text: str) -> bool:
    """Whether a comment follows a clause directly: nothing but a dot between, on one line."""
    between = text[span.end : comment.start]
    return "\n" not in between and "\n" not in comment.text and not between.strip(" \t.")
