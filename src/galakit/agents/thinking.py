"""Thinking in the background, so that the clock is kept whatever a step takes: the first may wait for a compiler."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SPARE = 0.005
"""seconds in which a move is read off what was found and given back"""
MOST = 0.25
"""the part of a clock that may be spared, on a machine that is busy with other things"""


class Thinker:
    """At most one piece of work at a time.

    >>> thinker = Thinker()
    >>> thinker.think(lambda stop: None, time.monotonic() + 10)
    True
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._late = 0.0
        """how late we woke up lately: on a busy machine, more time has to be spared"""

    def think(self, work: Callable[[float], None], deadline: float) -> bool:
        """Begin a piece of work, unless the last one is not done; whether it is done in time.

        The work is told when to stop, which is some time before the deadline.
        """
        now = time.monotonic()
        stop = deadline - min(SPARE + 1.5 * self._late, max(0.0, MOST * (deadline - now)))
        if not self.idle(stop):
            return False
        self._thread = threading.Thread(target=work, args=(stop,), daemon=True)
        self._thread.start()
        done = self.idle(stop)
        self._late = max(0.9 * self._late, time.monotonic() - stop)
        return done

    def idle(self, stop: float | None = None) -> bool:
        """Wait until nobody thinks any more, or for some time; whether nobody does."""
        if self._thread is not None:
            left = threading.TIMEOUT_MAX if stop is None else stop - time.monotonic()
            self._thread.join(min(threading.TIMEOUT_MAX, max(0.0, left)))
            if not self._thread.is_alive():
                self._thread = None
        return self._thread is None
