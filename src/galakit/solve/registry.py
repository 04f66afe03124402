"""The methods there are, and the choice among them."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solve.method import Method

if TYPE_CHECKING:
    from galakit.game.game import Game

# In the order in which they are tried when none is named.
MODULES = (
    "galakit.solve.linear",
    "galakit.solve.regret.methods",
    "galakit.solve.regret.sampling_methods",
    "galakit.solve.imp.methods",
    "galakit.solve.pure.methods",
    "galakit.solve.gambit",
)


@lru_cache(maxsize=1)
def methods() -> tuple[Method, ...]:
    """All methods, in the order in which they are tried."""
    modules = [import_module(name) for name in MODULES]
    return tuple(method for module in modules for method in getattr(module, "METHODS", None) or (module.METHOD,))


def choose(game: Game, name: str | None = None) -> Method:
    """The method of that name, or the first that suits the game; an error with the reasons when none does."""
    known = methods()
    if name is not None and name not in {m.name for m in known}:
        raise GalakitError(
            f"there is no method called {name}",
            hint="the methods are " + ", ".join(m.name for m in known),
            id="GK509",
        )
    reasons = []
    for method in known:
        if name == method.name or (name is None and method.automatic):
            reason = method.refusal(game)
            if reason is None:
                return method
            reasons.append(reason)
    named = [m.name for m in known if name is None and not m.automatic and m.refusal(game) is None]
    if named:
        reasons.append(f"methods that are used only when named may do it: {', '.join(named)}")
    raise GalakitError(f"this game cannot be solved yet: {reasons[0]}", notes=reasons[1:], id="GK606")
