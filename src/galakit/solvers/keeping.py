"""Where the state of a run is written that ends before it is done, so that another one resumes from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Keeping:
    """Where the state of an interrupted run is written."""

    path: Path
    resume: bool = False
    """whether to resume from the file"""
    timed: bool = False
    """whether the state of a run that the time limit ends is written, too"""

    def takes(self, stopped: str) -> bool:
        """Whether the state of a run is written that was stopped by this: `interrupt`, `time`, ..."""
        return stopped == "interrupt" or (self.timed and stopped == "time")
