"""A description from its text, whichever notation it is in.

The text itself says which: files called `.kif` are sometimes infix, `.gdl` says nothing, and a message of the network
has no name at all. The first bracket decides: in the infix notation it follows a name, in the prefix notation it does
not.

>>> [read_description(Source("<text>", text)).notation for text in ("(role ann)", "role(ann)")]
['kif', 'infix']
"""

from __future__ import annotations

import re

from galakit.errors import GalakitError, Source, Span
from galakit.gdl.text import infix, kif
from galakit.gdl.text.syntax import Description

MOST_BARE = 20  # words in front of the first bracket

_SKIPPED = re.compile(r"\s+|;[^\r\n]*|%[^\r\n]*|\#\|.*?\|\#|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"'(?:[^'\\\n]|\\.)*'|[^\s();%,.'&|~]+|.", re.DOTALL)


def read_description(source: Source) -> Description:
    """The description of a text; GalakitError where it is none."""
    notation = notation_of(source.text)
    description = kif.read(source) if notation == "kif" else infix.read(source)
    if not description.clauses:
        raise GalakitError(
            "there is no description in the text",
            span=Span(source, 0, len(source.text)) if source.text else None,
            hint="a description has at least a role and its legal moves",
            id="GK900",
        )
    return description


def notation_of(text: str) -> str:
    """kif or infix, by what comes first."""
    at = words = 0
    behind_name = False
    while at < len(text) and words < MOST_BARE:
        skipped = _SKIPPED.match(text, at)
        if skipped:
            at, behind_name = skipped.end(), False
            continue
        word = _WORD.match(text, at)
        assert word is not None
        words += 1
        if word[0] == "(":
            return "infix" if behind_name else "kif"
        if word[0] in (":-", ".", "&", "|", ",", "~"):
            return "infix"
        at, behind_name = word.end(), True
    return "kif"


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or what its byte order mark says, or Latin-1 as older files are; lines end in `\\n`.

    >>> decoded("; é".encode()), decoded("; é".encode("latin-1")), decoded("a\\r\\nb".encode("utf-16"))
    ('; é', '; é', 'a\\nb')
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16")
    elif b"\0" in data:
        raise UnicodeDecodeError("utf-8", data, data.index(b"\0"), data.index(b"\0") + 1, "not text")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
