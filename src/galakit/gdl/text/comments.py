"""Comments, and where they belong: before a clause, inside of it, or behind it on the same line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from galakit.errors import Span
from galakit.gdl.text import infix, kif
from galakit.gdl.text.syntax import Clause, Description, name_of
from galakit.gdl.text.write import WIDEST


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

    Facts of one predicate that share a line go on sharing it, as long as it is not too long.
    The comments inside of a clause are left to `write`; `mark` says how the others are spelt.
    """
    text = description.source.text
    waiting = [*comments(text, description.notation)][::-1]
    lines: list[str] = []
    at = 0

    before: Clause | None = None

    def put(written: str, start: int, end: int, clause: Clause | None = None) -> None:
        nonlocal at, before
        breaks = text.count("\n", at, start)
        joined = f"{lines[-1]} {written}" if lines else ""
        if breaks == 0 and _are_alike(before, clause) and "\n" not in written and len(joined) <= WIDEST:
            lines[-1] = joined
        else:
            if lines and breaks > 1:
                lines.append("")
            lines.extend(written.split("\n"))
        at, before = end, clause

    for clause in description.clauses:
        assert clause.span is not None
        while waiting and waiting[-1].start < clause.span.start:
            comment = waiting.pop()
            put(mark(comment.text), comment.start, comment.end)
        inside = []
        while waiting and waiting[-1].start < clause.span.end:
            inside.append(waiting.pop())
        put(write(clause, inside), clause.span.start, clause.span.end, clause)
        if waiting and not waiting[-1].alone and _same_line(clause.span, waiting[-1], text):
            comment = waiting.pop()
            lines[-1] += f"  {mark(comment.text)}"
            at, before = comment.end, None
    while waiting:
        comment = waiting.pop()
        put(mark(comment.text), comment.start, comment.end)
    return "\n".join(lines) + "\n" if lines else ""


def _are_alike(one: Clause | None, other: Clause | None) -> bool:
    """Whether two clauses are facts of one predicate."""
    return bool(one and other and not one.body and not other.body and name_of(one.head) == name_of(other.head))


def _same_line(span: Span, comment: Comment, text: str) -> bool:
    """Whether a comment follows a clause directly: nothing but a dot between, on one line."""
    between = text[span.end : comment.start]
    return "\n" not in between and "\n" not in comment.text and not between.strip(" \t.")
