"""How much text is read: descriptions come over the network and from anywhere."""

from __future__ import annotations

from galakit.errors import GalakitError, Source, Span

FILE_LIMIT = 20_000_000
"""bytes of a file"""
DEEPEST = 150
"""how deep brackets may be nested"""
MOST_WORDS = 2_000_000
"""how many names, variables and brackets a description may have"""


def too_long(source: Source, at: int) -> GalakitError:
    """What is said of a text with more words than are read."""
    return GalakitError(
        f"the description has more than {MOST_WORDS:,} words",
        span=Span(source, at, at + 1),
        hint="write rules instead of listing every case",
        id="GK904",
    )


def too_deep(source: Source, at: int) -> GalakitError:
    """What is said of brackets in brackets in brackets."""
    return GalakitError(
        f"brackets are nested more than {DEEPEST} deep",
        span=Span(source, at, at + 1),
        hint="write it flatter",
        id="GK904",
    )
