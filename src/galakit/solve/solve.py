"""Solving a game: pick a method, run it, certify what it returns."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.game.progress import Progress
from galakit.solution.certificate import certify
from galakit.solution.solution import Solution
from galakit.solve.method import Method, Request
from galakit.solve.registry import choose

if TYPE_CHECKING:
    from galakit.game.game import Game


def solve(
    game: Game,
    method: str = "auto",
    *,
    exact: bool | None = None,
    time_limit: float | None = None,
    gap: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Solution:
    """A certified equilibrium of a game.

    `exact=None` solves in fractions where that is quick and the rules are exact, otherwise in floating point. With
    `time_limit` (seconds) the best strategies found until then come back; their certificate says how good they are.
    Methods that come closer step by step stop at `gap`. Further options are the method's own (see `galakit methods`).

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"), exact=True)
    >>> solution.value, solution.gap, solution.method
    ((Fraction(-1, 18), Fraction(1, 18)), 0, 'lp')
    """
    with game.reporting(progress):
        form, tree, size = game.unfolded
        if exact and not form.exact:
            raise GalakitError(
                "there is no exact solution: the rules contain floating-point numbers",
                hint="write payoffs and probabilities as whole numbers or fractions such as 1/3",
                id="GK608",
            )
        chosen = choose(game, None if method == "auto" else method)
        _check(chosen, options)
        began = time.perf_counter()
        answer = chosen.run(game, Request(exact, time_limit, gap, options, game.progress))
        seconds = game.seconds | {"solve": time.perf_counter() - began}
    began = time.perf_counter()
    profiles = (answer.plans, *answer.others)
    certificates = [certify(form, plans, tree) for plans in profiles]
    seconds["certify"] = time.perf_counter() - began
    if chosen.equilibrium and any(c.exact and c.tight and c.gap != 0 for c in certificates):
        raise AssertionError("an exact solution did not pass its certificate")
    first, *others = [
        Solution(
            name=game.name,
            params=dict(game.params),
            players=game.players,
            method=chosen.name,
            certificate=certificate,
            size=size,
            seconds=seconds,
            algorithm=answer.algorithm,
            why=f"it needs {chosen.needs}",
            warnings=answer.warnings,
            found=answer.found,
            game=game,
            plans=plans,
        )
        for certificate, plans in zip(certificates, profiles)
    ]
    first.others = tuple(others)
    return first


def _check(method: Method, options: dict[str, Any]) -> None:
    for name in options:
        if name not in method.options:
            known = ", ".join(method.options) or "none"
            raise GalakitError(
                f"the method {method.name} has no option `{name}`", hint=f"its options are: {known}", id="GK509"
            )
