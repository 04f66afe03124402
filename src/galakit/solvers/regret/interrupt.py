"""Ctrl-C during a run: the first one asks it to finish with what it has, the second one aborts it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


@contextmanager
def patient() -> Iterator[Callable[[], bool]]:
    """Within, the first SIGINT only makes the yielded function return True.

    >>> with patient() as asked:
    ...     asked(), signal.raise_signal(signal.SIGINT), asked()
    (False, None, True)
    """
    wishes = 0
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # signals reach the main thread only
        return

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal wishes
        wishes += 1
        if wishes > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: wishes > 0
    finally:
        signal.signal(signal.SIGINT, before)


def kept(path: Path) -> str:
    """The message that says where the state of an interrupted run is kept."""
    return f"the state of the run is kept in {path}: the same command with --resume goes on from there"
