"""The process of a job: it reads a game, solves it, and answers questions about the solution until it is killed.

Rules may use up memory or time without harm to the server, since their process can be killed and leaves nothing behind.
Orders and answers are those of `galakit.jobs.protocol`.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, NoReturn

import msgspec

from galakit.compiling import announce
from galakit.errors import Diagnostic, GalakitError
from galakit.game.fitting import SMALLER
from galakit.jobs.problems import Kind, Refused, fitting, problems
from galakit.jobs.protocol import (
    Answered,
    Ask,
    Asked,
    Begin,
    Check,
    Consider,
    Denied,
    Failed,
    Found,
    Ordered,
    Read,
    Said,
    Save,
    Simulate,
    Sit,
    Solved,
    Stop,
    Weigh,
    Went,
)
from galakit.jobs.refusals import mistake
from galakit.processes.child_side import follow, own_output
from galakit.processes.limits import limit_memory
from galakit.processes.stopping import Stopping
from galakit.progress import Progress, bounds_of, gap_of, throttled
from galakit.study.answers import Moment
from galakit.study.questions import QUESTIONS

if TYPE_CHECKING:
    from galakit.jobs.job_state import JobState

NOTHING = ("GK610", "GK803", "GK804")  # errors about missing players, information sets, nodes
EXPENDABLE = "500"  # where memory runs out, the system kills a job rather than the server


def main() -> None:
    """Serve the standard input and output: `python -m galakit.jobs.worker`."""
    serve(sys.stdin.buffer, own_output())


def rehearse() -> None:
    """Load what a job needs, but nothing that starts a thread, since processes are forked."""
    import flint  # noqa: F401
    import highspy  # noqa: F401
    import numba  # noqa: F401
    import numpy  # noqa: F401
    import scipy.sparse  # noqa: F401

    from galakit.jobs.catalogue import Text
    from galakit.jobs.hand_messages import Seating
    from galakit.jobs.job_state import JobState
    from galakit.jobs.messages import Plays, Taken
    from galakit.jobs.reading import checked

    checked(Text("game(coin, [players : [a], flow : outcome([1])])."))
    state = JobState(Taken(game="kuhn"), None, None)
    state.solve(lambda *went: None)
    for question in filter(None, (question.example() for question in QUESTIONS.values())):
        with contextlib.suppress(GalakitError):  # a question that does not suit Kuhn poker, such as one about teams
            state.ask(question, None)
    state.simulate(Plays(10))
    state.sit(Sit(number=0, table="", seating=Seating("first"), seed=0, hands=[["bet"]]))


def serve(lines: IO[bytes], answers: IO[str]) -> NoReturn:
    """Follow orders until there are no more."""
    ordered, tell, stopping = follow(lines, answers, Ordered, Stop, EXPENDABLE)
    state: JobState | None = None
    while True:
        if state is not None and ordered.empty() and next(state.preparing, None) is not None:
            continue
        order = ordered.get()
        if isinstance(order, Begin):
            state = begun(order, tell, stopping)
        elif order is not None and not isinstance(order, Stop):
            tell(answered(order, state))


def begun(order: Begin, tell: Callable[[Said], None], stopping: Stopping | None = None) -> JobState | None:
    """The game and its solution, with messages about progress; None where there is none.

    The caches of a new solution are warm before it is reported solved; those of a solution from a file are not.
    """
    from galakit.jobs.job_state import JobState

    limit_memory(order.megabytes, more=True)
    tell(Went("reading", "reading", 0, None))
    try:
        state = JobState(order.order, order.saved, order.profile, trusted=order.trusted, run=order.run)
        tell(Read(bool(state.game.params)))
        tell(Went("solving", "solving", 0, None))
        announce(lambda text: tell(Went("solving", text, 0, None)))
        going = throttled(_going(tell))
        state.solve(going)
        if stopping is not None:
            stopping.over()
        stopped = stopping is not None and stopping.heeded
        ended = state.ended_early(stopped), state.can_go_on(stopped)
        tell(Found(state.title, state.trail, *ended))
    except Exception as error:
        tell(Failed(problems(_diagnostics(error))))
        return None
    if order.saved is None:
        for done, left in enumerate(state.preparing, 1):
            going("preparing answers", done, done + left)
    announce(None)  # answers are not to be mixed with it
    tell(Solved())
    return state


def _going(tell: Callable[[Said], None]) -> Progress:
    """Reports progress, with every new gap and its time."""
    began = time.monotonic()
    known: float | None = None
    bounds: tuple[float, float] | None = None  # bounds remain valid in later stages

    def went(stage: str, done: int, total: int | None) -> None:
        nonlocal known, bounds
        gap, before, bounds = gap_of(stage), known, bounds_of(stage) or bounds
        moment = None if gap is None or gap == before else Moment(seconds=round(time.monotonic() - began, 3), gap=gap)
        known = gap
        tell(Went("solving", str(stage), done, total, moment, bounds))

    return went


def answered(order: Asked, state: JobState | None) -> Answered | Denied:
    """The answer to a question."""
    try:
        return Answered(order.number, msgspec.Raw(msgspec.json.encode(_answer(order, state))))
    except Refused as error:
        return Denied(order.number, error.kind, problems(error.diagnostics))
    except Exception as error:
        kind: Kind = "unavailable"
        if isinstance(error, GalakitError):
            kind = "missing" if error.diagnostics[0].id in NOTHING else "invalid"
        adjustable = state is None or bool(state.game.params)
        return Denied(order.number, kind, fitting(problems(_diagnostics(error)), adjustable))


def _answer(order: Asked, state: JobState | None) -> Any:
    if isinstance(order, Check):
        from galakit.jobs.reading import checked

        limit_memory(order.megabytes, more=True)
        return checked(order.text)
    if isinstance(order, Consider):
        from galakit.jobs.concepts import considered

        limit_memory(order.megabytes, more=True)
        return considered(order.order, order.concept, order.seconds)
    assert state is not None, "questions are asked when the game is solved"
    match order:
        case Ask():
            return state.ask(order.question, order.other)
        case Simulate():
            return state.simulate(order.plays)
        case Weigh():
            return state.weigh(order)
        case Sit():
            return state.sit(order)
        case Save():
            return state.save(order.path, order.ending)


def _diagnostics(error: Exception) -> tuple[Diagnostic, ...]:
    """The diagnostics of an error."""
    if isinstance(error, GalakitError):
        return error.diagnostics
    if isinstance(error, (MemoryError, SystemError)):  # SystemError where memory is too short for a MemoryError
        return (Diagnostic("the game needs more memory than is available", hint=SMALLER, id="GK603"),)
    return (mistake(error),)


if __name__ == "__main__":
    main()
