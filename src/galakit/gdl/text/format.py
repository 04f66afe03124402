"""One layout for all descriptions, and one notation as the other, with their comments.

>>> print(converted(read_description(Source("<text>", "(role x) ; who")), "infix"), end="")
role(x).  % who
>>> print(formatted(Source("<text>", "(  role  x)(init\\n(cell 1)  )")), end="")
(role x)
(init (cell 1))
"""

from __future__ import annotations

import re

from galakit.errors import Source
from galakit.gdl.text import layout_infix, layout_kif
from galakit.gdl.text.comments import Comment, comments, with_comments
from galakit.gdl.text.read import read_description
from galakit.gdl.text.syntax import Clause, Description
from galakit.gdl.text.write import writer

MARKS = {"kif": ";", "infix": "%"}


def formatted(source: Source) -> str:
    """The text of a description in its one layout. Raises GalakitError when it cannot be read."""
    description = read_description(source)
    lay = layout_kif.clause_lines if description.notation == "kif" else layout_infix.clause_lines

    def write(clause: Clause, inside: list[Comment]) -> str:
        assert clause.span is not None
        return lay(source.text[clause.span.start : clause.span.end])

    def mark(comment: str) -> str:
        return comment if comment.startswith(("/*", "#|")) else _marked(comment, MARKS[description.notation])

    text = with_comments(description, write, mark)
    again = read_description(Source(source.name, text))
    if again.clauses != description.clauses or _told(text, again.notation) != _told(source.text, description.notation):
        raise AssertionError(f"formatting would have changed the meaning of {source.name}; it was left alone")
    return text


def converted(description: Description, notation: str) -> str:
    """The description in a notation; comments inside of a clause stand in front of it."""
    write_clause = writer(description, notation)

    def mark(comment: str) -> str:
        return _marked(comment, MARKS[notation])

    def write(clause: Clause, inside: list[Comment]) -> str:
        return "\n".join([*(mark(c.text) for c in inside), write_clause(clause)])

    return with_comments(description, write, mark)


def _marked(comment: str, mark: str) -> str:
    """A comment behind another mark, which is repeated as often as the old one was."""
    if comment.startswith(("/*", "#|")):
        inner = [line.strip() for line in comment[2:-2].strip().split("\n")]
        return "\n".join(f"{mark} {line}".rstrip() for line in inner)
    many = len(comment) - len(comment.lstrip(comment[0]))
    return mark * many + comment[many:]


def _told(text: str, notation: str) -> list[str]:
    """What the comments say, whatever marks them."""
    return sorted(re.sub(r"[\s;%]+", " ", comment.text).strip() for comment in comments(text, notation))
