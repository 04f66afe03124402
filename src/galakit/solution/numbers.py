"""Numbers for people."""

from __future__ import annotations

from galakit.rules.contract import Number

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
