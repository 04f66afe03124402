"""Choosing among equilibria of three and more players, with a bound on those that were not found.

Candidates come from the best correlated equilibrium, which may be one without a mediator, from pure strategies, and
in small games from `polynomial`, which lists all equilibria; in larger ones quantal responses are followed from many
starts, and so are paths of the global Newton method. The choice is proved if it reaches the bound (`bounds`), or if
all equilibria are known. Otherwise the answer says what the bound leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Request
from galakit.solvers.regret.options import option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm
    from galakit.rules.contract import Number
    from galakit.solution.solution import Finding
    from galakit.solvers.selection.aim import Aim
    from galakit.solvers.selection.bounds import Bound

Profile: TypeAlias = "tuple[Plan, ...]"

STARTS = 50  # paths of quantal responses, where equilibria cannot be listed
BONUSES = 10  # paths of the global Newton method
PURE = 100  # equilibria in pure strategies that are compared
PATIENCE = 20.0  # seconds for them, at most
SHARE = 0.3  # of the time limit
ALIKE = 1e-6  # weights of players who play alike differ by less
CLOSE = 1e-9  # of the largest payoff: sums of payoffs that are the same
APART = "two types are told apart with probability"


def refusal(game: Game) -> str | None:
    """Why equilibria of three and more players cannot be compared."""
    from galakit.solvers.polynomial.method import refusal as unlisted
    from galakit.solvers.quantal.method import refusal as unfollowed

    return None if unlisted(game) is None else unfollowed(game)


def run_several(game: Game, request: Request) -> Answer:
    """The equilibrium that serves the aim best."""
    from galakit.solution.shown.numbers import number
    from galakit.solvers.selection.aim import WELFARE
    from galakit.solvers.selection.aim import aim as understood
    from galakit.solvers.selection.bounds import bound_on_equilibria

    form = game.form
    aim = understood(option(request.options, "prefer", WELFARE, str, "welfare, or a player"), form.players)
    measure = _measure(form, aim)
    alike = _exchanges(form) if aim.kind == "symmetric" else []
    close = CLOSE * (max((abs(float(v)) for payoffs in form.classes for v in payoffs), default=0.0) or 1.0)
    bound = bound_on_equilibria(game, aim, request)
    found: list[Profile] = []
    amounts: list[float] = []
    all_of_them, how, seen = False, "", 0
    for source, profiles, exhaustive in _sources(game, request, aim, bound, found):
        new = [p for p in profiles if not any(_equal(p, other) for other in found)]
        seen += len(new)
        fitting = [plans for plans in new if all(_same(plans, exchange) for exchange in alike)]
        found += fitting
        amounts += [measure(plans) for plans in fitting]
        how, all_of_them = source, exhaustive
        if bound is not None and any(aim.sign * (float(bound.amount) - amount) <= close for amount in amounts):
            break
    if not found:
        raise GalakitError(
            f"in none of the {seen:,} equilibria that were found do all players play alike",
            hint="prefer welfare, or a player",
            id="GK720",
        )
    best = max(range(len(found)), key=lambda k: (round(aim.sign * amounts[k] / close), -k))
    reached = bound is not None and aim.sign * (float(bound.amount) - amounts[best]) <= close
    proved = reached or all_of_them
    warnings: tuple[str, ...] = ()
    if proved:
        text = f"proved: no equilibrium is {aim.better}" + (f", {bound.nor}" if bound and not all_of_them else "")
    else:
        text = f"of {len(found):,} found; others may be {aim.better}"
        warnings = (f"the equilibrium is {aim} of those that were found: there may be {aim.rival}",)
    learnt: dict[str, Finding] = {str(aim): text, "equilibria compared": len(found)}
    if bound is not None and not proved:
        learnt[f"no equilibrium has {'more' if aim.sign > 0 else 'less'} than"] = number(bound.amount)
    if aim.kind == "informative":
        learnt[APART] = amounts[best]
    return Answer(
        found[best],
        f"{aim}, {how}",
        warnings,
        tuple(plans for k, plans in enumerate(found) if k != best),
        found=learnt,
        complete=proved,
        exhaustive=all_of_them and not alike,
    )


def _sources(
    game: Game, request: Request, aim: Aim, bound: Bound | None, found: Sequence[Profile]
) -> Iterator[tuple[str, Iterable[Profile], bool]]:
    """Equilibria, those first that are found soon: how they are found, and whether they are all there are."""
    from galakit.solution.certificate import certify
    from galakit.solvers.newton.method import refusal as unbonused
    from galakit.solvers.newton.method import run as follow_bonus
    from galakit.solvers.polynomial.method import enumerated
    from galakit.solvers.polynomial.method import refusal as unlisted
    from galakit.solvers.quantal.method import run as follow

    if bound is not None:
        yield "as the best correlated equilibrium", [p for p in bound.profiles if certify(game.form, p).gap == 0], False
    yield "in pure strategies", _pure(game, request), False
    if unlisted(game) is None:
        plans, listed = enumerated(game, request)
        # What is done off the path changes nothing but who plays alike.
        known = listed.isolated and not (listed.unreached and aim.kind == "symmetric")
        yield "from all choices of supports", plans, known
        if plans and (known or aim.kind != "symmetric"):
            return
    if found and request.over:
        return
    for starts in (1, STARTS):
        try:
            answer = follow(game, replace(request, options={"starts": starts}))
        except OutOfTime:
            if not found:
                raise
            return
        assert answer.plans is not None
        how = f"from {starts} paths of quantal responses" if starts > 1 else "as the limit of quantal responses"
        yield how, [answer.plans, *answer.others], False
    if unbonused(game) is None and not request.over:
        try:
            answer = follow_bonus(game, replace(request, options={"starts": BONUSES}))
        except GalakitError:  # there is no more time, or all paths are lost
            return
        assert answer.plans is not None
        yield f"from {BONUSES} paths of the global Newton method", [answer.plans, *answer.others], False


def _pure(game: Game, request: Request) -> list[Profile]:
    """Equilibria in pure strategies, as many as are found in a while."""
    from galakit.solvers.pure.equilibria import Equilibria, Unfinished
    from galakit.solvers.pure.methods import plans_of_profile
    from galakit.solvers.pure.suits import unsuited

    if unsuited(game) is not None:
        return []
    form, tree, _ = game.unfolded
    assert tree is not None
    seconds = PATIENCE if request.time_limit is None else min(PATIENCE, SHARE * request.time_limit)
    exact = form.exact and request.exact is not False
    found: list[Profile] = []
    try:
        for moves in islice(Equilibria(form, tree, seconds, request.progress), PURE):
            found.append(plans_of_profile(form, moves, exact))
    except (Unfinished, GalakitError):  # there is no more time, or HiGHS cannot solve the programme
        pass
    return found


def _measure(form: SequenceForm, aim: Aim) -> Callable[[Profile], float]:
    """What the aim comes to, in floating point."""
    import numpy as np

    from galakit.solvers.selection.programme import Wanted

    wanted = Wanted(aim) if aim.kind == "symmetric" else Wanted.of(form, aim)

    def amount(plans: Profile) -> float:
        reached = np.ones(len(form.leaf_class))
        for plan, sequences in zip(plans, form.leaf_sequences):
            reached = reached * np.asarray(plan, np.float64)[sequences]
        values: list[Number] = [float(reached @ form.payoff(player)) for player in range(len(plans))]
        return float(wanted.reached(plans, values))

    return amount


def _exchanges(form: SequenceForm) -> list[tuple[int, int, list[int]]]:
    """For the first player and each other one, which sequence corresponds to which; checked to leave the game as it is.

    Exchanges with the first player generate all permutations.
    """
    from galakit.solvers.selection.symmetry import exchange

    return [(0, other, exchange(form, 0, other)) for other in range(1, len(form.players))]


def _same(plans: Sequence[Plan], exchange: tuple[int, int, list[int]]) -> bool:
    one, other, to = exchange
    return all(abs(float(plans[one][s]) - float(plans[other][t])) < ALIKE for s, t in enumerate(to))


def _equal(plans: Profile, others: Profile) -> bool:
    return all(float(abs(one - other).max()) < ALIKE for one, other in zip(plans, others))
