"""Hints about games that are too large: only a game with parameters can be given smaller ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from galakit.errors import GalakitError

SMALLER = "choose smaller parameters"  # the hint for games with parameters
SIMPLER = "make the rules smaller"  # the hint for all others


@contextmanager
def hints_fit(adjustable: bool) -> Iterator[None]:
    """Make the hints of errors fit a game that has parameters or not."""
    try:
        yield
    except GalakitError as error:
        if not adjustable:
            error.restate([replace(d, hint=fitting(d.hint)) for d in error.diagnostics])
        raise


def fitting(hint: str | None) -> str | None:
    """A hint for a game without parameters.

    >>> fitting("choose smaller parameters, or wait")
    'make the rules smaller, or wait'
    """
    return None if hint is None else hint.replace(SMALLER, SIMPLER)
