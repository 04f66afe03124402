"""Python values as facts and moves: the text a player sees, in the notation of Gala.

What has the same text is the same fact; nothing else about a value counts. So a card may be a tuple in one place and a
named tuple in another only if both are meant to look different.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from numbers import Number
from typing import Any

from galakit.errors import GalakitError


def text(thing: Any) -> str:
    """A value as text: names bare, other strings in quotes, tuples in brackets, records like terms.

    >>> text("bet"), text("two pairs"), text(3), text((1, "king")), text([True, None])
    ('bet', "'two pairs'", '3', '(1,king)', '[true,none]')
    >>> from fractions import Fraction
    >>> from typing import NamedTuple
    >>> class Raise(NamedTuple):
    ...     by: Fraction
    >>> text(Raise(Fraction(1, 2))), text(frozenset({"b", "a"}))
    ('raise(1/2)', '{a,b}')
    """
    kind: Any = type(thing)
    if kind is str:
        return _name(thing)
    if kind is int or kind is Fraction:
        return str(thing)
    if kind is tuple:
        return f"({','.join([text(x) for x in thing])}{',' if len(thing) == 1 else ''})"
    if thing is None or kind is bool:
        return str(thing).lower()
    if isinstance(thing, Enum):
        return _name(thing.name.lower())
    if is_dataclass(thing) and not isinstance(thing, type):
        return term(kind.__name__, [getattr(thing, f.name) for f in fields(thing)])
    if isinstance(thing, tuple):
        return term(kind.__name__, thing)
    if isinstance(thing, (list, range)):
        return f"[{','.join([text(x) for x in thing])}]"
    if isinstance(thing, (set, frozenset)):
        return f"{{{','.join(sorted(text(x) for x in thing))}}}"
    if (
        isinstance(thing, dict)
        or callable(thing)
        or (kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__)
    ):
        raise GalakitError(
            f"{kind_of(thing)} cannot be a fact or a move",
            hint="use names, numbers, tuples, lists, named tuples or dataclasses, or give its class a __str__",
            id="GK703",
        )
    return str(thing) if isinstance(thing, Number) else _name(str(thing))


def term(name: str, arguments: Any) -> str:
    """A name with arguments.

    >>> term("card", (3, "hearts")), term("Fold", ())
    ('card(3,hearts)', 'fold')
    """
    written = _name(name[:1].lower() + name[1:])
    return f"{written}({','.join([text(a) for a in arguments])})" if arguments else written


def parameter(value: Any) -> str:
    """The value of a parameter, which need not be fit for a fact.

    >>> parameter(3), parameter(max), parameter({"a": 1})
    ('3', 'max', "{'a': 1}")
    """
    try:
        return text(value)
    except GalakitError:
        return str(getattr(value, "__name__", value))


def kind_of(thing: Any) -> str:
    """The type of a value, for messages.

    >>> kind_of(3), kind_of("bet")
    ('an int', 'a str')
    """
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


@lru_cache(maxsize=65_536)
def _name(name: str) -> str:
    """A string, in quotes unless it is a name: letters, digits and underscores after a small letter."""
    if name.isidentifier() and name[0].isalpha() and not name[0].isupper() and name.isprintable():
        return name
    body = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return "'" + "".join(c if c.isprintable() else f"\\x{ord(c):x}\\" for c in body) + "'"
