"""The methods `quasi-perfect` and `extensive-perfect`: optimal play that also takes advantage of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Trembles
    from galakit.solvers.refine.perturbed import Kind

QUICK_SEQUENCES = 200  # measured on poker and liar's dice: up to so many the exact limit takes less than a second
SMALL = 1e-6  # gains that need no warning

MEANS: dict[Kind, str] = {
    "quasi-perfect": "the others may slip; a sequence of d moves has at least the probability ε^d",
    "extensive-perfect": "all players may slip, oneself included; every move has at least the probability ε",
}


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and perturbed linear programmes need two"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if form.constant_sum is None:
        return "what one player gains is not what the other loses, and linear programming needs a constant sum"
    return None


def run(kind: Kind, game: Game, request: Request) -> Answer:
    from galakit.solvers.refine.decreasing import approached_trembles
    from galakit.solvers.refine.negligible import exact_trembles

    form = game.form
    if request.exact or (request.exact is None and form.exact and sum(form.sequences) <= QUICK_SEQUENCES):
        try:
            exact, pivots = exact_trembles(form, kind, time_limit=request.time_limit, progress=request.progress)
            return _answer(game, exact, f"the limit for vanishing mistakes, exactly; {pivots} exact pivots")
        except GalakitError:
            if request.exact:
                raise
    found = approached_trembles(form, kind, time_limit=request.time_limit, progress=request.progress)
    warnings = []
    if not found.complete:
        warnings.append("there was no time for rarer mistakes: see what is left to gain")
    if found.left > SMALL:
        warnings.append(
            f"in floating point this only approximates the refinement: {found.left:.2g} is left to gain at some set; "
            "in larger games the method undominated comes closer to an equilibrium"
        )
    how = f"mistakes with a probability of {found.epsilon:.2g}, taken to their limit"
    return _answer(game, found.trembles, how, tuple(warnings), {"left to gain at an information set": found.left})


def _answer(
    game: Game,
    trembles: tuple[Trembles, ...],
    how: str,
    warnings: tuple[str, ...] = (),
    found: Mapping[str, Finding] | None = None,
) -> Answer:
    from galakit.game.realization import plan_of

    plans = tuple(plan_of(game.form, p, t.behaviour) for p, t in enumerate(trembles))
    return Answer(plans, how, warnings, found=found or {}, trembles=trembles)


def _method(kind: Kind) -> Method:
    return Method(
        name=kind,
        needs="two players, a constant sum, perfect recall",
        promises=f"an equilibrium that plays well also where it never gets ({MEANS[kind]}); exact on request",
        cost="a few linear programmes like that of lp; exact ones with numbers of thousands of digits",
        refusal=refusal,
        run=partial(run, kind),
    )


METHODS = tuple(_method(kind) for kind in MEANS)
