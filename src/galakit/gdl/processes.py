"""What processes that reason about descriptions have in common: their limits, and how they find this package."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much such a process may use before it is stopped."""

    seconds: float
    megabytes: int = 3_000


def environment() -> dict[str, str]:
    """The other process must find the same packages as this one, however this one found them, and no others."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def limit_memory(megabytes: int) -> None:
    """Let this process have no more than that."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit remains
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
