"""Whose turn it is: quick jobs pass by those that take long, so that a few endless games keep nobody else waiting.

So many jobs run at once. One that has run for a while is known to take long; all places but one may be taken by such
jobs. A further one keeps its place only while nobody waits for it: then it goes back to the queue of those that take
long, and begins again when one of these has ended.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Job = TypeVar("Job")


class Turns(Generic[Job]):
    """The jobs that wait and that run.

    >>> turns = Turns(2)
    >>> for job in ("endless", "vast", "kuhn"):
    ...     turns.join(job)
    >>> turns.take(), turns.take(), turns.take()
    ('endless', 'vast', None)
    >>> turns.lasts("endless"), turns.lasts("vast"), turns.surplus()
    (None, None, 'vast')
    >>> turns.send_back("vast")
    >>> turns.take(), turns.waiting
    ('kuhn', ['vast'])
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.lasting_at_once = max(1, at_once - 1)
        self._fresh: list[Job] = []
        self._later: list[Job] = []
        self._running: list[Job] = []
        self._lasting: list[Job] = []
        """of those that run, the ones that have run for a while: the first have their places for good"""

    @property
    def waiting(self) -> list[Job]:
        """Those that wait, in their order."""
        return [*self._fresh, *self._later]

    def join(self, job: Job) -> None:
        """A new job waits."""
        self._fresh.append(job)

    def leave(self, job: Job) -> None:
        """A job has ended, or is not wanted any more."""
        for jobs in (self._fresh, self._later, self._running, self._lasting):
            if job in jobs:
                jobs.remove(job)

    def lasts(self, job: Job) -> None:
        """A job has run for a while."""
        if job in self._running and job not in self._lasting:
            self._lasting.append(job)

    def surplus(self) -> Job | None:
        """The job that has to make room for those that wait; None where there is room, or nobody to make it."""
        kept = self._lasting[self.lasting_at_once :]
        full = len(self._running) >= self.at_once
        return kept[-1] if kept and full and self._fresh else None

    def send_back(self, job: Job) -> None:
        """A job has made room, and waits for its turn among those that take long."""
        self.leave(job)
        self._later.append(job)

    def take(self) -> Job | None:
        """The job that may begin now; None where there is none, or no room."""
        if len(self._running) >= self.at_once:
            return None
        quick = len(self._running) - len(self._lasting)
        if self._later and len(self._lasting) < self.lasting_at_once and (quick or not self._fresh):
            job = self._later.pop(0)
            self._lasting.append(job)
        elif self._fresh:
            job = self._fresh.pop(0)
        else:
            return None
        self._running.append(job)
        return job
