"""Profiles as input of solvers: plans, a solution, the file of one, or strategies written by a user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.game.realization import Plan, behaviour, is_exact, plan_of, uniform
from galakit.game.sequence_form import SequenceForm
from galakit.solution.certificate import certify
from galakit.solution.files import load_solution
from galakit.solution.profile import Profile, plans
from galakit.solution.solution import Solution

ProfileInput: TypeAlias = Solution | str | Path | Profile | Sequence[Plan]
"""A Solution, the path of a saved one, "uniform", a profile as `gk.certify` takes it, or one plan per player"""


def profile(form: SequenceForm, given: ProfileInput) -> tuple[Plan, ...]:
    """One plan per player, of Fractions where the profile and the game are exact; an error if it is invalid."""
    if isinstance(given, str) and given == "uniform":
        return tuple(uniform(form, p, exact=form.exact) for p in range(len(form.players)))
    if isinstance(given, (str, Path)):
        given = load_solution(given)
    if isinstance(given, Solution) and given.game is not None and given.game.form is form:
        # It has its certificate.
        found = given.listing.plans or tuple(plan_of(form, p, s) for p, s in enumerate(given.strategies))
    else:
        found = _given(form, given)
        certify(form, found)  # refuses an invalid plan
    return tuple(plan if is_exact(plan) and form.exact else plan.astype(np.float64) for plan in found)


def _given(form: SequenceForm, given: Solution | Profile | Sequence[Plan]) -> tuple[Plan, ...]:
    if isinstance(given, Solution):
        return _played(form, given)
    if isinstance(given, Mapping):
        return plans(form, given)
    return tuple(np.asarray(plan) for plan in given)


def _played(form: SequenceForm, solution: Solution) -> tuple[Plan, ...]:
    """The plans of a solution, its information sets matched by their facts; uniform elsewhere."""
    exact = solution.exact and form.exact
    strategies: list[Any] = [behaviour(form, p, uniform(form, p, exact=exact)).copy() for p in range(len(form.players))]
    sheet = solution.sheet
    found = 0
    for i in range(sheet.information_sets):
        player = int(sheet.player[i])
        here = form.find(player, sheet.facts[i]) if player < len(form.players) else None
        rows = sheet.rows(i)
        if here is None or tuple(sheet.move[rows]) != form.moves(here):
            continue
        first = int(form.first_sequence[here])
        shares = sheet.probability[rows]
        strategies[player][first : first + len(shares)] = shares if exact else shares.astype(np.float64)
        found += 1
    if sheet.information_sets and not found:
        raise GalakitError(
            f"the solution of {solution.name} says nothing about this game",
            hint="give a solution of this game",
            id="GK612",
        )
    return tuple(plan_of(form, p, strategy) for p, strategy in enumerate(strategies))


def player_number(form: SequenceForm, player: str | int) -> int:
    """The index of a player, given by name or index."""
    if isinstance(player, str) and player in form.players:
        return form.players.index(player)
    if isinstance(player, int) and 0 <= player < len(form.players):
        return player
    raise GalakitError(f"there is no player {player}", hint="the players are " + ", ".join(form.players), id="GK610")
