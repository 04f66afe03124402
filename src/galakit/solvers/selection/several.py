"""Choosing among equilibria of three and more players: the best of all, where they can be listed, or of many.

In small games `polynomial` lists all equilibria, and the choice is proved. In larger ones quantal responses are
followed from many starts: then it is the best of those that were found, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Request
from galakit.solvers.regret.options import option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm
    from galakit.solution.solution import Finding
    from galakit.solvers.selection.aim import Aim

STARTS = 50  # paths of quantal responses, where equilibria cannot be listed
ALIKE = 1e-6  # weights of players who play alike differ by less
CLOSE = 1e-9  # sums of payoffs that are the same


def refusal(game: Game) -> str | None:
    """Why equilibria of three and more players cannot be compared."""
    from galakit.solvers.polynomial.method import refusal as unlisted
    from galakit.solvers.quantal.method import refusal as unfollowed

    return None if unlisted(game) is None else unfollowed(game)


def run_several(game: Game, request: Request) -> Answer:
    """The equilibrium that serves the aim best."""
    from galakit.solvers.selection.aim import WELFARE
    from galakit.solvers.selection.aim import aim as understood

    form = game.form
    aim = understood(option(request.options, "prefer", WELFARE, str, "welfare, or a player"), form.players)
    if aim.kind == "informative":
        raise GalakitError(
            "how informative equilibria are is compared for two players only",
            hint="prefer welfare, a player, or symmetric",
            id="GK721",
        )
    alike = _exchanges(form) if aim.kind == "symmetric" else []
    profiles, all_of_them, how = _found(game, request)
    fitting = [plans for plans in profiles if all(_same(plans, exchange) for exchange in alike)]
    if not fitting:
        raise GalakitError(
            f"in none of the {len(profiles):,} equilibria that were found do all players play alike",
            hint="prefer welfare, or a player",
            id="GK720",
        )
    worth = [_worth(form, plans, aim) for plans in fitting]
    best = max(range(len(fitting)), key=lambda k: (round(worth[k] / CLOSE), -k))
    others = tuple(plans for k, plans in enumerate(fitting) if k != best)
    proof = "proved: no equilibrium is" if all_of_them else f"of {len(profiles):,} found; others may be"
    learnt: dict[str, Finding] = {str(aim): f"{proof} {aim.better}", "equilibria compared": len(fitting)}
    warnings: tuple[str, ...] = ()
    if not all_of_them:
        warnings = (f"the equilibrium is {aim} of those that were found: there may be {aim.rival}",)
    return Answer(fitting[best], f"{aim}, {how}", warnings, others, found=learnt, exhaustive=all_of_them and not alike)


def _found(game: Game, request: Request) -> tuple[Sequence[tuple[Plan, ...]], bool, str]:
    """Equilibria, whether they are all there are, and how they were found."""
    from galakit.solvers.polynomial.method import enumerated
    from galakit.solvers.polynomial.method import refusal as unlisted
    from galakit.solvers.quantal.method import run as follow

    if unlisted(game) is None:
        plans, found = enumerated(game, request)
        if plans:
            return plans, found.complete and found.isolated, "from all choices of supports"
    answer = follow(game, replace(request, options={"starts": STARTS}))
    assert answer.plans is not None
    return [answer.plans, *answer.others], False, f"from {STARTS} paths of quantal responses"


def _worth(form: SequenceForm, plans: Sequence[Plan], aim: Aim) -> float:
    """What the aim comes to, in floating point."""
    import numpy as np

    reached = np.ones(len(form.leaf_class))
    for plan, sequences in zip(plans, form.leaf_sequences):
        reached = reached * np.asarray(plan, np.float64)[sequences]
    values = [float(reached @ form.payoff(player)) for player in range(len(plans))]
    return aim.sign * sum(w * v for w, v in zip(aim.weights, values))


def _exchanges(form: SequenceForm) -> list[tuple[int, int, list[int]]]:
    """For the first player and each other one, which sequence corresponds to which; checked to leave the game as it is.

    Exchanges with the first player generate all permutations.
    """
    from galakit.solvers.selection.symmetry import exchange

    return [(0, other, exchange(form, 0, other)) for other in range(1, len(form.players))]


def _same(plans: Sequence[Plan], exchange: tuple[int, int, list[int]]) -> bool:
    one, other, to = exchange
    return all(abs(float(plans[one][s]) - float(plans[other][t])) < ALIKE for s, t in enumerate(to))
