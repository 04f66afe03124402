"""Double oracle: solve a part of the game, extend it by best responses, and repeat until these gain nothing.

McMahan, Gordon & Blum (2003) on the normal form; Bosansky, Kiekintveld, Lisy & Pechoucek (2014) on the sequence form,
which is what happens here: a game in which each player moves once is its special case. Best responses in the whole
game bound the value from both sides in every iteration. When they gain nothing, the equilibrium of the part is one of
the whole game; that happens at the latest when the part is the whole, and often when it is a small part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.game.response import best_response, exact_best_response
from galakit.game.sequence_form import SequenceForm
from galakit.solvers.lp.exact import solve_exact
from galakit.solvers.lp.programme import solve_lp
from galakit.solvers.oracle.restricted import relevant, restricted_form, started

Plans = tuple[npt.NDArray[Any], npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Iteration:
    """The best strategies after an iteration, and what they prove."""

    number: int
    plans: Plans
    lower: float | Fraction
    """player 0 gets at least this with their plan"""
    upper: float | Fraction
    """and at most this against the other player's plan"""
    sequences: tuple[int, ...]
    """of the part that was solved"""
    done: bool
    """the best responses are in the part: nothing can be added"""
    exact: bool
    interrupted: bool = False
    """Ctrl-C stopped the programme that followed"""

    @property
    def gap(self) -> float | Fraction:
        return self.upper - self.lower


def double_oracle(
    form: SequenceForm,
    *,
    gap: float,
    exact: bool,
    time_left: Callable[[], float | None],
    seen: Callable[[Iteration], bool],
) -> Iteration:
    """Iterate until the gap is reached, nothing can be added or `seen` returns True; exact at the end on request."""
    parts = started(form)
    total = Fraction(form.constant_sum or 0)
    best: Iteration | None = None
    precise, number = False, 0
    while True:
        number += 1
        part = restricted_form(form, parts)
        solved: tuple[Any, ...]
        if precise:
            try:
                solved = tuple(np.fromiter(plan, object) for plan in solve_exact(part, time_limit=time_left()).plans)
            except OutOfTime:
                assert best is not None
                return best
        else:
            approximate = solve_lp(part, algorithm="simplex", time_limit=time_left())
            if not approximate.optimal and best is not None:
                return replace(best, interrupted=approximate.stopped == "interrupt")
            solved = approximate.plans
        x, y = (one.extended(np.asarray(plan)) for one, plan in zip(parts, solved))
        respond = exact_best_response if precise else best_response
        upper, first = respond(form, 0, (None, y))
        conceded, second = respond(form, 1, (x, None))
        lower = (total if precise else float(total)) - conceded
        more = relevant(form, 0, first, y), relevant(form, 1, second, x)
        done = not any((new & ~one.allowed).any() for one, new in zip(parts, more))
        found = Iteration(number, (x, y), lower, upper, part.sequences, done, precise)
        # Bounds of different iterations hold together, so each player keeps their best plan; exact ones stay a pair.
        best = found if best is None or precise else _better(best, found)
        if seen(best):
            return best
        close = best.gap <= gap or done
        if close and (precise or not exact):
            return best
        precise = precise or close
        parts = parts[0].with_sequences(more[0]), parts[1].with_sequences(more[1])


def _better(before: Iteration, found: Iteration) -> Iteration:
    """The newer iteration, with each player's better plan."""
    x, lower = (found.plans[0], found.lower) if found.lower >= before.lower else (before.plans[0], before.lower)
    y, upper = (found.plans[1], found.upper) if found.upper <= before.upper else (before.plans[1], before.upper)
    return Iteration(found.number, (x, y), lower, upper, found.sequences, found.done, found.exact)
