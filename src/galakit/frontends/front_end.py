"""The contract of a front end: it turns texts into rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from galakit.errors import Diagnostic, Source
from galakit.lang.files import FILE_LIMIT

if TYPE_CHECKING:
    from galakit.rules.contract import Rules

Read: TypeAlias = "tuple[Rules, dict[str, str]]"
"""the rules, and the value of every parameter as it is written"""
Declared: TypeAlias = tuple[tuple[str, ...], dict[str, str | None]]
"""the players, and the parameters with their defaults"""
Explored: TypeAlias = tuple[list[Diagnostic], list[str], dict[str, Any]]
"""what is wrong; what was seen, in lines for people and as data for programs"""


@dataclass(frozen=True)
class FrontEnd:
    """One way to write games. Its functions import what they need, so that the table itself is loaded at once."""

    name: str
    suffixes: tuple[str, ...]
    """of its files, in lower case"""
    read: Callable[[Source, Mapping[str, Any]], Read]
    """the rules of a text with these parameters; `GalakitError` says what is wrong with either"""
    check: Callable[[Source, Mapping[str, Any]], list[Diagnostic]] | None = None
    """what is wrong or doubtful in a text, without running it; without it, what `read` says"""
    declared: Callable[[Source], Declared] | None = None
    """the players and parameters that a text names; without it, the players of the rules and no parameters"""
    sniff: Callable[[Source], bool] = lambda source: False
    """whether a text whose name does not tell is written so; of a program, whether the name is that of one"""
    format: Callable[[Source], str] | None = None
    """a text in the one layout of the language"""
    explore: Callable[[Source, float], Explored] | None = None
    """what is found by visiting states for some seconds"""
    libraries: tuple[str, ...] = ()
    """suffixes of other files in this language, which are no games"""
    largest: int = FILE_LIMIT
    """bytes of a file"""
    decode: Callable[[bytes], str] = bytes.decode
    """the text of a file"""
    highlighting: Mapping[str, str] = field(default_factory=dict)
    """suffix -> how the page's editor colours it, where that is not as Gala"""
    program: bool = False
    """whether its files are programs: they are run where a person names them, and never read from anywhere else"""
