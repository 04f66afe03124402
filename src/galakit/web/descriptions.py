"""The descriptions of a Struct's fields: the texts below them in the source, which Python does not keep."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise

import msgspec


def described(kind: type[msgspec.Struct]) -> dict[str, str]:
    """field -> its description, where there is one.

    >>> from galakit.jobs.messages import Plays
    >>> described(Plays)["seed"]
    'the seed of random numbers; drawn at random where it is left out'
    """
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("galakit."):
            texts |= _texts(base.__module__).get(base.__name__, {})
    return texts


@cache
def _texts(module: str) -> dict[str, dict[str, str]]:
    """class -> field -> text, for all classes of a module; empty where its source is missing."""
    try:
        source = inspect.getsource(sys.modules[module])
    except OSError:
        return {}
    classes = [part for part in ast.parse(source).body if isinstance(part, ast.ClassDef)]
    return {one.name: dict(filter(None, map(_text, pairwise(one.body)))) for one in classes}


def _text(pair: tuple[ast.stmt, ast.stmt]) -> tuple[str, str] | None:
    match pair:
        case ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=str(text))):
            return field, inspect.cleandoc(text)
    return None
