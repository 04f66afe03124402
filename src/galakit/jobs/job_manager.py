"""All jobs of a server: a limited number run at once, others wait in a queue; solved ones answer questions.

No solution is lost while the server runs. A solved job's process stays and answers; when there are too many or memory
is scarce, the least recently used one is suspended: its solution is written to a private folder, and read back for the
next question. If a process dies, its game is solved again when it is needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from galakit.disk import temporary_folder
from galakit.errors import GalakitError
from galakit.jobs.equilibria import other_equilibria
from galakit.jobs.job import ENDED, Kept, any_of, title_of
from galakit.jobs.library import Library, user_folder
from galakit.jobs.messages import Job, Order, Taken
from galakit.jobs.one_off import OneOffQuestions
from galakit.jobs.problems import fitting, problems
from galakit.jobs.process import LONGEST_ANSWER, Denial, Gone, Process, Ready
from galakit.jobs.protocol import Begin, Ordered, Save, Went
from galakit.jobs.queue import JobQueue
from galakit.jobs.reading import sensible, taken
from galakit.jobs.refusals import busy, ended, full, late, mistake, no_job, not_resumable, overdue, unsolved
from galakit.jobs.settings import Settings
from galakit.memory import machine_memory
from galakit.processes.children import ForkServer, Processes

TIDYING = 2.0  # seconds between checks of the memory
MOST_LOST = 5  # times that a job may lose the machine of a cluster that it is on
WORKER = "galakit.jobs.worker"
WRITING = 120.0  # seconds for a solution to be written


class JobManager:
    """Runs jobs; `log` receives a line for each failure."""

    def __init__(
        self,
        settings: Settings | None = None,
        log: Callable[[str], None] = lambda line: None,
        *,
        processes: Processes | None = None,
        shared: Path | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.log = log
        self.shared = shared
        """the folder for solutions that all machines of the processes see; None: those of this machine"""
        self.library = Library(user_folder() if shared is None else shared / "library")
        self.trained = self.library.folder.parent / "training"
        """where the histories of drills are"""
        self.processes: Processes = processes or ForkServer(WORKER, LONGEST_ANSWER)
        self.one_off = OneOffQuestions(self.settings, self.processes)
        self.folder = Path()
        """the private folder of suspended solutions"""
        self._folders = contextlib.ExitStack()
        self._jobs: dict[str, Kept] = {}
        self._tasks: dict[asyncio.Task[None], Kept | None] = {}
        self._queue: JobQueue[Kept] = JobQueue(self.settings.at_once)
        self._waking = asyncio.Semaphore(self.settings.at_once)
        self._characters = 0
        """the size of the rules of all jobs"""
        self._closed = False

    async def begin(self) -> None:
        """Get ready for the first job."""
        self.folder = self._folders.enter_context(temporary_folder("serve", self.shared))
        await self.processes.begin()
        self._start(self._tidying())

    async def close(self) -> None:
        """End all processes, and remove all files."""
        self._closed = True
        try:
            for task in list(self._tasks):
                task.cancel()
            if self._tasks:
                await asyncio.wait(list(self._tasks), timeout=5)
            await self.processes.close()
        finally:
            self._folders.close()

    def __iter__(self) -> Iterator[Kept]:
        """The latest first."""
        return reversed(self._jobs.values())

    def find(self, id: str) -> Kept:
        """The job of that name."""
        job = self._jobs.get(id)
        if job is None:
            raise no_job(id)
        return job

    def submit(self, order: Order, saved: str | None = None, caller: str = "", run: Path | None = None) -> Kept:
        """A new job; `saved` is the file of an existing solution, `run` that of a stopped run. Callers take turns."""
        sensible(order)
        order = taken(order)
        if order.against is not None:
            other = self.solved(order.against)
            if order.game is None and order.source is None:
                same = other.order
                order = msgspec.structs.replace(
                    order, game=same.game, source=same.source, file=same.file, params=same.params
                )
        self._make_room(order)
        job = Kept(secrets.token_hex(4), order, title_of(order))
        job.saved, job.trusted = saved, saved is None
        if run is not None:
            self._run_of(job).hardlink_to(run)  # a run never changes a file, but puts another in its place
        self._jobs[job.id] = job
        self._characters += len(order.source or "")
        self._queue.join(job, caller)
        self._next()
        return job

    def solved(self, id: str) -> Kept:
        """The job of that name, which must be solved."""
        job = self.find(id)
        if job.state != "solved":
            raise unsolved(job.state)
        return job

    def remove(self, id: str) -> Job:
        """Cancel a job that has not ended; forget one that has."""
        job = self.find(id)
        if job.state in ENDED:
            self._forget(job)
        else:
            job.change("cancelled")
            self._queue.leave(job)
            self._next()
        if job.process is not None:
            self._start(job.process.end())
        return job.report()

    def stop(self, id: str) -> Job:
        """End a job with the best strategies that it has found so far."""
        job = self.find(id)
        if job.state != "solving" or not job.trail or job.process is None:
            raise unsolved(job.state)
        job.process.stop()
        return job.report()

    def go_on(self, id: str, caller: str = "") -> Kept:
        """A new job that goes on from where a stopped one was."""
        job = self.solved(id)
        if not job.resumable:
            raise not_resumable()
        return self.submit(job.order, caller=caller, run=self._run_of(job))

    async def ask(self, job: Kept, order: Callable[[int], Ordered]) -> msgspec.Raw:
        """The answer to a question about a solved job; a suspended process is resumed."""
        deadline = time.monotonic() + self.settings.patience
        for last in (False, True):
            process = await self._woken(job, deadline)
            job.asking += 1
            job.touch()
            try:
                async with asyncio.timeout(max(deadline - time.monotonic(), 0.1)):
                    return await process.ask(order)
            except TimeoutError:
                if process.prepared.is_set():  # else it still warms its caches
                    await process.end()  # it would block all other questions
                self.log(f"job {job.id}: a question took longer than {self.settings.patience:g} s")
                raise late(self.settings.patience) from None
            except Gone:
                self.find(job.id)  # a job that was removed meanwhile is not there to ask again
                self.log(f"job {job.id}: its process ended while it answered")
                if last:
                    raise ended(self.settings.megabytes) from None
            finally:
                job.asking -= 1
        raise AssertionError("the second attempt answers or raises")

    async def file(self, job: Kept) -> str:
        """The file of a job's solution, for this server's own use; written on demand."""
        if job.saved is None:
            where = str(self.folder / job.id)
            job.saved = msgspec.json.decode(await self.ask(job, lambda number: Save(number, where)), type=str)
        return job.saved

    def _make_room(self, order: Taken) -> None:
        waiting = len(self._queue.waiting)
        if waiting >= self.settings.waiting:
            raise busy(f"jobs waiting: {waiting}")
        over = len(self._jobs) >= self.settings.kept or self._characters + len(order.source or "") > self.settings.text
        if over:
            old = next((job for job in self._jobs.values() if job.state in ("failed", "cancelled")), None)
            if old is None:
                raise full(len(self._jobs))
            self._forget(old)

    def _forget(self, job: Kept) -> None:
        if self._jobs.pop(job.id, None) is not None:
            self._characters -= len(job.order.source or "")
            self._run_of(job).unlink(missing_ok=True)
            for file in (job.saved, job.profile):
                if file is not None and Path(file).parent == self.folder:  # never delete a file of the user's
                    for path in (*other_equilibria(file), Path(file)):
                        path.unlink(missing_ok=True)

    def _run_of(self, job: Kept) -> Path:
        """The file for the state of a job's run, where it is stopped."""
        return self.folder / f"{job.id}.run"

    def _start(self, work: object, job: Kept | None = None) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks[task] = job
        task.add_done_callback(lambda done: self._tasks.pop(done, None))
        return task

    def _next(self) -> None:
        """Start the next jobs of the queue; a long one makes room for them."""
        surplus = self._queue.surplus()
        if surplus is not None:
            surplus.back.set()
        while not self._closed and (job := self._queue.take()) is not None:
            self._start(self._solve(job), job)
        for ahead, job in enumerate(self._queue.waiting):
            if job.ahead != ahead:
                job.ahead = ahead
                job.change()

    async def _solve(self, job: Kept) -> None:
        try:
            if job.order.against is not None and job.profile is None:
                job.profile = await self._profile(job.order.against)
            await self._run(job)
        except GalakitError as error:
            job.change("failed", problems(error.diagnostics))
        except Denial as denial:
            job.change("failed", denial.problems)
        except Exception as error:  # an internal error must not block other jobs
            self.log(f"job {job.id}: {type(error).__name__}: {error}")
            job.change("failed", problems([mistake(error)]))
        finally:
            if job.state in ENDED:
                self._queue.leave(job)
            self._next()
        if job.state == "failed":
            self.log(f"job {job.id} failed: {'; '.join(f'{p.id} {p.message}' for p in job.problems)}")
        await self._tidy()

    async def _profile(self, other: str) -> str:
        """A copy of another job's solution, which outlives that job."""
        there = Path(await self.file(self.solved(other)))
        mine = self.folder / f"{secrets.token_hex(4)}{there.suffix}"
        await asyncio.to_thread(shutil.copyfile, there, mine)
        return str(mine)

    async def _run(self, job: Kept) -> None:
        """Start the process of a job and wait until the job has ended, or must make room."""
        over = asyncio.Event()
        process = await self._until_decided(job, over)
        tries = MOST_LOST
        # It ended before it began, or its machine is lost: try again.
        while over.is_set() and (process.pid is None or process.lost) and tries and job.state not in ENDED:
            tries = tries - 1 if process.lost else 0
            job.found.clear()
            over = asyncio.Event()
            process = await self._until_decided(job, over)
        if job.found.is_set() and not over.is_set():
            self._start(self._prepared(process))
            job.change("solved")
        if job.state == "solved":
            return
        if job.back.is_set() and job.state not in ENDED:
            await process.end()
            if job.state not in ENDED:
                self._queue.send_back(job)
                job.again()
            return
        timely = time.monotonic() - (job.began or 0.0) < self.settings.seconds
        why = ended(self.settings.megabytes) if over.is_set() and timely else overdue(self.settings.seconds)
        job.change("failed", fitting(problems(why.diagnostics), job.adjustable))
        await process.end()

    async def _until_decided(self, job: Kept, over: asyncio.Event) -> Process:
        """Start the process of a job; wait until the job is solved, ended or preempted. `over` is set if it ends."""
        began = job.began = time.monotonic()
        job.hear(Went("reading", "reading", 0, None))
        process = job.process = Process(await self.processes.take(), job.hear, over.set)
        if job.state not in ENDED:  # it may have been cancelled meanwhile
            process.begin(self._ordered(job))
        limit = self.settings.seconds
        while (ran := time.monotonic() - began) < limit:
            slice_ends = min(self.settings.quick * self._queue.slice(job), limit)
            if await any_of(slice_ends - ran, over, job.ended, job.back):
                return process
            self._queue.lasts(job)
            self._next()
        if job.found.is_set():
            await any_of(self.settings.grace, over, job.ended, job.back)
        elif job.trail:
            process.stop()
            await any_of(self.settings.grace, over, job.ended, job.found)
        return process

    async def _prepared(self, process: Process) -> None:
        """End a process that still warms its caches long after its job was reported solved."""
        if not await any_of(self.settings.seconds, process.prepared):
            await process.end()

    def _ordered(self, job: Kept) -> Begin:
        return Begin(
            order=job.order,
            megabytes=self.settings.megabytes,
            saved=job.saved,
            trusted=job.trusted,
            profile=job.profile,
            run=str(self._run_of(job)),
        )

    async def _woken(self, job: Kept, deadline: float) -> Process:
        """The process of a solved job; resuming a suspended one continues even if the caller gives up."""
        if job.awake and not job.changing.locked():
            assert job.process is not None
            return job.process
        waking = self._start(self._wake(job), job)
        try:
            async with asyncio.timeout(max(deadline - time.monotonic(), 0.1)):
                await asyncio.shield(waking)
        except TimeoutError:
            raise late(self.settings.patience) from None
        assert job.process is not None
        return job.process

    async def _wake(self, job: Kept) -> None:
        async with job.changing, self._waking:
            if job.awake:
                return
            try:
                job.process = await self._awoken(job)
            except Gone:  # it may have ended before it began: try once more
                try:
                    job.process = await self._awoken(job)
                except Gone:
                    raise ended(self.settings.megabytes) from None
            job.touch()
            if job.id not in self._jobs:  # deleted meanwhile
                await job.process.end()
        await self._tidy()

    async def _awoken(self, job: Kept) -> Process:
        """A new process that has the solution of a job."""
        ready = Ready()
        process = Process(await self.processes.take(), ready.hear, ready.left)
        process.begin(self._ordered(job))
        try:
            async with asyncio.timeout(self.settings.seconds):
                await ready.future
        except TimeoutError:
            await process.end()
            raise overdue(self.settings.seconds) from None
        except Exception:
            await process.end()
            raise
        return process

    async def _tidying(self) -> None:
        while True:
            await asyncio.sleep(TIDYING)
            await self._tidy()

    async def _tidy(self) -> None:
        """Suspend the least recently used jobs where there are too many."""
        while not self._closed:
            idle = [j for j in self._jobs.values() if j.state == "solved" and j.awake and not j.changing.locked()]
            whole, free = machine_memory()
            scarce = whole and free < whole * self.settings.scarce
            free_now = [job for job in idle if not job.asking]
            if not free_now or (len(idle) <= self.settings.awake and not scarce):
                return
            await self._sleep(min(free_now, key=lambda job: job.used))

    async def _sleep(self, job: Kept) -> None:
        async with job.changing:
            process = job.process
            if process is None or job.asking:
                return
            if job.saved is None:
                where = str(self.folder / job.id)
                with contextlib.suppress(TimeoutError, Gone, Denial):  # it will be solved again
                    async with asyncio.timeout(WRITING):
                        answer = await process.ask(lambda number: Save(number, where))
                    job.saved = msgspec.json.decode(answer, type=str)
            await process.end()
            job.process = None
