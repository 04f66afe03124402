"""Refusals of what is asked of a method and it cannot do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.registry import methods

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solvers.method import Method, Request


def check_request(game: Game, method: Method, request: Request) -> None:
    """Refuse to be exact where that cannot be, to resume where nothing is kept, and options that there are not."""
    if request.exact and method.never_exact:
        raise GalakitError(method.never_exact, hint="leave out --exact, or use another method", id="GK608")
    if method.basis == "tree":
        check_fractions(request.exact, game.form.exact)
    if request.keeping is not None and request.keeping.resume:
        _check_resuming(method, request.keeping.path)
    method.check_options(request.options)


def check_fractions(exact: bool | None, exact_rules: bool) -> None:
    """Refuse to be exact about rules that contain floating-point numbers."""
    if exact and not exact_rules:
        raise GalakitError(
            "there is no exact solution: the rules contain floating-point numbers",
            hint="write payoffs and probabilities as whole numbers or fractions such as 1/3",
            id="GK608",
        )


def _check_resuming(method: Method, path: Path) -> None:
    if "checkpoint" not in method.options:
        able = ", ".join(m.name for m in methods() if "checkpoint" in m.options)
        raise GalakitError(
            f"the method {method.name} cannot go on from where it was interrupted",
            hint=f"leave out --resume; these can: {able}",
            id="GK665",
        )
    if not path.exists():
        raise GalakitError(
            f"there is no {path} to go on from", hint="a run that is interrupted (Ctrl-C) leaves one", id="GK665"
        )
