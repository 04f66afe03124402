"""Texts that fit."""

from __future__ import annotations

import textwrap

from galakit.solution.facts import split

FONT = 7.0  # points
LINES = 4
_NARROW, _WIDE = frozenset("fijlrt.,:;|'`!()[]-/ 1I"), frozenset("mwMWO@%QGD")


def folded(words: str, width: int) -> str:
    """Facts in lines: broken between them where that fits, else within them; of very many the last ones.

    >>> print(folded("bet(gambler,0), bet(dealer,1)", 16))
    bet(gambler,0)
    bet(dealer,1)
    """
    lines: list[str] = []
    for fact in split(words) or ("",):
        if lines and len(lines[-1]) + 2 + len(fact) <= width:
            lines[-1] += ", " + fact
        else:
            lines += textwrap.wrap(fact, width, break_on_hyphens=False) or [""]
    return "\n".join(lines if len(lines) <= LINES else ["…", *lines[1 - LINES :]])


def text_width(text: str, size: float = FONT) -> float:
    """The approximate width of a text in a sans-serif font.

    >>> text_width("bet") < text_width("pass") < text_width("maximum")
    True
    """
    return size * sum(0.4 if c in _NARROW else 0.92 if c in _WIDE else 0.62 for c in text)


def shortened(text: str, most: int = 24) -> str:
    """A text cut in the middle where it is long.

    >>> shortened("([(1,3)],[(1,1)])", 9)
    '([(1…,1)])'
    """
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-(most - most // 2) :]}"


def verbatim(text: str) -> str:
    """A text in which matplotlib sees no formulas.

    >>> verbatim("$x$")
    '\\\\$x\\\\$'
    """
    return text.replace("$", "\\$")
