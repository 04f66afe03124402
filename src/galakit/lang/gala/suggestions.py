"""`did you mean ...?`: what a name that nobody knows was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache

from galakit.lang.gala.program import LIBRARIES
from galakit.lang.prolog.toplevel import library
from galakit.lang.syntax import Node, indicator, is_compound


def read_of(node: Node, names: Iterable[str], players: Iterable[str]) -> str:
    """For `$node` that names nothing: the variable it resembles, or how to come by one."""
    name = node.value
    if name in players:
        return f"write `{name}`: players are named without `$`"
    close = difflib.get_close_matches(name, list(names), 1)
    return (
        f"did you mean `${close[0]}{node.text[len(name) :]}`?" if close else f"declare it: variables : [{node.brief}]"
    )


def closest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant.

    >>> closest("wni", ["choose", "win"]), closest("chose", ["choose", "win"]), closest("x", ["choose"])
    ('win', 'choose', None)
    """
    names = list(names)
    swapped = next((other for other in names if other != name and sorted(other) == sorted(name)), None)
    return swapped or next(iter(difflib.get_close_matches(name, names, 1, 0.7)), None)


@cache
def _home(name: str) -> dict[tuple[str, int], str]:
    """What a library defines."""
    found = {}
    for clause in library("galakit.lang.library", f"{name}.pl"):
        head = clause.node.args[0] if is_compound(clause.node, ":-", 2) else clause.node
        key = indicator(head)
        if key is not None:
            found[key] = name
    return found


def in_library(key: tuple[str, int]) -> str | None:
    """How to load the library that defines a predicate.

    >>> in_library(("strength", 2))
    'it is in a library: add `:- use(library(cards)).`'
    """
    for name in LIBRARIES:
        if key in _home(name):
            return f"it is in a library: add `:- use(library({name})).`"
    return None
