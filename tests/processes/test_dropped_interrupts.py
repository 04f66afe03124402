"""Ctrl-C that comes while Python tidies up."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from galakit.processes.dropped_interrupts import repeat_dropped_interrupts


class Interrupted:
    """Ctrl-C comes while it goes."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


class Broken:
    def __del__(self):
        raise ValueError("lost")


@pytest.fixture(autouse=True)
def dropped(monkeypatch):
    """What is told of errors that Python drops."""
    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: told.append(args.exc_value))
    return told


def test_python_drops_it(dropped):
    Interrupted()
    assert isinstance(dropped[0], KeyboardInterrupt)


def test_it_comes_again(dropped):
    repeat_dropped_interrupts()
    with pytest.raises(KeyboardInterrupt):
        Interrupted()
        time.sleep(60)
    assert dropped == []


def test_other_errors_are_told_as_before(dropped):
    repeat_dropped_interrupts()
    Broken()
    assert str(dropped[0]) == "lost"
