"""Descriptions in files, and texts that turn out to be descriptions, as rules."""

from __future__ import annotations

import re
from pathlib import PurePath

from galakit.errors import Source
from galakit.gdl.check.check import accepted
from galakit.gdl.machine import RANDOM
from galakit.gdl.machines import machine_of
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import SUFFIXES, read_description
from galakit.gdl.text.syntax import Description, arguments, name_of

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


def read_gdl(source: Source) -> GdlRules:
    """The rules a text describes, or an error that says what is wrong with it."""
    description = read_description(source)
    accepted(description)
    return GdlRules(machine_of(description), PurePath(source.name).stem, description.spell)


def named_roles(description: Description) -> tuple[str, ...]:
    """The players that a description names as such, without any reasoning."""
    roles = [str(arguments(c.head)[0]) for c in description.clauses if name_of(c.head) == "role" and not c.body]
    return tuple(description.spell(role) for role in roles if role != RANDOM)
