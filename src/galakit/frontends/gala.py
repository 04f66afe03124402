"""The Gala language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galakit.errors import Diagnostic, Source
from galakit.frontends.front_end import Declared, FrontEnd, Read


def read(source: Source, params: Mapping[str, Any]) -> Read:
    """The rules of a program, with its parameters as terms are written."""
    from galakit.lang.gala.compile import compile_program
    from galakit.lang.gala.program import parse
    from galakit.lang.writer import write

    rules, values = compile_program(parse(source), params)
    return rules, {name: write(value) for name, value in values.items()}


def check(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    from galakit.lang.gala.compile import check

    return check(source, params).sorted_problems()


def declared(source: Source) -> Declared:
    from galakit.lang.gala.compile import describe
    from galakit.lang.gala.program import parse

    program = parse(source)
    return program.players, describe(program)


def formatted(source: Source) -> str:
    from galakit.lang.format.format import formatted

    return formatted(source.text, source.name)


FRONT_END = FrontEnd("Gala", (".gala",), read, check, declared, format=formatted, libraries=(".pl",))
