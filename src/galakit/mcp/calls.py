"""Calls of tools, and tools, as data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from galakit.jobs.job import ENDED, Kept
from galakit.jobs.job_manager import JobManager
from galakit.jobs.problems import Refused
from galakit.jobs.process import Denial
from galakit.jobs.protocol import Ask, Ordered
from galakit.study.answers import Answer
from galakit.study.question import Question
from galakit.study.questions import of_equilibrium

AnswerType = TypeVar("AnswerType", bound=Answer)


@dataclass(frozen=True)
class Origin:
    """The job that another job was derived from."""

    job: str
    about: str
    """the question in words"""


@dataclass(frozen=True)
class Desk:
    """The context in which a client's calls are answered."""

    manager: JobManager
    origins: dict[str, Origin] = field(default_factory=dict)
    """job -> its origin"""

    def find(self, id: str) -> Kept:
        """The job of that name."""
        for job in self.manager:
            if job.id == id.strip():
                return job
        raise Refused(
            "missing",
            f"there is no job `{id[:40]}`",
            notes=[f"{job.id}: {job.title[:80]}, {job.state}" for job in list(self.manager)[:8]],
            hint="give the id that solve returned"
            if list(self.manager)
            else "call solve first: it returns the id of a job",
            id="GK813",
        )

    def solved(self, id: str) -> Kept:
        """The job of that name, which must be solved."""
        job = self.find(id)
        if job.state == "failed":
            raise Denial("conflict", job.problems)
        if job.state != "solved":
            remedy = "call solve again" if job.state in ENDED else f'call wait(job="{job.id}") until it is solved'
            raise Refused("conflict", f"the job {job.id} is {job.state}, not solved", hint=remedy, id="GK814")
        return job

    async def ask(
        self, job: Kept, question: Question[AnswerType], file: str | None = None, *, equilibrium: int = 1, **inputs: Any
    ) -> AnswerType:
        """The answer of a job's study to a question with these inputs; `file` is the solution to compare with."""
        path = of_equilibrium(question.asked(**inputs), equilibrium)
        return await self.order(job, lambda number: Ask(number, path, file), question.answer)

    async def order(self, job: Kept, order: Callable[[int], Ordered], answer: type[AnswerType]) -> AnswerType:
        """The answer of a job's process."""
        return msgspec.json.decode(await self.manager.ask(job, order), type=answer)


@dataclass(frozen=True)
class Call:
    """A call of a tool, with a callback for progress."""

    desk: Desk
    report: Callable[[float, str], Awaitable[None]]
    """takes the seconds so far, and the current activity"""


@dataclass(frozen=True)
class Tool:
    """A tool for agents."""

    name: str
    title: str
    description: str
    arguments: type[msgspec.Struct]
    answer: type[Answer]
    run: Callable[[Call, Any], Awaitable[Answer]]
    tell: Callable[[Any], str]
    """the answer as a text"""
    changes: bool = False
    """whether it begins or ends jobs"""
