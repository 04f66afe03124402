"""The fork server: a process that has loaded the modules and compiled code of one kind of work, and forks.

`python -m galakit.processes.fork_server FD MODULE` takes orders on a socket: `fork`, with the socket that the new
process serves and the lifeline that it holds, and `kill PID`. When the socket is closed, it ends with all its
processes. The module has two functions: `rehearse()` loads what the work needs, `serve(lines, answers)` does it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from galakit.processes.garbage import collect_seldom
from galakit.processes.lifeline import end_with_parent, hold


def main() -> None:
    """Fork and kill as ordered."""
    end_with_parent()
    collect_seldom()
    control = socket.socket(fileno=int(sys.argv[1]))
    work = import_module(sys.argv[2])
    children: set[int] = set()

    def reap(*_: Any) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                children.discard(ended)

    with contextlib.suppress(
        Exception
    ):  # an error here will occur again, and be reported, in the first process that works
        work.rehearse()
    gc.collect()
    gc.freeze()  # garbage collection would copy the pages of existing objects in every process
    signal.signal(signal.SIGCHLD, reap)
    while True:
        order, sockets, _, _ = socket.recv_fds(control, 100, 2)
        reap()
        if order == b"fork":
            pid = os.fork()
            if not pid:
                _serve(control, sockets[0], sockets[1], work)
            children.add(pid)
            for number in sockets:
                os.close(number)
        elif order.startswith(b"kill "):
            _kill(int(order[5:]), children)
        else:
            for pid in list(children):
                _kill(pid, children)
            return


def _serve(control: socket.socket, number: int, lifeline: int, work: ModuleType) -> None:
    """In the new process: detach from the fork server, and serve."""
    hold(lifeline)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()  # a process group of its own, to be stopped together with its children
    control.close()
    try:
        with socket.socket(fileno=number) as line:
            work.serve(line.makefile("rb"), line.makefile("w", encoding="utf-8"))
    finally:
        os._exit(0)


def _kill(pid: int, children: set[int]) -> None:
    """Kill a child that has not ended yet: the id of an ended one may belong to another process."""
    if pid in children:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
            return
        with contextlib.suppress(ProcessLookupError):  # it has no group yet
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
