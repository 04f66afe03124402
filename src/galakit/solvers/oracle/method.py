"""The method `double-oracle`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.progress import nearing
from galakit.solvers.checks import check_fractions
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solvers.oracle.double_oracle import Iteration

QUICK_LEAVES = 5_000  # up to so many the end is solved exactly unasked
ROUNDING = 1e-9  # of the stakes
INTERRUPTED = "interrupted: these are the best strategies so far, see the gap"


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and double-oracle needs two"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if form.constant_sum is None:
        return "what one player gains is not what the other loses, and double-oracle needs a constant sum"
    return None


def run(game: Game, request: Request) -> Answer:
    from galakit.progress import throttled
    from galakit.solution.certificate import claimed
    from galakit.solvers.oracle.double_oracle import double_oracle
    from galakit.solvers.regret.interrupt import patient

    form = game.form
    check_fractions(request.exact, form.exact)
    exact = request.exact or (request.exact is None and form.exact and len(form.leaf_class) <= QUICK_LEAVES)
    wanted = request.gap or ROUNDING * float(form.stakes.max(initial=0.0))
    tell = throttled(request.progress)
    stopped = ""
    late = f"{request.limit} was reached before best responses gained nothing: see the gap"

    with patient() as asked:

        def seen(now: Iteration) -> bool:
            nonlocal stopped
            bounds = (float(now.lower), float(now.upper))
            stage = nearing("double oracle", max(float(now.gap), 0.0), request.gap or 0.0, bounds)
            tell(stage, now.number, None)
            reached = request.limit is not None and request.limit.left <= 0
            stopped = late if reached else INTERRUPTED if asked() else ""
            return bool(stopped)

        found = double_oracle(
            form,
            gap=wanted,
            exact=bool(exact and request.gap is None),
            time_left=lambda: request.time_limit,
            seen=seen,
        )
    if not (stopped or found.done or found.gap <= wanted):  # the last programme was not solved to its end
        stopped = INTERRUPTED if found.interrupted else late
    if request.exact and not found.exact:
        raise OutOfTime(
            "the run ended before the last restricted game was solved exactly",
            hint="allow more time, or solve in floating point",
            id="GK608",
        )
    part, whole = (" + ".join(f"{many:,}" for many in sizes) for sizes in (found.sequences, form.sequences))
    mixed = " + ".join(f"{int((plan[1:] != 0).sum()):,}" for plan in found.plans)
    return Answer(
        found.plans,
        f"{found.number:,} restricted games" + (", the last solved exactly" if found.exact else ""),
        (stopped,) if stopped else (),
        claimed=claimed(float(found.lower + found.upper) / 2, float(found.gap), float(form.constant_sum or 0)),
        found={"sequences of the last restricted game": f"{part} of {whole}", "sequences played": mixed},
        interrupted=stopped == INTERRUPTED,
        complete=not stopped or stopped == INTERRUPTED,
        aimed=request.gap,
    )


METHOD = Method(
    name="double-oracle",
    needs="two players and a constant sum, perfect recall",
    promises="an equilibrium: exact on request, otherwise with a gap near rounding; bounds in every iteration",
    cost="two best responses and a linear programme for each iteration, small where few sequences are played",
    refusal=refusal,
    run=run,
    opposed=True,
)
