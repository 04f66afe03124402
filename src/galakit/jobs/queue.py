"""A job queue with time slices: quick jobs overtake long ones, and no slot is idle while a job waits.

A fixed number of jobs run at once, each in a slot. A job that has run for its slice counts as long. All slots but one
may go to long jobs, which keep them to the end. In the last slot they take turns: a job that has used up its slice
makes room for waiting jobs that have run no longer; it is queued again, and restarts with a slice four times as long.
So a small game is solved soon, whatever else runs, and at most a third of the work on a long one is wasted. A job that
has never run starts at once.

Callers take turns: of jobs with the same slice, the first of each caller comes before the second of any, and jobs that
run count as earlier ones.
"""

from __future__ import annotations

from collections import Counter
from typing import Generic, TypeVar

GROWTH = 4  # of a slice, each time a job has used it up

Job = TypeVar("Job")


class JobQueue(Generic[Job]):
    """The jobs that wait and that run.

    >>> queue = JobQueue(2)
    >>> for job in ("endless", "vast", "kuhn"):
    ...     queue.join(job)
    >>> queue.take(), queue.take(), queue.take()
    ('endless', 'vast', None)
    >>> queue.lasts("endless"), queue.lasts("vast"), queue.surplus()
    (None, None, 'vast')
    >>> queue.send_back("vast")
    >>> queue.take(), queue.waiting
    ('kuhn', ['vast'])
    >>> queue.leave("kuhn")
    >>> queue.take(), queue.slice("vast")
    ('vast', 4)
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.lasting_at_once = max(1, at_once - 1)
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._lasting: list[Job] = []
        """the long ones of those that run: the first keep their slots to the end"""
        self._used: list[Job] = []
        """those of the running ones that have used up their slice"""
        self._slices: dict[Job, int] = {}
        """the slice of each, as a multiple of the first one"""
        self._callers: dict[Job, str] = {}

    @property
    def waiting(self) -> list[Job]:
        """The waiting jobs, in order."""
        earlier = Counter(self._callers[job] for job in self._running)
        ranks = {}
        for job in sorted(self._waiting, key=self.slice):
            caller = self._callers[job]
            ranks[job] = (self.slice(job), earlier[caller])
            earlier[caller] += 1
        return sorted(ranks, key=ranks.__getitem__)

    def slice(self, job: Job) -> int:
        """How long a job may run before `lasts` must be called, as a multiple of the first slice."""
        return self._slices.get(job, 1)

    def join(self, job: Job, caller: str = "") -> None:
        """Add a new job."""
        self._waiting.append(job)
        self._callers[job] = caller

    def leave(self, job: Job) -> None:
        """Remove a job that has ended or was cancelled."""
        self._drop(job)
        self._slices.pop(job, None)
        self._callers.pop(job, None)

    def lasts(self, job: Job) -> None:
        """A job has run for its slice: it makes room for those that have run no longer, or gets the next slice."""
        if job not in self._running:
            return
        if job not in self._lasting:
            self._lasting.append(job)
        if job in self._used:
            self._used.remove(job)
        keeps = job in self._lasting[: self.lasting_at_once] or len(self._running) < self.at_once
        if not keeps and any(self.slice(other) <= self.slice(job) for other in self._waiting):
            self._used.append(job)
        else:
            self._slices[job] = self.slice(job) * GROWTH

    def surplus(self) -> Job | None:
        """The job that must make room for waiting ones; None where none must."""
        if len(self._running) < self.at_once or not self._waiting:
            return None
        shortest = min(map(self.slice, self._waiting))
        for job in reversed(self._lasting[self.lasting_at_once :]):
            if job in self._used or self.slice(job) > shortest:
                return job
        return None

    def send_back(self, job: Job) -> None:
        """Queue a preempted job again: behind similar ones if it has used up its slice, else before them."""
        used = job in self._used
        self._drop(job)
        if used:
            self._slices[job] = self.slice(job) * GROWTH
        self._waiting.insert(len(self._waiting) if used else 0, job)

    def take(self) -> Job | None:
        """The next job to start; None where there is none, or no slot."""
        if len(self._running) >= self.at_once or not self._waiting:
            return None
        job = self.waiting[0]
        # A permanent slot goes to a long job that waits, unless it is the last slot for new jobs.
        later = [job for job in self.waiting if self.slice(job) > 1]
        quick = len(self._running) - len(self._lasting)
        if later and quick and len(self._lasting) < self.lasting_at_once:
            job = later[0]
        self._waiting.remove(job)
        self._running.append(job)
        if self.slice(job) > 1:
            self._lasting.append(job)
        return job

    def _drop(self, job: Job) -> None:
        for jobs in (self._waiting, self._running, self._lasting, self._used):
            if job in jobs:
                jobs.remove(job)
