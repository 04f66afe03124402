"""How much memory this process holds, and how much it may still take before swapping or being refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from galakit.errors import GalakitError

SPARE = 256 << 20  # bytes that are left to everything else
ROOM = 2_000  # megabytes that a process that solves a game should have at least
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def available_memory() -> int | None:
    """Bytes: the least of what machine, container and the process's own limits leave; None where unknown."""
    known = [x for x in (_machine(), _container(), _process()) if x is not None]
    return min(known) if known else None


def machine_memory() -> tuple[int, int]:
    """The total and the free memory of this machine in megabytes; both 0 where they are unknown.

    >>> whole, free = machine_memory()
    >>> 0 <= free <= whole
    True
    """
    lines = (line.partition(":") for line in _lines("/proc/meminfo"))
    kilobytes = {name: int(rest.split()[0]) for name, _, rest in lines if rest}
    return kilobytes.get("MemTotal", 0) >> 10, kilobytes.get("MemAvailable", 0) >> 10


def machine_share(parts: int) -> int:
    """Megabytes for each of so many processes, so that all together leave a quarter of the machine free."""
    whole, _ = machine_memory()
    return max(ROOM, whole * 3 // 4 // parts) if whole else 2 * ROOM


def is_scarce() -> bool:
    """Whether so little memory is left that work which takes more should stop."""
    left = available_memory()
    return left is not None and left < SPARE


def refuse_beyond_memory(needed: int, task: str, *, limit: int | None = None, hint: str | None = None) -> None:
    """Raise an error where a task needs more bytes than are free, or than the limit where there is one.

    >>> refuse_beyond_memory(31_000_000_000, "unfolding 600,000,000 nodes", limit=20_000_000_000)
    Traceback (most recent call last):
    ...
    galakit.errors.GalakitError: error[GK603]: unfolding 600,000,000 nodes needs 31 GB of memory, and 20 GB are free
    """
    free = available_memory() if limit is None else limit
    if free is not None and needed > free:
        raise GalakitError(
            f"{task} needs {in_bytes(needed)} of memory, and {in_bytes(free)} are free", hint=hint, id="GK603"
        )


def in_bytes(size: int) -> str:
    """A number of bytes for people, in two digits or whole numbers.

    >>> in_bytes(31_400_000_000), in_bytes(2_540_000_000), in_bytes(540_000_000), in_bytes(7_280)
    ('31 GB', '2.5 GB', '540 MB', '0.007 MB')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB")):
        if size >= 0.995 * unit:
            return f"{size / unit:,.{0 if size >= 9.95 * unit else 1}f} {name}"
    return f"{size / 10**6:.3f} MB"


def held_memory() -> int | None:
    """Bytes of memory in use by this process; where the system reports only the peak, the peak."""
    pages = _lines("/proc/self/statm")
    if pages:
        return int(pages[0].split()[1]) * _PAGE
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _machine() -> int | None:
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _container() -> int | None:
    for limit, used in [
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ]:
        most, now = _lines(limit), _lines(used)
        if most and now and most[0].isdigit() and now[0].isdigit():
            return max(0, int(most[0]) - int(now[0]))
    return None


def _process() -> int | None:
    """What the limits of the process leave (`ulimit -v`, `ulimit -d`)."""
    known = (_left("RLIMIT_AS", "VmSize:"), _left("RLIMIT_DATA", "VmData:"))
    return min((left for left in known if left is not None), default=None)


def _left(kind: str, used: str) -> int | None:
    """What a limit of the process leaves; None where there is none."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    limit, _ = resource.getrlimit(getattr(resource, kind))
    return None if limit == resource.RLIM_INFINITY else max(0, limit - _used(used))


def address_space_left() -> int | None:
    """Bytes that may still be mapped, files included; None without a limit."""
    return _left("RLIMIT_AS", "VmSize:")


def taken_memory() -> int:
    """Bytes that this process has for its data; 0 where unknown."""
    return _used("VmData:")


def _used(name: str) -> int:
    return next((int(line.split()[1]) * 1024 for line in _lines("/proc/self/status") if line.startswith(name)), 0)


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().split("\n")
    except OSError:
        return []
