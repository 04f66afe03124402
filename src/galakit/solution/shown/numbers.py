"""Readable numbers, and columns of exact numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from galakit.rules.contract import Number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

T = TypeVar("T")

# Limited, because a number like 1e999999999 would fill the memory.
_WRITTEN = re.compile(r"\d{1,40}(/\d{1,40})?|(\d{1,40}\.?|\d{0,40}\.\d{1,40})(e-?\d{1,3})?", re.IGNORECASE)

DUST = 1e-14  # smaller floats are rounding errors of 0
LOG = 0.30103  # decimal digits of a bit
WIDEST = 11  # characters of a fraction; a longer one is shown as a decimal


def number(x: Number | None, digits: int = 4) -> str:
    """A readable number: fractions as they are unless very long, floats to a few digits, undefined as a dash.

    A plain 0 is exact; in floating point it is 0.0.

    >>> from fractions import Fraction
    >>> [number(x) for x in (Fraction(-1, 18), 0, 0.0625, 1.0, 2e-11, -9e-18, None)]
    ['-1/18', '0', '0.0625', '1', '2e-11', '0.0', '–']
    """
    if x is None:
        return "–"
    if isinstance(x, float):
        if abs(x) < DUST:
            return "0.0"
        text = f"{x:.{digits}f}".rstrip("0").rstrip(".")
        return f"{x:.0e}".replace("e-0", "e-") if text in ("0", "-0") else text
    # Python refuses to write out numbers of thousands of digits, which exact ones may have.
    short = max(x.numerator.bit_length(), x.denominator.bit_length()) < 4 * WIDEST and len(str(x)) <= WIDEST
    if short:
        return str(x)
    try:
        return f"≈{number(float(x), digits)}"
    except OverflowError:  # larger than any float
        power = int((x.numerator.bit_length() - x.denominator.bit_length()) * LOG)
        return f"≈{'-' if x < 0 else ''}1e{power}"


def json_number(x: Number) -> float | str:
    """A number in JSON: exact ones as texts `p/q`.

    >>> json_number(Fraction(1, 3)), json_number(2), json_number(0.5)
    ('1/3', '2', 0.5)
    """
    return x if isinstance(x, float) else str(x)


def read_number(text: str) -> Fraction:
    """A non-negative number as users write it: 3, 1/3, 0.75, 1e-6; anything else is a ValueError.

    >>> read_number("0.75"), read_number(" 1/3 ")
    (Fraction(3, 4), Fraction(1, 3))
    """
    if not _WRITTEN.fullmatch(text.strip()):
        raise ValueError(text)
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise ValueError(text) from None


def converted(column: Iterable[Any], convert: Callable[[Any], T]) -> list[T]:
    """Each number of a column converted, equal objects only once: exact columns repeat few objects.

    >>> converted([Fraction(1, 2), None], str)
    ['1/2', 'None']
    """
    items = list(column)
    names = list(map(id, items))
    once = {name: convert(x) for name, x in dict(zip(names, items)).items()}
    return list(map(once.__getitem__, names))


def fractions(column: Iterable[Any]) -> npt.NDArray[Any]:
    """A column of Fractions."""
    import numpy as np

    return np.fromiter(converted(column, Fraction), object)


def floats(column: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """A column in floating point; what is undefined becomes nan.

    >>> import numpy as np
    >>> floats(np.array([Fraction(1, 4), None], object)).tolist()
    [0.25, nan]
    """
    import numpy as np

    if column.dtype != object:
        return column.astype(np.float64)
    return np.array(converted(column.tolist(), lambda x: np.nan if x is None else float(x)), np.float64)
