"""The methods `mccfr-external` and `mccfr-outcome`: sampling for games that can be unfolded, and so certified."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import natural, option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm
    from galakit.solvers.regret.sampling import Sampled, Sampling

ITERATIONS = 10_000
LOOK = 100  # iterations before the gap is first computed; later intervals are a quarter of the iterations so far


def refusal(sampling: Sampling, game: Game) -> str | None:
    if sampling == "external" and len(game.players) == 1:
        return "it has one player, and external sampling draws what the others do"
    if not game.form.perfect_recall:
        return "a player forgets what they knew or did, and regrets are only kept rightly with perfect recall"
    return None


def run(sampling: Sampling, game: Game, request: Request) -> Answer:
    from galakit.progress import nearing, throttled
    from galakit.solution.certificate import certify
    from galakit.solvers.regret.interrupt import patient
    from galakit.solvers.regret.sampling import Sampler

    limit = ITERATIONS if request.deadline is None else 2**62
    iterations = option(request.options, "iterations", limit, natural, "a whole number that is not negative")
    seed = option(request.options, "seed", 0, natural, "a whole number that is not negative")
    sampler, form = Sampler(game.rules, sampling, seed), game.form
    report = throttled(request.progress)
    plans = plans_of(form, sampler.result())
    gap, look, stopped = inf, 0, ""
    reading = 0.0  # seconds that averages last took to read: they are read once more when the time is over
    with patient() as asked:
        while not stopped:
            done = sampler.iterations
            if done >= look or done >= iterations:
                look = done + max(LOOK, done // 4)
                began = time.monotonic()
                plans = plans_of(form, sampler.result())
                reading = time.monotonic() - began
                with suppress(OutOfTime):  # then the time is over, which is asked next
                    gap = float(certify(form, plans).gap)
            if request.gap is not None and gap <= request.gap:
                stopped = "gap"
            elif done >= iterations:
                stopped = "limit of iterations"
            elif request.deadline is not None and request.deadline.left <= reading:
                stopped = "time limit"
            elif asked():
                stopped = "interrupt"
            else:
                sampler.advance(min(10, iterations - done, look - done))
                report(nearing("sampling", gap, request.gap or 0.0), sampler.iterations, iterations)
    warnings: tuple[str, ...] = ()
    if stopped in ("interrupt", "time limit"):
        plans = plans_of(form, sampler.result())
    if stopped == "interrupt":
        warnings = (f"interrupted after {sampler.iterations:,} iterations",)
    elif stopped != "gap" and request.gap is not None:
        warnings = (f"the {stopped} was reached before a gap of {request.gap:.3g} was reached",)
    if len(game.players) > 2 or form.constant_sum is None:
        warnings += (
            "sampling promises an equilibrium for two players with a constant sum only: the certificate says how good "
            "the strategies shown are",
        )
    return Answer(plans, f"{sampler.iterations:,} iterations, averaged", warnings)


def plans_of(form: SequenceForm, sampled: Sampled) -> tuple[Plan, ...]:
    """The plans of sampled strategies; uniform at information sets never visited."""
    from galakit.game.realization import behaviour, plan_of, uniform

    strategies = [behaviour(form, p, uniform(form, p)) for p in range(len(form.players))]
    for (player, facts), shares in sampled.strategies.items():
        here = form.find(player, facts)
        if here is None:
            raise AssertionError("sampling led to an information set that unfolding did not find")
        first = int(form.first_sequence[here])
        strategies[player][first : first + len(shares)] = shares
    return tuple(plan_of(form, p, strategy) for p, strategy in enumerate(strategies))


def _method(sampling: Sampling, how: str) -> Method:
    return Method(
        name=f"mccfr-{sampling}",
        needs="perfect recall; converges with two players and a constant sum",
        promises=f"a gap that shrinks with the iterations, with chance's help: {how}",
        cost="per iteration, a walk through the rules for each player",
        refusal=partial(refusal, sampling),
        never_exact="sampling is never exact",
        run=partial(run, sampling),
        options={
            "iterations": f"how many at most ({ITERATIONS:,}; with a time limit, as many as there is time for)",
            "seed": "of the random numbers (0)",
        },
    )


METHODS = (
    _method("external", "all moves of one player, a sample of everything else"),
    _method("outcome", "single plays"),
)
