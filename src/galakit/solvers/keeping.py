"""Where the state of a run is written that ends before it is done, so that another one resumes from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

WRITTEN = 200e6  # bytes in a second, on a usual disk


@dataclass(frozen=True)
class Keeping:
    """Where the state of an interrupted run is written."""

    path: Path
    resume: bool = False
    """whether to resume from the file"""
    timed: bool = False
    """whether the state of a run that the time limit ends is written, too"""
    always: bool = True
    """whether it is written even where that takes longer than to find it again"""

    def takes(self, stopped: str) -> bool:
        """Whether the state of a run is written that was stopped by this: `interrupt`, `time`, ..."""
        return stopped == "interrupt" or (self.timed and stopped == "time")

    def pays(self, size: int, seconds: float) -> bool:
        """Whether a state of so many bytes is written that was found in so many seconds.

        >>> keeping = Keeping(Path("run"), always=False)
        >>> keeping.pays(5_000_000_000, 10), keeping.pays(5_000_000_000, 100)
        (False, True)
        """
        return self.always or size < WRITTEN * seconds


def going_on(path: Path | None, known: Iterable[str]) -> str | None:
    """The method whose run goes on from a file: of those that were tried, it may not be the first, nor the best."""
    if path is None or not path.exists():
        return None
    from galakit.solvers.checkpoints import writer

    method = writer(path)
    return method if method is not None and method in known else None
