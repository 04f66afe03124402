"""The table of front ends: loading, checking, formatting, the servers and the page read it."""

from __future__ import annotations

from pathlib import PurePath

from galakit.errors import Source
from galakit.frontends import gala, gambit, gdl, python
from galakit.frontends.front_end import FrontEnd

GALA, GDL = gala.FRONT_END, gdl.FRONT_END
FRONT_ENDS: dict[str, FrontEnd] = {one.name: one for one in (GALA, gambit.TREES, gambit.TABLES, GDL, python.FRONT_END)}
"""all of them, by name"""


def texts() -> list[FrontEnd]:
    """The front ends whose files are texts, and not programs."""
    return [one for one in FRONT_ENDS.values() if not one.program]


def suffixes() -> tuple[str, ...]:
    """The suffixes of files that are read as texts.

    >>> suffixes()
    ('.gala', '.efg', '.nfg', '.kif', '.gdl')
    """
    return tuple(suffix for one in texts() for suffix in one.suffixes)


def of_name(name: str) -> FrontEnd:
    """The front end for a file of that name; Gala where the name does not tell."""
    suffix = PurePath(name).suffix.lower()
    return next((one for one in texts() if suffix in one.suffixes), GALA)


def of_text(source: Source) -> FrontEnd:
    """The front end for a text: by its name, else by how it begins, else Gala. Never one whose files are programs.

    >>> of_text(Source("a.efg", "")).name, of_text(Source("<text>", "(role ann)")).name, of_text(Source("a", "")).name
    ("Gambit's .efg", 'GDL', 'Gala')
    """
    named = of_name(source.name)
    return named if named is not GALA else next((one for one in texts() if one.sniff(source)), GALA)


def of_program(name: str) -> FrontEnd | None:
    """The front end for a program that a person names; None where it is none."""
    return next((one for one in FRONT_ENDS.values() if one.program and one.sniff(Source(name, ""))), None)
