"""What `Solution` offers and other rooms make: pictures, views and files.

The functions stand above solutions and import them. `galakit/__init__.py` registers their names; they are imported when
first called.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_REGISTERED: dict[str, str] = {}


def register(name: str, function: str) -> None:
    """Have `module:function`, which takes a solution first, answer to a name."""
    _REGISTERED[name] = function


def call(name: str, *arguments: Any, **options: Any) -> Any:
    """What the registered function returns.

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"))
    >>> len(call("frame", solution)) == len(solution.to_frame())
    True
    """
    module, _, function = _REGISTERED[name].partition(":")
    return getattr(import_module(module), function)(*arguments, **options)
