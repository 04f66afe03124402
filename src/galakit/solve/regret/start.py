"""A profile to start from: plans, a solution, or the file of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.solution.certificate import certify
from galakit.solution.files import load_solution
from galakit.solution.solution import Solution
from galakit.solve.realization import Plan, behaviour, plan_of, uniform


def profile(form: SequenceForm, start: Any) -> tuple[Plan, ...]:
    """One plan per player from a sequence of plans, a Solution, or the path of a saved one."""
    if isinstance(start, (str, Path)):
        start = load_solution(start)
    plans = _played(form, start) if isinstance(start, Solution) else tuple(np.asarray(p, np.float64) for p in start)
    certify(form, plans)  # which refuses what is no plan
    return plans


def _played(form: SequenceForm, solution: Solution) -> tuple[Plan, ...]:
    """The plans of a solution, set by set: what players know tells which; elsewhere they play uniformly."""
    strategies = [behaviour(form, p, uniform(form, p)) for p in range(len(form.players))]
    sheet = solution.sheet
    found = 0
    for i in range(sheet.information_sets):
        player = int(sheet.player[i])
        here = form.find(player, sheet.facts[i])
        rows = sheet.rows(i)
        if here is None or tuple(sheet.move[rows]) != form.moves(here):
            continue
        first = int(form.first_sequence[here])
        strategies[player][first : first + int(form.moves_count[here])] = sheet.probability[rows].astype(np.float64)
        found += 1
    if not found:
        raise GalakitError(
            f"the solution of {solution.name} says nothing about this game",
            hint="start from a solution of this game",
            id="GK612",
        )
    return tuple(plan_of(form, p, strategy) for p, strategy in enumerate(strategies))
