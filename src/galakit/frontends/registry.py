"""The table of front ends, which turn texts into rules: loading, formatting, the servers and the page read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeAlias

from galakit.errors import Diagnostic, Source
from galakit.gdl.text import limits
from galakit.lang.files import FILE_LIMIT

if TYPE_CHECKING:
    from galakit.rules.contract import Rules

Read: TypeAlias = "tuple[Rules, dict[str, str]]"
"""the rules, and the value of every parameter as it is written"""
Declared: TypeAlias = tuple[tuple[str, ...], dict[str, str | None]]
"""the players, and the parameters with their defaults"""


def later(path: str) -> Callable[..., Any]:
    """A function by its dotted path; its module is imported when it is called.

    >>> later("os.path.basename")("games/kuhn.gala")
    'kuhn.gala'
    """
    module, _, name = path.rpartition(".")
    return lambda *given: getattr(import_module(module), name)(*given)


@dataclass(frozen=True)
class FrontEnd:
    """A language or format for games. `later` names its functions, so that the table itself loads quickly."""

    name: str
    suffixes: tuple[str, ...]
    """of its files, in lower case"""
    read: Callable[[Source, Mapping[str, Any]], Read]
    """the rules of a text with these parameters; `GalakitError` says what is wrong with either"""
    check: Callable[[Source, Mapping[str, Any]], list[Diagnostic]] | None = None
    """errors and warnings about a text, without running it; without it, the errors of `read`"""
    declared: Callable[[Source], Declared] | None = None
    """the players and parameters that a text names; without it, the players of the rules and no parameters"""
    sniff: Callable[[Source], bool] = lambda source: False
    """whether a text of unknown suffix has this format; of a program, whether the name is that of one"""
    format: Callable[[Source], str] | None = None
    """the formatted text"""
    explore: Callable[[Source, float], tuple[list[Diagnostic], list[str], dict[str, Any]]] | None = None
    """the results of visiting states for some seconds: diagnostics, lines of text, data for programs"""
    libraries: tuple[str, ...] = ()
    """suffixes of other files in this language, which are not games"""
    largest: int = FILE_LIMIT
    """bytes of a file"""
    decode: Callable[[bytes], str] = bytes.decode
    """the text of a file"""
    comment: Callable[[Source], str] | None = None
    """the comment that describes a game, where it is not at the top of the file"""
    highlighting: Mapping[str, str] = field(default_factory=dict)
    """suffix -> the highlighting of the page's editor, where it is not Gala's"""
    program: bool = False
    """whether its files are programs: they are run only where a person names them"""


GAMBIT_LIMIT = 64_000_000  # bytes: these files list every node

_ROLE = re.compile(r"^\s*\(?\s*role[\s(]", re.MULTILINE | re.IGNORECASE)
_GAME = re.compile(r"^\s*game\s*\(", re.MULTILINE)


def _is_description(source: Source) -> bool:
    named = PurePath(source.name).suffix
    return not named and _ROLE.search(source.text) is not None and _GAME.search(source.text) is None


def _begins(word: str) -> Callable[[Source], bool]:
    return lambda source: source.text[:1000].split(None, 1)[:1] == [word]


GALA = FrontEnd(
    "Gala",
    (".gala",),
    read=later("galakit.lang.gala.files.read"),
    check=later("galakit.lang.gala.files.check"),
    declared=later("galakit.lang.gala.files.declared"),
    format=later("galakit.lang.format.format.formatted"),
    libraries=(".pl",),
)
GDL = FrontEnd(
    "GDL",
    (".kif", ".gdl"),
    read=later("galakit.gdl.files.read"),
    check=later("galakit.gdl.files.check"),
    declared=later("galakit.gdl.files.declared"),
    sniff=_is_description,
    format=later("galakit.gdl.text.format.formatted"),
    explore=later("galakit.gdl.files.explored"),
    largest=limits.FILE_LIMIT,
    decode=later("galakit.gdl.text.read.decoded"),
    highlighting={".kif": "kif"},
)
GAMBIT_TREE, GAMBIT_TABLE = (
    FrontEnd(
        f"Gambit's {suffix}",
        (suffix,),
        read=later(f"galakit.formats.gambit.{reader}"),
        sniff=_begins(suffix[1:].upper()),
        largest=GAMBIT_LIMIT,
        decode=later("galakit.formats.gambit.decoded"),
        comment=later("galakit.formats.gambit.comment"),
        highlighting={suffix: "efg"},
    )
    for suffix, reader in ((".efg", "read_tree"), (".nfg", "read_table"))
)
PYTHON = FrontEnd(
    "Python",
    (".py",),
    read=later("galakit.rules.python.files.read"),
    check=later("galakit.rules.python.files.check"),
    sniff=later("galakit.rules.python.files.is_python"),
    program=True,
)

FRONT_ENDS = {one.name: one for one in (GALA, GAMBIT_TREE, GAMBIT_TABLE, GDL, PYTHON)}
"""all of them, by name"""


def texts() -> list[FrontEnd]:
    """The front ends whose files are texts, and not programs."""
    return [one for one in FRONT_ENDS.values() if not one.program]


def suffixes() -> tuple[str, ...]:
    """The suffixes of files that are read as texts.

    >>> suffixes()
    ('.gala', '.efg', '.nfg', '.kif', '.gdl')
    """
    return tuple(suffix for one in texts() for suffix in one.suffixes)


def of_name(name: str) -> FrontEnd:
    """The front end for a file of that name; Gala for an unknown suffix."""
    suffix = PurePath(name).suffix.lower()
    return next((one for one in texts() if suffix in one.suffixes), GALA)


def of_text(source: Source) -> FrontEnd:
    """The front end for a text: by its name, else by how it begins, else Gala. Never one whose files are programs.

    >>> of_text(Source("a.efg", "")).name, of_text(Source("<text>", "(role ann)")).name, of_text(Source("a", "")).name
    ("Gambit's .efg", 'GDL', 'Gala')
    """
    named = of_name(source.name)
    return named if named is not GALA else next((one for one in texts() if one.sniff(source)), GALA)


def of_program(name: str) -> FrontEnd | None:
    """The front end for a program that a person names; None where it is not one."""
    return next((one for one in FRONT_ENDS.values() if one.program and one.sniff(Source(name, ""))), None)
