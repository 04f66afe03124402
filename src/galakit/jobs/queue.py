"""Whose turn it is: quick jobs pass by those that take long, and no place is idle while a job waits.

So many jobs run at once. A job that has run for its slice is known to take long. All places but one may be taken by
such jobs, which then keep them to the end. In the last place they take turns: a job that has used up its slice makes
room for those that wait and have run no longer; then it waits itself, and begins anew with a slice four times as long.
So a small game is solved soon, however many endless ones are there, and of the work on a long one a third at most is
done in vain. A job that has never run is let in at once.
"""

from __future__ import annotations

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
        """of those that run, the ones known to take long: the first have their places for good"""
        self._used: list[Job] = []
        """of those that run, the ones that have used up their slice"""
        self._slices: dict[Job, int] = {}
        """of each, as a multiple of the first one"""

    @property
    def waiting(self) -> list[Job]:
        """Those that wait, in their order."""
        return sorted(self._waiting, key=self.slice)

    def slice(self, job: Job) -> int:
        """How long a job may run since it began before `lasts` has to be called, as a multiple of the first slice."""
        return self._slices.get(job, 1)

    def join(self, job: Job) -> None:
        """A new job waits."""
        self._waiting.append(job)

    def leave(self, job: Job) -> None:
        """A job has ended, or is not wanted any more."""
        self._drop(job)
        self._slices.pop(job, None)

    def lasts(self, job: Job) -> None:
        """A job has run for its slice: it makes room for those that have run no longer, or else goes on to the next."""
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
        """The job that has to make room for those that wait; None where there is room, or none has to."""
        if len(self._running) < self.at_once or not self._waiting:
            return None
        shortest = min(map(self.slice, self._waiting))
        for job in reversed(self._lasting[self.lasting_at_once :]):
            if job in self._used or self.slice(job) > shortest:
                return job
        return None

    def send_back(self, job: Job) -> None:
        """A job has made room, and waits again: behind those like it if it has used up its slice, else before them."""
        used = job in self._used
        self._drop(job)
        if used:
            self._slices[job] = self.slice(job) * GROWTH
        self._waiting.insert(len(self._waiting) if used else 0, job)

    def take(self) -> Job | None:
        """The job that may begin now; None where there is none, or no room."""
        if len(self._running) >= self.at_once or not self._waiting:
            return None
        job = self.waiting[0]
        # A place that is kept to the end goes to a job that has waited for one, unless new jobs have no other.
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
