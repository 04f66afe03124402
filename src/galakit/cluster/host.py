"""On a machine of the cluster: a Ray actor that starts processes, passes on what they say, and ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeAlias

from galakit.processes.children import Child, ForkServer

Heard: TypeAlias = list[tuple[int, bytes | None]]
"""lines of processes by their numbers; None where one has ended"""
Orders: TypeAlias = list[tuple[int, str, bytes]]
"""number, `+` `>` or `-`, line: see `galakit.cluster.frames`"""


class Host:
    """Processes of one machine, by numbers that the caller chooses. It holds one processor of the cluster."""

    def __init__(self, module: str, longest: int) -> None:
        self._fork_server = ForkServer(module, longest)
        self._children: dict[int, Child] = {}
        self._waiting: dict[int, list[bytes]] = {}
        """what is said to processes that are still starting"""
        self._tasks: set[asyncio.Future[None]] = set()
        self._heard: Heard = []
        self._news = asyncio.Event()

    async def begin(self) -> str:
        """Get ready; the version of Galakit on this machine."""
        import galakit

        await self._fork_server.begin()
        return str(galakit.__version__)

    async def follow(self, orders: Orders) -> None:
        """Start processes, send them lines, end them: in this order, and after all earlier orders."""
        for number, sign, line in orders:
            if sign == "+":
                self._waiting[number] = []
                self._do(self._take(number))
            elif sign == "-":
                self._waiting.pop(number, None)
                if (child := self._children.pop(number, None)) is not None:
                    self._do(child.end())
            elif number in self._waiting:
                self._waiting[number].append(line)
            elif number in self._children:
                self._children[number].say(line)

    async def _take(self, number: int) -> None:
        try:
            child = await self._fork_server.take()
        except OSError:  # no more processes on this machine
            self._hear(number, None)
            return
        child.listen(lambda line: self._hear(number, line), lambda: self._hear(number, None))
        lines = self._waiting.pop(number, None)
        if lines is None:  # it was ended before it had begun
            await child.end()
            return
        self._children[number] = child
        for line in lines:
            child.say(line)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def hear(self) -> Heard:
        """What processes have said since the last call; waits until there is something."""
        await self._news.wait()
        self._news.clear()
        heard, self._heard = self._heard, []
        return heard

    def _hear(self, number: int, line: bytes | None) -> None:
        self._heard.append((number, line))
        self._news.set()
