"""The keywords of the language and their meanings, for hovering, completion and highlighting.

>>> DECLARATIONS["params"].usage
'params : [name, name = Default, ...]'
>>> STATEMENTS["reveal"].arities
(2,)
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from galakit.lang.operators import INFIX, PREFIX


class Word(NamedTuple):
    """A keyword of the language: its usage and its meaning."""

    usage: str
    meaning: str
    arities: tuple[int, ...] = ()


@cache
def _sections() -> dict[str, list[str]]:
    """The lines of `vocabulary.txt` by section."""
    text = files("galakit.editor").joinpath("vocabulary.txt").read_text(encoding="utf-8")
    parts = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)
    return {title: body.strip().splitlines() for title, body in zip(parts[1::2], parts[2::2])}


def _words(section: str) -> dict[str, Word]:
    """The words of a section by name; a usage `name(A, B)` gives the name an arity."""
    words: dict[str, Word] = {}
    for line in _sections()[section]:
        *usages, meaning = (part.strip() for part in line.split("|"))
        name = re.split(r"\W", usages[0])[0]
        words[name] = Word(", ".join(usages), meaning, tuple(_arity(usage) for usage in usages))
    return words


def _arity(usage: str) -> int:
    """How many arguments a usage like `name(A, B)` shows."""
    inside = re.fullmatch(r"\w+\((.*)\)", usage)
    return 0 if inside is None else inside[1].count(",") + 1


DECLARATIONS = _words("declarations")
STATEMENTS = _words("statements")
STATE = _words("state")
"""Gala variables that the language itself sets"""
BUILT_INS = _words("built-ins")

OPERATORS = tuple(sorted({name for name in (*INFIX, *PREFIX) if name.isalpha()}))
"""operators that are words, such as `mod`"""
