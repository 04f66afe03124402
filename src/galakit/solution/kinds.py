"""The kinds of policies with a file format of their own: what is too large to be listed is saved as it is.

A policy of any other kind is saved by listing its information sets, as far as they can be listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Stored:
    """How a kind of policy is kept in a Parquet file."""

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
}
