"""The values that a parameter or an option takes: one, a list, or evenly spaced numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from galakit.decoding import encode_fraction
from galakit.loading import written
from galakit.sweep.positions import FloatText, Section

MOST = 10_000  # values of one axis
SPACED = 'write { from = 0, to = 1, steps = 11 } or { from = 0, to = 1, by = "1/10" }'
DIGITS = 40  # of a number in `from`, `to` and `by`


def values(section: Section, key: str) -> list[str]:
    """The values of a key as texts in the syntax of the rules; a list has one for each entry.

    >>> data = {"ranks": [3, 8], "slump": {"from": 0, "to": "1/2", "steps": 3}, "piles": [[1, 2]], "suits": "[a, b]"}
    >>> [values(Section(data, None), key) for key in data]
    [['3', '8'], ['0', '1/4', '1/2'], ['[1,2]'], ['[a, b]']]
    """
    given = section.values[key]
    if isinstance(given, Mapping):
        return _spaced(section, key, given)
    several = given if isinstance(given, list) else [given]
    if not several:
        raise section.wrong(key, f"`{key}` has no values", f"write {key} = [1, 2]", id="GK761")
    if len(several) > MOST:
        raise section.wrong(key, f"`{key}` has more than {MOST:,} values", "give fewer", id="GK763")
    found = [_value(section, key, one) for one in several]
    twice = next((value for k, value in enumerate(found) if value in found[:k]), None)
    if twice is not None:
        raise section.wrong(key, f"`{key}` has the value {twice} twice", "leave one out", id="GK761")
    return found


def _value(section: Section, key: str, value: Any) -> str:
    if isinstance(value, str) and value.strip() and not (isinstance(value, FloatText) and not isfinite(float(value))):
        return value.strip()
    if isinstance(value, bool | int | float | Fraction) and isfinite(value):
        return encode_fraction(value) if isinstance(value, Fraction) else written(value)
    if isinstance(value, list) and value:
        return f"[{','.join(_value(section, key, one) for one in value)}]"
    raise section.wrong(
        key,
        f"`{key}` cannot have the value {str(value)[:40] or 'of no letters'}",
        "give numbers, texts as rules write them, or lists of these",
        id="GK761",
    )


def _spaced(section: Section, key: str, given: Mapping[str, Any]) -> list[str]:
    """Evenly spaced fractions, both ends included."""
    inside = Section(given, section.positions, (*section.path, key))
    inside.check({"from": "the first", "to": "the last", "steps": "how many", "by": "the distance"})
    if "from" not in given or "to" not in given or ("steps" in given) == ("by" in given):
        raise section.wrong(key, f"`{key}` needs `from`, `to`, and either `steps` or `by`", SPACED, id="GK761")
    low, high = _fraction(inside, "from"), _fraction(inside, "to")
    if "steps" in given:
        steps = _fraction(inside, "steps")
        if steps.denominator != 1 or steps < 2:
            raise inside.wrong("steps", "`steps` must be a whole number from 2 on", SPACED, id="GK761")
        by = (high - low) / (int(steps) - 1)
    else:
        by = _fraction(inside, "by")
    if low >= high or by <= 0:
        raise section.wrong(key, "`to` must be above `from`, and the distance positive", SPACED, id="GK761")
    count = (high - low) // by + 1
    if count > MOST:
        raise section.wrong(key, f"`{key}` has more than {MOST:,} values", "give fewer", id="GK763")
    return [encode_fraction(low + k * by) for k in range(count)]


def _fraction(section: Section, key: str) -> Fraction:
    given = section.values[key]
    found = number(str(given)) if isinstance(given, str | int | float | Fraction) else None
    if found is None or isinstance(given, bool):
        raise section.wrong(key, f'`{key}` must be a number such as 3, 0.25 or "1/3"', SPACED, id="GK761")
    return found


def number(text: str) -> Fraction | None:
    """The number that a value is, or None.

    >>> number("-1/3"), number("0.25"), number("hearts"), number("1e999")
    (Fraction(-1, 3), Fraction(1, 4), None, None)
    """
    from galakit.solution.shown.numbers import read_number

    sign, plain = (-1, text[1:]) if text.startswith("-") else (1, text)
    if len(plain) > DIGITS or not plain[:1].isascii() or not (plain[:1].isdigit() or plain[:1] == "."):
        return None
    try:
        found = sign * read_number(plain)
        float(found)
    except (ValueError, OverflowError):
        return None
    return found
