"""Computed numbers: their normal form, their limits and their cost, exact division, powers and roots.

While an expression is evaluated a number is an `int`, a `Fraction` or a `float`; `normal` makes a term of the result. A
float that overflows is an error, but the constants `inf` and `nan` are numbers like others: they are of the type
`Unbounded`, which arithmetic turns back into plain floats.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from galakit.lang.prolog.faults import LimitError, evaluation_error
from galakit.lang.prolog.work import spend
from galakit.lang.terms import Float, Term

BITS = 200_000
LARGEST = 1 << BITS
SMALL = 1 << 1_000  # numbers below cost next to nothing
WORD = 64  # bits
PER_CELL = 50  # products of words that take as long as looking at a part of a term

Num = Any  # int | Fraction | float


class Unbounded(float):
    """An infinity, or no number, that the program has written itself."""


def normal(value: Num) -> Term:
    """A computed number as a term."""
    kind = type(value)
    if kind is int:
        if not -LARGEST < value < LARGEST:
            raise too_large()
        return value
    if kind is Fraction:
        if value.denominator >= LARGEST or not -LARGEST < value.numerator < LARGEST:
            raise too_large()
        return value.numerator if value.denominator == 1 else value
    if kind is float:
        if value - value != 0:
            raise evaluation_error("float_overflow" if value == value else "undefined")
        return Float(value)
    return Float(value) if kind is Unbounded else int(value)  # a bool


def as_float(value: Float) -> float:
    """The float of a term, to compute with."""
    number = float(value)
    return number if number - number == 0 else Unbounded(number)


def too_large() -> LimitError:
    return LimitError(f"arithmetic: a number grew beyond {BITS:,} bits")


def weigh(*numbers: Num, times: int = 1) -> None:
    """Spend what it costs to multiply or divide numbers so many times."""
    sizes = sorted((_words(number) for number in numbers), reverse=True)
    spend(times * sizes[0] * (sizes[1] if len(sizes) > 1 else sizes[0]) // PER_CELL)


def _words(number: Num) -> int:
    if type(number) is int:
        return number.bit_length() // WORD + 1
    if type(number) is Fraction:  # each operation on it finds a common divisor
        return 2 * max(number.numerator.bit_length(), number.denominator.bit_length()) // WORD + 1
    return 1


def multiply(a: Num, b: Num) -> Num:
    result = a * b
    if type(result) is int and -SMALL < result < SMALL:
        return result
    if not isinstance(result, float):
        weigh(a, b)
        normal(result)  # for its limit: a product of products must not run away before it is stored
    return result


def divide(a: Num, b: Num) -> Num:
    if isinstance(a, float) or isinstance(b, float):
        if b == 0:
            raise evaluation_error("undefined" if a == 0 or a != a else "zero_divisor")
        return a / b
    if b == 0:
        raise evaluation_error("zero_divisor")
    if not -SMALL < a < SMALL or not -SMALL < b < SMALL:
        weigh(a, b)
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient


def power(a: Num, b: Num) -> Num:
    """`a ** b`, exact where it can be.

    >>> power(2, -1), power(4, Fraction(1, 2)), power(-8, Fraction(1, 3)), power(2, 0.5)
    (Fraction(1, 2), Fraction(2, 1), Fraction(-2, 1), 1.4142135623730951)
    """
    if type(b) is Fraction and b.denominator == 1:
        b = b.numerator
    if b == 0 or (a == 1 and not isinstance(a, float)):
        return 1
    if a == 0:
        if b < 0:
            raise evaluation_error("zero_divisor")
        return a if not isinstance(a, float) else 0.0
    if type(b) is Fraction:
        return _root_power(a, b)
    if isinstance(a, float) or isinstance(b, float):
        return _float_power(float(a), float(b))
    size = a.bit_length() if type(a) is int else max(a.numerator.bit_length(), a.denominator.bit_length())
    if size > 1 and size * abs(b) > BITS:
        raise too_large()
    if size * abs(b) > 1_000:
        spend((size * abs(b) // WORD) ** 2 // PER_CELL)
    if b < 0:
        return Fraction(1) / Fraction(a) ** -b
    return a**b


def _float_power(a: float, b: float) -> float:
    try:
        result = a**b
    except OverflowError:
        raise evaluation_error("float_overflow") from None
    if isinstance(result, complex):
        raise evaluation_error("undefined")
    return float(result)


def _root_power(a: Num, b: Fraction) -> Num:
    """A power with a broken exponent: the real root, exact where there is an exact one."""
    degree = b.denominator
    if a < 0 and degree % 2 == 0:
        raise evaluation_error("undefined")
    if not isinstance(a, float):
        exact = Fraction(a)
        above, below = integer_root(abs(exact.numerator), degree), integer_root(exact.denominator, degree)
        if above**degree == abs(exact.numerator) and below**degree == exact.denominator:
            return power(Fraction(above if a > 0 else -above, below), b.numerator)
    size = _float_power(abs(float(a)), float(b))
    return -size if a < 0 and b.numerator % 2 else size


def integer_root(value: int, degree: int) -> int:
    """The largest integer whose power is at most the value.

    >>> integer_root(1_000, 3), integer_root(999, 3), integer_root(3**2_000 - 1, 1_000), integer_root(7, 9)
    (10, 9, 8, 1)
    """
    if degree == 1 or value < 2:
        return value
    if degree == 2:
        return math.isqrt(value)
    bits = value.bit_length()
    if bits <= degree:
        return 1
    # Newton's method from a point that is above the root and close to it: logarithms are good to ten digits.
    above = (math.log2(value) + 1e-9) / degree
    shift = max(0, int(above) - 52)
    root = (int(2.0 ** (above - shift)) + 1) << shift
    while True:
        spend((bits // WORD) ** 2 // PER_CELL)
        lower = ((degree - 1) * root + value // root ** (degree - 1)) // degree
        if lower >= root:
            return root
        root = lower
