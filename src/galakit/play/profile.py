"""A solution as one who plays: asked what he does where he knows some facts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from galakit.errors import GalakitError
from galakit.play.walk import Policy
from galakit.solution.facts import telling

if TYPE_CHECKING:
    from galakit.solution.solution import Solution


def policy_of(solution: Solution) -> Policy:
    """What a solution plays, however it is kept: listed, asked for one by one, or read from a file."""
    if solution.unlisted:
        return _asking(solution)
    return _by_sheet(solution) if solution.game is None else _by_form(solution)


def _asking(solution: Solution) -> Policy:
    """A solution that is not listed, asked each time a player meets new facts."""
    answers = solution.answers

    @cache
    def policy(player: int, facts: tuple[str, ...], moves: int) -> list[float]:
        if answers is None:
            return [float(p) for p in solution.at(player, facts).probabilities.values()]
        played = answers.played(player, facts)
        assert played is not None, "play led to an information set that the separated game does not have"
        shares: list[float] = played.tolist()
        return shares

    return policy


def _by_form(solution: Solution) -> Policy:
    """A solution over the information sets of the unfolded game."""
    assert solution.game is not None
    form = solution.game.form
    strategies = [np.asarray(strategy, np.float64).tolist() for strategy in solution.strategies]

    def policy(player: int, facts: tuple[str, ...], moves: int) -> list[float]:
        found = form.find(player, facts)
        if found is None or int(form.moves_count[found]) != moves:
            raise GalakitError(
                f"the solution of {solution.name} does not say what {solution.players[player]} does",
                notes=["he knows " + (", ".join(telling(facts)) or "nothing")],
                hint="give a solution of this game, with the same parameters",
                id="GK612",
            )
        first = int(form.first_sequence[found])
        weights: list[float] = strategies[player][first : first + moves]
        return weights

    return policy


def _by_sheet(solution: Solution) -> Policy:
    """A solution that was read from a file."""
    sheet = solution.sheet
    known = {(int(p), sheet.facts[i]): i for i, p in enumerate(sheet.player.tolist())}

    def policy(player: int, facts: tuple[str, ...], moves: int) -> list[float]:
        found = known.get((player, facts))
        weights = [] if found is None else [float(p) for p in sheet.probability[sheet.rows(found)]]
        if len(weights) != moves:
            raise GalakitError(
                f"the saved solution does not say what {solution.players[player]} does",
                notes=["he knows " + (", ".join(telling(facts)) or "nothing")],
                hint="it belongs to other rules: solve the game again",
                id="GK511",
            )
        return weights

    return policy
