"""The messages between a sweep and the process of a cell: one order, then progress, then the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from galakit.sweep.columns import Row

LONGEST = 8 << 20  # bytes of a message; a process that sends more is ended
INLINE = 1 << 20  # bytes of a solution that travels in the result; larger ones are written where they are found


class Solve(Struct, frozen=True, tag="solve", kw_only=True):
    """Solve a game, certify the solution, and compute quantities."""

    file: str
    """the file name of the rules; of a program its path"""
    text: str | None
    """None for a program"""
    beside: Mapping[str, str]
    """libraries: file name -> text"""
    params: Mapping[str, str]
    method: str
    options: Mapping[str, str]
    exact: bool | None
    gap: float | None
    quantities: Mapping[str, str]
    """column -> text"""
    seconds: float | None
    """for a method that gets better with time"""
    megabytes: int | None
    """None: an equal share of the machine's memory"""
    solution: str | None = None
    """where a solution that is too large for the result is written; None: solutions are not kept"""


class Stop(Struct, frozen=True, tag="stop"):
    """The time is over: stop with the best so far."""


Ordered: TypeAlias = Solve | Stop


class Went(Struct, frozen=True, tag="went"):
    """Progress."""

    stage: str


class Certified(Struct, frozen=True, tag="certified"):
    """The row as it is before quantities are computed, which may take long."""

    row: Row


class Done(Struct, frozen=True, tag="done"):
    """The result: what the process knows of the row, and the solution where it is small."""

    row: Row
    solution: bytes | None = None


Said: TypeAlias = Went | Certified | Done
