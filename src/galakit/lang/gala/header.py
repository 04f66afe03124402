"""The comment at the top of a game file: what a person wants to know before reading the rules.

Its first paragraph is a one-line summary; then come paragraphs of description and, last, the fields `Kind:` (by which
the shipped games are grouped) and `Source:`. Everything but the summary may be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

COMMENT = ("%", ";")  # the latter in GDL
FIELD = re.compile(r"(Kind|Source): ")


@dataclass(frozen=True)
class Header:
    """The parts of a header, each without line breaks."""

    summary: str = ""
    description: str = ""
    kind: str = ""
    source: str = ""


def read_header(text: str) -> Header:
    """The header of a source text.

    >>> read_header("% Nim: piles.\\n%\\n% Who takes last\\n% wins.\\n%\\n% Kind: boards\\n% Source: Bouton.\\n")
    Header(summary='Nim: piles.', description='Who takes last wins.', kind='boards', source='Bouton.')
    """
    paragraphs: list[str] = []
    fields: dict[str, str] = {}
    open_ = False  # whether the next line goes on with the last paragraph or field
    field = ""
    for line in text.lstrip().splitlines():
        if not line.startswith(COMMENT):
            break
        line = line.lstrip("".join(COMMENT)).strip()
        start = FIELD.match(line)
        if start:
            field = start[1]
            fields[field] = line[start.end() :]
        elif not line:
            field = ""
        elif field:
            fields[field] += " " + line
        elif open_:
            paragraphs[-1] += " " + line
        else:
            paragraphs.append(line)
        open_ = bool(line)
    summary, *description = paragraphs or [""]
    return Header(summary, "\n\n".join(description), fields.get("Kind", ""), fields.get("Source", ""))
