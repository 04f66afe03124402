"""Thinking in the background, so that the clock is kept whatever a step takes: the first may wait for a compiler."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SPARE = 0.005
"""seconds in which a move is read off what was found and given back"""


class Thinker:
    """At most one piece of work at a time.

    >>> thinker = Thinker()
    >>> thinker.think(lambda: None, time.monotonic() + 10)
    True
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def think(self, work: Callable[[], None], deadline: float) -> bool:
        """Begin a piece of work, unless the last one is not done; whether it is done shortly before the deadline."""
        if not self.idle(deadline):
            return False
        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        return self.idle(deadline)

    def idle(self, deadline: float | None = None) -> bool:
        """Wait until nobody thinks any more, until shortly before a deadline if there is one; whether that is so."""
        if self._thread is not None:
            left = threading.TIMEOUT_MAX if deadline is None else deadline - SPARE - time.monotonic()
            self._thread.join(min(threading.TIMEOUT_MAX, max(0.0, left)))
            if not self._thread.is_alive():
                self._thread = None
        return self._thread is None
