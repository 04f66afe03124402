"""Limits of a command: memory, to protect the machine, and time, for unattended runs.

Rules, searches and solvers have more specific limits of their own. These two hold in all cases: memory by the
operating system, time by an alarm that ends the command in an orderly way and, should that fail, at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from galakit.cli.options import NOT_AS_ASKED
from galakit.deadline import OutOfTime

SHARE = 0.9  # of the memory that is free when a command begins
ORDERLY = 5.0  # seconds to end in an orderly way


def limit_memory(megabytes: int | None) -> None:
    """Limit the memory of the process; None: to most of what is free now."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    from galakit.memory import available_memory, taken_memory

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if megabytes is None and soft != resource.RLIM_INFINITY:
        return  # another share would be smaller with every command of a process
    if megabytes is not None:
        most = megabytes << 20
    elif (free := available_memory()) is not None:
        most = taken_memory() + int(SHARE * free)
    else:
        return
    # Not the address space, of which libraries reserve far more than they use.
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def limit_time(seconds: float) -> Callable[[], None]:
    """End the command with an error after so many seconds; the returned function lifts the limit."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(
            f"the command was stopped after {seconds:g} s", hint="allow more: galakit --max-seconds …", id="GK632"
        )

    def give_up() -> None:
        print(f"error[GK632]: the command was stopped after {seconds:g} s", file=sys.stderr, flush=True)
        os._exit(NOT_AS_ASKED)

    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    last = threading.Timer(seconds + ORDERLY, give_up)
    last.daemon = True
    last.start()

    def lift() -> None:
        last.cancel()
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    return lift
