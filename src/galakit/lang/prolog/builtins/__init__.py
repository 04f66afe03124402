"""Built-ins with at most one answer, as Python functions that return whether they succeed.

The clause compiler calls them in place, without a trip through the machine. Each module has one subject and hands over
its functions by name and arity.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galakit.lang.prolog.builtins import construct, kinds, lists, order, state, text
from galakit.lang.terms import Symbol, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

# Built-ins that a program may define anew: in SWI-Prolog they belong to a library.
LIBRARY = {*lists.NAMES, ("must_be", 2)}


def table(db: Database) -> dict[Symbol, Callable[..., bool]]:
    """The deterministic built-ins of a database."""
    modules = (kinds, order, construct, lists, text, state)
    return {sym(name, arity): f for module in modules for name, arity, f in module.table(db)}
