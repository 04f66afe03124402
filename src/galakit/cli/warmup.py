"""`galakit warmup`."""

from __future__ import annotations

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from galakit.cli.options import AsJson

Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Parts compiled at once. [default: processors, at most 4]"),
]


def warmup(jobs: Jobs = None, as_json: AsJson = False) -> None:
    """Compile everything now, so that no later command waits for a compiler."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.warmup import PARTS, Part

    done: dict[str, float] = {}
    with Meter(quiet=as_json) as progress, ThreadPoolExecutor(jobs or min(4, os.cpu_count() or 1)) as pool:

        def compiled(part: Part) -> tuple[Part, float, str]:
            began = time.monotonic()
            return part, *_compiled(part.name, began)

        waiting = [pool.submit(compiled, part) for part in PARTS]
        while len(done) < len(PARTS):
            for one in [future for future in waiting if future.done()]:
                waiting.remove(one)
                part, seconds, problem = one.result()
                if problem:
                    for other in waiting:
                        other.cancel()
                    raise RuntimeError(f"compiling {part.name} failed: {problem}")
                done[part.name] = seconds
            if progress is not None:
                progress("compiling", len(done), len(PARTS))
            time.sleep(0.1)
    if as_json:
        print_json({"seconds": {part.name: round(done[part.name], 3) for part in PARTS}})
        return
    for part in PARTS:
        show(f"{part.name}: {done[part.name]:.1f} s")


def _compiled(name: str, began: float) -> tuple[float, str]:
    """Compile a part in a process of its own: how long it took, and the last line of what went wrong."""
    from galakit.processes.python import command, surroundings

    result = subprocess.run(command("galakit.warmup", name), capture_output=True, text=True, **surroundings())
    lines = result.stderr.strip().splitlines()
    return time.monotonic() - began, (lines[-1] if lines else str(result.returncode)) if result.returncode else ""
