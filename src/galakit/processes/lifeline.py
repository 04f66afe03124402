"""Child processes that end with their parent, however the parent ends and whatever the child is doing.

The parent keeps one end of a pipe and never writes to it. The child has the other and asks Linux to send SIGKILL when
the parent's end is closed, which happens at the latest when the parent is gone. That ends the child in the middle of
compiled code, too, where no thread of Python could. `PR_SET_PDEATHSIG` would fire when the *thread* that started the
child ends, which may be long before the process does.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import weakref

VARIABLE = "GALAKIT_LIFELINE"


class Lifeline:
    """The parent's side. Used as a context, it closes the child's end here when the child has started.

    Windows passes no pipes on: there children notice the end of their standard input.
    """

    def __init__(self) -> None:
        self._theirs, ours = os.pipe()
        self._cut = weakref.finalize(self, os.close, ours)

    def __enter__(self) -> Lifeline:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._theirs)

    @property
    def number(self) -> int:
        """The child's end."""
        return self._theirs

    @property
    def passed(self) -> tuple[int, ...]:
        """The descriptors for `pass_fds` of a new process."""
        return () if sys.platform == "win32" else (self._theirs,)

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables for a new process."""
        return {VARIABLE: str(self._theirs)} if self.passed else {}

    def cut(self) -> None:
        """End the child, if it still runs."""
        self._cut()


def end_with_parent() -> None:
    """In a child process of Galakit: end when the parent does."""
    number = os.environ.pop(VARIABLE, None)
    if number is not None:
        hold(int(number))


def hold(number: int) -> None:
    """In a child process: end when the other end of this pipe is closed."""
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(number, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(number, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(number, fcntl.F_SETFL, fcntl.fcntl(number, fcntl.F_GETFL) | os.O_ASYNC)
        ended, _, _ = select.select([number], [], [], 0)
        if ended:  # before the signal was asked for
            os._exit(1)
    elif sys.platform != "win32":  # elsewhere a thread has to watch
        threading.Thread(target=_wait, args=(number,), daemon=True).start()


def _wait(number: int) -> None:
    os.read(number, 1)
    os._exit(1)
