"""The boards that games are played on: their shape, their squares, and the names of these.

>>> from galakit.display.terms import read
>>> board = field(read("grid(3,3)"))
>>> board.place(read("(2,1)")), board.name(1, 0)
((1, 0), 'b1')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Literal, TypeAlias

from galakit.display.terms import Term, bare, key_of, number
from galakit.display.wording import spoken

LARGEST = 64  # squares in a row or a column
NODES = 200  # of a graph
TOP, NUMBERED = "top", "numbered"
"""third arguments: the first row is at the top; columns have numbers instead of letters"""
Shape: TypeAlias = Literal["grid", "hexes", "dots", "graph", "heaps"]


@dataclass(frozen=True)
class Axis:
    """The columns or the rows of a board."""

    names: tuple[str, ...]
    number: Mapping[str, int]
    """of what rules call each of them"""


@dataclass(frozen=True)
class Field:
    """A board without pieces."""

    shape: Shape
    columns: Axis
    """of a graph: its nodes"""
    rows: Axis
    top: bool = False
    """whether the first row is at the top"""
    links: tuple[tuple[int, int], ...] = ()
    """of a graph"""
    heaps: tuple[int, ...] = ()
    """how high each heap is at first"""

    def place(self, square: Term) -> tuple[int, int] | None:
        """The column and the row that a term names; None where it names none."""
        square = bare(square)
        if self.shape == "heaps":
            return None  # heaps have no names: an action says how high the one is that it is about
        if self.shape == "graph":
            node = self.columns.number.get(key_of(square))
            return None if node is None else (node, 0)
        if square.kind == "sign" and square.name == "/" and len(square.args) == 2 and square.args[1].args:
            square = square.args[1]  # a square of a board with a name: Name/(X, Y)
        if len(square.args) != 2:
            return None
        column, row = (axis.number.get(key_of(x)) for axis, x in zip((self.columns, self.rows), square.args))
        return None if column is None or row is None else (column, row)

    @cached_property
    def _apart(self) -> bool:
        """Whether the names of columns and rows would run into each other."""
        return any(name[-1:].isdigit() or len(name) > 2 for name in self.columns.names)

    def name(self, column: int, row: int) -> str:
        """The name of a square."""
        first = self.columns.names[column]
        if self.shape == "graph":
            return first
        return f"{first}{',' if self._apart else ''}{self.rows.names[row]}"


def field(spec: Term | None) -> Field | None:
    """The board of a specification: `grid(Columns, Rows)`, `hexes(...)`, `dots(...)`, `graph(Links)`, `heaps(List)`."""
    if spec is None or spec.kind != "call" or not spec.args:
        return None
    if spec.name == "graph":
        return _graph(spec.args[0])
    if spec.name == "heaps":
        return _heaps(spec.args[0])
    if spec.name not in ("grid", "hexes", "dots") or len(spec.args) not in (2, 3):
        return None
    way = spec.args[2].name if len(spec.args) == 3 else ""
    columns, rows = _axis(spec.args[0], letters=way != NUMBERED), _axis(spec.args[1], letters=False)
    if columns is None or rows is None or way not in ("", TOP, NUMBERED):
        return None
    return Field(spec.name, columns, rows, way == TOP)  # type: ignore[arg-type]


def _axis(spec: Term, *, letters: bool) -> Axis | None:
    """The columns or rows: a number n, for 1..n, or a list of names."""
    if spec.kind == "list":
        if not 0 < len(spec.args) <= LARGEST:
            return None
        names = tuple(spoken(x) for x in spec.args)
        return Axis(names, {key_of(x): k for k, x in enumerate(spec.args)})
    size = number(spec)
    if not isinstance(size, int) or not 0 < size <= LARGEST:
        return None
    numbers = [str(k) for k in range(1, size + 1)]
    short = letters and size <= len(ascii_lowercase)
    return Axis(tuple(ascii_lowercase[:size]) if short else tuple(numbers), {n: k for k, n in enumerate(numbers)})


def _heaps(sizes: Term) -> Field | None:
    """Heaps of things, from their heights: a column for each."""
    told = [number(size) for size in sizes.args] if sizes.kind == "list" else []
    heights = [size for size in told if isinstance(size, int) and 0 <= size <= LARGEST]
    if not 0 < len(told) <= LARGEST or len(heights) < len(told):
        return None
    columns, rows = (tuple(str(k + 1) for k in range(many)) for many in (len(heights), max(1, *heights)))
    return Field("heaps", Axis(columns, {}), Axis(rows, {}), heaps=tuple(heights))


def _graph(links: Term) -> Field | None:
    """A graph, from its links `A - B`, or from names of nodes that stand alone."""
    pairs: list[Sequence[Term]] = []
    for link in links.args if links.kind == "list" else ():
        linked = bare(link)
        pairs.append(linked.args if linked.kind in ("sign", "tuple") and len(linked.args) == 2 else [linked])
    nodes = {key_of(node): node for pair in pairs for node in pair}
    if not 0 < len(nodes) <= NODES:
        return None
    number_of = {key: k for k, key in enumerate(nodes)}
    joined = {(number_of[key_of(p[0])], number_of[key_of(p[1])]) for p in pairs if len(p) == 2}
    return Field(
        "graph",
        Axis(tuple(map(spoken, nodes.values())), number_of),
        Axis(("",), {"": 0}),
        links=tuple(sorted(joined)),
    )
