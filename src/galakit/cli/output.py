"""What commands print: results on the standard output, everything else on the standard error stream."""

from __future__ import annotations

import json
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from galakit.progress import Progress

PATIENCE = 0.5  # seconds before a bar appears: quick work needs none


def print_json(data: Any) -> None:
    """One JSON value, indented."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def show(*things: RenderableType) -> None:
    """Text and tables; trailing blanks are cut, so that output in files and pipes is clean."""
    from rich.console import Console

    console = Console(highlight=False, emoji=False)
    if console.is_terminal:
        for thing in things:
            console.print(thing)
        return
    with console.capture() as capture:
        for thing in things:
            console.print(thing)
    for line in capture.get().splitlines():
        print(line.rstrip())


def warn(message: str) -> None:
    """A warning on the standard error stream."""
    print(f"warning: {message}", file=sys.stderr)


class Meter:
    """Progress on a terminal: a bar with an estimate of the time left, once work takes a while.

    As a context manager it gives the callback for `progress=`, or None where nobody is watching.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self.watched = sys.stderr.isatty() and not quiet
        self.began = time.monotonic()
        self.bars: Bars | None = None
        self.tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Progress | None:
        return self.report if self.watched else None

    def report(self, stage: str, done: int, total: int | None) -> None:
        if self.bars is None:
            if time.monotonic() - self.began < PATIENCE:
                return
            self.bars = self._started()
        name = stage.partition(":")[0]
        if name not in self.tasks:
            for task in self.tasks.values():
                self.bars.remove_task(task)
            self.tasks = {name: self.bars.add_task(stage, total=total)}
        self.bars.update(self.tasks[name], description=stage, completed=done, total=total)

    def _started(self) -> Bars:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(elapsed_when_finished=False),
            console=Console(stderr=True),
            transient=True,
        )
        bars.start()
        return bars

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()
