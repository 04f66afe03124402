"""One cell in its process: the game is read, solved and certified, and its quantities are computed.

Whatever goes wrong becomes a row with a reason.
"""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError, NoneExists, Source
from galakit.memory import held_memory
from galakit.processes.limits import limit_memory
from galakit.processes.stopping import Stopping
from galakit.progress import CERTIFYING, Progress, throttled
from galakit.rules.contract import Number
from galakit.sweep.columns import SIZES, SOLVED, STAGES, Row, entries
from galakit.sweep.messages import INLINE, Certified, Done, Said, Solve, Went
from galakit.sweep.quantities import Quantities, read_quantity

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.size import Size
    from galakit.solution.solution import Solution

MEGABYTE = 1 << 20
"""the stage that has a result, which it only judges"""
LONGEST = 1_000  # characters of a reason
LONGEST_STAGE = 300  # characters
MEMORY = ("GK418", "GK603")
"""errors of goals and of games that would need more memory than there is"""
SHARED = ("separate", "arrange", "count")
"""stages that count as exploring"""


def run_cell(order: Solve, tell: Callable[[Said], None] = lambda said: None, stopping: Stopping | None = None) -> Done:
    """Solve a cell; never raises for what rules, methods or limits do.

    `stopping` may ask for the best so far: where there is nothing to stop with, the cell has timed out.
    """
    import galakit

    row: Row = {"machine": platform.node(), "galakit": galakit.__version__, "memory_limit": None}
    clock = _Clock(time.perf_counter(), _reset_peak())
    kept: bytes | None = None
    try:
        row["memory_limit"] = limited(order.megabytes)
        with contextlib.ExitStack() as stack:
            game, solution = _solved(order, stack, _report(tell, stopping))
            if stopping is not None:
                stopping.over()
            row |= clock.row() | _described(solution)
            tell(Certified(row | _finished()))
            remarks = list(solution.warnings)
            row |= _quantities(order, solution, game, remarks)
            if order.solution is not None:
                row["solution"], kept = _keep(solution, order.solution, remarks)
            row["remarks"] = "; ".join(remarks) or None
    except Exception as error:
        row |= clock.row() | _failure(error)
    return Done(row | _finished(), kept)


def limited(megabytes: int | None) -> int:
    """Limit the memory of this process, to an equal share of the machine if None; the limit in megabytes."""
    if megabytes is None:
        from galakit.memory import machine_share

        megabytes = machine_share(os.cpu_count() or 1)
    limit_memory(megabytes, more=True)
    return megabytes


def _finished() -> Row:
    return {"finished": datetime.now(UTC).isoformat(timespec="seconds")}


def _report(tell: Callable[[Said], None], stopping: Stopping | None) -> Progress:
    """Passes on each stage now and then; ends one that goes on though its time is over."""

    def went(stage: str, done: int = 0, total: int | None = None) -> None:
        tell(Went(str(stage)[:LONGEST_STAGE]))

    say = throttled(went, 1.0)
    name = ""

    def report(stage: str, done: int, total: int | None) -> None:
        nonlocal name
        if stopping is not None and stopping.unheeded and stage != CERTIFYING:
            raise OutOfTime(f"the time limit was reached while {stage.partition(':')[0]}", id="GK632")
        if stage.partition(":")[0] != name:
            name = stage.partition(":")[0]
            went(stage)
        else:
            say(stage, done, total)

    return report


def _solved(order: Solve, stack: contextlib.ExitStack, report: Progress) -> tuple[Game, Solution]:
    from galakit.loading import compiled, load
    from galakit.solvers.solve import solve_by

    report("reading", 0, None)
    if order.text is None:
        game = load(order.file, **order.params)
    else:
        folder = None
        if order.beside:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="galakit-cell-"))
            for name, text in order.beside.items():
                (Path(folder) / Path(name).name).write_text(text, encoding="utf-8")
        game = compiled(Source(order.file, order.text, folder), order.params)
    solution = solve_by(
        game,
        order.method,
        order.options,
        exact=order.exact,
        gap=order.gap,
        time_limit=order.seconds,
        progress=report,
    )
    return game, solution


