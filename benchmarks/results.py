"""Measured rows as a JSON file, which a run that was interrupted goes on with."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.rows import Row, Task
from galakit.disk import write_whole

PEERS = {"pygambit": "pygambit", "OpenSpiel": "open_spiel", "LiteEFG": "LiteEFG"}
LIBRARIES = {"NumPy": "numpy", "SciPy": "scipy", "Numba": "numba", "HiGHS": "highspy"}
NONE = "not installed"


@dataclass
class Results:
    """A table of rows with the machine and the versions it was measured with."""

    machine: dict[str, Any]
    versions: dict[str, str]
    began: str
    patience: float
    """CPU seconds after which a peer was stopped"""
    rows: list[Row] = field(default_factory=list)

    def row(self, task: Task) -> Row | None:
        """The row of a task, if it was measured."""
        return next((row for row in self.rows if (row.what, row.against) == (task.what, task.against)), None)

    def text(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: Path) -> None:
        """Whole or not at all, so that a run that is killed loses the row in progress only."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, lambda part: part.write_text(self.text(), encoding="utf-8"))


def load(path: Path) -> Results:
    found = json.loads(path.read_text(encoding="utf-8"))
    return Results(**{**found, "rows": [Row(**row) for row in found["rows"]]})


def fresh(patience: float) -> Results:
    """No rows yet, on this machine with these versions."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Results(this_machine(), installed(), today, patience)


def continued(path: Path, patience: float) -> Results:
    """What an interrupted run has measured here with the same versions, or nothing."""
    now = fresh(patience)
    if path.exists():
        before = load(path)
        if (before.machine, before.versions, before.patience) == (now.machine, now.versions, now.patience):
            return before
    return now


def measured(tasks: list[Task], results: Results, path: Path) -> Iterator[tuple[Task, Row, bool]]:
    """Every row, and whether it was there already; each is saved as soon as it is measured."""
    for task in tasks:
        row = results.row(task)
        had = row is not None
        if row is None:
            row = task.measure(results.patience)
            results.rows.append(row)
            results.save(path)
        yield task, row, had


def this_machine() -> dict[str, Any]:
    """The processor, its cores and the memory."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory": f"{memory / 2**30:.0f} GiB" if memory else "unknown",
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def installed() -> dict[str, str]:
    """The versions of Galakit, what it computes with, and the peers."""
    found = {"Galakit": _version("galakit"), "Python": platform.python_version()}
    return found | {name: _version(package) for name, package in (LIBRARIES | PEERS).items()}


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return NONE
