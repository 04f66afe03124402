"""Operations about a solved job: an address for each question of its study."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from galakit.jobs.protocol import Ask
from galakit.study.question import Question
from galakit.study.questions import EQUILIBRIUM, QUESTIONS, of_equilibrium
from galakit.web.calls import Call, Operation
from galakit.web.ordering import ID, JOB

PREFIX = "/api/jobs/{job}/study/"


def operations() -> tuple[Operation, ...]:
    """One operation for each question of the table."""
    return tuple(map(_operation, QUESTIONS.values()))


def _operation(question: Question[Any]) -> Operation:
    async def ask(call: Call) -> msgspec.Raw:
        given = {**call.path, **call.query}
        job = call.manager.solved(call.job)
        files = [
            await call.manager.file(call.manager.solved(str(given.pop(part.name))))
            for part in question.inputs
            if part.means == "study"
        ]
        which = given.pop(EQUILIBRIUM.name, EQUILIBRIUM.default)
        path = of_equilibrium(question.asked(**given), which)
        return await call.manager.ask(job, lambda number: Ask(number, path, *files))

    inputs = (replace(part, pattern=ID) if part.means == "study" else part for part in question.inputs)
    return Operation(
        "GET",
        PREFIX + question.path,
        question.name,
        question.summary,
        ask,
        question.answer,
        "study",
        inputs=(JOB, *inputs, EQUILIBRIUM),
        refusals=(404, 409, 422, 503),
    )
