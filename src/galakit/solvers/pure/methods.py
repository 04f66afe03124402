"""The methods `pure-optimum` and `pure`."""

from __future__ import annotations

from itertools import islice
from math import inf, prod
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError, NoneExists
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.pure.suits import unsuited
from galakit.solvers.regret.options import option, positive, yes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm

LIMIT = 100  # equilibria listed unless more are asked for


def refusal_optimum(game: Game) -> str | None:
    if len(game.players) > 1:
        return f"it has {len(game.players)} players, and this method looks for the best strategy of one alone"
    return unsuited(game)


def run_optimum(game: Game, request: Request) -> Answer:
    from galakit.solvers.pure.leaves import leaves
    from galakit.solvers.pure.optimum import best_strategy, rounded, weights_of

    form, tree, _ = game.unfolded
    assert tree is not None
    exact = form.exact and request.exact is not False
    (split,), values = (found := leaves(form, tree)).splits, found.sequence_values(0, [])
    moves, bound, solved = best_strategy(
        split, values.astype(float), request.time_limit, request.progress, request.gap or 0.0
    )
    value = values[weights_of(split, moves)].sum()
    warnings: tuple[str, ...] = ()
    if solved.status == "time":
        warnings = (f"{request.limit} was reached before the best was known: see the gap",)
    return Answer(
        plans_of_profile(form, (moves,), exact),
        f"integer programme, {solved.nodes:,} nodes",
        warnings,
        found={"no pure strategy gets more than": rounded(values, bound, value) if exact else bound},
        complete=solved.status != "time",
    )


def run_pure(game: Game, request: Request) -> Answer:
    from galakit.solvers.pure.equilibria import Equilibria, Unfinished
    from galakit.solvers.pure.table import listable

    form, tree, _ = game.unfolded
    assert tree is not None
    everything = option(request.options, "all", False, yes, "yes or no")
    limit = option(request.options, "limit", LIMIT, positive, "a whole number from 1") if everything else 1
    if not everything and listable(form):
        return _from_table(game, request)
    profiles = []
    stopped = ""
    try:
        # Search for one more than requested, to know whether there are more.
        for profile in islice(Equilibria(form, tree, request.time_limit, request.progress), limit + everything):
            profiles.append(profile)
    except Unfinished:
        stopped = f"{request.limit} was reached"
    if not profiles and stopped:
        raise OutOfTime(
            f"{stopped} before it was known whether there is an equilibrium in pure strategies",
            hint="give more time, or use another method: a game may have equilibria in mixed strategies only",
            id="GK638",
        )
    complete = not stopped and (len(profiles) <= limit if everything else not profiles)
    proof = _proof(form, len(profiles)) if complete else ""
    if not profiles:
        raise _none(game, proof)
    exact = form.exact and request.exact is not False
    warnings: tuple[str, ...] = ()
    found: Mapping[str, int | str] = {}
    if stopped and everything:
        warnings = (f"{stopped} before all equilibria were known",)
    elif len(profiles) > limit:
        profiles = profiles[:limit]
        warnings = (f"there are more than {limit} equilibria in pure strategies: give --with limit=N for more",)
    elif everything:
        found = {"equilibria in pure strategies": len(profiles), "there are no others": proof}
    first, *others = [plans_of_profile(form, profile, exact) for profile in profiles]
    return Answer(
        first, "integer programme", warnings, tuple(others), found=found, complete=not (stopped and everything)
    )


def _from_table(game: Game, request: Request) -> Answer:
    """The equilibrium that is best for all together, where all profiles can be looked at."""
    from galakit.solvers.pure.table import kindest

    plans = kindest(game.form)
    if plans is None:
        raise _none(game, _proof(game.form, 0))
    if request.exact is False:
        plans = tuple(plan.astype(float) for plan in plans)
    return Answer(plans, "all profiles of pure strategies, the equilibrium that is best for all together")


def _none(game: Game, proof: str) -> NoneExists:
    return NoneExists(
        f"{game.name} has no equilibrium in pure strategies",
        notes=[proof],
        hint="other methods look for equilibria in which players randomise: galakit methods",
        id="GK637",
    )


def _proof(form: SequenceForm, found: int) -> str:
    """Why these equilibria are all there are."""
    from galakit.solvers.pure.table import count_equilibria

    seen = count_equilibria(form)
    if seen is None:
        return "in every other profile a player can gain, by HiGHS' bound (in floating point)"
    there_are, profiles = seen
    if there_are != found:
        raise GalakitError(
            f"the integer programme found {found:,} of {there_are:,} equilibria in pure strategies",
            hint="gambit:enumpure lists them without an integer programme",
            id="GK607",
        )
    return f"all {profiles:,} profiles of pure strategies were looked at, exactly"


def plans_of_profile(form: SequenceForm, profile: tuple[dict[int, int], ...], exact: bool) -> tuple[Plan, ...]:
    """The plans of pure strategies, each given as a move for each information set."""
    import numpy as np

    from galakit.solvers.pure.plans import plans_of_moves

    chosen = np.zeros(form.information_sets, np.int64)
    for moves in profile:
        chosen[list(moves)] = list(moves.values())
    return plans_of_moves(form, chosen, exact=exact)


def estimate_optimum(game: Game, request: Request) -> float:
    return 0.1 + 1e-3 * game.form.information_sets


def estimate_pure(game: Game, request: Request) -> float:
    """Small normal forms are decided soon; larger games have no estimate, and may have no pure equilibrium."""
    from galakit.game.normal_form import count_strategies, fewest_strategies
    from galakit.solvers.pure.table import PROFILES

    form = game.form
    if not form.perfect_recall:
        return 10.0
    players = range(len(form.players))
    few = all(prod(count(form, p) for p in players) <= PROFILES for count in (fewest_strategies, count_strategies))
    return 0.1 + 1e-3 * form.information_sets if few else inf


METHODS = (
    Method(
        name="pure-optimum",
        needs="one player, who may forget; no information set met twice in one play",
        promises="a pure strategy that is optimal, proved by the bound of an integer programme and by the certificate",
        cost="an integer programme, exponential in the information sets where the player forgets",
        refusal=refusal_optimum,
        run=run_optimum,
        estimate=estimate_optimum,
        equilibrium=False,
    ),
    Method(
        name="pure",
        needs="any number of players, who may forget; no information set met twice in one play",
        promises="an equilibrium in pure strategies, or all of them, or that there is none",
        cost="an integer programme with a whole column for every sequence; with one for every leaf if the sum varies",
        refusal=unsuited,
        run=run_pure,
        estimate=estimate_pure,
        options={"all": "yes: all equilibria in pure strategies", "limit": f"how many of them at most ({LIMIT})"},
    ),
)
