"""The method `stationary`: games whose states come again, which all players know when they move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.checks import check_fractions
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.states.deviations import Stationary
    from galakit.solvers.stochastic.parts import Floats

QUICK_STATES = 150  # up to so many, the answer is made exact unasked
MOST_EXACT = 1_500  # states of an exact answer


def refusal(game: Game) -> str | None:
    if not game.automaton.endless:
        return "no state of the game can come again, and other methods solve such games"
    _ = game.stochastic  # an error says why the game has no answer by states
    return None


def estimate(game: Game, request: Request) -> float:
    return 0.02 + 2e-5 * game.automaton.edges


def run(game: Game, request: Request) -> Answer:
    from galakit.solution.states.deviations import Stationary
    from galakit.solution.states.stationary import stationary_policy
    from galakit.solvers.stochastic.solving import Solving

    form = game.stochastic
    check_fractions(request.exact, form.exact)
    report = request.progress or (lambda stage, done, total: None)
    watched = report if request.limit is None else request.limit.watching(report)
    solving = Solving(form, watched)
    solving.run()
    profile = _exact(game, solving.play, request) or Stationary(form, solving.play)
    policy = stationary_policy(profile)
    together = f"{solving.largest:,} at a time" if solving.largest > 1 else "one at a time"
    how = ", ".join(sorted(solving.used)) or "backward induction"
    return Answer(
        None,
        f"{how} on {form.states:,} states, {together}",
        policy=policy,
        opposed=solving.constant,
        found={"play": policy.line(game.look), "most to gain from any state on": profile.gain_anywhere},
    )


def _exact(game: Game, play: Floats, request: Request) -> Stationary | None:
    """The same strategies in fractions, if they are pure and pass their certificate; None where floats have to do."""
    from fractions import Fraction

    import numpy as np

    from galakit.solution.states.deviations import Stationary

    form = game.stochastic
    wanted = form.states <= QUICK_STATES if request.exact is None else request.exact
    if not (form.exact and wanted):
        return None
    pure = bool(((play == 0) | (play == 1)).all())
    if pure and form.states <= MOST_EXACT:
        profile = Stationary(form, np.array([Fraction(int(x)) for x in play], object))
        if profile.gain_anywhere == 0:
            return profile
    if request.exact:
        why = f"it has {form.states:,} states, and up to {MOST_EXACT:,} are solved in fractions"
        if form.states <= MOST_EXACT:
            why = "players mix moves" if not pure else "floating point did not find the best moves exactly"
        raise GalakitError(
            f"there is no exact solution of this game: {why}",
            hint="leave out --exact (exact=True in Python); the certificate in floating point says how good it is",
            id="GK682",
        )
    return None


METHOD = Method(
    name="stationary",
    needs="states that come again and that all know, in a game that surely ends (a discount is enough)",
    promises="a Markov-perfect equilibrium: strategies that depend on the state alone; exact where small and pure",
    cost="a few systems of linear equations for each set of states that lead to each other; no tree",
    refusal=refusal,
    run=run,
    estimate=estimate,
    basis="states",
)
