"""The Game Description Language, in both of its notations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.frontends.front_end import Declared, Explored, FrontEnd, Read
from galakit.gdl.text.limits import FILE_LIMIT

TURNS = ("joint", "control")

_ROLE = re.compile(r"^\s*\(?\s*role[\s(]", re.MULTILINE | re.IGNORECASE)
_GAME = re.compile(r"^\s*game\s*\(", re.MULTILINE)


def sniff(source: Source) -> bool:
    """Whether a text without an ending declares what descriptions do.

    >>> sniff(Source("<text>", "(role white)")), sniff(Source("<text>", "game(a, [])."))
    (True, False)
    """
    named = PurePath(source.name).suffix
    return not named and _ROLE.search(source.text) is not None and _GAME.search(source.text) is None


def read(source: Source, params: Mapping[str, Any]) -> Read:
    """The rules that a text describes.

    The only parameter is `turns`: `joint`, as the language has it, or `control` (see `galakit.gdl.control`).
    """
    from galakit.gdl.check.check import accepted
    from galakit.gdl.control import by_control
    from galakit.gdl.machines import machine_for
    from galakit.gdl.normal import normalise
    from galakit.gdl.rules import GdlRules
    from galakit.gdl.text.read import read_description

    given = {name: str(value) for name, value in params.items()}
    others = dict(given)
    turns = others.pop("turns", TURNS[0])
    if others or turns not in TURNS:
        wrong = next(iter(others), None)
        raise GalakitError(
            f"`turns` cannot be {turns}" if wrong is None else f"a game description has no parameter `{wrong}`",
            hint="there is `turns` only, which is joint or control",
            id="GK503",
        )
    description = read_description(source)
    accepted(description)
    program = normalise(description)
    machine = machine_for(by_control(program) if turns == "control" else program)
    return GdlRules(machine, PurePath(source.name).stem, description.spell), given


def check(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    from galakit.gdl.check.check import check
    from galakit.gdl.text.read import read_description

    return check(read_description(source))


def declared(source: Source) -> Declared:
    """The players that a description names as such, without any reasoning."""
    from galakit.gdl.machine import RANDOM
    from galakit.gdl.text.read import read_description
    from galakit.gdl.text.syntax import arguments, name_of

    description = read_description(source)
    heads = [c.head for c in description.clauses if name_of(c.head) == "role" and not c.body]
    roles = [str(arguments(head)[0]) for head in heads if len(arguments(head)) == 1]
    return tuple(description.spell(role) for role in roles if role != RANDOM), {}


def formatted(source: Source) -> str:
    from galakit.gdl.text.format import formatted

    return formatted(source)


def explored(source: Source, seconds: float) -> Explored:
    """What visiting the states of a description finds."""
    from galakit.gdl.check.exploring import explore
    from galakit.gdl.check.told import faults, lines, to_json
    from galakit.gdl.machines import machine_of
    from galakit.gdl.text.read import read_description

    description = read_description(source)
    machine = machine_of(description)
    found = explore(machine, seconds=seconds)
    told = faults(found, machine, description)
    return told, lines(found, machine, description), {"explored": to_json(found, machine, description)}


def decoded(data: bytes) -> str:
    from galakit.gdl.text.read import decoded

    return decoded(data)


FRONT_END = FrontEnd(
    "GDL",
    (".kif", ".gdl"),
    read,
    check,
    declared,
    sniff,
    format=formatted,
    explore=explored,
    largest=FILE_LIMIT,
    decode=decoded,
    highlighting={".kif": "kif"},
)
