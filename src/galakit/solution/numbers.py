"""Numbers for people."""

from __future__ import annotations

import re
from fractions import Fraction

from galakit.rules.contract import Number

# So many digits are enough for anybody, and a number like 1e999999999 would fill the memory.
_WRITTEN = re.compile(r"\d{1,40}(/\d{1,40})?|(\d{1,40}\.?|\d{0,40}\.\d{1,40})(e-?\d{1,3})?", re.IGNORECASE)

WIDEST = 11  # characters of a fraction; a longer one is shown as a decimal


def number(x: Number | None, digits: int = 4) -> str:
    """A number for people: fractions as they are unless very long, floats to a few digits, undefined as a dash.

    >>> from fractions import Fraction
    >>> [number(x) for x in (Fraction(-1, 18), 0.0625, 1.0, 2e-11, None)]
    ['-1/18', '0.0625', '1', '2e-11', '–']
    """
    if x is None:
        return "–"
    if isinstance(x, float):
        if x == 0:
            return "0"
        text = f"{x:.{digits}f}".rstrip("0").rstrip(".")
        return f"{x:.0e}".replace("e-0", "e-") if text in ("0", "-0") else text
    text = str(x)
    return text if len(text) <= WIDEST else f"≈{number(float(x), digits)}"


def read_number(text: str) -> Fraction:
    """A number that is not negative, as people write it: 3, 1/3, 0.75, 1e-6; anything else is a ValueError.

    >>> read_number("0.75"), read_number(" 1/3 ")
    (Fraction(3, 4), Fraction(1, 3))
    """
    if not _WRITTEN.fullmatch(text.strip()):
        raise ValueError(text)
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise ValueError(text) from None
