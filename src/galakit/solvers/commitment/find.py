"""Finding the best commitment: which of the methods finds it in a game, and what they prove.

Where one player gains what the other loses, an optimal strategy is the best commitment, by the minimax theorem. In
other games all replies are gone through where there are few, else an integer programme decides; pure strategies are
gone through in pairs where there are few.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.normal_form import count_strategies, fewest_strategies
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.certificate import certify
from galakit.solvers.commitment.programme import search
from galakit.solvers.commitment.pure import best_pair, pure_plan
from galakit.solvers.commitment.replies import against, best_of_replies
from galakit.solvers.exploit.adverse import response
from galakit.solvers.lp.method import optimum
from galakit.solvers.method import Request
from galakit.solvers.pure.guarantee import run as best_guarantee

QUICK = 400  # sequences of both players up to which the answer is worked out in fractions
REPLIES = 500  # pure replies up to which each may have its linear programme
PAIRS = 200_000  # of pure strategies that are looked at one by one


@dataclass(frozen=True, eq=False)
class Found:
    """A commitment and the reply to it."""

    plans: tuple[Plan, ...]
    """of both players in their order"""
    bound: Number | None
    """what no commitment exceeds; None where that is the value of the plans"""
    exact: bool
    """whether that is proved in fractions"""
    algorithm: str
    warnings: tuple[str, ...] = ()


def find(game: Game, leader: int, request: Request, *, pure: bool) -> Found:
    """The best commitment; with a warning where the time was not enough for the proof."""
    form = game.form
    if not pure and form.constant_sum is not None:
        return _optimal(form, leader, game.size().nodes, request)
    many = _strategies(form)
    quick = sum(form.sequences) <= QUICK
    fractions = form.exact and request.exact is not False and (bool(request.exact) or quick)
    if pure and many[0] * many[1] <= PAIRS:
        plan, reply, pairs = best_pair(form, leader, exact=form.exact and request.exact is not False)
        return Found(_ordered(leader, plan, reply), None, form.exact, f"all {pairs:,} pairs of pure strategies")
    if pure and form.constant_sum is not None and game.unfolded[1] is not None:
        return _sure(game, leader, request)
    if not pure and quick and many[1 - leader] <= REPLIES:
        try:
            best = best_of_replies(form, leader, exact=fractions, deadline=request.limit, progress=request.progress)
        except OutOfTime:
            raise
        except GalakitError:  # a linear programme at the edge of what floating point can tell
            return _by_integers(form, leader, request, pure=pure, fractions=fractions)
        how = f"linear programmes for {best.programmes:,} of {best.replies:,} replies"
        return Found(_ordered(leader, best.plan, best.reply), None, fractions, how)
    return _by_integers(form, leader, request, pure=pure, fractions=fractions)


def _optimal(form: SequenceForm, leader: int, nodes: int, request: Request) -> Found:
    """An optimal strategy, which is the best commitment where one gains what the other loses."""
    answer = optimum(form, nodes, request)
    plans = answer.plans
    assert plans is not None
    certificate = certify(form, plans)
    _, reply = response(form, 1 - leader, plans)
    # No commitment brings more than the best reply to one optimal strategy of the other.
    bound = certificate.value[leader] + certificate.gains[leader]
    how = f"an optimal strategy, by {answer.algorithm}"
    return Found(_ordered(leader, plans[leader], reply), bound, certificate.exact, how, answer.warnings)


def _sure(game: Game, leader: int, request: Request) -> Found:
    """The pure strategy that guarantees most: the best pure commitment where one gains what the other loses."""
    form = game.form
    answer = best_guarantee(game, replace(request, options={"player": form.players[leader]}))
    assert answer.plans is not None
    bound = answer.found["no pure strategy is sure of more than"]
    assert not isinstance(bound, str)
    return Found(answer.plans, bound, False, answer.algorithm, answer.warnings)


def _by_integers(form: SequenceForm, leader: int, request: Request, *, pure: bool, fractions: bool) -> Found:
    found = search(form, leader, pure=pure, time_limit=request.time_limit, progress=request.progress)
    if found.plans is None:
        raise OutOfTime(
            f"{request.limit} was reached before a commitment was found", hint="allow more time", id="GK632"
        )
    plan, reply = found.plans[leader], found.plans[1 - leader]
    exact = fractions
    if pure:
        exact = form.exact and request.exact is not False
        plan = pure_plan(plan, exact)
    elif fractions:
        try:
            plan = _exact(form, leader, reply)
        except GalakitError:
            if request.exact:
                raise
            exact = False
    warnings: tuple[str, ...] = ()
    if not found.proved:
        warnings = (
            f"{request.limit} was reached before it was proved that no other commitment is better: there may be one "
            f"that brings {form.players[leader]} {found.bound:.6g}",
        )
    how = f"integer programme, {found.nodes:,} nodes"
    return Found(_ordered(leader, plan, pure_plan(reply, exact)), found.bound, False, how, warnings)


def _exact(form: SequenceForm, leader: int, reply: Plan) -> Plan:
    """The best commitment to which a reply, found in floating point, is a best response in fractions."""
    plan = against(form, leader, pure_plan(reply, True), exact=True)
    if plan is None:
        raise GalakitError(
            "the reply that was found in floating point is no best response in fractions",
            hint="solve in floating point: --float",
            id="GK608",
        )
    return plan


def _strategies(form: SequenceForm) -> list[int]:
    """How many pure strategies each player has; at least so many where counting them would take long."""
    few = [fewest_strategies(form, player) for player in (0, 1)]
    return few if max(few) > PAIRS else [count_strategies(form, player) for player in (0, 1)]


def _ordered(leader: int, plan: Plan, reply: Plan) -> tuple[Plan, ...]:
    return (plan, reply) if leader == 0 else (reply, plan)
