"""A study as data: its cells, each one game with one method to solve it, and the columns of its table.

A cell is named by everything that its result depends on: the text of the rules, parameters, method, options, seed and
quantities. So a result is found again whatever the study is called and wherever it lies, and changed rules are solved
again. Limits of time and memory are not part of the name: they decide only whether there is a result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from galakit.sweep.quantities import Quantity

Role = Literal["parameter", "option", "wanted"]
"""what an axis varies: a parameter of the game, an option of the method, or the gap or the time it is to have"""
TIME_LIMIT = 600.0  # seconds of a cell, where a study says nothing else


@dataclass(frozen=True, eq=False)
class RulesText:
    """The rules of a game, with the files that they need."""

    name: str
    """as the study names it"""
    file: str
    """the file name, whose ending is that of the language; of a program the path"""
    text: str = field(repr=False)
    beside: Mapping[str, str] = field(default_factory=dict, repr=False)
    """libraries in its folder: file name -> text"""
    program: bool = False
    """whether it is run from its path"""

    @cached_property
    def digest(self) -> str:
        """What changes when any of the texts does."""
        return _digest([Path(self.file).suffix, self.text, sorted(self.beside.items())])


@dataclass(frozen=True, eq=False)
class Cell:
    """One game with its parameters, and how it is solved."""

    rules: RulesText
    params: Mapping[str, str]
    method: str
    options: Mapping[str, str]
    exact: bool | None
    gap: float | None
    seconds: float | None
    """for a method that gets better with time"""
    seed: int | None
    quantities: tuple[Quantity, ...]

    @cached_property
    def id(self) -> str:
        """Its name: sixteen hexadecimal digits."""
        asked = [[one.column, one.text] for one in self.quantities]
        how = [self.method, sorted(self.options.items()), self.exact, self.gap, self.seconds, self.seed]
        return _digest([self.rules.digest, sorted(self.params.items()), how, asked])[:16]

    @property
    def values(self) -> dict[tuple[str, str], str]:
        """What it has on each axis, by the role and name of the axis."""
        found = {("parameter", name): value for name, value in self.params.items()}
        found |= {("option", name): value for name, value in self.options.items()}
        wanted = {"gap": self.gap, "seconds": self.seconds}
        return found | {("wanted", name): f"{value:g}" for name, value in wanted.items() if value is not None}

    @property
    def words(self) -> str:
        """What it is, in a line.

        >>> kuhn = RulesText("kuhn", "kuhn.gala", "")
        >>> Cell(kuhn, {"cards": "4"}, "cfr+", {"iterations": "100"}, None, 0.1, None, 3, ()).words
        'kuhn cards=4 cfr+ iterations=100 gap=0.1 seed=3'
        """
        parts = [self.rules.name, *_settings(self.params), self.method, *_settings(self.options)]
        for name, value in {"gap": self.gap, "seconds": self.seconds, "seed": self.seed}.items():
            if value is not None:
                parts.append(f"{name}={value:g}")
        return " ".join(parts)


@dataclass(frozen=True)
class Axis:
    """A column that says what a cell is."""

    column: str
    role: Role
    name: str
    """of the parameter or option"""


@dataclass(frozen=True, eq=False)
class Plan:
    """All cells of a study."""

    name: str
    output: Path
    cells: tuple[Cell, ...]
    axes: tuple[Axis, ...]
    quantities: tuple[Quantity, ...]
    """all of them, one for each column"""
    time_limit: float | None = TIME_LIMIT
    """seconds after which a cell ends, with the best so far if there is any"""
    memory: int | None = None
    """megabytes for each cell; None: an equal share of the machine"""
    solutions: bool = False
    """whether solutions are kept"""

    @cached_property
    def digest(self) -> str:
        """What changes when the cells or the columns do."""
        columns = [[axis.column, axis.role, axis.name] for axis in self.axes]
        return _digest([sorted(cell.id for cell in self.cells), columns, [q.column for q in self.quantities]])


def _settings(values: Mapping[str, str]) -> Iterable[str]:
    return (f"{name}={value}" for name, value in values.items())


def _digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()
