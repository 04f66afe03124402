"""Games written in Python: functions that are decorated with `galakit.rules`, in the program that asks or in files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.frontends.front_end import FrontEnd, Read


def rules_of(definition: object, params: Mapping[str, Any]) -> Read:
    """The rules of a decorated function."""
    from galakit.rules.python.definition import PythonGame
    from galakit.rules.python.text import kind_of, parameter

    if not isinstance(definition, PythonGame):
        raise GalakitError(
            f"{kind_of(definition)} is not a game", hint="decorate the function with @gk.rules(players=...)", id="GK702"
        )
    values = definition.parameters(dict(params))
    return definition.rules(values), {name: parameter(value) for name, value in values.items()}


def read(source: Source, params: Mapping[str, Any]) -> Read:
    """Run a file; `source` has only its name, as `poker.py` or `poker.py:leduc`."""
    from galakit.rules.python.files import from_file, value_of

    given = {name: value_of(value) if isinstance(value, str) else value for name, value in params.items()}
    return rules_of(from_file(source.name), given)


def check(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    raise GalakitError(
        f"`{source.name}` is Python, which cannot be checked without running it",
        hint=f"run it: galakit size {source.name}",
        id="GK702",
    )


def sniff(source: Source) -> bool:
    from galakit.rules.python.files import is_python

    return is_python(source.name)


FRONT_END = FrontEnd("Python", (".py",), read, check, sniff=sniff, program=True)
