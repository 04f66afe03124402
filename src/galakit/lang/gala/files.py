"""Gala programs in files, as rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galakit.errors import Diagnostic, Source
from galakit.lang.gala import compile
from galakit.lang.gala.declarations import parse
from galakit.lang.gala.rules import GalaRules
from galakit.lang.writer import write


def read(source: Source, params: Mapping[str, Any]) -> tuple[GalaRules, dict[str, str]]:
    """The rules of a program, with its parameters as terms are written."""
    rules, values = compile.compile_program(parse(source), params)
    return rules, {name: write(value) for name, value in values.items()}


def check(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    """What is wrong or doubtful in a program."""
    return compile.check(source, params).sorted_problems()


def declared(source: Source) -> tuple[tuple[str, ...], dict[str, str | None]]:
    """The players of a program, and its parameters with their defaults."""
    program = parse(source)
    return program.players, compile.describe(program)
