"""JSON and numbers from untrusted files: anything invalid is a ValueError, and nothing takes long.

>>> decode_json('{"a": [1, 0.5]}')
{'a': [1, 0.5]}
>>> decode_fraction("-1/18")
Fraction(-1, 18)
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from fractions import Fraction
from typing import Any, NoReturn

DIGITS = 100_000  # of a numerator or denominator
PLAIN = 4_000  # digits up to which Python converts numbers itself; it refuses more than 4,300

_FRACTION = re.compile(rf"-?\d{{1,{DIGITS}}}(/\d{{1,{DIGITS}}})?", re.ASCII)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def decode_json(data: bytes | str) -> Any:
    """The value of a JSON text. No key twice in an object, no NaN or infinity, no half characters.

    >>> decode_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    ValueError: the key 'a' is there twice
    """
    text = data.decode("utf-8") if isinstance(data, bytes) else data
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if _SURROGATE.search(text):  # pairs of them are characters, single ones are not and could not be written again
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {key[:40]!r} is there twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text[:40]} is too large for a number")
    return found


def decode_fraction(text: str) -> Fraction:
    """A whole number or a fraction as Galakit writes them: `3`, `-1/18`; at most `DIGITS` digits."""
    if not _FRACTION.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no fraction")
    above, _, below = text.partition("/")
    denominator = _whole(below) if below else 1
    if not denominator:
        raise ValueError("a fraction has the denominator 0")
    return Fraction(_whole(above), denominator)


def encode_fraction(number: Fraction | int) -> str:
    """A number as `decode_fraction` reads it.

    >>> encode_fraction(Fraction(-1, 18)), len(encode_fraction(7**9_000))
    ('-1/18', 7606)
    """
    below = "" if number.denominator == 1 else f"/{_digits(number.denominator)}"
    return _digits(number.numerator) + below


def _whole(digits: str) -> int:
    if len(digits) <= PLAIN:
        return int(digits)
    from flint import fmpz  # converts long numbers quickly, and without Python's limit

    return int(fmpz(digits))


def _digits(whole: int) -> str:
    if whole.bit_length() < 3 * PLAIN:
        return str(whole)
    from flint import fmpz

    return str(fmpz(whole))
