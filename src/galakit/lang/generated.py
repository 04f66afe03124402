"""Running the Python source that clauses and gameflows are compiled to.

Constants have names of their own in the namespace, so the source of a rule is the same text whenever the rule is
loaded again. Translating that text takes longer than everything else that happens to a rule: it is done once per
process, and a game loaded with other parameters starts at once.
"""

from __future__ import annotations

from functools import lru_cache
from types import CodeType
from typing import Any


def define(source: str, namespace: dict[str, Any]) -> None:
    """Run generated source, which defines functions, in a namespace."""
    exec(_translated(source), namespace)


@lru_cache(maxsize=10_000)
def _translated(source: str) -> CodeType:
    return compile(source, "<generated>", "exec")
