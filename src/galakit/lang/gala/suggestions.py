"""`did you mean ...?`: the defined name that an undefined one resembles."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from galakit.lang.syntax import Node


def read_of(node: Node, names: Iterable[str], players: Iterable[str]) -> str:
    """For `$node` that names nothing: the variable it resembles, or how to come by one."""
    name = node.value
    if name in players:
        return f"write `{name}`: players are named without `$`"
    close = difflib.get_close_matches(name, list(names), 1)
    meant = f"did you mean `${close[0]}{node.text[len(name) :]}`?" if close else None
    return meant or f"declare it: variables : [{node.brief}]"


def closest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant.

    >>> closest("wni", ["choose", "win"]), closest("chose", ["choose", "win"]), closest("x", ["choose"])
    ('win', 'choose', None)
    """
    names = list(names)
    swapped = next((other for other in names if other != name and sorted(other) == sorted(name)), None)
    return swapped or next(iter(difflib.get_close_matches(name, names, 1, 0.7)), None)
