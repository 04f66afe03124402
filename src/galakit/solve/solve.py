"""Solving a game: pick a method, run it, certify what it returns."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.progress import Progress
from galakit.game.sequence_form import SequenceForm
from galakit.solution.certificate import certify
from galakit.solution.solution import Solution
from galakit.solve.lp import Algorithm
from galakit.solve.registry import Method, choose

if TYPE_CHECKING:
    from galakit.game.game import Game

QUICK_NODES = 2_000  # measured on poker: up to so many nodes an exact solution takes about a tenth of a second


def solve(
    game: Game,
    method: str = "auto",
    *,
    exact: bool | None = None,
    algorithm: Algorithm = "auto",
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A certified equilibrium of a game.

    `exact=None` solves in fractions where that is quick and the rules are exact, otherwise in floating point. With
    `time_limit` (seconds) the best strategies found until then come back; their certificate says how good they are.

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"), exact=True)
    >>> solution.value, solution.gap, solution.method
    ((Fraction(-1, 18), Fraction(1, 18)), 0, 'lp')
    """
    with game.reporting(progress):
        form, _, size = game.unfolded
        if exact and not form.exact:
            raise GalakitError(
                "there is no exact solution: the rules contain floating-point numbers",
                hint="write payoffs and probabilities as whole numbers or fractions such as 1/3",
                id="GK608",
            )
        chosen = choose(form, None if method == "auto" else method)
        quick = form.exact and size.nodes <= QUICK_NODES
        began = time.perf_counter()
        plans, found, warnings = _run(chosen, form, exact, quick, algorithm, time_limit, game.progress)
        seconds = game.seconds | {"solve": time.perf_counter() - began}
    began = time.perf_counter()
    certificate = certify(form, plans)
    seconds["certify"] = time.perf_counter() - began
    if certificate.exact and certificate.gap != 0:
        raise AssertionError("an exact solution did not pass its certificate")
    return Solution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        method=chosen.name,
        certificate=certificate,
        size=size,
        seconds=seconds,
        algorithm=found.algorithm if hasattr(found, "algorithm") else _exact_algorithm(form),
        why=f"it needs {chosen.needs}",
        warnings=warnings,
        game=game,
        plans=plans,
    )


def _run(
    method: Method,
    form: SequenceForm,
    exact: bool | None,
    quick: bool,
    algorithm: Algorithm,
    time_limit: float | None,
    progress: Progress | None,
) -> tuple[tuple[npt.NDArray[Any], ...], Any, tuple[str, ...]]:
    """The plans, the method's own record of its work, and what the user should be warned of."""
    options: dict[str, Any] = {"algorithm": algorithm, "time_limit": time_limit, "progress": progress}
    if exact and method.exact_function is None:
        raise GalakitError(f"the method {method.name} does not solve exactly", id="GK608")
    if method.exact_function is not None and (exact or (exact is None and quick)):
        try:
            found = method.exact_function(form, **options)
            return tuple(_fractions(plan) for plan in found.plans), found, ()
        except GalakitError:
            if exact:
                raise
    found = method.function(form, **options)
    warnings: tuple[str, ...] = ()
    if not getattr(found, "optimal", True):
        warnings = (f"the time limit of {time_limit:g} s struck before the solver was done: see the gap",)
    return tuple(found.plans), found, warnings


def _exact_algorithm(form: SequenceForm) -> str:
    return "best response" if len(form.players) == 1 else "simplex basis, solved exactly"


def _fractions(plan: list[Fraction]) -> npt.NDArray[Any]:
    column = np.empty(len(plan), object)
    column[:] = plan
    return column
