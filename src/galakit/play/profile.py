"""The strategies of a solution as a function of what a player knows, for simulated play."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.play.walk import Policy
from galakit.solution.facts import telling

if TYPE_CHECKING:
    from galakit.solution.solution import Solution


def policy_of(solution: Solution) -> Policy:
    """What a solution plays, whatever kind of policy it has; an error where it does not know the facts."""
    policy = solution.listing if solution.able.list_all else solution.policy

    @cache
    def played(player: int, facts: tuple[str, ...], moves: int) -> list[float]:
        shares = policy.played(player, facts)
        if shares is None or len(shares) != moves:
            raise GalakitError(
                f"the solution of {solution.name} does not say what {solution.players[player]} does",
                notes=["they know " + (", ".join(telling(facts)) or "nothing")],
                hint="it belongs to other rules: give a solution of this game, with the same parameters",
                id="GK612",
            )
        return [float(share) for share in shares]

    return played
