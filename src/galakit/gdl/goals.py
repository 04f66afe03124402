"""Goal values: the numbers that terms stand for."""

from __future__ import annotations

import re

from galakit.errors import GalakitError
from galakit.gdl.text.syntax import Term

LARGEST = 1_000_000_000
"""the language has 0 to 100; tables of goals have room for this"""

_WHOLE = re.compile(r"([-+]?)0*([0-9]+)")


def whole(term: Term) -> tuple[str, str] | None:
    """Sign and digits of a whole number; None where the term is none.

    >>> whole("-007"), whole("1_000"), whole(("f", "1"))
    (('-', '7'), None, None)
    """
    found = _WHOLE.fullmatch(term) if isinstance(term, str) else None
    return None if found is None else (found[1], found[2])


def too_large(term: Term) -> bool:
    """Whether the absolute value of a whole number exceeds that of goal values."""
    number = whole(term)
    return number is not None and (len(number[1]) > len(str(LARGEST)) or int(number[1]) > LARGEST)


def goal_value(term: Term) -> int | None:
    """The goal value that a term stands for; None where it is no whole number.

    >>> goal_value("100"), goal_value("win")
    (100, None)
    """
    number = whole(term)
    if number is None:
        return None
    if too_large(term):
        raise GalakitError(
            f"a goal value is as large as {shortened(str(term))}",
            hint=f"goal values are 0 to 100; up to {LARGEST:,} they are taken as they are",
            id="GK925",
        )
    return int("".join(number))


def shortened(digits: str) -> str:
    """A number for messages: of a long one, how many digits it has."""
    return digits if len(digits) <= 30 else f"{digits[:12]}… ({len(digits):,} characters)"
