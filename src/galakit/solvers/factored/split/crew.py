"""The processes of the shares, on this machine or on those of a Ray cluster: all are asked at once; some get lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

import msgspec

from galakit.errors import GalakitError
from galakit.processes.children import Child, ForkServer, Processes
from galakit.solvers.factored.split.messages import LONGEST, Answered, Ordered

MODULE = "galakit.solvers.factored.split.worker"
ENGINES = ("local", "ray")

T = TypeVar("T")


class Lost(Exception):
    """Processes have ended before they answered; they are replaced by new ones, which know nothing."""


def engine(name: str, address: str | None, count: int) -> Processes:
    """The engine of that name for so many processes."""
    if name == "local":
        return ForkServer(MODULE, LONGEST)
    if name == "ray":
        from galakit.cluster.processes import ClusterProcesses

        return ClusterProcesses(address, MODULE, LONGEST, most=count)
    raise GalakitError(f"there is no engine called {name}", hint="they are " + ", ".join(ENGINES), id="GK509")


class Crew:
    """Processes with numbers from 0, which answer orders one by one. Only one thread may ask."""

    def __init__(self, engine: Processes) -> None:
        self.engine = engine
        self.sent = self.heard = 0
        """bytes of all messages"""
        self._members: dict[int, _Member] = {}
        self._encoder = msgspec.json.Encoder()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._wait(engine.begin())

    def ask(self, orders: Mapping[int, Ordered]) -> dict[int, Answered]:
        """The answers to one order each; `Lost` where a process is gone, once all others have answered."""
        lines = {k: self._encoder.encode(order) for k, order in orders.items()}
        self.sent += sum(map(len, lines.values()))
        answers = self._wait(self._asked(lines))
        for answer in answers.values():
            if answer.wrong is not None:
                raise GalakitError(
                    f"a process of a share could not go on: {answer.wrong}",
                    hint="take more workers, on machines with more memory",
                    id="GK603",
                )
        return answers

    def missing(self, numbers: range) -> list[int]:
        """Those that are to be begun, or begun again."""
        return [k for k in numbers if k not in self._members]

    def close(self) -> None:
        """End all processes."""
        self._wait(self._closed())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def processes(self) -> list[int]:
        """The ids of the processes; 0 for those on other machines."""
        return [member.child.pid or 0 for member in self._members.values()]

    async def _closed(self) -> None:
        await asyncio.gather(*(member.child.end() for member in self._members.values()))
        await self.engine.close()

    async def _asked(self, lines: Mapping[int, bytes]) -> dict[int, Answered]:
        members = {k: await self._member(k) for k in lines}
        waiting = {k: members[k].ask(line) for k, line in lines.items()}
        answers = dict(zip(waiting, await asyncio.gather(*waiting.values())))
        lost = [k for k, answer in answers.items() if answer is None]
        for k in lost:
            del self._members[k]
        if lost:
            raise Lost
        self.heard += sum(member.heard for member in members.values())
        return {k: answer for k, answer in answers.items() if answer is not None}

    async def _member(self, number: int) -> _Member:
        if number not in self._members:
            self._members[number] = _Member(await self.engine.take())
        return self._members[number]

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


class _Member:
    """One process."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.heard = 0
        """bytes of the last answer"""
        self._decoder = msgspec.json.Decoder(Answered)
        self._gone = False
        self._answer: asyncio.Future[Answered | None] | None = None
        child.listen(self._note, self._left)

    def ask(self, line: bytes) -> asyncio.Future[Answered | None]:
        """The answer to an order; None where the process is gone."""
        self._answer = asyncio.get_running_loop().create_future()
        if self._gone:
            self._answer.set_result(None)
        else:
            self.child.say(line)
        return self._answer

    def _note(self, line: bytes) -> None:
        self.heard = len(line)
        try:
            answer = self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise ValueError("not a message") from error
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def _left(self) -> None:
        self._gone = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(None)
