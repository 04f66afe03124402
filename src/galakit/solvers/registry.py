"""The methods there are."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from galakit.errors import GalakitError
from galakit.solvers.method import Method

MODULES = (
    "galakit.solvers.lp.method",
    "galakit.solvers.lemke.method",
    "galakit.solvers.regret.methods",
    "galakit.solvers.regret.sampling_methods",
    "galakit.solvers.perfect.methods",
    "galakit.solvers.factored.method",
    "galakit.solvers.public.method",
    "galakit.solvers.abstraction.method",
    "galakit.solvers.normal.methods",
    "galakit.solvers.refine.methods",
    "galakit.solvers.refine.undominated",
    "galakit.solvers.imp.methods",
    "galakit.solvers.pure.methods",
    "galakit.solvers.gambit.method",
)


@lru_cache(maxsize=1)
def methods() -> tuple[Method, ...]:
    """All methods."""
    modules = [import_module(name) for name in MODULES]
    return tuple(method for module in modules for method in getattr(module, "METHODS", None) or (module.METHOD,))


def named(name: str) -> Method:
    """The method of that name."""
    for method in methods():
        if method.name == name:
            return method
    raise GalakitError(
        f"there is no method called {name}",
        hint="the methods are " + ", ".join(m.name for m in methods()),
        id="GK509",
    )
