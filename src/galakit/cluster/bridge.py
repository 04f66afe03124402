"""The bridge: a process that is the driver of Ray, so that ours need not be.

`python -m galakit.cluster.bridge ADDRESS MODULE LONGEST HOSTS EACH` takes frames (`galakit.cluster.frames`) on its
standard input and sends frames back. It keeps up to HOSTS actors (0: one for each processor of the cluster), replaces
those that are lost, and starts processes of MODULE on those that have the fewest, at most EACH on one (0: any number).
When its input ends, or it is killed, Ray ends the actors and they end their processes.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Coroutine
from typing import IO, Any, NoReturn

from galakit.cluster.frames import Sign, frame, unframed
from galakit.cluster.host import Host, Orders
from galakit.processes.child_side import own_output
from galakit.processes.lifeline import end_with_parent

LOOKING = 3.0  # seconds between looks at the processors of the cluster
ANSWERING = 20.0  # seconds for the cluster to say how many there are
AGAIN = 1.0  # seconds until a lost host is replaced


class Line:
    """To one actor: orders in their order, though Ray may run the calls of an actor in any."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self._orders: Orders = []
        self._news = asyncio.Event()

    def order(self, number: int, sign: Sign, line: bytes = b"") -> None:
        """Add an order."""
        self._orders.append((number, sign, line))
        self._news.set()

    async def send(self) -> None:
        """Send orders, one call after the other, until the actor is lost."""
        while True:
            await self._news.wait()
            self._news.clear()
            orders, self._orders = self._orders, []
            await self.actor.follow.remote(orders)


