"""The method `best`: the equilibrium that is best, or worst, for the players together or for one of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import Floats, SequenceForm
    from galakit.solution.solution import Finding
    from galakit.solvers.selection.aim import Aim
    from galakit.solvers.selection.programme import Wanted

MOST = 3_000  # sequences of both players: each is a binary column
SHARE = 0.2  # of the time, for any equilibrium
QUICK = 400  # of them, up to which the answer is worked out in fractions


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) > 2:
        from galakit.solvers.selection.several import refusal as of_several

        return of_several(game)
    if len(form.players) != 2:
        return "one player alone has no other equilibria to compare"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if sum(form.sequences) > MOST:
        return f"its players have {sum(form.sequences):,} sequences, and equilibria are compared up to {MOST:,}"
    return None


def run(game: Game, request: Request) -> Answer:
    from galakit.deadline import OutOfTime
    from galakit.game.realization import repaired
    from galakit.solvers.selection.aim import WELFARE
    from galakit.solvers.selection.aim import aim as understood
    from galakit.solvers.selection.bounds import bound_on_equilibria
    from galakit.solvers.selection.programme import Wanted, search, unseen

    form = game.form
    if len(form.players) > 2:
        from galakit.solvers.selection.several import run_several

        return run_several(game, request)
    aim = understood(option(request.options, "prefer", WELFARE, str, "welfare, or a player"), form.players)
    if aim.kind == "payoffs" and form.constant_sum is not None:
        return _opposed(game, request, aim)
    if aim.kind == "payoffs" and unseen(form) > 0 and (listed := _listed(game, request, aim)) is not None:
        return listed
    wanted = Wanted.of(form, aim)
    limit = bound_on_equilibria(game, aim, request)
    some = None if request.limit is None else _some(game, request)
    found = search(
        form,
        wanted,
        bound=None if limit is None else limit.amount,
        time_limit=request.time_limit,
        progress=request.progress,
    )
    if found.plans is None:
        if some is None or aim.kind == "symmetric":
            raise OutOfTime(
                f"{request.limit} was reached before an equilibrium was found", hint="allow more time", id="GK632"
            )
        warning = f"{request.limit} was reached before equilibria were compared: there may be {aim.rival}"
        return replace(some, warnings=(*some.warnings, warning), complete=False)
    plans: tuple[Plan, ...] | None = None
    if request.exact or (request.exact is None and form.exact and sum(form.sequences) <= QUICK):
        plans = _in_fractions(form, found.plans, wanted, request)
    warnings: tuple[str, ...] = ()
    if not found.proved:
        warnings = (
            f"{request.limit} was reached before it was proved that no other equilibrium is {aim}: there may be "
            f"{aim.rival}, with {found.bound:.6g} instead of {found.reached:.6g}",
        )
    proved = found.proved
    if (missed := unseen(form)) > 0:
        proved = False
        warnings += (
            f"payoffs are so far apart that the integer programme takes amounts below {missed:.2g} for nothing: see "
            "the gap",
        )
    if plans is None:
        plans = tuple(repaired(form, player, plan) for player, plan in enumerate(found.plans))
    proof = "proved: no equilibrium is" if proved else "not proved: no equilibrium is known that is"
    learnt: dict[str, Finding] = {str(aim): f"{proof} {aim.better}", "nodes of the search": found.nodes}
    if aim.kind == "informative":
        learnt["two types are told apart with probability"] = float(wanted.reached(plans, ()))
    return Answer(plans, f"{aim}, by integer programming", warnings, found=learnt, complete=proved)


def _some(game: Game, request: Request) -> Answer | None:
    """Any equilibrium, for the case that there is no time to compare; None where it takes long."""
    from galakit.solvers.registry import named

    try:
        return named("lcp").run(game, replace(request.within(SHARE * (request.time_limit or 0)), options={}))
    except GalakitError:
        return None


def _opposed(game: Game, request: Request, aim: Aim) -> Answer:
    """Any equilibrium, where one player gains what the other loses."""
    from galakit.solvers.lp.method import optimum

    answer = optimum(game.form, game.unfolded[2].nodes, replace(request, options={}))
    proof: dict[str, Finding] = {str(aim): "proved: in a constant-sum game all equilibria are worth the same"}
    return replace(answer, found={**answer.found, **(proof if answer.complete else {})})


def _listed(game: Game, request: Request, aim: Aim) -> Answer | None:
    """The best of all extreme equilibria, in fractions; None where they are too many.

    Others are mixtures of those that fit each other, and no better.
    """
    from galakit.solution.certificate import certify
    from galakit.solvers.registry import named

    extreme = named("extreme")
    if extreme.refusal(game) is not None:
        return None
    answer = extreme.run(game, replace(request, options={}))
    assert answer.plans is not None
    profiles = [answer.plans, *answer.others]
    if len(profiles) < int(answer.found["extreme equilibria"]):
        return None
    values = [certify(game.form, plans).value for plans in profiles]
    amounts = [aim.sign * sum(w * v for w, v in zip(aim.weights, value)) for value in values]
    best = profiles.pop(max(range(len(profiles)), key=lambda k: (amounts[k], -k)))
    proof = f"proved: no equilibrium is {aim.better}"
    learnt: dict[str, Finding] = {str(aim): proof, "equilibria compared": len(amounts)}
    return Answer(best, f"{aim}, of all extreme ones", (), tuple(profiles), found=learnt, exhaustive=True)


def _in_fractions(
    form: SequenceForm, plans: tuple[Floats, Floats], wanted: Wanted, request: Request
) -> tuple[Plan, ...] | None:
    """The same equilibrium in fractions: the best one with the same support; None where floating point must do."""
    import numpy as np

    from galakit.solvers.programming import exact_solution
    from galakit.solvers.selection.support import on_support

    programme, played = on_support(form, plans, wanted)
    try:
        ends = None if request.limit is None else request.limit.ends
        vertex, _ = exact_solution(programme, deadline=ends, progress=request.progress)
    except GalakitError:
        if request.exact:
            raise
        return None
    found = []
    at = 0
    for player in (0, 1):
        plan = np.array([0] * form.sequences[player], object)
        plan[played[player]] = vertex.z[at : at + len(played[player])]
        at += len(played[player])
        found.append(plan)
    return tuple(found)


METHODS = (
    Method(
        name="best",
        needs=f"two players and at most {MOST:,} sequences, or more players; perfect recall",
        promises="the equilibrium that is best for the players together or for one of them, or the worst; with a proof "
        "for two players, and for more in small games",
        cost="an integer programme with a binary column for every sequence; for more players, all equilibria or many",
        refusal=refusal,
        run=run,
        options={
            "prefer": "welfare (the default), a player, symmetric or informative; with :min, the worst equilibrium or "
            "the least informative one"
        },
    ),
)
