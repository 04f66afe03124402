"""A sweep as it runs: missing cells are claimed, solved by the processes of an engine, and added to the table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from dataclasses import dataclass, field

import msgspec

from galakit.processes.children import Child
from galakit.progress import Foreseen, Progress
from galakit.sweep.claims import Claim, Claims
from galakit.sweep.columns import Row, axis_entries
from galakit.sweep.dataset import Dataset
from galakit.sweep.engine import Engine
from galakit.sweep.estimate import Estimate
from galakit.sweep.messages import Certified, Done, Said, Solve, Stop, Went
from galakit.sweep.places import put_bytes, there, within
from galakit.sweep.plan import Cell, Plan

PULSE = 0.5  # seconds between looks at what has changed
PATIENCE = 1.0  # seconds before cells of other runs are tried again
GRACE = 10.0  # seconds, besides half of the limit, for a cell to come to an end once its time is over
MOST_LOST = 10  # times that a cell may lose the machine it is on
ATTEMPTS = 2  # times that the process of a cell may end by itself


@dataclass
class Running:
    """A cell in progress."""

    cell: Cell
    claim: Claim
    stage: str = ""
    began: float = field(default_factory=time.monotonic)


class Driver:
    """Solves what is missing in a table; `progress` hears how far all of it is."""

    def __init__(
        self,
        plan: Plan,
        dataset: Dataset,
        claims: Claims,
        own: Claim,
        engine: Engine,
        *,
        solutions: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.plan = plan
        self.dataset = dataset
        self.claims = claims
        self.own = own
        """the claim of this run, which says how far it is"""
        self.engine = engine
        self.solutions = solutions
        self.progress = progress
        self.estimate = Estimate(plan)
        self.missing: dict[str, Cell] = {cell.id: cell for cell in plan.cells}
        self.running: dict[str, Running] = {}
        self.warnings: list[str] = []
        self._queue: deque[str] = deque(self.missing)
        self._elsewhere: list[str] = []
        """cells that other runs have claimed"""
        self._retry = time.monotonic() + PATIENCE
        self._decoder = msgspec.json.Decoder(Said)
        self._encoder = msgspec.json.Encoder()
        self._refresh()

    async def run(self) -> None:
        """Solve all that is missing."""
        tasks: set[asyncio.Task[None]] = set()
        try:
            if self.missing:
                self._tell()
                await self.engine.begin()
            while self.missing:
                while len(tasks) < self.engine.slots and (taken := self._next()) is not None:
                    tasks.add(asyncio.create_task(self._settle(taken)))
                self._tell()
                if tasks:
                    ready, tasks = await asyncio.wait(tasks, timeout=PULSE, return_when=asyncio.FIRST_COMPLETED)
                    for task in ready:
                        task.result()
                else:
                    await asyncio.sleep(PULSE)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for running in self.running.values():  # those whose task was cancelled before it began
                running.claim.release()
            self.running.clear()
            await self.engine.close()

    def _next(self) -> Running | None:
        """Claim the next missing cell; None where all that are left are claimed by other runs."""
        if not self._queue and self._elsewhere and time.monotonic() > self._retry:
            self._refresh()
            self._queue.extend(cell for cell in self._elsewhere if cell in self.missing)
            self._elsewhere = []
            self._retry = time.monotonic() + PATIENCE
        while self._queue:
            cell = self.missing.get(self._queue.popleft())
            if cell is None:
                continue
            claim = self.claims.take(cell.id, cell.words)
            if claim is None:
                self._elsewhere.append(cell.id)
                continue
            self._refresh()  # another run may have finished it before we claimed it
            if cell.id in self.missing:
                running = self.running[cell.id] = Running(cell, claim)
                return running
            claim.release()
        return None

    def _refresh(self) -> None:
        """Read what other runs have added."""
        for row in self.dataset.new_rows():
            self._note(row)

    def _note(self, row: Row) -> None:
        self.missing.pop(str(row["cell"]), None)
        self.estimate.note(row)

    async def _settle(self, running: Running) -> None:
        """Solve a claimed cell and add its row."""
        cell = running.cell
        try:
            done = await self._solved(running)
            place = done.row.get("solution")
            if isinstance(place, str):
                await asyncio.to_thread(self._keep, place, done)
            row = self._about(cell) | done.row
            self.dataset.add([row])
            self._note(row)
        finally:
            self.running.pop(cell.id, None)
            running.claim.release()

    def _keep(self, place: str, done: Done) -> None:
        """Write a small solution; see whether a large one is where its process has written it."""
        if done.solution is not None:
            put_bytes(done.solution, place)
        elif not there(place):
            self.warnings.append(
                f"{place} cannot be seen from here: name a folder that all machines share (--solutions)"
            )

    async def _solved(self, running: Running) -> Done:
        """The result of a cell; its process is replaced if it or its machine is lost."""
        ended = lost = 0
        while True:
            outcome = await self._tried(running)
            if isinstance(outcome, Done):
                return outcome
            lost, ended = (lost + 1, ended) if outcome else (lost, ended + 1)
            if ended >= ATTEMPTS:
                return _failed("crashed", "its process has ended by itself, most likely for lack of memory", "GK775")
            if lost >= MOST_LOST:
                return _failed("crashed", f"the machine that it was on was lost {lost} times", "GK775")

    async def _tried(self, running: Running) -> Done | bool:
        """The result of a cell in a new process; whether its machine was lost, if the process ended before."""
        child = await self.engine.take()
        running.stage = ""
        certified: Row | None = None
        result: asyncio.Future[Done | None] = asyncio.get_running_loop().create_future()

        def note(line: bytes) -> None:
            nonlocal certified
            try:
                said = self._decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise ValueError("not a message") from error
            if isinstance(said, Went):
                running.stage = said.stage
            elif isinstance(said, Certified):
                certified = said.row
            elif not result.done():
                result.set_result(said)

        def left() -> None:
            if not result.done():
                result.set_result(None)

        child.listen(note, left)
        try:
            child.say(self._encoder.encode(self._order(running.cell)))
            await child.begun.wait()  # a cluster may have to find it a place first
            running.began = time.monotonic()
            limit = self.plan.time_limit
            done, _ = await asyncio.wait([result], timeout=limit)
            if not done:
                child.say(self._encoder.encode(Stop()))
                done, _ = await asyncio.wait([result], timeout=GRACE + (limit or 0.0) / 2)
            if not done and certified is not None:
                return Done({**certified, "remarks": "there was no time for the quantities"})
            if not done:
                stage = f" while {running.stage.partition(':')[0]}" if running.stage else ""
                return _failed("timed out", f"the time limit was reached{stage}, and it did not stop", "GK632")
            return child.lost if (found := result.result()) is None else found
        finally:
            await _ended(child)

    def _order(self, cell: Cell) -> Solve:
        rules = cell.rules
        return Solve(
            file=rules.file,
            text=None if rules.program else rules.text,
            beside=rules.beside,
            params=cell.params,
            method=cell.method,
            options=cell.options if cell.seed is None else {**cell.options, "seed": str(cell.seed)},
            exact=cell.exact,
            gap=cell.gap,
            quantities={one.column: one.text for one in cell.quantities},
            seconds=cell.seconds,
            megabytes=self.plan.memory or self.engine.megabytes,
            solution=None if self.solutions is None else within(self.solutions, f"{cell.id}.parquet"),
        )

    def _about(self, cell: Cell) -> Row:
        """What the row of a cell says whatever becomes of it."""
        row: Row = {"cell": cell.id, "game": cell.rules.name, "method": cell.method, "seed": cell.seed}
        return row | axis_entries(self.plan.axes, cell.values) | {"time_limit": self.plan.time_limit}

    def _tell(self) -> None:
        """Report how far the study is."""
        total, done = len(self.plan.cells), len(self.plan.cells) - len(self.missing)
        left = self.estimate.left(list(self.missing.values()), self.engine.slots)
        if self.running:
            longest = min(self.running.values(), key=lambda one: one.began)
            stage = longest.stage.partition(":")[0]
            words = f"{len(self.running)} in progress, {longest.cell.words}" + (f" ({stage})" if stage else "")
        else:
            words = "waiting for another sweep" if self._elsewhere else "starting"
        self.own.say({"engine": self.engine.name, "done": done, "total": total, "left": left})
        if self.progress is not None:
            self.progress(Foreseen(f"{self.plan.name}: {words}", left), done, total)


def _failed(status: str, reason: str, id: str) -> Done:
    return Done({"status": status, "reason": reason, "reason_id": id})


async def _ended(child: Child) -> None:
    """End a process even if this task is cancelled meanwhile."""
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.shield(child.end())
