"""The columns of a study's table. Each keeps its type, whatever the size of its numbers.

A number has two columns: `gap` in floating point and `gap_exact` as a text (`1/18`), which is empty where the number is
not exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from galakit.decoding import encode_fraction
from galakit.rules.contract import Number

if TYPE_CHECKING:
    from galakit.sweep.plan import Axis, Plan

Kind = Literal["text", "double", "int64", "bool"]
Entry: TypeAlias = str | float | int | bool | None
Row: TypeAlias = dict[str, Entry]
"""column -> what stands there"""

BEFORE: Mapping[str, Kind] = {
    "cell": "text",
    "game": "text",
    "method": "text",
    "seed": "int64",
    "status": "text",
    "reason": "text",
    "reason_id": "text",
}
SIZES = ("states", "nodes", "terminals", "information_sets", "sequences")
STAGES = ("read", "explore", "unfold", "solve", "certify")
AFTER: Mapping[str, Kind] = {
    "exact": "bool",
    "solved_by": "text",
    "seconds": "double",
    **{f"seconds_{stage}": "double" for stage in STAGES},
    "memory": "double",
    "time_limit": "double",
    "memory_limit": "double",
    "params": "text",
    "remarks": "text",
    "solution": "text",
    "machine": "text",
    "galakit": "text",
    "finished": "text",
}
NUMBERS = ("gap", *SIZES)
EXACT = "_exact"
SOLVED = "solved"
STATUSES = {
    SOLVED: "certified, and as good as what was asked for",
    "incomplete": "certified, but worse than what was asked for: a limit of time or iterations came first",
    "none exists": "a proof that what was asked for does not exist",
    "timed out": "the time limit came before there was a result",
    "out of memory": "it needs more memory than a cell may have",
    "failed": "the game or the method refused; the reason says why",
    "crashed": "its process ended by itself, twice",
}
"""what became of a cell"""


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    name: str
    kind: Kind


def reserved() -> set[str]:
    """Names that neither parameters nor quantities can have."""
    return {
        *BEFORE,
        *AFTER,
        *(column.name for name in (*NUMBERS, "wanted_gap", "wanted_seconds") for column in _pair(name)),
    }


def columns_of(plan: Plan) -> tuple[Column, ...]:
    """All columns of a study, in order."""
    fixed = [Column(name, kind) for name, kind in BEFORE.items()]
    at = [column.name for column in fixed].index("status")
    axes = [column for axis in plan.axes for column in _pair(axis.column)]
    quantities = [column for one in plan.quantities for name in one.columns for column in _pair(name)]
    numbers = [column for name in NUMBERS for column in _pair(name)]
    after = [Column(name, kind) for name, kind in AFTER.items()]
    return (*fixed[:at], *axes, *fixed[at:], *quantities, *numbers, *after)


def _pair(name: str) -> tuple[Column, Column]:
    return Column(name, "double"), Column(name + EXACT, "text")


def entries(name: str, number: Number | None) -> Row:
    """A number in its two columns.

    >>> from fractions import Fraction
    >>> entries("gap", Fraction(1, 4)), entries("gap", 0.25), entries("nodes", 10**400)["nodes"]
    ({'gap': 0.25, 'gap_exact': '1/4'}, {'gap': 0.25, 'gap_exact': None}, inf)
    """
    if number is None or number != number:
        return {name: None, name + EXACT: None}
    exact = None if isinstance(number, float) else encode_fraction(number)
    try:
        near = float(number)
    except OverflowError:
        near = float("inf") if number > 0 else float("-inf")
    return {name: near, name + EXACT: exact}


def axis_entries(axes: Iterable[Axis], values: Mapping[tuple[str, str], str]) -> Row:
    """What a cell is: the value of each axis as a number, where it is one, and as it is written."""
    from galakit.sweep.axes import number

    row: Row = {}
    for axis in axes:
        text = values.get((axis.role, axis.name))
        found = None if text is None else number(text)
        row[axis.column] = None if found is None else float(found)
        row[axis.column + EXACT] = text
    return row


def conform(row: Mapping[str, Any], columns: Iterable[Column]) -> Row:
    """A row with these columns: others are dropped, and missing ones are empty."""
    return {column.name: row.get(column.name) for column in columns}
