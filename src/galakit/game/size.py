"""How large a game is, in the units people compare: states, nodes, information sets, sequences."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Size:
    """Lists have one entry per player; sequences count the empty one."""

    states: int
    nodes: int
    terminals: int
    information_sets: list[int]
    sequences: list[int]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
