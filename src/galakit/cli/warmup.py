"""`galakit warmup`."""

from __future__ import annotations

import os
import subprocess
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Annotated

import typer

from galakit.cli.options import AsJson
from galakit.errors import GalakitError

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[PART]...", help="What to compile, such as trees. [default: everything]")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Parts compiled at once. [default: processors, at most 4]"),
]


def warmup(names: Names = None, jobs: Jobs = None, as_json: AsJson = False) -> None:
    """Compile everything now, so that no later command waits for a compiler."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.warmup import PARTS

    known = [part.name for part in PARTS]
    for name in names or ():
        if name not in known:
            raise GalakitError(f"there is no part called {name}", hint=f"the parts are {', '.join(known)}", id="GK509")
    chosen = [part for part in PARTS if not names or part.name in names]
    at_once = jobs or min(4, os.cpu_count() or 1)
    waiting = list(chosen)
    running: dict[Future[float], str] = {}
    seconds: dict[str, float] = {}
    with Meter() as progress, ThreadPoolExecutor(at_once) as pool:
        if progress is not None:
            progress("compiling", 0, len(chosen))
        while waiting or running:
            ahead = {part.name for part in waiting} | set(running.values())
            for part in [part for part in waiting if part.after not in ahead][: at_once - len(running)]:
                waiting.remove(part)
                running[pool.submit(_compiled, part.name)] = part.name
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                seconds[running.pop(one)] = one.result()
                if progress is not None:
                    progress("compiling", len(seconds), len(chosen))
    if as_json:
        print_json({"seconds": {part.name: round(seconds[part.name], 3) for part in chosen}})
    else:
        for part in chosen:
            show(f"{part.name}: {seconds[part.name]:.1f} s")


def _compiled(name: str) -> float:
    """Compile a part in a process of its own; how long it took."""
    from galakit.processes.python import command, surroundings

    began = time.monotonic()
    result = subprocess.run(command("galakit.warmup", name), capture_output=True, text=True, **surroundings())
    if result.returncode:
        raise RuntimeError(f"compiling {name} failed: {result.stderr}")
    return time.monotonic() - began
