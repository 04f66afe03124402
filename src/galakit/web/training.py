"""Operations of the trainer: decide a spot, which is graded and kept; read and forget the history of a game."""

from __future__ import annotations

import asyncio

import msgspec

from galakit.jobs.hand_messages import Choosing
from galakit.jobs.protocol import Ask
from galakit.study.questions import DRILL, GRADE
from galakit.study.training.answers import Decided, Graded, Training
from galakit.study.training.history import History
from galakit.web.calls import Call, Operation
from galakit.web.ordering import JOB


class _Size(msgspec.Struct):
    information_sets: list[int] | None


class _Seen(msgspec.Struct):
    """What the history of a game is named by."""

    game: str
    params: dict[str, str]
    players: list[str]
    size: _Size


class _Where(msgspec.Struct):
    """What the history says of a drill."""

    player: int
    situation: str


async def decide(call: Call) -> Decided:
    asked: Choosing = call.body
    job = call.manager.solved(call.job)

    async def answer(path: str) -> msgspec.Raw:
        return await call.manager.ask(job, lambda number: Ask(number, path))

    grade = msgspec.json.decode(await answer(GRADE.asked(set=asked.set, move=asked.move)), type=Graded)
    where = msgspec.json.decode(await answer(DRILL.asked(player=0, set=asked.set)), type=_Where)
    seen, history = await _history(call)
    await asyncio.to_thread(history.add, seen.players[where.player], where.situation, grade)
    return Decided(grade=grade, training=history.training())


async def read(call: Call) -> Training:
    _, history = await _history(call)
    return await asyncio.to_thread(history.training)


async def forget(call: Call) -> Training:
    _, history = await _history(call)
    await asyncio.to_thread(history.forget)
    return history.training()


async def _history(call: Call) -> tuple[_Seen, History]:
    job = call.manager.solved(call.job)
    seen = msgspec.json.decode(await call.manager.ask(job, lambda number: Ask(number, "overview")), type=_Seen)
    return seen, History(call.manager.trained, seen.game, seen.params, seen.size.information_sets or ())


OPERATIONS = (
    Operation(
        "POST",
        "/api/jobs/{job}/decisions",
        "decideDrill",
        "Decide a drill: the move is graded, and kept in the history of the game.",
        decide,
        Decided,
        "play",
        inputs=(JOB,),
        body=Choosing,
        examples=(("a move", {"set": "0", "move": "pass"}),),
        refusals=(404, 409, 422, 503),
    ),
    Operation(
        "GET",
        "/api/jobs/{job}/decisions",
        "readTraining",
        "What the history of the game's drills says: the value lost, by situation, and the worst mistakes.",
        read,
        Training,
        "play",
        inputs=(JOB,),
        refusals=(404, 409, 422, 503),
    ),
    Operation(
        "DELETE",
        "/api/jobs/{job}/decisions",
        "forgetTraining",
        "Forget the history of the game's drills.",
        forget,
        Training,
        "play",
        inputs=(JOB,),
        refusals=(404, 409, 503),
    ),
)
