"""The kinds of policies with a file format of their own, for games too large to list, or without an end.

A policy of any other kind is saved by listing its information sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Stored:
    """The file format of a kind of policy."""

    schema: int
    """the number of the format in the header of the file"""
    module: str
    """has `write(policy, game, head, key, path)` and `read(path, game, head)`, which returns a policy"""

    @property
    def files(self) -> Any:
        """The module, imported when it is needed."""
        return import_module(self.module)


LISTED = 1  # the schema of files that list all information sets
STORED = {
    "factored": Stored(2, "galakit.solution.factored.files"),
    "public": Stored(3, "galakit.solution.public.files"),
    "stationary": Stored(4, "galakit.solution.states.files"),
}
