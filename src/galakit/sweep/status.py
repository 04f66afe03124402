"""How far a study is: read from its folder, while it is swept or later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galakit.errors import GalakitError
from galakit.sweep.claims import Claims
from galakit.sweep.columns import SOLVED, Row
from galakit.sweep.dataset import Manifest, parts, read_manifest, read_rows

MOST_REASONS = 20
MOST_RUNNING = 100


@dataclass(frozen=True)
class Reason:
    """Why some cells have no result, or lack some of it."""

    status: str
    text: str
    cells: int


@dataclass(frozen=True)
class Status:
    """How far a study is."""

    folder: Path
    manifest: Manifest
    statuses: dict[str, int]
    """how many cells have come to what"""
    reasons: tuple[Reason, ...]
    """the most frequent ones first"""
    running: tuple[str, ...]
    """the cells in progress, in words"""
    runs: int
    """the sweeps that run"""
    left: float | None
    """seconds until they are done, as far as they can tell"""

    @property
    def done(self) -> int:
        """How many cells have a row."""
        return sum(self.statuses.values())

    def to_json(self) -> dict[str, Any]:
        """What `galakit sweep status --json` prints."""
        return {
            "name": self.manifest.name,
            "folder": str(self.folder),
            "cells": self.manifest.cells,
            "done": self.done,
            "statuses": self.statuses,
            "reasons": [{"status": one.status, "reason": one.text, "cells": one.cells} for one in self.reasons],
            "sweeps": self.runs,
            "running": list(self.running),
            "seconds_left": self.left,
        }


def folder_of(name: str | Path) -> Path:
    """The folder of a study that is named by it, or by the study file."""
    path = Path(name)
    if path.suffix.lower() != ".toml":
        if not path.is_dir():
            raise GalakitError(
                f"there is no folder `{path}`",
                hint="name a study file, or the folder that it was swept into",
                id="GK501",
            )
        return path
    from galakit.sweep.study_file import read_study

    return read_study(path).output


def status_of(folder: Path) -> Status:
    """How far the study in a folder is."""
    manifest = read_manifest(folder)
    rows = [row for path in parts(folder) for row in read_rows(path)]
    claims = Claims(folder)
    runs = claims.runs()
    left = [float(found) for run in runs if isinstance(found := run.get("left"), int | float)]
    running = tuple(str(cell.get("words", "")) for cell in claims.cells())[:MOST_RUNNING]
    return Status(
        folder=folder,
        manifest=manifest,
        statuses=dict(Counter(str(row["status"]) for row in rows).most_common()),
        reasons=reasons(rows),
        running=running,
        runs=len(runs),
        left=max(left, default=None),
    )


def reasons(rows: Iterable[Row]) -> tuple[Reason, ...]:
    """Why cells have no result, or a remark.

    >>> reasons([{"status": "failed", "reason": "no"}, {"status": "solved", "remarks": None}])
    (Reason(status='failed', text='no', cells=1),)
    """
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said = row.get("reason") if row["status"] != SOLVED else row.get("remarks")
        if said:
            found[str(row["status"]), str(said)] += 1
    return tuple(Reason(*key, many) for key, many in found.most_common(MOST_REASONS))
