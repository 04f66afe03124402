"""What a command may use: memory, so that a game cannot bring the machine down, and time, for unattended runs.

Rules, searches and solvers have limits of their own, which say more. These two hold whatever goes wrong: memory by the
operating system, time by an alarm that ends the command in an orderly way and, should it not listen, at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from galakit.deadline import OutOfTime

SHARE = 0.9  # of the memory that is free when a command begins
ORDERLY = 5.0  # seconds to end in an orderly way


def limit_memory(megabytes: int | None) -> None:
    """Take no more than so much memory; None: than most of what is free now."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    from galakit.memory import available_memory, taken_memory

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if megabytes is None and soft != resource.RLIM_INFINITY:
        return  # a share of it, again and again, would be less with every command of a process
    if megabytes is not None:
        most = megabytes << 20
    elif (free := available_memory()) is not None:
        most = taken_memory() + int(SHARE * free)
    else:
        return
    # Not the address space: libraries reserve far more of it than they ever use.
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def limit_time(seconds: float) -> Callable[[], None]:
    """End the command with an error after so many seconds; the function that is returned lifts the limit."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(
            f"the command was ended after {seconds:g} s", hint="allow more: galakit --max-seconds …", id="GK632"
        )

    def give_up() -> None:
        print(f"error[GK632]: the command was ended after {seconds:g} s", file=sys.stderr, flush=True)
        os._exit(2)

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
