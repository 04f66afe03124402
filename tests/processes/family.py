"""Processes as /proc tells of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

WAIT = 120  # seconds: machines that test are slow


def until(true: Callable[[], object], what: str) -> None:
    """Wait for something that is going to be true."""
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def parents() -> dict[int, int]:
    """Every process that has not ended, and its parent."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    found[int(entry.name)] = int(parent)
    return found


def descendants(pid: int) -> set[int]:
    """All processes that a process began, and those began, and so on."""
    known = parents()
    found, new = set(), {pid}
    while new:
        new = {child for child, parent in known.items() if parent in new} - found
        found |= new
    return found


def running(pid: int, module: str) -> set[int]:
    """Of those, the ones that run a module of Galakit."""
    return {child for child in descendants(pid) if module in words(child)}


def words(pid: int) -> list[str]:
    """The command line of a process."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return []


def left(pids: set[int]) -> set[int]:
    """Those of them that have not ended."""
    return pids & set(parents())
