"""Whoever asks Gambit: one process that is started when first needed, kept, and ended when it takes too long."""

from __future__ import annotations

import atexit
import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Any

from galakit.errors import GalakitError

STARTING = 300.0  # seconds in which the process must be up: Gambit brings SciPy along


class Process:
    """The other process, and what it has answered so far."""

    def __init__(self) -> None:
        # The other process must find the same packages as this one, however this one found them, and no others: -P
        # keeps it from importing what lies in the folder where somebody happens to be.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "galakit.solve.gambit_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._jobs: IO[str] = self._process.stdin
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._up = False

    def _listen(self, answers: IO[str]) -> None:
        for line in answers:
            self._answers.put(line)
        self._answers.put("")  # it has ended

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """The answer to a job, whose `limit` is the time it may take in seconds, once the process is up."""
        if not self._up:
            self.wait(STARTING)
            self._up = True
        with suppress(OSError):  # it has just ended: then there is no answer either
            print(json.dumps(job), file=self._jobs, flush=True)
        answer: dict[str, Any] = json.loads(self.wait(job["limit"]))
        return answer

    def wait(self, limit: float) -> str:
        """The next line; an error when it does not come in time, or never."""
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            raise GalakitError(
                "Gambit did not finish within the time limit",
                hint="give it more time: --time-limit, time_limit in Python",
                id="GK613",
            ) from None
        if not line:
            raise GalakitError("Gambit's routine crashed", hint="try another method", id="GK613")
        return line

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(OSError):  # what was not sent cannot be sent any more
            self._jobs.close()


_lock = threading.Lock()
_kept: list[Process] = []


def ask(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job; one at a time, all by the same process as long as it lives."""
    with _lock:
        try:
            if not (_kept and _kept[0].alive):
                end()
                _kept.append(Process())
            return _kept[0].ask(job)
        except BaseException:  # also an interrupt: nobody waits for that answer any more
            end()
            raise


def end() -> None:
    """End the process, if there is one."""
    while _kept:
        _kept.pop().end()


atexit.register(end)
