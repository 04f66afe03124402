"""When two values are the same, for the arguments of the next flow: these are the whole state of the game there.

Python's own equality is too generous for that (1 == True == 1.0, and a named tuple equals any tuple with the same
items), and objects that compare by identity could be changed behind our back. So types count, and what can change is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import FunctionType
from typing import Any

from galakit.errors import GalakitError
from galakit.rules.python.text import kind_of

_PLAIN = frozenset({str, int, bool, float, complex, bytes, Fraction, type(None)})


def identity(thing: Any) -> Hashable:
    """A key: equal exactly for values that no flow can distinguish.

    >>> identity((1, "a")) == identity((1, "a")), identity(1) == identity(True)
    (True, False)
    >>> identity([1])
    Traceback (most recent call last):
    galakit.errors.GalakitError: error[GK703]: a list can change, so it cannot be part of a state
     = hint: hand over a tuple
    """
    kind: Any = type(thing)
    if kind is str or kind is int:
        return thing  # type: ignore[no-any-return]  # neither ever equals a value of the other, nor a pair
    if kind in _PLAIN:
        # The text distinguishes 0.0 and -0.0, and nan equals itself.
        return kind, (repr(thing) if kind is float or kind is complex else thing)
    if isinstance(thing, tuple):
        return (kind, *[identity(x) for x in thing])
    if kind is frozenset:
        return kind, frozenset([identity(x) for x in thing])
    if isinstance(thing, (Enum, type)):
        return kind, thing
    if isinstance(thing, FunctionType):
        return function_identity(thing)
    if is_dataclass(thing) and kind.__dataclass_params__.frozen:
        return (kind, *[identity(getattr(thing, f.name)) for f in fields(thing)])
    if kind.__hash__ is None or kind.__eq__ is object.__eq__:
        instead = {"list": "a tuple", "set": "a frozenset", "dict": "a tuple of its items"}
        hint = f"hand over {instead.get(kind.__name__, 'a tuple, a named tuple or a frozen dataclass')}"
        raise GalakitError(f"{kind_of(thing)} can change, so it cannot be part of a state", hint=hint, id="GK703")
    return kind, thing


def function_identity(function: Callable[..., Any]) -> Hashable:
    """A function is its code and its defaults; one that uses variables of the function around it is refused."""
    if not isinstance(function, FunctionType):
        raise GalakitError(
            f"{kind_of(function)} is not a flow", hint="hand over a function that takes `play` first", id="GK703"
        )
    if function.__closure__:
        names = ", ".join(f"`{name}`" for name in function.__code__.co_freevars)
        raise GalakitError(
            f"`{function.__name__}` uses {names} of the function around it, which may change",
            hint="define it at the top of the module and hand over what it needs as arguments",
            id="GK703",
        )
    keywords = function.__kwdefaults__ or {}
    return FunctionType, function.__code__, identity(function.__defaults__), identity(tuple(sorted(keywords.items())))
