"""Gambit's files as rules: trees (`.efg`) and tables (`.nfg`)."""

from __future__ import annotations

from pathlib import PurePath

from galakit.errors import Source
from galakit.formats.read_efg import read_efg
from galakit.formats.read_nfg import read_nfg
from galakit.formats.tree_rules import TreeRules

SUFFIXES = (".efg", ".nfg")
FILE_LIMIT = 64_000_000  # bytes: these files list every node


def is_gambit(source: Source) -> bool:
    """Whether a text is one of Gambit's, by the ending of its name or by how it begins.

    >>> is_gambit(Source("a.efg", "")), is_gambit(Source("<text>", "NFG 1 R ...")), is_gambit(Source("a.gala", "game("))
    (True, True, False)
    """
    return _suffix(source) in SUFFIXES or _first_word(source) in ("EFG", "NFG")


def read_gambit(source: Source) -> TreeRules:
    """The rules a file describes, or an error that says where it is broken."""
    table = _suffix(source) == ".nfg" or (_suffix(source) != ".efg" and _first_word(source) == "NFG")
    document = read_nfg(source) if table else read_efg(source)
    return TreeRules(document, PurePath(source.name).stem)


def decoded(data: bytes) -> str:
    """The text of a file; Gambit takes any bytes, and older files are in Latin-1.

    >>> decoded("é".encode()), decoded("é".encode("latin-1"))
    ('é', 'é')
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _first_word(source: Source) -> str:
    return next(iter(source.text[:1000].split(None, 1)), "")


def _suffix(source: Source) -> str:
    return PurePath(source.name).suffix.lower()
