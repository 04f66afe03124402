"""The method `lp`: the sequence-form linear programme, in floating point (`programme`) or in fractions (`exact`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import option, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm
    from galakit.solution.certificate import Certificate

QUICK_NODES = 2_000  # measured on poker: up to so many nodes an exact solution takes about a tenth of a second
REACH = 20_000_000  # leaves: HiGHS needs half a kilobyte for each, and more time than anybody has
ALGORITHMS = ("auto", "simplex", "ipm")


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) > 2:
        return f"it has {len(form.players)} players, and linear programming solves games of one or two"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if len(form.players) == 2 and form.constant_sum is None:
        return "what one player gains is not what the other loses, and linear programming needs a constant sum"
    return None


def estimate(game: Game, request: Request) -> float:
    """Fitted to the shipped games (`benchmarks/choice.py`): simplex while it lasts, then interior point."""
    form = game.form
    sequences, leaves = sum(form.sequences), len(form.leaf_class)
    if leaves > REACH:
        return float("inf")
    return 0.003 + 2e-6 * leaves + max(min(3.3e-8 * sequences * sequences, 6.9), 1.4e-4 * sequences)


def run(game: Game, request: Request) -> Answer:
    form, _, size = game.unfolded
    return optimum(form, size.nodes, request)


def optimum(form: SequenceForm, nodes: int, request: Request) -> Answer:
    """Optimal plans of a form; in fractions if requested, or by default if there are few nodes."""
    import numpy as np

    from galakit.solution.certificate import claimed
    from galakit.solvers.lp.exact import solve_exact
    from galakit.solvers.lp.preferences import preferences, preferred
    from galakit.solvers.lp.programme import solve_lp
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.moves import eliminate_moves, reduced

    algorithm = request.options.get("algorithm", "auto")
    if algorithm not in ALGORITHMS:
        raise GalakitError(
            f"there is no algorithm called {algorithm}", hint="the algorithms are auto, simplex and ipm", id="GK509"
        )
    prefer = option(request.options, "prefer", "", str, "PLAYER: FACTS = MOVE:max")
    if prefer and len(form.players) == 1:
        raise GalakitError(
            "preferences choose among the optimal strategies of two opponents, and this game has one player",
            hint="leave out the preferences",
            id="GK658",
        )
    if prefer and option(request.options, "eliminate", False, yes, "yes or no"):
        raise GalakitError(
            "a dominated move that is left out cannot be preferred", hint="give prefer or eliminate", id="GK658"
        )
    wanted = preferences(form, prefer)
    whole, gone = form, None
    if len(form.players) == 2 and option(request.options, "eliminate", False, yes, "yes or no"):
        gone = eliminate_moves(form, stop=Clock(request, "eliminating dominated moves").over)
        form = reduced(form, gone)

    def answer(
        plans: tuple[Plan, ...],
        how: str,
        warnings: tuple[str, ...] = (),
        found: Mapping[str, Finding] | None = None,
        complete: bool = True,
        claimed: Certificate | None = None,
        interrupted: bool = False,
    ) -> Answer:
        ending: dict[str, Any] = {"complete": complete, "claimed": claimed, "interrupted": interrupted}
        if gone is None:
            return Answer(plans, how, warnings, found=found or {}, **ending)
        many = sum(len(one) for one in gone.rounds)
        left = " + ".join(f"{len(own):,}" for own in gone.kept)
        eliminated = {"dominated moves": f"{many:,}, {left} sequences are left"}
        learnt = {**eliminated, **(found or {})}
        return Answer(gone.widened(whole, plans), how, warnings, found=learnt, **ending)

    options: dict[str, Any] = {
        "algorithm": algorithm,
        "time_limit": request.time_limit,
        "progress": request.progress,
    }
    if request.exact or (request.exact is None and form.exact and nodes <= QUICK_NODES):
        try:
            exact = solve_exact(form, **options)
            how = "best response" if len(form.players) == 1 else "simplex basis, solved exactly"
            plans: tuple[Plan, ...] = tuple(np.fromiter(plan, object) for plan in exact.plans)
            if wanted:
                picked = preferred(form, wanted, plans, (exact.value, -exact.value), exact=True)
                return answer(picked.plans, how, picked.warnings, picked.played)
            return answer(plans, how)
        except GalakitError:  # floating point may still manage
            if request.exact:
                raise
    result = solve_lp(form, gap=request.gap or 0.0, **options)
    if result.optimal:
        if wanted:
            picked = preferred(form, wanted, result.plans, (result.lower, -result.upper), exact=False)
            return answer(picked.plans, result.algorithm, picked.warnings, picked.played)
        return answer(tuple(result.plans), result.algorithm)
    name = form.players[0]
    learnt: dict[str, Finding] = {
        f"value for {name} at least": result.lower,
        f"value for {name} at most": result.upper,
        "seconds until then": round(result.seconds, 3),
    }
    early = {
        "gap": (),
        "time": (f"{request.limit} was reached before the solver was done: see the gap",),
        "interrupt": ("interrupted before the solver was done: these are the best strategies so far, see the gap",),
    }
    finished = result.stopped != "time"
    between = (result.lower + result.upper) / 2, result.upper - result.lower
    claim = claimed(*between, float(form.constant_sum or 0)) if len(form.players) == 2 else None
    asked = result.stopped == "interrupt"
    return answer(tuple(result.plans), result.algorithm, early[result.stopped], learnt, finished, claim, asked)


METHOD = Method(
    name="lp",
    needs="two players and a constant sum, or one player; perfect recall",
    promises="an equilibrium: exact on request, otherwise with a gap near rounding; bounds and strategies at any time",
    cost="a linear programme with a row for every information set of one player and every sequence of the other",
    refusal=refusal,
    run=run,
    estimate=estimate,
    options={
        "algorithm": "how the programme is solved: auto, simplex or ipm",
        "eliminate": "yes: moves that are never better than another one are left out first; an equilibrium is left",
        "prefer": "which of the optimal strategies: PLAYER: FACTS = MOVE:max, or MOVE:min; several with semicolons",
    },
)
