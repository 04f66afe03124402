"""Limits of child processes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """The time and memory a process may use before it is stopped."""

    seconds: float
    megabytes: int = 3_000


def limit_memory(megabytes: int, *, more: bool = False) -> None:
    """Limit the address space of this process to that, with `more` beyond what it has now; a lower hard limit stays."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit remains
        return
    most = (megabytes << 20) + (_address_space() if more else 0)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _address_space() -> int:
    """The size of the address space in bytes; 0 where unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
