"""Untrusted text made harmless for a terminal: visible characters replace all others.

Names, facts and moves come from files. An escape sequence in one of them could recolour, overwrite or rename a
terminal, and marks for the direction of writing could make a line look different from what it says.
"""

from __future__ import annotations

import json
import re
from typing import Any

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_SUSPECT = re.compile(r"[^\n\t -~]")  # everything but the visible part of ASCII


def printable(text: str) -> str:
    r"""The text with visible characters only; line breaks and tabs stay.

    >>> printable("first\x1b[31m\nsecond\u202e")
    'first␛[31m\nsecond�'
    """
    if text.isprintable():
        return text
    return _SUSPECT.sub(lambda m: m.group() if m.group().isprintable() else _picture(m.group()), text)


def _picture(character: str) -> str:
    if character.isspace() and ord(character) > 0x7F and character not in "\x85\u2028\u2029":
        return " "  # of some other width
    return _PICTURES.get(ord(character), "�")


def json_text(data: Any, indent: int | None = None) -> str:
    r"""A value as JSON in which everything that is not visible is escaped.

    >>> json_text({"name": "a\x1b\x9b\u202eé"})
    '{"name": "a\\u001b\\u009b\\u202eé"}'
    """
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    if text.isprintable():
        return text
    # Outside of strings only line breaks are not visible, and inside of them those are escaped already.
    return _SUSPECT.sub(lambda m: m.group() if m.group().isprintable() else json.dumps(m.group())[1:-1], text)
