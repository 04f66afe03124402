"""Limits on the resources of jobs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

ROOM = 2_000  # megabytes that a job should have at least


def memory() -> tuple[int, int]:
    """The total and the free memory of this machine in megabytes; both 0 where they are unknown.

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
    """One job for each processor, as memory permits; at least two, so that a quick job can overtake a long one."""
    whole, _ = memory()
    cores = os.cpu_count() or 1
    return max(2, min(cores, whole // ROOM) if whole else cores)


def _megabytes() -> int:
    """Memory for each job, so that all together leave a quarter of the machine free."""
    whole, _ = memory()
    return max(ROOM, whole * 3 // 4 // _at_once()) if whole else 4_000


@dataclass(frozen=True)
class Settings:
    """The limits of a server."""

    at_once: int = field(default_factory=_at_once)
    """jobs that are solved at the same time"""
    waiting: int = 200
    """jobs that may wait in the queue"""
    awake: int = 64
    """solved jobs whose processes stay"""
    kept: int = 5_000
    """jobs that are kept"""
    text: int = 200_000_000
    """characters of rules that are kept"""
    megabytes: int = field(default_factory=_megabytes)
    """memory of each job"""
    seconds: float = 600.0
    """seconds for reading and solving a game; then the best so far is taken, if any"""
    quick: float = 1.0
    """seconds after which a job counts as long"""
    patience: float = 30.0
    """seconds for the answer to a question"""
    tables: int = 100
    """tables at one job"""
    scarce: float = 0.1
    """the share of the machine's memory to keep free by suspending jobs"""

    @property
    def grace(self) -> float:
        """Extra seconds to certify the best so far, and to warm the caches."""
        return self.seconds / 2
