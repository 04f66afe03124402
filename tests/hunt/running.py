"""Cases in processes of their own: a crash, a hang or a process out of memory is a failure of one case, not the end."""

from __future__ import annotations

import os
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tests.hunt.kinds import KINDS

PATIENCE = 120.0  # seconds of the processor for one case
ASLEEP = 20  # times as long on the clock on the wall: a process that waits for something uses no processor
FIRST = 10  # times as long for the first one of a process, which may have to compile
MEMORY = 4 << 30  # bytes for the process that runs it

Case = tuple[str, int, bytes]
"""the kind, the seed and the bytes"""


@dataclass(frozen=True)
class Result:
    """What came of a case: counts, or how it failed."""

    case: Case
    counts: Counter[str] = field(default_factory=Counter)
    failure: str | None = None
    trace: str = ""
    seconds: float = 0.0


def run(case: Case) -> Result:
    """Run a case here."""
    try:
        return Result(case, KINDS[case[0]].run(case[2]))
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = str(error).splitlines()[0][:100] if str(error) else ""
        failure = f"{type(error).__name__} in {where.name} ({where.filename.rpartition('/')[2]}): {message}"
        return Result(case, failure=failure, trace=traceback.format_exc())


def run_all(cases: Iterable[Case], jobs: int = 1, patience: float = PATIENCE) -> Iterator[Result]:
    """Run cases in processes, several at a time; results come as they are ready."""
    remaining = iter(cases)
    crews = [_Crew() for _ in range(jobs)]
    try:
        busy: dict[Any, _Crew] = {}
        for crew in crews:
            if (case := next(remaining, None)) is not None:
                crew.begin(case)
                busy[crew.connection] = crew
        while busy:
            ready = wait(list(busy), timeout=0.5)
            for crew in list(busy.values()):
                result = crew.result(crew.connection in ready, patience)
                if result is None:
                    continue
                del busy[next(c for c, own in busy.items() if own is crew)]
                yield replace(result, seconds=time.monotonic() - crew.since)
                if (case := next(remaining, None)) is not None:
                    crew.begin(case)
                    busy[crew.connection] = crew
    finally:
        for crew in crews:
            crew.stop()


class _Crew:
    """A process that runs one case after the other, replaced when it ends."""

    def __init__(self) -> None:
        self.process: Any = None
        self.connection: Any = None
        self.done = 0

    def begin(self, case: Case) -> None:
        if self.process is None:
            context = get_context("fork")
            self.connection, theirs = context.Pipe()
            self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
            self.done = 0
        self.case, self.began, self.since = case, _seconds(self.process.pid), time.monotonic()
        self.connection.send(case)

    def result(self, ready: bool, patience: float) -> Result | None:
        if ready:
            try:
                self.done += 1
                return self.connection.recv()  # type: ignore[no-any-return]
            except (EOFError, OSError):
                case = self.case
                self.process.join()
                code = self.process.exitcode
                self.process = None
                name = signal.Signals(-code).name if code is not None and code < 0 else f"exit status {code}"
                return Result(case, failure=f"the process ended: {name}")
        most = patience * (1 if self.done else FIRST)
        if _seconds(self.process.pid) - self.began > most or time.monotonic() - self.since > ASLEEP * most:
            self.stop()
            return Result(self.case, failure=f"it did not end within {patience:.0f} seconds")
        return None

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None


def _seconds(pid: int) -> float:
    """Of the processor, that a process and its children have used: a busy machine is no failure."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:  # it has ended, or this is not Linux
        return time.monotonic()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            case = connection.recv()
        except EOFError:
            return
        connection.send(run(case))
