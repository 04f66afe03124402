"""The built files of `frontend/`, which are part of the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def asset(name: str) -> str:
    """The text of a built file.

    >>> "export" in asset("component.js")
    True
    """
    return files("galakit.component").joinpath("assets", name).read_text(encoding="utf-8")
