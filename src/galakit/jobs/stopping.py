"""The wish that solving comes to an end with the best so far, passed on to whatever method is at work.

Methods that come closer step by step take a first Ctrl-C for that wish (`galakit.solvers.regret.interrupt`). Between such
stretches, while a game is explored or a certificate computed, there is nothing to be stopped with profit: there a wish
does no harm, and is passed on to the next stretch.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

PACE = 0.1  # seconds between looks whether a method listens


def _unheard(number: int, frame: Any) -> None:
    """A wish between two stretches."""


class Stopping:
    """In the process of a job, where its main thread solves.

    >>> from galakit.solvers.regret.interrupt import patient
    >>> stopping = Stopping()
    >>> stopping.wish()
    >>> with patient() as asked:
    ...     while not asked():
    ...         pass
    >>> stopping.over()
    """

    def __init__(self) -> None:
        self._before = signal.signal(signal.SIGINT, _unheard)
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def wish(self) -> None:
        """Come to an end, soon."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._insist, daemon=True)
            self._thread.start()

    def over(self) -> None:
        """Solving is done: from now on nothing is to be stopped."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        signal.signal(signal.SIGINT, self._before)

    def _insist(self) -> None:
        """Wish once of every stretch that listens: a second wish would break it off."""
        wished: Any = None
        while not self._over.wait(PACE):
            listening = signal.getsignal(signal.SIGINT)
            if listening is not _unheard and listening is not wished:
                wished = listening
                os.kill(os.getpid(), signal.SIGINT)