class Hosts:
    """The actors, and the processes on them."""

    def __init__(self, module: str, longest: int, most: int, each: int, answers: IO[bytes]) -> None:
        self.module, self.longest, self.most, self.each = module, longest, most, each
        self.answers = answers
        self._live: list[Line] = []
        self._keeping: set[asyncio.Task[None]] = set()
        self._host: dict[int, Line] = {}
        """the host of each process"""
        self._waiting: dict[int, list[bytes]] = {}
        """what is said to processes that have no host yet"""
        self._changed = asyncio.Condition()

    def tell(self, number: int, sign: Sign, rest: bytes = b"") -> None:
        """Send a frame."""
        self.answers.write(frame(number, sign, rest) + b"\n")
        self.answers.flush()

    async def keep(self) -> None:
        """Keep one host for each processor, also where more come."""
        import ray

        while True:
            try:
                async with asyncio.timeout(ANSWERING):
                    found = await asyncio.to_thread(ray.cluster_resources)
            except TimeoutError:
                raise Unfit("the head of the cluster does not answer any more") from None
            processors = int(found.get("CPU", 0))
            wanted = min(processors, self.most) if self.most else processors
            while len(self._keeping) < wanted:
                self._keeping.add(asyncio.create_task(self._kept()))
            for task in list(self._keeping):
                if task.done():
                    task.result()
            await asyncio.sleep(LOOKING)

    async def _kept(self) -> None:
        """One host, again and again."""
        import ray

        actor: Any = ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(Host)
        while True:
            host = Line(actor.remote(self.module, self.longest))
            try:
                self._check(await host.actor.begin.remote())
                await self._join(host)
                await _both(host.send(), self._heard(host))
            except ray.exceptions.RayActorError as error:
                if "ModuleNotFoundError" in str(error) or "ImportError" in str(error):
                    raise Unfit(f"a machine of the cluster cannot start Galakit: {_last_line(error)}") from None
            await self._lost(host)
            await asyncio.sleep(AGAIN)

    async def _heard(self, host: Line) -> None:
        """Pass on what the processes of a host say, until it is lost."""
        while True:
            for number, line in await host.actor.hear.remote():
                if line is None:
                    await self._gone(number, ".")
                else:
                    self.tell(number, "<", line)

    def _check(self, version: str) -> None:
        import galakit

        if version != galakit.__version__:
            raise Unfit(f"a machine of the cluster has Galakit {version}, and this one has {galakit.__version__}")

    async def _join(self, host: Line) -> None:
        async with self._changed:
            self._live.append(host)
            self.tell(0, "=", str(len(self._live)).encode())
            self._changed.notify_all()

    async def _lost(self, host: Line) -> None:
        if host in self._live:
            self._live.remove(host)
            self.tell(0, "=", str(len(self._live)).encode())
        for number in [number for number, where in self._host.items() if where is host]:
            await self._gone(number, "!")

    async def _gone(self, number: int, sign: Sign) -> None:
        async with self._changed:
            if self._host.pop(number, None) is not None:
                self.tell(number, sign)
            self._changed.notify_all()

    def expect(self, number: int) -> None:
        """A process will be started; what is said to it is kept until then."""
        self._waiting[number] = []

    async def take(self, number: int) -> None:
        """Start a process where there are the fewest; `expect` was called before."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._free() is not None)
            host = self._free()
            assert host is not None
            self._host[number] = host
        host.order(number, "+")
        self.tell(number, "<", b"0")  # in place of its process id, which means nothing here
        for line in self._waiting.pop(number, []):
            host.order(number, ">", line)

    def _free(self) -> Line | None:
        loads = [(sum(where is host for where in self._host.values()), k) for k, host in enumerate(self._live)]
        least, k = min(loads, default=(0, -1))
        return self._live[k] if k >= 0 and not (self.each and least >= self.each) else None

    def say(self, number: int, line: bytes) -> None:
        """Send a line to a process."""
        if number in self._waiting:
            self._waiting[number].append(line)
        elif (host := self._host.get(number)) is not None:
            host.order(number, ">", line)

    async def end(self, number: int) -> None:
        """End a process."""
        self._waiting.pop(number, None)
        if (host := self._host.get(number)) is not None:
            host.order(number, "-")
            await self._gone(number, ".")


class Unfit(Exception):
    """The cluster cannot be used."""


async def _both(one: Coroutine[Any, Any, None], other: Coroutine[Any, Any, None]) -> None:
    """Run both until one fails; its error."""
    tasks = [asyncio.ensure_future(one), asyncio.ensure_future(other)]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _last_line(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2][:300]


async def serve(hosts: Hosts, lines: IO[bytes]) -> None:
    """Follow frames until there are no more. The first frame says that the cluster is there."""
    hosts.tell(0, "=", b"0")
    loop = asyncio.get_running_loop()
    frames: asyncio.Queue[bytes] = asyncio.Queue()

    def listen() -> None:
        for line in lines:
            loop.call_soon_threadsafe(frames.put_nowait, line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    starting: dict[int, asyncio.Task[None]] = {}
    async with asyncio.TaskGroup() as tasks:  # an error in any of them ends the bridge
        tasks.create_task(hosts.keep())
        while True:
            number, sign, rest = unframed(await frames.get())
            match sign:
                case "+":
                    hosts.expect(number)
                    starting[number] = tasks.create_task(hosts.take(number))
                case ">":
                    hosts.say(number, rest)
                case "-":
                    if (task := starting.pop(number, None)) is not None:
                        task.cancel()
                    await hosts.end(number)


async def _serve_to_the_end(hosts: Hosts, lines: IO[bytes]) -> None:
    try:
        await serve(hosts, lines)
    except BaseException as error:  # a call of Ray may still wait for a head that is gone, and is not waited for
        _leave(hosts.answers, error)


def _leave(answers: IO[bytes], error: BaseException) -> NoReturn:
    """Say why the cluster cannot be used, and end this process."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    said = str(error) if isinstance(error, Unfit) else f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    answers.write(frame(1 if isinstance(error, Unfit) else 0, "?", said[:500].encode()) + b"\n")
    answers.flush()
    os._exit(1)


def main() -> None:
    """Connect, and serve the standard input and output."""
    end_with_parent()
    output = own_output()  # kept, since it closes its buffer
    answers = output.buffer
    address, module, longest, most, each = sys.argv[1:]
    import ray

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, namespace="galakit")
        hosts = Hosts(module, int(longest), int(most), int(each), answers)
        asyncio.run(_serve_to_the_end(hosts, sys.stdin.buffer))
    except BaseException as error:
        _leave(answers, error)
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
