"""How a described game looks: what comment lines say of it, and a board where the state is one.

A line `; display Fact : What people see` (`%` in the infix notation) is an entry of the display; facts and moves are
written as Galakit shows them, `put(1,2)`, with variables `X` or `?x`. Without such lines, a relation of the initial
state with an entry for each square, `(cell 1 1 b)`, is shown as a board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from galakit.errors import Diagnostic, Span
from galakit.gdl.text.comments import comments
from galakit.gdl.text.syntax import Description, Term, arguments, name_of
from galakit.rules.display import TABLES, Display, Entry

_LINE = re.compile(r"[;%]+\s*display\s+(.*\S)")
_BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1}
BLANKS = frozenset(("b", "blank", "empty", "e", "none", "nothing", "free"))
SIGNS = "x:cross,o:nought"
SMALLEST, LARGEST = 2, 64  # columns or rows of a board


class Line(NamedTuple):
    """An entry with its place."""

    entry: Entry
    span: Span


def lines(description: Description) -> Iterator[Line]:
    """The entries in the comments of a description.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.read import read_description
    >>> text = "; display put(X,Y) : square((X,Y))\\n(role ann)"
    >>> [line.entry for line in lines(read_description(Source("<text>", text)))]
    [Entry(left='put(X,Y)', right='square((X,Y))')]
    """
    for comment in comments(description.source.text, description.notation):
        found = _LINE.fullmatch(comment.text)
        if found is not None and (colon := _colon(found[1])) is not None:
            entry = Entry(found[1][:colon].strip(), found[1][colon + 1 :].strip())
            yield Line(entry, Span(description.source, comment.start, comment.end))


def display_of(description: Description, holds: Callable[[], Iterable[Term]], write: Callable[[Term], str]) -> Display:
    """The display of a description, where `holds` tells what is true in the beginning."""
    found = tuple(line.entry for line in lines(description))
    return found or tuple(_board(description, list(holds()), write))


def odd_looks(description: Description) -> list[Diagnostic]:
    """What is doubtful in the entries of a description."""
    found = list(lines(description))
    if not found:
        return []
    from galakit.display.checks import mistakes

    roles = [str(arguments(c.head)[0]) for c in description.clauses if name_of(c.head) == "role" and not c.body]
    players = [description.spell(role) for role in roles]
    return mistakes(tuple(line.entry for line in found), players, lambda entry: found[min(entry, len(found) - 1)].span)


def _colon(text: str) -> int | None:
    """Where the first colon outside brackets stands."""
    depth = 0
    for k, character in enumerate(text):
        depth += _BRACKETS.get(character, 0)
        if character == ":" and depth == 0:
            return k
    return None


def _board(description: Description, holds: list[Term], write: Callable[[Term], str]) -> Iterator[Entry]:
    """The entries of a relation that has just one entry for each square of a rectangle in the beginning."""
    relations: dict[str, list[tuple[str, str, str]]] = {}
    for term in holds:
        if isinstance(term, tuple) and len(term) == 4 and not any(isinstance(x, tuple) for x in term[1:]):
            x, y, what = map(write, term[1:])
            relations.setdefault(write(term).partition("(")[0], []).append((x, y, what))
    for name, cells in relations.items():
        columns, rows = (sorted({cell[k] for cell in cells}, key=_natural) for k in (0, 1))
        whole = len(cells) == len({cell[:2] for cell in cells}) == len(columns) * len(rows)
        sizes = len(columns), len(rows)
        if whole and min(sizes) >= SMALLEST and max(sizes) <= LARGEST:
            blanks = sorted({what for _, _, what in cells} & BLANKS)
            yield Entry("board", f"grid([{','.join(columns)}],[{','.join(rows)}])")
            yield Entry("pieces", f"[{SIGNS}]")
            yield from (Entry(f"holds({name}(X,Y,{blank}))", "nothing") for blank in blanks)
            yield Entry(f"holds({name}(X,Y,What))", "put(What,(X,Y))")
            yield from _moves(description)
            return


def _moves(description: Description) -> Iterator[Entry]:
    """Moves with the coordinates of a square, or of two."""
    for clause in description.clauses:
        if name_of(clause.head) != "legal" or len(arguments(clause.head)) != 2:
            continue
        move = arguments(clause.head)[1]
        name = None if not isinstance(move, tuple) else description.spell(str(move[0]))
        if name is None or not name.isidentifier() or name in TABLES:
            continue
        if len(arguments(move)) == 2:
            yield Entry(f"{name}(X,Y)", f"[{name},square((X,Y))]")
        elif len(arguments(move)) == 4:
            yield Entry(f"{name}(A,B,C,D)", f"[{name},square((A,B)),square((C,D))]")


def _natural(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdecimal() else (1, 0, text)
