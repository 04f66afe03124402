"""Limits on the resources of jobs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from galakit.memory import ROOM, machine_memory, machine_share


def _at_once() -> int:
    """One job for each processor, as memory permits; at least two, so that a quick job can overtake a long one."""
    whole, _ = machine_memory()
    cores = os.cpu_count() or 1
    return max(2, min(cores, whole // ROOM) if whole else cores)


def _megabytes() -> int:
    """Memory for each job, so that all together leave a quarter of the machine free."""
    return machine_share(_at_once())


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
