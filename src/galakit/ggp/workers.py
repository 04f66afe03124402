"""Workers as the server sees them: processes that receive orders and send answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from galakit.processes.children import Child, ForkServer

LONGEST_ANSWER = 1_000_000
MOST_TROUBLES = 20  # messages of failures that are kept


def fork_server() -> ForkServer:
    """The process that forks workers."""
    return ForkServer("galakit.ggp.worker", LONGEST_ANSWER)


class Worker:
    """A process that plays one role of one match; `galakit.ggp.worker` describes its messages."""

    def __init__(self, child: Child) -> None:
        self.playable = False
        self.ready = False
        self.refused: str | None = None
        self.spares: dict[int, str] = {}
        self.moves: dict[int, str | None] = {}
        self.troubles: list[str] = []
        self._news = asyncio.Event()
        self.child = child
        child.listen(self._note, self._news.set)

    def order(self, **words: Any) -> None:
        """Send an order."""
        self.child.say(json.dumps(words).encode())

    async def until(self, happened: Callable[[], bool], deadline: float) -> bool:
        """Wait for a condition; whether it held before the deadline."""
        while not happened():
            left = deadline - time.monotonic()
            if left <= 0 or self.child.gone:
                return False
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        return True

    def _note(self, line: bytes) -> None:
        self._news.set()
        said: dict[str, Any] = json.loads(line)
        match said["answer"]:
            case "playable":
                self.playable = True
            case "ready":
                self.ready = True
            case "refused":
                self.refused = said["why"]
            case "spare":
                self.spares = {said["turn"]: said["move"]}
            case "move":
                self.moves = {said["turn"]: said["move"]}
            case "trouble":
                self.troubles = [*self.troubles[-MOST_TROUBLES:], said["why"]]
