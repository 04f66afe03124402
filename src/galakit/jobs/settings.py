"""How much jobs may use, all together and each."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

ROOM = 2_000  # megabytes that a job should have at least


def memory() -> tuple[int, int]:
    """The megabytes of this machine, all and those that are free; both 0 where the system does not say.

    >>> whole, free = memory()
    >>> 0 <= free <= whole
    True
    """
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 0, 0
    kilobytes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return kilobytes["MemTotal"] >> 10, kilobytes.get("MemAvailable", 0) >> 10


def _at_once() -> int:
    """As many as there are processors, and as have room; two at least, that one may pass by the other."""
    whole, _ = memory()
    cores = os.cpu_count() or 1
    return max(2, min(cores, whole // ROOM) if whole else cores)


def _megabytes() -> int:
    """Together they should leave a quarter of the machine to others."""
    whole, _ = memory()
    return max(ROOM, whole * 3 // 4 // _at_once()) if whole else 4_000


@dataclass(frozen=True)
class Settings:
    """The limits of a server."""

    at_once: int = field(default_factory=_at_once)
    """jobs that are solved at the same time"""
    waiting: int = 200
    """jobs that may wait for their turn"""
    awake: int = 64
    """solved jobs whose processes stay"""
    kept: int = 5_000
    """jobs that are remembered"""
    text: int = 200_000_000
    """characters of rules that are remembered with them"""
    megabytes: int = field(default_factory=_megabytes)
    """memory of each job"""
    seconds: float = 600.0
    """for reading and solving a game; then the best so far is taken, where there is any"""
    quick: float = 1.0
    """seconds after which a job is taken to be one that takes long"""
    patience: float = 30.0
    """seconds for the answer to a question"""
    tables: int = 100
    """tables at one job"""
    scarce: float = 0.1
    """share of the machine's memory that should be free, or jobs go to sleep"""

    @property
    def grace(self) -> float:
        """Seconds beyond the limit for the best so far to be certified like any other, and for answers to it."""
        return self.seconds / 2
