"""The options of methods in orders: those that there are, and none that names a file.

What a value means, the method itself knows: it looks at it when it runs, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.jobs.problems import Refused

if TYPE_CHECKING:
    from galakit.solvers.method import Method


def check_method(name: str, options: Mapping[str, str]) -> None:
    """Refuse a method or an option that is not there, and an option that would have a file opened.

    >>> check_method("lp", {"algorithm": "ipm"})
    >>> check_method("cfr", {"checkpoint": "/etc/passwd"})
    Traceback (most recent call last):
    galakit.jobs.problems.Refused: error[GK825]: the option `checkpoint` would name a file, and no order opens files
     = hint: leave it out, or solve the game with the command `galakit solve`
    """
    from galakit.solvers.registry import AUTO, methods, named

    if name == AUTO:
        able = methods() if options else ()  # whichever is picked
        for option in options:
            if not any(option in method.options for method in able):
                raise Refused(
                    "invalid",
                    f"no method has an option `{option}`",
                    hint="name a `method`, and give the options that it has",
                    id="GK509",
                )
    else:
        able = ()
        try:
            able = (named(name),)
            able[0].check_options(options)
        except GalakitError as error:
            told, known = error.diagnostics[0], [offered(method) for method in able]
            notes = [*told.notes, *(f"{option}: {meaning}" for own in known for option, meaning in own.items())]
            raise Refused("invalid", told.message, notes=notes, hint=told.hint, id="GK509") from None
    for option, value in options.items():
        words = [method.files[option] for method in able if option in method.files]
        if not all(value in known for known in words):
            raise Refused(
                "invalid",
                f"the option `{option}` would name a file, and no order opens files",
                hint=_instead(words),
                id="GK825",
            )


def offered(method: Method) -> dict[str, str]:
    """The options of a method that an order may set, and what they mean.

    >>> from galakit.solvers.registry import named
    >>> sorted(offered(named("lcp"))), "checkpoint" in offered(named("cfr"))
    (['pivoting', 'seed', 'start', 'starts'], False)
    """
    return {name: meaning for name, meaning in method.options.items() if method.files.get(name) != ()}


def _instead(words: list[tuple[str, ...]]) -> str:
    """What may be given in the place of a file."""
    common = [word for word in words[0] if all(word in known for known in words)]
    given = f"give {' or '.join(common)}, " if common else ""
    return f"{given}leave it out, or solve the game with the command `galakit solve`"
