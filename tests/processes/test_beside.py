"""Compiled code in a thread of its own can be waited for, and left behind."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from galakit.deadline import Deadline, OutOfTime
from galakit.processes.beside import Beside, interruptible


@pytest.fixture
def endless():
    """Work that ends with the test only."""
    end = threading.Event()
    yield end.wait
    end.set()


def test_the_deadline_in_force_ends_the_wait(endless):
    with Deadline(0.1).in_force(), pytest.raises(OutOfTime, match="0.1 s was reached while solving"):
        interruptible(endless, "solving")


def test_an_interrupt_ends_the_wait(endless):
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(endless, "solving")


def test_its_error_is_raised_where_the_result_is_read():
    beside = Beside(lambda: 1 // 0)
    assert beside.wait(60)
    with pytest.raises(ZeroDivisionError):
        beside.result()


def test_a_result_is_there_as_soon_as_the_work_is_done():
    assert interruptible(lambda: time.sleep(0.01) or "done", "sleeping") == "done"
