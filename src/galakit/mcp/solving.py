"""Tools that solve games: as they are, with some behaviour fixed, or against fixed opponents."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from galakit.frontends.registry import suffixes
from galakit.jobs.job import ENDED, Kept
from galakit.jobs.messages import FileName, Lock, MethodOptions, Name, Order, SourceText, Values
from galakit.jobs.problems import Refused
from galakit.mcp.answers import Standing
from galakit.mcp.calls import Call, Origin, Tool
from galakit.mcp.following import PATIENCE, begin, followed
from galakit.mcp.standing import habits, standing, tell

JobId: TypeAlias = Annotated[Name, Meta(description="The id of a job, as solve returned it.")]
Which: TypeAlias = Annotated[
    int, Meta(ge=1, le=10**6, description="Which of the equilibria that were found, from 1 on; solve says how many.")
]
Locks: TypeAlias = Annotated[
    list[Lock],
    Meta(
        max_length=1_000,
        description="Fixed behaviour, one entry per player and situation. `facts`: it applies where the player knows "
        "all of these, perhaps among others; [] is everywhere. `probabilities`: move -> probability, summing to 1. "
        "Example, a dealer who never calls a bet of 1: "
        '[{"player": "dealer", "facts": ["bet(gambler,1)"], "probabilities": {"0": 1}}].',
    ),
]


class ToSolve(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[Name | None, Meta(description="The name of a shipped game (list_games); or give `source`.")] = None
    source: Annotated[
        SourceText | None,
        Meta(description="The whole text of your own rules, in Gala (see `language`); or give `game`."),
    ] = None
    file: Annotated[
        FileName,
        Meta(description=f"The file name of `source`; its ending determines the language: {', '.join(suffixes())}."),
    ] = "game.gala"
    params: Annotated[
        Values, Meta(description='Parameters of the game; others keep their defaults. Example: {"ranks": 8}.')
    ] = {}
    method: Annotated[Name, Meta(description="The method; `auto` picks one that suits the game.")] = "auto"
    options: Annotated[
        MethodOptions,
        Meta(
            description="Options of the method, as texts; the error for a wrong name lists them. Example, for "
            'the method `cfr+`: {"iterations": "500"}.'
        ),
    ] = {}
    gap: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(description="Stop when no player can gain more than this. For large games only."),
    ] = None
    seconds: Annotated[
        Annotated[float, Meta(gt=0, le=86_400)] | None,
        Meta(description="Stop after so many seconds with the best so far and its gap. For large games only."),
    ] = None


class ToWait(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    seconds: Annotated[float, Meta(ge=0, le=60, description="The longest time to wait.")] = PATIENCE


class OneJob(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId


class ToFix(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    locks: Locks


class ToExploit(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    as_player: Annotated[Name, Meta(description="The player who exploits the others.")]
    locks: Locks = []


async def solve(call: Call, given: ToSolve) -> Standing:
    order = Order(
        game=given.game,
        source=given.source,
        file=given.file,
        params=given.params,
        method=given.method,
        options=given.options,
        gap=given.gap,
        seconds=given.seconds,
    )
    return await _done(call, begin(call.desk, order))


async def wait(call: Call, given: ToWait) -> Standing:
    return await _done(call, call.desk.find(given.job), given.seconds)


async def cancel(call: Call, given: OneJob) -> Standing:
    job = call.desk.find(given.job)
    if job.state not in ENDED:
        call.desk.manager.remove(job.id)
    return await standing(call.desk, job)


async def what_if(call: Call, given: ToFix) -> Standing:
    base = call.desk.solved(given.job)
    if not given.locks:
        raise Refused(
            "invalid",
            "nothing is fixed",
            hint='locks=[{"player": ..., "facts": [...], "probabilities": {move: 1}}]',
            id="GK657",
        )
    order = msgspec.structs.replace(base.order, locks=[*base.order.locks, *given.locks], against=None, as_player=None)
    about = f"with this fixed: {habits(order.locks)}; all players know it and play optimally elsewhere"
    return await _done(call, begin(call.desk, order, Origin(base.id, about)))


async def best_response(call: Call, given: ToExploit) -> Standing:
    base = call.desk.solved(given.job)
    if any(lock.player == given.as_player for lock in given.locks):
        raise Refused(
            "invalid",
            f"the behaviour of {given.as_player}, who responds, cannot be fixed",
            hint="lock the other players only; what_if can fix any player's behaviour",
            id="GK811",
        )
    order = Order(against=base.id, as_player=given.as_player, locks=given.locks)
    but = f", but {habits(given.locks)}" if given.locks else ""
    about = f"best response of {given.as_player}: the others play as in job {base.id}{but}"
    return await _done(call, begin(call.desk, order, Origin(base.id, about)))


async def _done(call: Call, job: Kept, seconds: float = PATIENCE) -> Standing:
    await followed(call, job, seconds)
    return await standing(call.desk, job)


LATER = (
    f" Answers within {PATIENCE:.0f} s: solved, or with state `queued`, `reading` or `solving` and a job id to give to "
    "wait. Cancelling the call stops the job."
)

TOOLS = (
    Tool(
        "solve",
        "Solve a game",
        "Finds optimal strategies (a Nash equilibrium) for all players of a game and proves how close to optimal they "
        "are. Give either `game` (shipped) or `source` (your rules). Returns a job id, every player's expected "
        "payoff, and the certificate. In two-player zero-sum games the value is unique and each strategy is safe "
        "against any opponent; in other games the solution is one of possibly many equilibria, good only if the others "
        "play it too." + LATER,
        ToSolve,
        Standing,
        solve,
        tell,
        changes=True,
    ),
    Tool(
        "wait",
        "Wait for a job",
        "Waits for a job that was still queued or being solved and returns it as solve does. Call it again until the "
        "state is `solved`. Cancelling the call stops the job.",
        ToWait,
        Standing,
        wait,
        tell,
    ),
    Tool(
        "cancel",
        "Stop a job",
        "Stops a job that is queued or being solved. A solved job stays and can be asked further.",
        OneJob,
        Standing,
        cancel,
        tell,
        changes=True,
    ),
    Tool(
        "what_if",
        "What if behaviour is fixed",
        "Fixes what a player does in some situations, lets all players play optimally elsewhere, and solves again: "
        "what if the dealer never calls, and both know it? All players adapt, even the fixed player at their other "
        "decisions. Returns a new job, with each player's expectation before and now and the decisions that change "
        "most. To exploit opponents who do not adapt, use best_response instead." + LATER,
        ToFix,
        Standing,
        what_if,
        tell,
        changes=True,
    ),
    Tool(
        "best_response",
        "Exploit the others",
        "The most one player can get when the others do not adapt: they play exactly as in the given job, except where "
        "`locks` say otherwise (the dealer plays as usual, but never calls). Returns a new job with the responder's "
        "strategy and what it earns. Such a strategy is risky if the others do adapt; the answer says what it is sure "
        "of." + LATER,
        ToExploit,
        Standing,
        best_response,
        tell,
        changes=True,
    ),
)
