"""Gambit's files as rules: trees (`.efg`) and tables (`.nfg`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from galakit.errors import GalakitError, Source
from galakit.frontends.front_end import FrontEnd, Read

FILE_LIMIT = 64_000_000  # bytes: these files list every node


def decoded(data: bytes) -> str:
    """The text of a file; Gambit takes any bytes, and older files are in Latin-1.

    >>> decoded("é".encode()), decoded("é".encode("latin-1"))
    ('é', 'é')
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _front_end(suffix: str) -> FrontEnd:
    def read(source: Source, params: Mapping[str, Any]) -> Read:
        from galakit.formats.read_efg import read_efg
        from galakit.formats.read_nfg import read_nfg
        from galakit.formats.tree_rules import TreeRules

        for name in params:
            raise GalakitError(f"a Gambit file has no parameters, so `{name}` cannot be set", id="GK503")
        document = read_efg(source) if suffix == ".efg" else read_nfg(source)
        return TreeRules(document, PurePath(source.name).stem), {}

    def sniff(source: Source) -> bool:
        return source.text[:1000].split(None, 1)[:1] == [suffix[1:].upper()]

    return FrontEnd(
        f"Gambit's {suffix}",
        (suffix,),
        read,
        sniff=sniff,
        largest=FILE_LIMIT,
        decode=decoded,
        highlighting={suffix: "efg"},
    )


TREES, TABLES = _front_end(".efg"), _front_end(".nfg")
