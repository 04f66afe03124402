"""A server under load: many simultaneous clients that post games, follow them, ask about them and play.

`python benchmarks/serving.py [--clients 200] [--seconds 30]` starts a server, and prints how many requests it answered,
how quickly, how many of them with a status of 500 or more, how many jobs were lost, and its memory over time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GRACE = 120  # seconds after the end for accepted jobs to finish


@dataclass
class Tally:
    """What happened."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    taken: int = 0
    solved: int = 0
    lost: list[str] = field(default_factory=list)
    hands: int = 0
    megabytes: list[int] = field(default_factory=list)

    def told(self, seconds: float) -> dict[str, object]:
        took = sorted(self.took)
        return {
            "requests": len(took),
            "requests per second": round(len(took) / seconds, 1),
            "p50 ms": round(1000 * took[len(took) // 2], 1),
            "p99 ms": round(1000 * took[len(took) * 99 // 100], 1),
            "statuses": dict(sorted(self.statuses.items())),
            "5xx": sum(many for status, many in self.statuses.items() if status >= 500),
            "broken": dict(self.broken),
            "jobs": self.taken,
            "jobs solved": self.solved,
            "jobs lost": len(self.lost),
            "hands": self.hands,
            "megabytes": self.megabytes[:: max(1, len(self.megabytes) // 10)],
        }


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    retry: float
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """A kept-alive connection with minimal overhead, so that the client is not the bottleneck."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        if self.ends is None:
            self.ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.ends
        data = b"" if body is None else json.dumps(body).encode()
        words = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
        writer.write(words.encode() + b"Content-Type: application/json\r\n\r\n" + data)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        content = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(status.split()[1]), float(headers.get("retry-after", 1)), content)

    def close(self) -> None:
        if self.ends is not None:
            self.ends[1].close()
            self.ends = None


class Client:
    """One of many clients: posts a game, waits for it, studies it, plays against it, and repeats."""

    def __init__(self, port: int, tally: Tally, deadline: float, seed: int) -> None:
        self.line, self.tally, self.deadline = Line(port), tally, deadline
        self.random = random.Random(seed)

    async def ask(self, method: str, path: str, body: object = None) -> Answer | None:
        for last in (False, True):  # a kept-alive connection may have been closed meanwhile
            began = time.perf_counter()
            kept = self.line.ends is not None
            try:
                async with asyncio.timeout(120):
                    answer = await self.line.ask(method, path, body)
            except (OSError, EOFError, TimeoutError) as error:
                self.line.close()
                if kept and not last:
                    continue
                self.tally.broken[type(error).__name__] += 1
                return None
            self.tally.took.append(time.perf_counter() - began)
            self.tally.statuses[answer.status] += 1
            return answer
        return None

    async def run(self) -> None:
        while time.monotonic() < self.deadline:
            order = {"game": "kuhn", "params": {"cards": str(self.random.randint(3, 5))}}
            answer = await self.ask("POST", "/api/jobs", order)
            if answer is None or answer.status != 202:
                await asyncio.sleep(1 if answer is None else answer.retry)
                continue
            self.tally.taken += 1
            id = answer.json()["id"]
            if not await self.solved(id):
                self.tally.lost.append(id)
                continue
            self.tally.solved += 1
            await self.study(id)
            await self.play(id)
            if self.random.random() < 0.8:
                await self.ask("DELETE", f"/api/jobs/{id}")
        self.line.close()

    async def solved(self, id: str) -> bool:
        while time.monotonic() < self.deadline + GRACE:
            answer = await self.ask("GET", f"/api/jobs/{id}")
            if answer is not None and answer.status != 200:
                return False
            state = None if answer is None else answer.json()["state"]
            if state in ("solved", "failed", "cancelled"):
                return state == "solved"
            await asyncio.sleep(self.random.uniform(0.2, 1.0))
        return False

    async def study(self, id: str) -> None:
        for question in ("overview", "players/0/grid", "players/1/grid", "sets?facts=card(1)", "sets/0", "nodes/0"):
            await self.ask("GET", f"/api/jobs/{id}/study/{question}")

    async def play(self, id: str) -> None:
        await self.ask("POST", f"/api/jobs/{id}/simulations", {"plays": 1000})
        answer = await self.ask("POST", f"/api/jobs/{id}/tables", {"player": "first"})
        while answer is not None and answer.status < 300:
            table = answer.json()
            if table["decision"] is None:
                self.tally.hands += 1
                return
            move = {"move": self.random.choice(table["decision"]["moves"])}
            answer = await self.ask("POST", f"/api/jobs/{id}/tables/{table['id']}/moves", move)


async def load(address: str, pid: int, clients: int, seconds: float) -> Tally:
    """What so many clients met with in so many seconds."""
    tally = Tally()
    deadline = time.monotonic() + seconds
    port = int(address.rpartition(":")[2])
    watching = asyncio.create_task(_watch(pid, tally))
    await asyncio.gather(*(Client(port, tally, deadline, seed).run() for seed in range(clients)))
    watching.cancel()
    return tally


async def _watch(pid: int, tally: Tally) -> None:
    """The memory of the server itself, every second."""
    with contextlib.suppress(OSError):
        while True:
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            tally.megabytes.append(pages * 4096 >> 20)
            await asyncio.sleep(1)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    wanted = parser.parse_args()
    words = ("-m", "galakit", "serve", "--no-browser", "--port", "0", "--json")
    server = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
    assert server.stdout is not None
    try:
        address = json.loads(await server.stdout.readline())["address"]
        began = time.monotonic()
        tally = await load(address, server.pid, wanted.clients, wanted.seconds)
        print(json.dumps(tally.told(time.monotonic() - began), indent=2))
    finally:
        server.send_signal(signal.SIGINT)
        await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
