"""What commands print: results on the standard output, everything else on the standard error stream."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar

from galakit.cli.pace import Pace
from galakit.cli.streams import console
from galakit.printable import json_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from galakit.progress import Progress

BARS_AFTER = 0.5  # seconds: quick work needs no bar
LINES_AFTER = 1.0
ESTIMATED_AFTER = 1.0  # the first line of a stage
LINES_EVERY = 10.0
BEAT = 1.0  # seconds without a report, after which the last one is shown again: the work is still at it


def print_json(data: Any) -> None:
    """One JSON value, indented."""
    print(json_text(data, indent=2))


def show(*things: RenderableType) -> None:
    """Text and tables; trailing blanks are cut, so that output in files and pipes is clean."""
    out = console(sys.stdout)
    if out.is_terminal:
        for thing in things:
            out.print(thing)
        return
    with out.capture() as capture:
        for thing in things:
            out.print(thing)
    for line in capture.get().splitlines():
        print(line.rstrip())


def warn(message: str) -> None:
    """A warning on the standard error stream."""
    print(f"warning: {message}", file=sys.stderr)


@contextmanager
def quieted(quiet: bool) -> Iterator[None]:
    """Show no progress within, if `quiet`: programs that read JSON want none."""
    before, Meter.silent = Meter.silent, quiet
    try:
        yield
    finally:
        Meter.silent = before


class Meter:
    """Progress on the standard error stream, once work takes a while: a bar on a terminal, else occasional lines.

    As a context manager it gives the callback for `progress=`, or None where it is quiet. Work that does not report for
    a while is shown all the same.
    """

    silent: ClassVar[bool] = False

    def __init__(self) -> None:
        self.shown: _Bars | _Lines = _Bars() if sys.stderr.isatty() else _Lines()
        self.said: tuple[str, int, int | None] | None = None
        self.lock = threading.Lock()
        self.over = threading.Event()

    def __enter__(self) -> Progress | None:
        if self.silent:
            return None
        threading.Thread(target=self._beat, daemon=True, name="progress").start()
        return self.report

    def report(self, stage: str, done: int, total: int | None) -> None:
        with self.lock:
            self.said = stage, done, total
            self.shown.report(stage, done, total)

    def _beat(self) -> None:
        """Show the last report again while no other comes."""
        before = None
        while not self.over.wait(BEAT):
            with self.lock:
                if self.said is not None and self.said is before and not self.over.is_set():
                    self.shown.report(*self.said)
                before = self.said

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        with self.lock:
            self.shown.stop()


class _Lines:
    """A line for each new stage, one with an estimate a second later, and one every ten seconds: for logs and pipes."""

    patience = LINES_AFTER

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.last = self.began
        self.pace = Pace("", self.began, 0)
        self.lines = 0  # of this stage

    def report(self, stage: str, done: int, total: int | None) -> None:
        now, name = time.monotonic(), stage.partition(":")[0]
        if name != self.pace.name:
            self.pace, self.lines = Pace(name, now, done), 0
        early = now - self.began < self.patience
        if early or (self.lines and now - self.last < (LINES_EVERY if self.lines > 1 else ESTIMATED_AFTER)):
            return
        self.lines, self.last = self.lines + 1, now
        far = f"{done:,} of {total:,}" if total else f"{done:,}" if done else ""
        said = "; ".join(filter(None, (far, self.pace.estimate(stage, now, done, total))))
        print(f"{now - self.began:.0f} s: {stage}" + (f" ({said})" if said else ""), file=sys.stderr, flush=True)

    def stop(self) -> None:
        """Nothing to clean up."""


class _Bars:
    """A bar for the current stage, with an estimate of the time left."""

    patience = BARS_AFTER

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.bars: Bars | None = None
        self.pace = Pace("", self.began, 0)
        self.task: TaskID | None = None

    def report(self, stage: str, done: int, total: int | None) -> None:
        now, name = time.monotonic(), stage.partition(":")[0]
        if name != self.pace.name:
            self.pace = Pace(name, now, done)
            if self.bars is not None and self.task is not None:
                self.bars.remove_task(self.task)
            self.task = None
        if now - self.began < self.patience:
            return
        if self.bars is None:
            self.bars = self._started()
        if self.task is None:
            self.task = self.bars.add_task(stage, total=total, left="")
        left = self.pace.estimate(stage, now, done, total)
        self.bars.update(self.task, description=stage, completed=done, total=total, left=left)

    def _started(self) -> Bars:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,}"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console(sys.stderr),
            transient=True,
        )
        bars.start()
        return bars

    def stop(self) -> None:
        if self.bars is not None:
            self.bars.stop()
