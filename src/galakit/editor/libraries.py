"""The libraries a program can see: those shipped, and files beside the program.

>>> sorted(names())[:2]
['bidding', 'cards']
>>> next(d.detail for d in shipped("cards").definitions if d.name == "rank_of")
'rank_of((_, Rank), Rank)'
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from galakit.editor.definitions import Definition, Scan, scan
from galakit.errors import GalakitError, Source
from galakit.lang.files import read_file

LIBRARY = "galakit.lang.library"
PROLOG = "galakit.lang.prolog"


def names(folder: Path | None = None) -> set[str]:
    """The libraries that `:- use(library(Name)).` finds, from a program in that folder."""
    shipped_names = {entry.name[:-3] for entry in files(LIBRARY).iterdir() if entry.name.endswith(".pl")}
    beside = {path.stem for path in folder.glob("*.pl")} if folder is not None and folder.is_dir() else set()
    return shipped_names | beside


@cache
def shipped(name: str, package: str = LIBRARY) -> Scan:
    """What a shipped library defines."""
    with as_file(files(package).joinpath(f"{name}.pl")) as path:
        return scan(Source(str(path), path.read_text(encoding="utf-8")))


def predicates(used: list[str], folder: Path | None) -> list[Definition]:
    """The predicates of libraries: of those beside the program, of the shipped ones in use, then of the others."""
    found: list[Definition] = []
    for name in used:
        path = None if folder is None else folder / f"{name}.pl"
        if path is not None and path.is_file():
            try:
                found += scan(read_file(path, links=False)).definitions
            except GalakitError:
                continue  # `check` reports its errors
    rest = sorted(names() - set(used))
    for name in [*(name for name in used if name in names()), *rest]:
        found += shipped(name).definitions
    built_in = sorted(entry.name[:-3] for entry in files(PROLOG).iterdir() if entry.name.endswith(".pl"))
    return [*found, *(d for name in built_in for d in shipped(name, PROLOG).definitions)]
