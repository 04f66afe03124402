"""Whether the abstract machine is compiled: the first time on a computer it is not, and another process compiles it.

That takes some twenty seconds, in which this process explores as well as it can. Code that is compiled is kept for all
later processes (`galakit.compiling`).
"""

from __future__ import annotations

import atexit
import subprocess

from galakit.compiling import is_kept
from galakit.processes.python import command, surroundings

PART = "gala"  # of `galakit warmup`

_compiling: subprocess.Popen[bytes] | None = None


def ready() -> bool:
    """Whether the machine can be used at once; if not, another process begins to compile it."""
    global _compiling
    from galakit.lang.bytecode import search

    if is_kept(search.explore):
        return True
    if _compiling is None:
        nowhere = subprocess.DEVNULL
        _compiling = subprocess.Popen(
            command("galakit.warmup", PART), stdin=nowhere, stdout=nowhere, stderr=nowhere, **surroundings()
        )
        atexit.register(_compiling.kill)
    return _compiling.poll() is not None  # if nothing could be kept, it is compiled here, too
