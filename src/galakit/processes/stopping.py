"""Ask a running method to stop with the best it has.

Methods that come closer step by step treat a first Ctrl-C as that request (`galakit.solvers.regret.interrupt`). Other
phases, such as exploring a game or computing a certificate, have nothing useful to stop with: a request made during
one of them is passed on to the next phase that can stop.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

PACE = 0.1  # seconds between checks whether a method can be interrupted
HEARING = 1.0  # seconds for a phase that can stop to be interrupted


def _unheard(number: int, frame: Any) -> None:
    """Ignore a request between two phases."""


class Stopping:
    """In a process that is told to stop, where its main thread solves.

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
        self._heeded = False
        self._wished = 0.0
        self._thread: threading.Thread | None = None

    def wish(self) -> None:
        """Request a stop."""
        if self._thread is None:
            self._wished = time.monotonic()
            self._thread = threading.Thread(target=self._insist, daemon=True)
            self._thread.start()

    @property
    def heeded(self) -> bool:
        """Whether a phase was interrupted."""
        return self._heeded

    @property
    def unheeded(self) -> bool:
        """Whether a stop was requested a while ago, and no phase has been interrupted since."""
        return self._thread is not None and not self._heeded and time.monotonic() - self._wished > HEARING

    def over(self) -> None:
        """Solving is done: ignore requests from now on."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        signal.signal(signal.SIGINT, self._before)

    def _insist(self) -> None:
        """Interrupt every phase that can stop once: a second interrupt would abort it."""
        wished: Any = None
        while not self._over.wait(PACE):
            listening = signal.getsignal(signal.SIGINT)
            if listening is not _unheard and listening is not wished:
                wished = listening
                self._heeded = True
                os.kill(os.getpid(), signal.SIGINT)
