"""Where cells are solved: the contract of an engine, and the engine that uses the processors of this machine."""

from __future__ import annotations

import os
from typing import Protocol

from galakit.processes.children import Child, ForkServer
from galakit.sweep.messages import LONGEST

WORKER = "galakit.sweep.worker"


class Engine(Protocol):
    """A place with room for some processes, each of which solves one cell."""

    @property
    def name(self) -> str:
        """`local`, `ray`."""

    @property
    def slots(self) -> int:
        """How many processes it has room for at present."""

    @property
    def megabytes(self) -> int | None:
        """The memory of each process where nothing else is said; None: each machine decides."""

    async def begin(self) -> None:
        """Get ready; an error where it cannot be used."""

    async def take(self) -> Child:
        """A new process that runs `galakit.sweep.worker`."""

    async def close(self) -> None:
        """End all processes."""


class Local:
    """Processes of this machine, forked from one that has everything loaded."""

    name = "local"

    def __init__(self, jobs: int | None = None) -> None:
        from galakit.memory import machine_share

        self.slots = jobs or processors()
        self.megabytes: int | None = machine_share(self.slots)
        self._fork_server = ForkServer(WORKER, LONGEST)

    async def begin(self) -> None:
        """Start the process that others are forked from."""
        await self._fork_server.begin()

    async def take(self) -> Child:
        """A new process."""
        return await self._fork_server.take()

    async def close(self) -> None:
        """End all processes."""
        await self._fork_server.close()


class Ray:
    """Processes on the machines of a Ray cluster: one for each processor, `jobs` at most."""

    name = "ray"
    megabytes: int | None = None

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        from galakit.cluster.processes import ClusterProcesses

        self._cluster = ClusterProcesses(address, WORKER, LONGEST, most=jobs, each=1)

    @property
    def slots(self) -> int:
        """The processors that are in use now; where all are lost, the next process waits for one."""
        return max(1, self._cluster.processors)

    async def begin(self) -> None:
        """Connect."""
        await self._cluster.begin()

    async def take(self) -> Child:
        """A new process."""
        return await self._cluster.take()

    async def close(self) -> None:
        """End all processes."""
        await self._cluster.close()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
