"""Operations about jobs: order one, wait for it or follow it, cancel it, download its solution or a report."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from pathlib import Path

import msgspec
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from galakit.jobs.job import Kept
from galakit.jobs.messages import Job, Jobs, Order
from galakit.jobs.protocol import Ending, Save
from galakit.study.inputs import Input
from galakit.web.calls import Call, Operation
from galakit.web.events import Events
from galakit.web.remedies import reported

ID = "^[0-9a-f]{8}$"
JOB = Input("job", "string", "the id of a job", "1a2b3c4d", pattern=ID)
MEDIA = {"parquet": "application/vnd.apache.parquet", "json": "application/json", "html": "text/html"}
ENDINGS: dict[str, Ending] = {"parquet": ".parquet", "json": ".json", "html": ".html"}
FORMAT = Input(
    "format",
    "string",
    "the format of the file; html is a report, which needs no server",
    "json",
    default="parquet",
    choices=tuple(MEDIA),
)
WAIT = Input("wait", "integer", "the seconds to wait for the job to end before the answer", 20, default=0, most=60)


async def submit(call: Call) -> Job:
    return await _later(call.manager.submit(call.body, caller=_caller(call)), call)


def _caller(call: Call) -> str:
    """Who asks: programs and browsers take turns, however many jobs one of them orders."""
    client = call.request.client
    return f"{client.host if client else ''} {call.request.headers.get('user-agent', '')}"[:200]


async def _later(job: Kept, call: Call) -> Job:
    """The state of a job when it has ended, or when the request wants to wait no longer."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(job.ended.wait(), int(call.query.get("wait", 0)))
    return reported(job.report())


async def jobs(call: Call) -> Jobs:
    return Jobs(items=[reported(job.report(rules=False)) for job in call.manager])


async def job(call: Call) -> Job:
    return await _later(call.manager.find(call.job), call)


async def remove(call: Call) -> Job:
    return reported(call.manager.remove(call.job))


async def stop(call: Call) -> Job:
    return reported(call.manager.stop(call.job))


async def go_on(call: Call) -> Job:
    return await _later(call.manager.go_on(call.job, _caller(call)), call)


async def events(call: Call) -> Response:
    job = call.manager.find(call.job)
    return Events(reported(state) async for state in job.watched())


async def file(call: Call) -> Response:
    """A temporary file for this download alone."""
    found = call.manager.solved(call.job)
    form = call.query.get("format", "parquet")
    where = str(call.manager.folder / secrets.token_hex(8))
    answer = await call.manager.ask(found, lambda number: Save(number, where, ENDINGS[str(form)]))
    path = Path(msgspec.json.decode(answer, type=str))
    name = f"{found.title.partition(' ')[0]}{path.suffix}"
    return FileResponse(path, media_type=MEDIA[str(form)], filename=name, background=BackgroundTask(path.unlink))


EXAMPLES = (
    ("a shipped game", {"game": "kuhn", "params": {"cards": 4}}),
    ("until no player can gain more than 0.001", {"game": "leduc", "method": "cfr+", "gap": 0.001}),
    ("by a method with options of its own", {"game": "kuhn", "method": "cfr+", "options": {"iterations": "100"}}),
    (
        "a player who never bluffs",
        {"game": "kuhn", "locks": [{"player": "second", "facts": ["card(1)"], "probabilities": {"pass": 1}}]},
    ),
    ("the best response to another job's profile", {"against": "0f3a9c2e", "as_player": "first"}),
)

OPERATIONS = (
    Operation(
        "POST",
        "/api/jobs",
        "orderJob",
        "Order a game to be solved.",
        submit,
        Job,
        "jobs",
        inputs=(WAIT,),
        body=Order,
        examples=EXAMPLES,
        status=202,
        refusals=(404, 409, 429),
    ),
    Operation(
        "GET",
        "/api/jobs",
        "listJobs",
        "All jobs, the latest first, without the texts of their rules.",
        jobs,
        Jobs,
        "jobs",
    ),
    Operation(
        "GET",
        "/api/jobs/{job}",
        "readJob",
        "The state of a job.",
        job,
        Job,
        "jobs",
        inputs=(JOB, WAIT),
        refusals=(404,),
    ),
    Operation(
        "DELETE",
        "/api/jobs/{job}",
        "removeJob",
        "Cancel a job that has not ended; delete one that has.",
        remove,
        Job,
        "jobs",
        inputs=(JOB,),
        refusals=(404,),
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/stop",
        "stopJob",
        "End a job that is being solved with the best strategies that it has found so far.",
        stop,
        Job,
        "jobs",
        inputs=(JOB,),
        refusals=(404, 409),
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/runs",
        "goOn",
        "A new job that goes on from where a stopped one was: those whose `resumable` is true.",
        go_on,
        Job,
        "jobs",
        inputs=(JOB, WAIT),
        status=202,
        refusals=(404, 409, 429),
    ),
    Operation(
        "GET",
        "/api/jobs/{job}/events",
        "followJob",
        "Server-sent events: the job whenever it changes, until it has ended.",
        events,
        Job,
        "jobs",
        inputs=(JOB,),
        refusals=(404, 429),
        medium="text/event-stream",
    ),
    Operation(
        "GET",
        "/api/jobs/{job}/file",
        "downloadSolution",
        "The solution of a solved job as a file, which `galakit show` and `galakit serve` read, or a report on it.",
        file,
        Job,
        "jobs",
        inputs=(JOB, FORMAT),
        refusals=(404, 409, 422, 503),
        medium="application/octet-stream",
    ),
)
