"""Descriptions in files, and texts that turn out to be descriptions, as rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from galakit.errors import GalakitError, Source
from galakit.gdl.check.check import accepted
from galakit.gdl.control import by_control
from galakit.gdl.machine import RANDOM
from galakit.gdl.machines import machine_for
from galakit.gdl.normal import normalise
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import SUFFIXES, read_description
from galakit.gdl.text.syntax import Description, arguments, name_of

TURNS = ("joint", "control")

_ROLE = re.compile(r"^\s*\(?\s*role[\s(]", re.MULTILINE | re.IGNORECASE)
_GAME = re.compile(r"^\s*game\s*\(", re.MULTILINE)


def is_gdl(source: Source) -> bool:
    """Whether a text is a description, by the ending of its name or, without one, by what it declares.

    >>> is_gdl(Source("a.kif", "")), is_gdl(Source("<text>", "(role white)")), is_gdl(Source("<text>", "game(a, [])."))
    (True, True, False)
    """
    suffix = PurePath(source.name).suffix.lower()
    if suffix:
        return suffix in SUFFIXES
    return _ROLE.search(source.text) is not None and _GAME.search(source.text) is None


def read_gdl(source: Source, params: Mapping[str, str] | None = None) -> GdlRules:
    """The rules a text describes, or an error that says what is wrong with it.

    The only parameter is `turns`: `joint`, as the language has it, or `control` (see `galakit.gdl.control`).
    """
    given = dict(params or {})
    turns = given.pop("turns", TURNS[0])
    if given or turns not in TURNS:
        wrong = next(iter(given), None)
        raise GalakitError(
            f"`turns` cannot be {turns}" if wrong is None else f"a game description has no parameter `{wrong}`",
            hint="there is `turns` only, which is joint or control",
            id="GK503",
        )
    description = read_description(source)
    accepted(description)
    program = normalise(description)
    machine = machine_for(by_control(program) if turns == "control" else program)
    return GdlRules(machine, PurePath(source.name).stem, description.spell)


def named_roles(description: Description) -> tuple[str, ...]:
    """The players that a description names as such, without any reasoning."""
    heads = [c.head for c in description.clauses if name_of(c.head) == "role" and not c.body]
    roles = [str(arguments(head)[0]) for head in heads if len(arguments(head)) == 1]
    return tuple(description.spell(role) for role in roles if role != RANDOM)
