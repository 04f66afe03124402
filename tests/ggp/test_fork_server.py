"""Processes for matches come from one that has everything loaded; when that is lost, there is another."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from galakit.ggp import worker
from ggp.descriptions import NUMBERS, in_one_line
from ggp.serving import player, say

START = f"(START {{}} ann {in_one_line(NUMBERS)} 30 5)"


def test_the_rehearsal_asks_everything_without_a_mistake():
    worker.rehearse()


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid):
    deadline = time.monotonic() + 120
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


def left():
    """Threads, and processes that were begun here and have not ended."""
    children = sum(len((task / "children").read_text().split()) for task in Path("/proc/self/task").iterdir())
    return threading.active_count(), children


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_processes_are_stopped_whatever_they_do_a_lost_fork_server_is_replaced_and_nothing_is_left():
    before_all = left()
    with player("legal") as (port, matches):
        assert say(port, START.format("a")) == say(port, START.format("b")) == "ready"
        a, b = (matches.find(id).worker.child.pid for id in "ab")
        os.kill(a, signal.SIGSTOP)
        assert say(port, "(ABORT a)") == "aborted" and gone(a) and alive(b)
        before = matches.fork_server._process
        before.send_signal(signal.SIGKILL)
        assert say(port, START.format("c")) == "ready" and matches.fork_server._process is not before
        assert say(port, "(PLAY c NIL)") == say(port, "(PLAY b NIL)") == "(name 1)"
        assert matches.find("c").late == 0
        c = matches.find("c").worker.child.pid
    assert gone(b) and gone(c)
    deadline = time.monotonic() + 120
    while left() != before_all and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left() == before_all
