"""Processes that take orders, and the fork server that they come from."""

import asyncio
import contextlib
import os
import signal

import pytest

from galakit.processes.children import ForkServer

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or os.uname().sysname != "Linux", reason="no fork server")


@pytest.mark.parametrize("pause", (0, 0.02))
def test_all_who_ask_when_the_fork_server_has_died_get_a_process_of_the_next_one(pause):
    async def test():
        server = ForkServer("galakit.jobs.worker", longest=1 << 20)
        await server.begin()
        try:
            for _ in range(3):
                os.kill(server._process.pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):  # a thread of asyncio was first
                    os.waitid(os.P_PID, server._process.pid, os.WEXITED | os.WNOWAIT)
                # It is dead, but the event loop has not noticed.

                async def asked(number):
                    await asyncio.sleep(number * pause)
                    child = await server.take()
                    child.listen(lambda line: None, lambda: None)
                    async with asyncio.timeout(60):
                        await child.begun.wait()
                    return child

                children = await asyncio.gather(*map(asked, range(6)))
                assert all(child.pid is not None and not child.gone for child in children)
                for child in children:
                    await child.end()
        finally:
            await server.close()

    asyncio.run(test())
