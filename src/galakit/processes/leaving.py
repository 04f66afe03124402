"""The end of a process: at once where something would make it wait.

Freeing the states of a large game takes a second, and a thread that cannot be stopped may run for many. A command that
has said all it has to say waits for neither.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from typing import NoReturn

_behind: list[threading.Event] = []
"""what is set when threads of compiled code end that were left behind"""


def leave_behind(done: threading.Event) -> None:
    """Wait for a thread only when the process ends: it would take the interpreter down if it outlived it."""
    if not _behind:
        atexit.register(_wait)
    _behind.append(done)


def _wait() -> None:
    for done in _behind:
        done.wait()


def leave(status: int, *, quickly: bool) -> NoReturn:
    """End the process; `quickly`, and where a thread was left behind, without freeing its memory first."""
    behind = not all(done.is_set() for done in _behind)
    others = any(t is not threading.main_thread() and not t.daemon for t in threading.enumerate())
    if not behind and (others or not quickly):
        sys.exit(status)
    atexit.unregister(_wait)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
