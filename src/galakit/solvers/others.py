"""Whether a game may have other equilibria than those that a method found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.solvers.registry import named

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.certificate import Certificate
    from galakit.solvers.method import Answer, Method

WORTH_THE_SAME = "worth the same, if there are any"
WORTH_ELSE = "there may be some, worth more or less"
LISTED_BY = {True: "extreme", False: "polynomial"}
"""the method that lists all equilibria of a small game: of two players, of more"""
ROUNDING = 1e-6  # a gap that is nothing but rounding


def others_possible(game: Game, method: Method, answer: Answer, certificate: Certificate) -> dict[str, str]:
    """A remark on equilibria that were not found."""
    if not method.equilibrium or answer.exhaustive or len(game.players) < 2 or certificate.gap > ROUNDING:
        return {}
    opposed = (
        method.opposed
        or answer.opposed
        or (len(game.players) == 2 and "unfolded" in game.__dict__ and game.form.constant_sum is not None)
    )
    return {"other equilibria": WORTH_THE_SAME if opposed else WORTH_ELSE + _remedy(game, method)}


def _remedy(game: Game, method: Method) -> str:
    """How to see the other equilibria, where that is possible."""
    if "unfolded" not in game.__dict__:
        return ""
    lister = LISTED_BY[len(game.players) == 2]
    if method.name == lister or named(lister).refusal(game) is not None:
        return ""
    return f" (--method {lister} lists them)"
