"""Where the processes of matches come from: one process that has read all modules and compiled code, and forks.

`python -m galakit.ggp.nursery FD` takes orders on a socket: `fork`, with the socket that the new process is to serve,
and `kill PID`. When the socket is closed, it ends and takes all its processes with it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from typing import Any

from galakit.ggp import worker

# Everything a description can ask for, once: so what answers is loaded before the first match.
SAMPLE = """
(role ann) (role random) (side left) (side right) (init on)
(<= (legal ?r (turn ?s)) (role ?r) (side ?s)) (<= (next off) (true on) (does ann (turn ?s)) (not (true off)))
(<= (sees ann (turned ?s)) (does random (turn ?s))) (<= terminal (true off)) (goal ann 100) (goal random 0)
"""


def main() -> None:
    """Fork and kill as ordered."""
    control = socket.socket(fileno=int(sys.argv[1]))
    children: set[int] = set()

    def reap(*_: Any) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                children.discard(ended)

    with contextlib.suppress(Exception):  # what goes wrong here will be told by the first match
        worker.rehearse(SAMPLE)
    signal.signal(signal.SIGCHLD, reap)
    while True:
        order, sockets, _, _ = socket.recv_fds(control, 100, 1)
        reap()
        if order == b"fork":
            pid = os.fork()
            if not pid:
                _serve(control, sockets[0])
            children.add(pid)
            os.close(sockets[0])
        elif order.startswith(b"kill "):
            _kill(int(order[5:]), children)
        else:
            for pid in list(children):
                _kill(pid, children)
            return


def _serve(control: socket.socket, number: int) -> None:
    """In the new process: leave everything of the old one, and serve."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()  # a group of its own, to be stopped together with what it begins
    control.close()
    try:
        with socket.socket(fileno=number) as line:
            worker.serve(line.makefile("rb"), line.makefile("w", encoding="utf-8"))
    finally:
        os._exit(0)


def _kill(pid: int, children: set[int]) -> None:
    """Only what has not ended yet: the number of a process that has may be another's."""
    if pid in children:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
            return
        with contextlib.suppress(ProcessLookupError):  # it has no group yet
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
