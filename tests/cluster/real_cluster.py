"""A real Ray cluster of two nodes, for the tests of a file."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class RealCluster:
    """A cluster in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lost = 0
        self.address = self._heard("127.0.0.1:")

    def lose(self) -> None:
        """Kill all processes of a node, first of the one that is not the head."""
        self._do("lose")
        self._lost += 1

    def whole(self) -> None:
        """Add what was lost; the head must be there."""
        for _ in range(self._lost):
            self._do("join")
        self._lost = 0

    def _do(self, word: str) -> None:
        print(word, file=self._process.stdin, flush=True)
        self._heard("done")

    def _heard(self, beginning: str) -> str:
        for line in self._process.stdout:
            if line.startswith(beginning):
                return line.strip()
        raise AssertionError("the cluster has ended")


@contextmanager
def real_cluster() -> Iterator[RealCluster]:
    """A cluster for a while."""
    words = [sys.executable, str(Path(__file__).with_name("ray_cluster.py"))]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield RealCluster(process)
        finally:
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
