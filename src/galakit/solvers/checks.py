"""Whether a method can do what is asked of it: requests, locks, credible equilibria. What it cannot do is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.choice import verdicts
from galakit.solvers.method import Request
from galakit.solvers.registry import AUTO, methods, named

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solvers.method import Method

CREDIBLE = "credible"


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


def credible_instead_of(method: str) -> str:
    """The method for an equilibrium without empty threats; an error where another one is named."""
    if method not in (AUTO, CREDIBLE):
        raise GalakitError(
            f"a credible equilibrium is found by a method of its own choice, and {method} is named",
            hint=f"leave out the method; or leave out credible, and judge what {method} finds: galakit sequential",
            id="GK670",
        )
    return CREDIBLE


def locking(game: Game, method: str, request: Request | None = None) -> bool:
    """Whether the method that solves a game supports locks; otherwise chance plays at locked information sets."""
    if method != AUTO:
        return named(method).locks
    able = [verdict for verdict in verdicts(game, request or Request()) if verdict.seconds is not None]
    if able and able[0].method.basis == "rules" and not able[0].method.locks:
        raise GalakitError(
            f"nothing in this game can be locked: it is solved by {able[0].method.name}, which takes no locks",
            hint="choose smaller parameters",
            id="GK606",
        )
    return bool(able) and able[0].method.locks
