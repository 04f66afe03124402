"""Machine code that another process makes while this one goes on without it.

The first time on a computer, kernels take seconds to compile, large ones half a minute. Code that has a slower way asks
here whether they are ready, which starts the compiler, and takes the slower way until they are. Machine code is kept
for all later processes (`galakit.compiling`).
"""

from __future__ import annotations

import atexit
import subprocess

from galakit.processes.python import command, surroundings

_compiling: dict[str, subprocess.Popen[bytes]] = {}
_here: set[str] = set()


def compile_here(part: str) -> None:
    """Let this process compile a part: it is the one that others wait for."""
    _here.add(part)


def ready(part: str, kept: bool) -> bool:
    """Whether compiled functions can be used at once; if not, another process begins to compile their part.

    The parts are those of `galakit warmup`.
    """
    if kept or part in _here:
        return True
    child = _compiling.get(part)
    if child is None:
        nowhere = subprocess.DEVNULL
        child = _compiling[part] = subprocess.Popen(
            command("galakit.warmup", part), stdin=nowhere, stdout=nowhere, stderr=nowhere, **surroundings()
        )
        atexit.register(child.kill)
    return child.poll() is not None  # if nothing could be kept, it is compiled here, too
