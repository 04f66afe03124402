"""The options of methods that an order may set: all but those that name files, machines or more processes.

Methods check the values when they run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.jobs.problems import Refused

if TYPE_CHECKING:
    from galakit.solvers.method import Method


def check_method(name: str, options: Mapping[str, str]) -> None:
    """Refuse a method or an option that does not exist, and an option that names a file.

    >>> check_method("lp", {"algorithm": "ipm"})
    >>> check_method("cfr", {"checkpoint": "/etc/passwd"})
    Traceback (most recent call last):
    galakit.jobs.problems.Refused: error[GK825]: the option `checkpoint` takes files or processes, which orders may not
     = hint: leave it out, or solve the game with the command `galakit solve`
    """
    from galakit.solvers.registry import AUTO, methods, named

    if name == AUTO:
        able = methods() if options else ()  # `auto` may pick any
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
            found, known = error.diagnostics[0], [offered(method) for method in able]
            notes = [*found.notes, *(f"{option}: {meaning}" for own in known for option, meaning in own.items())]
            raise Refused("invalid", found.message, notes=notes, hint=found.hint, id="GK509") from None
    for option, value in options.items():
        words = [method.server_values[option] for method in able if option in method.server_values]
        if not all(value in known for known in words):
            raise Refused(
                "invalid",
                f"the option `{option}` takes files or processes, which orders may not",
                hint=_instead(words),
                id="GK825",
            )


def offered(method: Method) -> dict[str, str]:
    """The options of a method that an order may set, with their meanings.

    >>> from galakit.solvers.registry import named
    >>> sorted(offered(named("lcp"))), "checkpoint" in offered(named("cfr"))
    (['pivoting', 'seed', 'start', 'starts'], False)
    """
    return {name: meaning for name, meaning in method.options.items() if method.server_values.get(name) != ()}


def _instead(words: list[tuple[str, ...]]) -> str:
    """The hint for an option that may also name a file."""
    common = [word for word in words[0] if all(word in known for known in words)]
    other = f"give {' or '.join(common)}, " if common else ""
    return f"{other}leave it out, or solve the game with the command `galakit solve`"
