"""Ctrl-C during a run: the first one asks it to finish with what it has, the second one aborts it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

HEEDING = 0.3  # seconds that are not worth an iteration


class Abandoned(Exception):
    """An iteration that takes long was not finished after Ctrl-C."""


_asked: float | None = None
"""when the run was asked to finish"""


def heed() -> None:
    """Abandon what would not be finished soon after Ctrl-C; for tasks of long iterations, in any thread."""
    if _asked is not None and time.monotonic() - _asked > HEEDING:
        raise Abandoned


@contextmanager
def patient() -> Iterator[Callable[[], bool]]:
    """Within, the first SIGINT only makes the yielded function return True.

    >>> with patient() as asked:
    ...     asked(), signal.raise_signal(signal.SIGINT), asked()
    (False, None, True)
    """
    global _asked
    wishes = 0
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # signals reach the main thread only
        return

    def note(number: int, frame: FrameType | None) -> None:
        global _asked
        nonlocal wishes
        wishes += 1
        _asked = _asked or time.monotonic()
        if wishes > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: wishes > 0
    finally:
        _asked = None
        signal.signal(signal.SIGINT, before)


def kept(path: Path) -> str:
    """The message that says where the state of an interrupted run is kept."""
    return f"the state of the run is kept in {path}: the same command with --resume goes on from there"
