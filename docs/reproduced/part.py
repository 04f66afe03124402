"""A part of the reproduction: what it computes, how long that takes, and where its results are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galakit.disk import write_whole
from galakit.drawing.figure import Drawing, save, settled

DOCS = Path(__file__).parent.parent
IMAGES = DOCS / "images"
PAGE = DOCS / "explanation" / "reproduced.md"
KEPT = DOCS.parent / "build" / "reproduced"


@dataclass(frozen=True)
class Part:
    """What is computed and drawn together."""

    name: str
    about: str
    run: Callable[[], dict[str, str]]
    """computes what is missing, draws the pictures, and returns tables for the page by their names"""
    hours: bool = False
    """whether it belongs to `make reproduce-all` only"""


def kept(name: str, compute: Callable[[], Any]) -> Any:
    """A result as JSON, from an earlier run if there is one, so that an interrupted run goes on.

    `build/reproduced` may be deleted to compute everything again.
    """
    path = KEPT / f"{name}.json"
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    found = json.dumps(compute())
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda part: part.write_text(found, encoding="utf-8"))
    return json.loads(found)


def draw(name: str, figure: Callable[..., Drawing], *arguments: Any, **options: Any) -> None:
    """A picture of the page: what the function draws, given the arguments."""
    with settled():
        save(figure(*arguments, **options), IMAGES / f"{name}.svg")


def table(head: list[str], rows: list[list[str]], numbers: int = 0) -> str:
    """A Markdown table whose last columns are numbers.

    >>> print(table(["game", "nodes"], [["poker", "55"]], 1))
    | game | nodes |
    |---|---:|
    | poker | 55 |
    """
    rule = "|" + "---|" * (len(head) - numbers) + "---:|" * numbers
    return "\n".join([f"| {' | '.join(head)} |", rule, *(f"| {' | '.join(row)} |" for row in rows)])
