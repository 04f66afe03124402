"""What to do about a game that is too large: where it has no parameters, none can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from galakit.errors import GalakitError

SMALLER = "choose smaller parameters"  # as hints say it
SIMPLER = "make the rules smaller"  # what they say where there are no parameters


@contextmanager
def hints_fit(adjustable: bool) -> Iterator[None]:
    """Errors tell to choose parameters only where a game has some."""
    try:
        yield
    except GalakitError as error:
        if not adjustable:
            error.retell([replace(d, hint=fitting(d.hint)) for d in error.diagnostics])
        raise


def fitting(hint: str | None) -> str | None:
    """A hint for a game without parameters.

    >>> fitting("choose smaller parameters, or wait")
    'make the rules smaller, or wait'
    """
    return None if hint is None else hint.replace(SMALLER, SIMPLER)
