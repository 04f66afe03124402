"""Operations about play by the profile of a solved job: simulations, and tables where people play."""

from __future__ import annotations

import secrets

import msgspec

from galakit.jobs.hand_messages import Chosen, Seating, Table
from galakit.jobs.job import Kept, Seat
from galakit.jobs.messages import Plays, Simulated
from galakit.jobs.problems import Refused
from galakit.jobs.protocol import Simulate, Sit
from galakit.study.inputs import Input
from galakit.web.calls import Call, Operation
from galakit.web.ordering import ID, JOB

TABLE = Input("table", "string", "the id of a table", "9f8e7d6c", pattern=ID)
MOST_HANDS = 10_000  # at one table


async def simulate(call: Call) -> msgspec.Raw:
    job = call.manager.solved(call.job)
    return await call.manager.ask(job, lambda number: Simulate(number, call.body))


async def sit_down(call: Call) -> msgspec.Raw:
    job = call.manager.solved(call.job)
    if len(job.seats) >= call.manager.settings.tables:
        del job.seats[next(iter(job.seats))]  # the oldest: people leave without notice
    seating: Seating = call.body
    seed = secrets.randbelow(2**32) if seating.seed is None else seating.seed
    seat, name = Seat(seating, seed), secrets.token_hex(4)
    answer = await _stand(call, job, name, seat, seat.hands)
    job.seats[name] = seat
    return answer


async def look(call: Call) -> msgspec.Raw:
    job, name, seat = _seat(call)
    async with seat.lock:
        return await _stand(call, job, name, seat, seat.hands)


async def move(call: Call) -> msgspec.Raw:
    chosen: Chosen = call.body
    job, name, seat = _seat(call)
    async with seat.lock:
        return await _stand(call, job, name, seat, [*seat.hands[:-1], [*seat.hands[-1], chosen.move]])


async def deal(call: Call) -> msgspec.Raw:
    job, name, seat = _seat(call)
    if len(seat.hands) >= MOST_HANDS:
        raise Refused("conflict", f"{MOST_HANDS:,} hands have been played here", remedy="new_table", id="GK819")
    async with seat.lock:
        return await _stand(call, job, name, seat, [*seat.hands, []])


def _seat(call: Call) -> tuple[Kept, str, Seat]:
    job, name = call.manager.solved(call.job), str(call.path["table"])
    seat = job.seats.get(name)
    if seat is None:
        raise Refused("missing", f"there is no table {name[:40]}", remedy="new_table", id="GK819")
    return job, name, seat


async def _stand(call: Call, job: Kept, name: str, seat: Seat, hands: list[list[str]]) -> msgspec.Raw:
    """The state of the table after these hands, which are kept if the process accepts them."""
    answer = await call.manager.ask(
        job, lambda number: Sit(number=number, table=name, seating=seat.seating, seed=seat.seed, hands=hands)
    )
    seat.hands = hands
    return answer


OPERATIONS = (
    Operation(
        "POST",
        "/api/jobs/{job}/simulations",
        "simulatePlays",
        "Play many times by the profile: how average payoffs converge to the expected ones.",
        simulate,
        Simulated,
        "play",
        inputs=(JOB,),
        body=Plays,
        examples=(("a thousand plays", {"plays": 1000, "seed": 1}),),
        refusals=(404, 409, 503),
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/tables",
        "sitDown",
        "Sit down to play against the profile.",
        sit_down,
        Table,
        "play",
        inputs=(JOB,),
        body=Seating,
        examples=(("as the first player of Kuhn's poker", {"player": "first", "seed": 7}),),
        status=201,
        refusals=(404, 409, 503),
    ),
    Operation(
        "GET",
        "/api/jobs/{job}/tables/{table}",
        "readTable",
        "The state of a table.",
        look,
        Table,
        "play",
        inputs=(JOB, TABLE),
        refusals=(404, 409, 503),
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/tables/{table}/moves",
        "makeMove",
        "Make a move; it is graded.",
        move,
        Table,
        "play",
        inputs=(JOB, TABLE),
        body=Chosen,
        examples=(("a move", {"move": "pass"}),),
        refusals=(404, 409, 503),
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/tables/{table}/hands",
        "dealHand",
        "Go on with the next hand.",
        deal,
        Table,
        "play",
        inputs=(JOB, TABLE),
        refusals=(404, 409, 503),
    ),
)
