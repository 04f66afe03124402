"""Operations about the library: keep the solution of a job, list what is kept, open it again, delete it."""

from __future__ import annotations

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from galakit.jobs.library import NAME, About
from galakit.jobs.messages import Job, KeptSolution, KeptSolutions
from galakit.jobs.protocol import Ask, Save
from galakit.study.answers import Quantity
from galakit.study.inputs import Input
from galakit.web.calls import Call, Operation
from galakit.web.ordering import JOB
from galakit.web.remedies import reported

KEPT = Input("name", "string", "the name of a solution in the library", "kuhn-1a2b3c4d", pattern=f"^{NAME.pattern}$")


class _Seen(msgspec.Struct):
    """What the library shows of an overview."""

    game: str
    method: str
    values: list[Quantity]
    gap: Quantity


async def keep(call: Call) -> KeptSolution:
    job, library = call.manager.solved(call.job), call.manager.library
    seen = msgspec.json.decode(await call.manager.ask(job, lambda number: Ask(number, "overview")), type=_Seen)
    place = await asyncio.to_thread(library.begin, seen.game, job.id)
    try:
        where = str(place / "solution")
        answer = await call.manager.ask(job, lambda number: Save(number, where))
        file = Path(msgspec.json.decode(answer, type=str))
        shown = KeptSolution(
            name=place.name,
            title=job.title,
            method=seen.method,
            values=[value.text for value in seen.values],
            gap=seen.gap.text,
            kept=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            bytes=file.stat().st_size,
        )
        order = msgspec.structs.replace(job.order, against=None, as_player=None)
        await asyncio.to_thread(library.add, place, About(shown=shown, order=order, file=file.name))
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return shown


async def kept(call: Call) -> KeptSolutions:
    return KeptSolutions(items=await asyncio.to_thread(call.manager.library.items))


async def reopen(call: Call) -> Job:
    about, file = await asyncio.to_thread(call.manager.library.find, str(call.path["name"]))
    return reported(call.manager.submit(about.order, str(file)).report())


async def discard(call: Call) -> KeptSolution:
    return await asyncio.to_thread(call.manager.library.remove, str(call.path["name"]))


OPERATIONS = (
    Operation(
        "POST",
        "/api/jobs/{job}/kept",
        "keepSolution",
        "Keep the solution of a solved job in the library, which outlives the server.",
        keep,
        KeptSolution,
        "library",
        inputs=(JOB,),
        status=201,
        refusals=(404, 409, 422, 503),
    ),
    Operation(
        "GET",
        "/api/library",
        "listKept",
        "All solutions in the library, the latest first.",
        kept,
        KeptSolutions,
        "library",
    ),
    Operation(
        "POST",
        "/api/library/{name}/jobs",
        "openKept",
        "Open a solution of the library as a job; it is certified again where that is quick.",
        reopen,
        Job,
        "library",
        inputs=(KEPT,),
        status=202,
        refusals=(404, 409, 429),
    ),
    Operation(
        "DELETE",
        "/api/library/{name}",
        "deleteKept",
        "Delete a solution from the library.",
        discard,
        KeptSolution,
        "library",
        inputs=(KEPT,),
        refusals=(404,),
    ),
)
