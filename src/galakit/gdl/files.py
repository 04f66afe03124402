"""Descriptions in files, and texts that turn out to be descriptions, as rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.gdl.check import check as checking
from galakit.gdl.check.exploring import explore
from galakit.gdl.check.report import faults, lines, to_json
from galakit.gdl.control import by_control
from galakit.gdl.machine import RANDOM
from galakit.gdl.machines import machine_for, machine_of
from galakit.gdl.normal import normalise
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import read_description
from galakit.gdl.text.syntax import arguments, name_of

TURNS = ("joint", "control")


def read(source: Source, params: Mapping[str, Any]) -> tuple[GdlRules, dict[str, str]]:
    """The rules that a text describes.

    The only parameter is `turns`: `joint`, as the language has it, or `control` (see `galakit.gdl.control`).
    """
    given = {name: str(value) for name, value in params.items()}
    wrong = next((name for name in given if name != "turns"), None)
    turns = given.get("turns", TURNS[0])
    if wrong is not None or turns not in TURNS:
        raise GalakitError(
            f"`turns` cannot be {turns}" if wrong is None else f"a game description has no parameter `{wrong}`",
            hint="there is `turns` only, which is joint or control",
            id="GK503",
        )
    description = read_description(source)
    checking.accepted(description)
    program = normalise(description)
    machine = machine_for(by_control(program) if turns == "control" else program)
    return GdlRules(machine, PurePath(source.name).stem, description.spell, description=description), given


def check(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    """What is wrong or doubtful in a description."""
    return checking.check(read_description(source))


def declared(source: Source) -> tuple[tuple[str, ...], dict[str, str | None]]:
    """The players that a description names as such, without any reasoning."""
    description = read_description(source)
    heads = [c.head for c in description.clauses if name_of(c.head) == "role" and not c.body]
    roles = [str(arguments(head)[0]) for head in heads if len(arguments(head)) == 1]
    return tuple(description.spell(role) for role in roles if role != RANDOM), {}


def explored(source: Source, seconds: float) -> tuple[list[Diagnostic], list[str], dict[str, Any]]:
    """What visiting the states of a description finds: faults, lines for people, data for programs."""
    description = read_description(source)
    machine = machine_of(description)
    found = explore(machine, seconds=seconds)
    told = faults(found, machine, description)
    return told, lines(found, machine, description), {"explored": to_json(found, machine, description)}
