"""The methods there are."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from galakit.errors import GalakitError
from galakit.solve.method import Method

MODULES = (
    "galakit.solve.linear",
    "galakit.solve.lemke.method",
    "galakit.solve.regret.methods",
    "galakit.solve.regret.sampling_methods",
    "galakit.solve.perfect.methods",
    "galakit.solve.factored.method",
    "galakit.solve.public.method",
    "galakit.solve.abstraction.method",
    "galakit.solve.normal.methods",
    "galakit.solve.refine.methods",
    "galakit.solve.refine.undominated",
    "galakit.solve.imp.methods",
    "galakit.solve.pure.methods",
    "galakit.solve.gambit",
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
