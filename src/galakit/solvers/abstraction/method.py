"""The method `abstraction`: smaller games instead of a large one, with bounds for the large one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.factored.method import PICKED, PRECISION, refusal
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import option, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.policy import Policy
    from galakit.solvers.abstraction.anytime import Climb
    from galakit.solvers.abstraction.rungs import Rungs


def run(game: Game, request: Request) -> Answer:
    from galakit.game.size import Size
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.counting import count
    from galakit.separated.stakes import stakes
    from galakit.separated.symmetry import exchanges
    from galakit.solvers.abstraction.anytime import Limits, climb, pathologies
    from galakit.solvers.abstraction.rungs import Rungs
    from galakit.solvers.regret.updates import UPDATES

    options = request.options
    name = str(options.get("update", PICKED))
    if name not in UPDATES:
        raise GalakitError(f"there is no update called {name}", hint="they are " + ", ".join(UPDATES), id="GK509")
    try:
        separated = game.separated
        rungs = Rungs(separated, exchanges(separated), options)
        whole = stakes(game.separated.actions.leaves, game.separated.world)
        gap = request.gap or 0.0
        rest = request.time_limit
        limits = Limits(gap, gap or (PRECISION * whole if rest is None else 0.0), whole, rest)
        single = option(options, "single", False, yes, "yes or no")
        climbed = climb(
            rungs, UPDATES[name], limits, dtype="float32" if single else "float64", progress=request.progress
        )
    except NotSeparable as not_separable:
        raise GalakitError(
            f"this game cannot be solved by abstraction: {not_separable.reason}", span=not_separable.span, id="GK606"
        ) from None
    warnings = list(pathologies(climbed.steps))
    lower, upper = climbed.bounds
    if upper - lower > gap and (request.gap is not None or climbed.stopped in ("interrupt", "time")):
        why = f"by {climbed.stopped}" if climbed.stopped != "end" else "with the last abstraction"
        wanted = "" if request.gap is None else f", before a gap of {gap:.3g} was reached"
        warnings.append(f"stopped {why} where both players together could gain {upper - lower:.3g}{wanted}")
    sizes = count(separated)
    return Answer(
        None,
        f"{rungs.by}, bounds after {', '.join(f'{s.seconds:.3g}' for s in climbed.steps)} s, {name}",
        tuple(warnings),
        found=_findings(climbed),
        policy=_policy(game, climbed, rungs, request),
        size=Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences),
        interrupted=climbed.stopped == "interrupt",
    )


def _policy(game: Game, climbed: Climb, rungs: Rungs, request: Request) -> Policy:
    """The best strategies of both players, on classes fine enough for both."""
    from galakit.solution.factored.policy import SeparatedPolicy
    from galakit.solvers.abstraction.anytime import lifted

    one, other = climbed.best
    if one is other:
        return SeparatedPolicy(game.rules, one.rung.form, one.strategies, request.progress)
    pairs = [lifted(step.rung.form, step.strategies, rungs.ground) for step in (one, other)]
    return SeparatedPolicy(game.rules, rungs.ground, [(a[0], b[1]) for a, b in zip(*pairs)], request.progress)


def _findings(climbed: Climb) -> dict[str, Finding]:
    found: dict[str, Finding] = {f"bound {k} ({s.rung.name})": s.bound for k, s in enumerate(climbed.steps, 1)}
    lower, upper = climbed.bounds
    return found | {"value at least": lower, "value at most": upper}


METHOD = Method(
    name="abstraction",
    needs="two players and a constant sum; draws that no moves depend on (see `galakit size --explain`)",
    opposed=True,
    promises="bounds on the value and strategies, certified in the full game, from finer and finer abstractions",
    cost="for each abstraction, that of `factored` on a smaller game, and one certificate",
    refusal=refusal,
    never_exact="an abstraction is never exact",
    run=run,
    options={
        "by": "how classes are merged: matching (approximate GameShrink) or kmeans (matching)",
        "threshold": "matching: the largest distance of merged classes, in units of payoff; several as 2,1,0.5",
        "classes": "how many classes are left per round, as 6,20,60; several abstractions as 3,9/6,20",
        "finer": "with neither, how many times as many classes each abstraction has as the one before (4)",
        "public": "yes: public information is never merged",
        "update": f"which update of regrets, one of those of the regret methods ({PICKED})",
        "seed": "kmeans: of the random first centres (0)",
        "single": "yes: numbers in single precision, half the memory",
    },
    basis="rules",
)