def _described(solution: Solution) -> Row:
    """What became of the cell, and how large it is."""
    row: Row = {
        "status": SOLVED if solution.complete else "incomplete",
        "reason": None
        if solution.complete
        else "a limit came (of time or iterations) before it was as good as asked for",
        "exact": solution.exact,
        "solved_by": solution.method,
        "params": _json(solution.params),
        **entries("gap", solution.gap),
    }
    for name, count in _sizes(solution.size).items():
        row |= entries(name, count)
    taken = dict(solution.seconds)
    taken["explore"] = sum(taken.pop(stage, 0.0) for stage in ("explore", *SHARED))
    for stage in STAGES:
        row[f"seconds_{stage}"] = taken.get(stage)
    return row


def _sizes(size: Size | None) -> dict[str, Number | None]:
    """Information sets and sequences of all players together; what is not known is empty."""
    if size is None:
        return {}
    found: dict[str, Number | None] = {name: getattr(size, name) for name in SIZES[:3]}
    return found | {name: sum(getattr(size, name)) or None for name in SIZES[3:]}


def _quantities(order: Solve, solution: Solution, game: Game, remarks: list[str]) -> Row:
    """The quantities; one that this game does not have is empty, with a remark."""
    compute = Quantities(solution, game)
    row: Row = {}
    for column, text in order.quantities.items():
        quantity = read_quantity(column, text)
        try:
            for name, number in compute.compute(quantity.of(game.params)).items():
                row |= entries(name, number)
        except GalakitError as error:
            remarks.append(f"{column}: {error.diagnostics[0].message}"[:LONGEST])
    return row


def _keep(solution: Solution, place: str, remarks: list[str]) -> tuple[str | None, bytes | None]:
    """Where the solution is, and its bytes where it is small enough to travel with the row."""
    from galakit.sweep.places import put

    with tempfile.TemporaryDirectory(prefix="galakit-cell-") as folder:
        file = Path(folder) / "solution.parquet"
        try:
            solution.save(file)
            if file.stat().st_size <= INLINE:
                return place, file.read_bytes()
            put(file, place)
        except (GalakitError, OSError) as error:
            why = error.diagnostics[0].message if isinstance(error, GalakitError) else str(error)
            remarks.append(f"the solution is not kept: {why}"[:LONGEST])
            return None, None
    return place, None


def _failure(error: Exception) -> Row:
    """What an error says in the row."""
    if isinstance(error, MemoryError | SystemError):  # SystemError where memory is too short for a MemoryError
        return {
            "status": "out of memory",
            "reason": "the cell needs more memory than it may have",
            "reason_id": "GK603",
        }
    if not isinstance(error, GalakitError):
        frames = traceback.extract_tb(error.__traceback__)
        where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        said = f"an internal error of Galakit: {type(error).__name__}{where}: {error}"
        return {"status": "failed", "reason": said[:LONGEST], "reason_id": "GK774"}
    first = error.diagnostics[0]
    status = (
        "timed out"
        if isinstance(error, OutOfTime)
        else "none exists"
        if isinstance(error, NoneExists)
        else "out of memory"
        if first.id in MEMORY
        else "failed"
    )
    return {"status": status, "reason": first.message[:LONGEST], "reason_id": first.id}


@dataclass(frozen=True)
class _Clock:
    """Time and memory of a cell, from its beginning."""

    began: float
    held: int

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def row(self) -> Row:
        """The seconds so far, and the peak of the memory beyond what the process began with."""
        return {"seconds": self.seconds, "memory": max(0, _peak() - self.held) / MEGABYTE}


def _reset_peak() -> int:
    """Forget the peak of the memory so far, where the system can; the bytes that are held now."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return held_memory() or 0


def _peak() -> int:
    """The most bytes that this process has held."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
    return held_memory() or 0


def _json(values: object) -> str:
    from galakit.printable import json_text

    return json_text(values)
