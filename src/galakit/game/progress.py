"""One progress mechanism: a callback that long work calls now and then, at most about ten times a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, "int | None"], None]
"""Called as `progress(stage, done, total)`; the total is None when nobody knows it yet.

The stage is a name, and after a colon how it stands: `solving the linear programme: value between -0.1 and 0.2`.
"""


def throttled(progress: Progress | None, interval: float = 0.1) -> Progress:
    """The same callback, skipped when the last call was less than `interval` seconds ago; None does nothing."""
    if progress is None:
        return lambda stage, done, total: None
    report = progress
    last = time.monotonic()

    def call(stage: str, done: int, total: int | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= interval:
            last = now
            report(stage, done, total)

    return call
