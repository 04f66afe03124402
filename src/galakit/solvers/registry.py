"""The registry of methods: those of Galakit, of installed packages, and registered ones."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from threading import RLock

from galakit.errors import Diagnostic, GalakitError
from galakit.solvers.installed import GROUP, offers
from galakit.solvers.method import Method

MODULES = (
    "galakit.solvers.lp.method",
    "galakit.solvers.oracle.method",
    "galakit.solvers.lemke.method",
    "galakit.solvers.regret.methods",
    "galakit.solvers.regret.sampling_methods",
    "galakit.solvers.perfect.methods",
    "galakit.solvers.stochastic.method",
    "galakit.solvers.factored.method",
    "galakit.solvers.public.method",
    "galakit.solvers.abstraction.method",
    "galakit.solvers.normal.methods",
    "galakit.solvers.refine.methods",
    "galakit.solvers.refine.undominated",
    "galakit.solvers.refine.credible",
    "galakit.solvers.imp.methods",
    "galakit.solvers.pure.methods",
    "galakit.solvers.pure.guarantee",
    "galakit.solvers.absent.method",
    "galakit.solvers.quantal.method",
    "galakit.solvers.newton.method",
    "galakit.solvers.polynomial.method",
    "galakit.solvers.selection.method",
    "galakit.solvers.gambit.method",
)
AUTO = "auto"
"""the name that stands for the automatic choice"""


class _Others:
    """Methods of other packages."""

    def __init__(self) -> None:
        self.methods: list[Method] = []
        self.faults: list[Diagnostic] = []
        self.looked = False
        self.lock = RLock()
        """held while packages are loaded, so that no thread sees half of their methods; a package may register methods
        while it is imported"""


_others = _Others()


def methods() -> tuple[Method, ...]:
    """All methods."""
    _look()
    return (*_own(), *_others.methods)


def faults() -> tuple[Diagnostic, ...]:
    """Why methods of installed packages cannot be used."""
    _look()
    return tuple(_others.faults)


def named(name: str) -> Method:
    """The method of that name."""
    for method in methods():
        if method.name == name:
            return method
    raise GalakitError(
        f"there is no method called {name}",
        notes=[fault.message for fault in faults()],
        hint="the methods are " + ", ".join(m.name for m in methods()),
        id="GK509",
    )


def register_method(method: Method) -> None:
    """Register a method in this process: it can be named and picked like all others.

    An installed package declares its methods as entry points of the group `galakit.methods` instead: then every command
    and server has them.
    """
    with _others.lock:
        _look()
        if not isinstance(method, Method):
            raise GalakitError(
                f"a method is a `galakit.solvers.method.Method`, and no {type(method).__name__}",
                hint="docs/how-to/own_methods.md shows how one is made",
                id="GK514",
            )
        taken = method.name == AUTO or any(method.name == other.name for other in methods())
        if taken or not method.name:
            raise GalakitError(
                f"there is a method called {method.name} already" if taken else "the method has no name",
                hint="choose another name; `galakit methods` lists those that are taken",
                id="GK514",
            )
        _others.methods.append(method)


@lru_cache(maxsize=1)
def _own() -> tuple[Method, ...]:
    modules = [import_module(name) for name in MODULES]
    return tuple(method for module in modules for method in getattr(module, "METHODS", None) or (module.METHOD,))


def _look() -> None:
    """Load the methods of installed packages, once."""
    with _others.lock:
        if _others.looked:
            return
        _others.looked = True
        for offer in offers():
            if isinstance(offer, tuple):
                _others.faults.append(_fault(*offer))
                continue
            try:
                found = offer.load()
            except (Exception, SystemExit) as error:  # a fault of another package must not disable ours
                _others.faults.append(_fault(offer.package, error))
                continue
            for method in found:
                _take(method, offer.package)


def _take(method: Method, package: str) -> None:
    if any(method is other for other in _others.methods):  # its module has registered it already
        return
    try:
        register_method(method)
    except GalakitError as error:
        _others.faults.append(_fault(package, error))


def _fault(package: str, error: BaseException) -> Diagnostic:
    why = error.diagnostics[0].message if isinstance(error, GalakitError) else f"{type(error).__name__}: {error}"
    return Diagnostic(
        f"methods of the package {package} cannot be used: {why}"[:1_000],
        severity="warning",
        hint=f"its entry points of the group `{GROUP}` must be methods; ask its authors, or remove it",
        id="GK515",
    )
