"""Numbers in answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from galakit.rules.contract import Number
from galakit.solution.shown.numbers import number
from galakit.study.answers import Quantity

UNDEFINED = Quantity(value=None, text="–")


def quantity(x: Number | None) -> Quantity:
    """A number with its text.

    >>> from fractions import Fraction
    >>> quantity(Fraction(1, 3)).text, quantity(float("nan")).text
    ('1/3', '–')
    """
    if x is None or x != x:
        return UNDEFINED
    return Quantity(value=float(x), text=number(x))


def quantities(numbers: Iterable[Number | None]) -> list[Quantity]:
    return [quantity(x) for x in numbers]


def defined(x: float) -> float | None:
    """A number to draw; None where it is undefined."""
    return None if x != x else rounded(x)


def rounded(x: Any) -> float:
    """A number to draw, with six digits to keep answers short.

    >>> rounded(1 / 3), rounded(1e-12 / 3)
    (0.333333, 3.33333e-13)
    """
    return float(f"{float(x):.6g}")
