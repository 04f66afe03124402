"""Gambit's files as rules: trees (`.efg`) and tables (`.nfg`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from galakit.errors import GalakitError, Source
from galakit.formats.document import TableDocument, TreeDocument
from galakit.formats.read_efg import read_efg
from galakit.formats.read_nfg import read_nfg
from galakit.formats.tree_rules import TreeRules


def read_tree(source: Source, params: Mapping[str, Any]) -> tuple[TreeRules, dict[str, str]]:
    """The rules of an `.efg` file, or an error that says where it is broken."""
    return _rules(read_efg(source), source, params)


def read_table(source: Source, params: Mapping[str, Any]) -> tuple[TreeRules, dict[str, str]]:
    """The rules of an `.nfg` file, or an error that says where it is broken."""
    return _rules(read_nfg(source), source, params)


def comment(source: Source) -> str:
    """The comment of a file, as lines of a header.

    >>> comment(Source("a.efg", 'EFG 2 R "a" { "me" } "A choice.\\n\\nOf one." p "" 1 1 "" { "x" } 0 t "" 1 "" { 1 }'))
    '% A choice.\\n% \\n% Of one.'
    """
    read = read_nfg if source.name.endswith(".nfg") else read_efg
    return "\n".join(f"% {line}" for line in read(source).comment.splitlines())


def _rules(
    document: TreeDocument | TableDocument, source: Source, params: Mapping[str, Any]
) -> tuple[TreeRules, dict[str, str]]:
    for name in params:
        raise GalakitError(f"a Gambit file has no parameters, so `{name}` cannot be set", id="GK503")
    return TreeRules(document, PurePath(source.name).stem), {}


def decoded(data: bytes) -> str:
    """The text of a file; Gambit takes any bytes, and older files are in Latin-1.

    >>> decoded("é".encode()), decoded("é".encode("latin-1"))
    ('é', 'é')
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
