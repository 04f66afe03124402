"""Methods of `Solution` that higher layers implement: pictures, views and files.

`galakit/__init__.py` registers the functions by name; their modules are imported when first called.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_REGISTERED: dict[str, str] = {}


def register(name: str, function: str) -> None:
    """Register `module:function`, whose first argument is a solution, under a name."""
    _REGISTERED[name] = function


def call(name: str, *arguments: Any, **options: Any) -> Any:
    """Call the registered function.

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"))
    >>> len(call("frame", solution)) == len(solution.to_frame())
    True
    """
    module, _, function = _REGISTERED[name].partition(":")
    return getattr(import_module(module), function)(*arguments, **options)
