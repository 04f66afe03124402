"""Processes for matches come from one that has everything loaded; when that is lost, there is another."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time

import pytest

from galakit.ggp import nursery, worker
from galakit.ggp.workers import Nursery
from ggp.descriptions import NUMBERS, in_one_line
from ggp.serving import player, say


def test_the_rehearsal_asks_everything_without_a_mistake():
    worker.rehearse(nursery.SAMPLE)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_a_nursery_that_was_killed_is_replaced():
    with player("legal") as (port, matches):
        start = f"(START {{}} ann {in_one_line(NUMBERS)} 20 5)"
        assert say(port, start.format("a")) == "ready"
        before = matches.nursery._process
        before.send_signal(signal.SIGKILL)
        assert say(port, start.format("b")) == "ready" and matches.nursery._process is not before
        assert say(port, "(PLAY b NIL)") == "(name 1)"


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_a_worker_that_is_ended_is_gone_even_if_it_does_not_listen():
    async def scenario():
        nursery = Nursery()
        a, b = await nursery.take(), await nursery.take()
        assert await a.until(lambda: a.pid is not None, time.monotonic() + 20)
        assert await b.until(lambda: b.pid is not None, time.monotonic() + 20)
        os.kill(a.pid, signal.SIGSTOP)
        await a.end()
        assert a.gone and not b.gone and alive(b.pid)
        await nursery.close()
        assert await b.until(lambda: b.gone, time.monotonic() + 5) or b.gone
        await b.end()
        return a.pid, b.pid

    for pid in asyncio.run(scenario()):
        deadline = time.monotonic() + 5
        while alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not alive(pid)
