"""A real server in a process of its own, for tests: started once, stopped at the end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

WAIT = 300  # seconds: machines that test are slow


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    address: str
    page: str
    """where the browser would have been sent"""
    process: subprocess.Popen
    client: httpx.Client

    def order(self, **order) -> str:
        """A new job; its id."""
        answer = self.client.post("/api/jobs", json=order)
        assert answer.status_code == 202, answer.text
        return answer.json()["id"]

    def job(self, id: str) -> dict:
        return self.client.get(f"/api/jobs/{id}").json()

    def until(self, id: str, *states: str) -> dict:
        """The job when it has come to one of these states, or to its end."""
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            job = self.job(id)
            if job["state"] in (*states, "solved", "failed", "cancelled"):
                return job
            time.sleep(0.02)
        raise AssertionError(f"still {job['state']}: {job}")

    def solved(self, **order) -> str:
        """The id of a new job that is solved."""
        id = self.order(**order)
        job = self.until(id)
        assert job["state"] == "solved", job["problems"]
        return id

    def ended_by_its_limit(self, **order) -> dict:
        """A job that came to its time limit: the shortest in which this machine finds anything."""
        for seconds in (1, 4, 16, 64):
            job = self.until(self.order(seconds=seconds, **order))
            if job["state"] == "solved":
                return job
        raise AssertionError(job["problems"])

    def ask(self, id: str, question: str) -> dict:
        """The answer to a question about a job."""
        answer = self.client.get(f"/api/jobs/{id}/study/{question}")
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextlib.contextmanager
def serving(*words: str, data: Path | None = None):
    """A server with these further words on its command line; `data` is where it keeps what the user made."""
    command = [sys.executable, "-m", "galakit", "serve", "--no-browser", "--port", "0", "--json", *words]
    around = os.environ | ({} if data is None else {"XDG_DATA_HOME": str(data)})
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=around)
    try:
        told = json.loads(process.stdout.readline())
        with httpx.Client(base_url=told["address"], timeout=WAIT) as client:
            yield Served(told["address"], told["page"], process, client)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(WAIT)
        finally:
            process.kill()
            process.stdout.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """A server for everybody."""
    with serving(data=tmp_path_factory.mktemp("data")) as server:
        yield server
