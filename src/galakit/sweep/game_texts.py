"""The games that a study names: shipped ones, and files below its folder, each as a text with its libraries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from galakit.errors import GalakitError, Source
from galakit.frontends.registry import FRONT_ENDS, of_program, of_text, suffixes
from galakit.lang.files import read_file
from galakit.loading import declared, find, read_text, shipped_names
from galakit.sweep.plan import RulesText
from galakit.sweep.positions import Section

Found = tuple[RulesText, tuple[str, ...], Mapping[str, str | None] | None]
"""the rules, the players, and the declared parameters; these are unknown for programs, which are not run here"""

_LIBRARY = re.compile(r"library\(\s*([a-z][A-Za-z0-9_]*)\s*\)")


def rules_text(section: Section, folder: Path, trusted: bool) -> Found:
    """What the `source` of a section names."""
    name = section.text("source")
    if name in shipped_names():
        source = find(name)
        return RulesText(name, source.name, source.text), *declared(source)
    program = of_program(name)
    if program is not None:
        if not trusted:
            raise section.wrong(
                "source",
                f"`{name}` is a {program.name} program, and a study file may come from anywhere",
                "if you trust it: galakit sweep --trust STUDY.toml",
                text=name,
                id="GK765",
            )
        stem, _, game = name.partition(".py")
        file = (folder / f"{stem}.py").resolve()
        return RulesText(name, f"{file}{game}", read_file(file).text, program=True), (), None
    path = folder / name
    if path.suffix.lower() not in suffixes() and not path.exists():
        try:
            find(name)
        except GalakitError as error:
            first = error.diagnostics[0]
            raise section.wrong("source", first.message, first.hint, text=name, id=first.id) from None
    if not trusted and not path.resolve().is_relative_to(folder):
        raise section.wrong(
            "source",
            f"`{name}` is not below the folder of the study",
            "move the study to the folder above its games, or trust it: galakit sweep --trust STUDY.toml",
            text=name,
            id="GK764",
        )
    source = read_text(path)
    return RulesText(name, path.name, source.text, _libraries(source)), *declared(source)


def _libraries(source: Source) -> dict[str, str]:
    """The libraries beside a game that its text, or one of them, names."""
    endings = [ending for one in FRONT_ENDS.values() for ending in one.libraries if one is of_text(source)]
    found: dict[str, str] = {}
    todo = [source.text]
    while todo:
        for name in _LIBRARY.findall(todo.pop()):
            for ending in endings:
                path = Path(source.folder or ".") / f"{name}{ending}"
                if path.name not in found and path.is_file() and not path.is_symlink():
                    found[path.name] = read_file(path, links=False).text
                    todo.append(found[path.name])
    return found
