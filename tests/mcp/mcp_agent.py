"""A real client of a real server: the SDK's, over the standard input and output of `galakit mcp`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

WAIT = 120  # seconds: machines that test are slow


def server(*words: str) -> StdioServerParameters:
    """How to begin a server with these further words on its command line."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "galakit", "mcp", *words],
        env={"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    )


class Agent:
    """A client in a thread of its own, which tests call one by one or several times at once."""

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self.client, self.loop = client, loop
        self.progress: list[tuple[float, str]] = []

    def run(self, work):
        """What comes of a coroutine."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(WAIT)

    def call(self, tool: str, **arguments):
        """The text and the data of an answer that is no error."""
        result = self.run(self.asked(tool, **arguments))
        assert not result.is_error, result.content[0].text
        return result.content[0].text, result.structured_content

    def fails(self, tool: str, **arguments) -> str:
        """The text of an answer that is an error."""
        result = self.run(self.asked(tool, **arguments))
        assert result.is_error, result.content[0].text
        assert result.structured_content["problems"]
        return result.content[0].text

    async def asked(self, tool: str, **arguments):
        async def note(seconds, total, message):
            self.progress.append((seconds, message))

        return await self.client.call_tool(tool, arguments, progress_callback=note)

    def solved(self, tool: str = "solve", **arguments) -> str:
        """The id of a new job that is solved."""
        return self.result(self.call(tool, **arguments)[1])[1]["job"]

    def result(self, job: dict) -> tuple[str, dict]:
        """What is told of a job once it is solved."""
        text, job = self.call("wait", job=job["job"])
        while job["state"] != "solved":
            text, job = self.call("wait", job=job["job"])
        return text, job


@contextlib.contextmanager
def connected(*words: str, mode: str = "auto"):
    """A client of a new server."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    ready, over = threading.Event(), asyncio.Event()
    found: list[Agent] = []

    async def live() -> None:
        try:
            with Path(os.devnull).open("w") as nowhere:
                async with Client(stdio_client(server(*words), nowhere), mode=mode) as client:
                    found.append(Agent(client, loop))
                    ready.set()
                    await over.wait()
        finally:
            ready.set()

    living = asyncio.run_coroutine_threadsafe(live(), loop)
    try:
        ready.wait(WAIT)
        if not found:
            living.result(1)
        yield found[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        living.result(WAIT)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def processes() -> dict[int, int]:
    """Every process of this machine and its parent."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError, IndexError, ValueError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    found[int(folder.name)] = int(parent)
    return found


def descendants(pid: int) -> set[int]:
    """All processes that came from one."""
    parents = processes()
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found
