"""The methods of regret minimisation on the sequence form, one record per update rule."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from galakit.solvers.lp.method import REACH
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import ITERATIONS, aimed, option, positive, run_limits, yes
from galakit.solvers.regret.updates import UPDATES, Update

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.sequence_form import SequenceForm
    from galakit.solution.solution import Finding
    from galakit.solvers.regret.minimise import Run

PRECISION = 1e-4  # of the spread of payoffs: the default gap to stop at

EXPONENTS = {
    "alpha": "exponent of the discount of positive regrets",
    "beta": "exponent of the discount of negative regrets",
    "gamma": "exponent of the weight of an iteration in the average",
}
OPTIONS = {
    "iterations": f"how many at most ({ITERATIONS:,}; with a time limit, as many as there is time for)",
    "last": "yes: the strategies of the last iteration instead of the average",
    "start": "a solution to start from: the file of one, or in Python also a Solution or plans",
    "threads": "1 or more (2 for large games)",
    "checkpoint": "a file for the state of the run, from which it is resumed if it is there",
    "every": "seconds between two checkpoints (60)",
}


PICKED = "pcfr+"  # of these methods, when none is named: benchmarks/choice.py


def refusal(game: Game) -> str | None:
    if not game.form.perfect_recall:
        return "a player forgets what they knew or did, and regrets are only kept rightly with perfect recall"
    return None


def run(update: Update, game: Game, request: Request) -> Answer:
    from galakit.mapped import room_for
    from galakit.solvers.profile_input import profile
    from galakit.solvers.regret.layout import memory_of
    from galakit.solvers.regret.minimise import minimise

    form, options = game.form, request.options
    unlimited = ITERATIONS if update.scheduled else 2**62
    limits = run_limits(request, lambda: PRECISION * stakes(game), unlimited=unlimited)
    with room_for(*memory_of(form), limit=game.limit_memory) as on_disk:
        found = minimise(
            form,
            update,
            exponents={
                name: option(options, name, 0.0, float, "a number") for name in update.chosen if name in options
            },
            last=option(options, "last", False, yes, "yes or no"),
            start=profile(form, options["start"]) if "start" in options else None,
            threads=option(options, "threads", None, positive, "a whole number from 1"),
            **limits,
        )
    kind = "the last" if options.get("last") and yes(options["last"]) else "averaged"
    learnt: dict[str, Finding] = {}
    if found.correlated_gap is not None:
        learnt["coarse correlated equilibrium up to"] = found.correlated_gap
    if on_disk is not None:
        learnt["arrays on disk"] = on_disk
    how = f"{found.iterations:,} iterations, {kind}"
    complete = found.stopped != "time" or limits["gap"] == 0
    warnings, to_reach = _warnings(game, found, limits["gap"]), aimed(request, limits["gap"])
    if to_reach is None and "iterations" not in options and not _promised(form):
        to_reach = PRECISION * stakes(game)  # more time would not help: where the gap is large, this is no equilibrium
    return Answer(
        found.plans,
        how,
        warnings,
        found=learnt,
        claimed=found.claim(),
        interrupted=found.stopped == "interrupt",
        complete=complete,
        aimed=to_reach,
    )


def _promised(form: SequenceForm) -> bool:
    """Whether regret minimisation converges to an equilibrium."""
    return len(form.players) == 1 or (len(form.players) == 2 and form.constant_sum is not None)


def _warnings(game: Game, found: Run, gap: float) -> tuple[str, ...]:
    warnings = list(found.warnings)
    so_far = f"after {found.iterations:,} iterations; the best strategies so far can be improved on by {found.gap:.3g}"
    if found.stopped == "interrupt":
        warnings.append(f"interrupted {so_far}")
    elif found.stopped in ("time", "iterations") and gap > 0:
        limit = "time limit" if found.stopped == "time" else "limit of iterations"
        warnings.append(f"the {limit} was reached before a gap of {gap:.3g} was reached, {so_far}")
    if found.correlated_gap is not None and len(game.players) > 1:
        warnings.append(
            "regret minimisation promises an equilibrium for two players with a constant sum only: its iterations here "
            f"together are a coarse correlated equilibrium up to {found.correlated_gap:.3g}; the certificate says how "
            "good the strategies shown are by themselves"
        )
    return tuple(warnings)


def stakes(game: Game) -> float:
    """The largest difference between two payoffs of a player."""
    return float(game.form.stakes.max(initial=0.0))


def estimate(game: Game, request: Request) -> float:
    """The time to a requested gap, or where no other method has a chance to the default one."""
    form = game.form
    if len(form.players) > 2 or form.constant_sum is None or request.exact:
        return float("inf")
    gap = request.gap or (PRECISION * stakes(game) if form.leaf_class.size > REACH else 0.0)
    if not gap:
        return float("inf")
    iterations = 10.0 * math.sqrt(stakes(game) / gap)
    numbers: int = form.leaf_class.size + sum(form.sequences)
    return 0.003 + (1e-6 + 4e-9 * numbers) * iterations


def _method(update: Update) -> Method:
    return Method(
        name=update.name,
        needs="perfect recall; converges with two players and a constant sum",
        promises=f"a gap that shrinks with the iterations ({update.says}); otherwise a coarse correlated equilibrium",
        cost="per iteration, two sparse products over the leaves and two sweeps over the sequences",
        refusal=refusal,
        never_exact="regret minimisation comes closer and closer and is never exact",
        run=partial(run, update),
        estimate=estimate if update.name == PICKED else None,
        options={name: EXPONENTS[name] for name in update.chosen} | OPTIONS,
        server_values={"start": ("uniform",), "checkpoint": ()},
        on_disk=True,
    )


METHODS = tuple(_method(update) for update in UPDATES.values())
