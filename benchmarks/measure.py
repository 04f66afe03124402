"""One measurement in a separate process, so that its peak memory is not shared.

Run as `python -m benchmarks.measure NAME [JSON]`.

Prints one JSON object: what the measurement returned (`seconds` is CPU time, the best of several) and `memory` in
bytes.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIMITED = (
    "import os, resource, sys; seconds = int(sys.argv[1]); "
    "resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)); os.execv(sys.argv[2], sys.argv[2:])"
)
"""A program that runs another one for some CPU seconds, so that a busy machine changes nothing."""


def best(work: Callable[[], Any], times: int = 5) -> float:
    """The least CPU time of several runs."""
    least = float("inf")
    for _ in range(times):
        began = time.process_time()
        work()
        least = min(least, time.process_time() - began)
    return least


def peak_memory() -> int:
    """The peak memory of this process, in bytes."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def run(name: str, timeout: float | None = None, **arguments: Any) -> dict[str, Any]:
    """The result of a measurement in a new process, or {"skipped": reason}, or {"capped": CPU seconds it was given}."""
    command = [sys.executable, "-m", "benchmarks.measure", name, json.dumps(arguments)]
    root = Path(__file__).resolve().parents[1]
    paths = [str(root), os.environ.get("PYTHONPATH", ""), str(root / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
    command = command if timeout is None else [sys.executable, "-c", LIMITED, str(math.ceil(timeout)), *command]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if timeout is not None and done.returncode == -signal.SIGXCPU:
        return {"capped": timeout}
    if done.returncode:
        return {"skipped": (done.stderr.strip().splitlines() or ["it failed"])[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    from benchmarks import lemke, ours, peers, perfect, regret, rhode_island

    name, arguments = sys.argv[1], json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    modules = (ours, peers, perfect, regret, lemke, rhode_island)
    measurement = next(getattr(module, name) for module in modules if hasattr(module, name))
    try:
        found = measurement(**arguments)
    except ImportError as error:
        found = {"skipped": f"{error.name or error} is not installed"}
    print(json.dumps({"memory": peak_memory(), **found}))


if __name__ == "__main__":
    main()
