"""`did you mean ...?`: what a name that nobody knows was probably meant to be."""

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
    return f"did you mean `${close[0]}{node.text[len(name) :]}`?" if close else f"declare it: variables : [{node.text}]"
