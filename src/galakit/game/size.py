"""How large a game is, in the units people compare: states, nodes, information sets, sequences."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Size:
    """Lists have one entry per player; sequences count the empty one. Both are empty before they are counted."""

    states: int
    """0 before they are explored"""
    nodes: int
    """0 before they are counted"""
    terminals: int
    information_sets: list[int] = field(default_factory=list)
    sequences: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
