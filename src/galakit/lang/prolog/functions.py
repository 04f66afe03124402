"""The functions of arithmetic expressions, by name and arity."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from galakit.lang.prolog.faults import domain_error, evaluation_error, type_error
from galakit.lang.prolog.numbers import (
    BITS,
    PER_CELL,
    SMALL,
    WORD,
    Num,
    Unbounded,
    divide,
    multiply,
    normal,
    power,
    too_large,
    weigh,
)
from galakit.lang.prolog.work import spend
from galakit.lang.terms import Symbol, sym


def _integers(name: str, f: Callable[..., int], times: int = 1) -> Callable[..., Num]:
    """A function of integers only, which costs as much as so many divisions."""

    def checked(*arguments: Num) -> Num:
        for a in arguments:
            if type(a) is not int or not -SMALL < a < SMALL:
                arguments = tuple([_integer(x, name) for x in arguments])
                weigh(*arguments, times=times)
                break
        return f(*arguments)

    return checked


def _integer(a: Num, name: str) -> int:
    if type(a) is int:
        return a
    if type(a) is Fraction and a.denominator == 1:  # a sum of rationals, not yet in normal form
        return a.numerator
    raise type_error("integer", normal(a), name)


def _nonzero(f: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def checked(a: int, b: int) -> int:
        if b == 0:
            raise evaluation_error("zero_divisor")
        return f(a, b)

    return checked


def _truncated(a: int, b: int) -> int:
    q = abs(a) // abs(b)
    return q if (a >= 0) == (b >= 0) else -q


def _shift(a: int, b: int) -> int:
    if b > 0 and a.bit_length() + b > BITS:
        raise too_large()
    return a << b if b >= 0 else a >> -b


def _most_significant(a: int) -> int:
    if a <= 0:
        raise domain_error("not_less_than_one", a, "msb/1")
    return a.bit_length() - 1


def _bit(a: int, b: int) -> int:
    for x in (a, b):
        if x < 0:
            raise domain_error("not_less_than_zero", x, "getbit/2")
    return a >> b & 1


def _power_modulo(a: int, b: int, m: int) -> int:
    for x in (b, m):
        if x < 0:
            raise domain_error("not_less_than_zero", x, "powm/3")
    if m == 0:
        raise evaluation_error("zero_divisor")
    if b > SMALL or m > SMALL:  # two products of the size of m for each bit of b
        spend(b.bit_length() * (2 * (m.bit_length() // WORD + 1) ** 2 // PER_CELL + 1))
    return pow(a, b, m)


def _whole(f: Callable[[Num], int]) -> Callable[[Num], Num]:
    """A function to the integers; infinity has no integer near it and stays."""
    return lambda a: a if type(a) is Unbounded else f(a)


def _round(a: Num) -> int:
    if type(a) is int:
        return int(a)
    floor: int = math.floor(abs(a))
    up = floor + 1 if abs(a) - floor >= (0.5 if isinstance(a, float) else Fraction(1, 2)) else floor
    return up if a >= 0 else -up


def _real(f: Callable[..., float]) -> Callable[..., float]:
    """A function of floats."""

    def checked(*arguments: Num) -> float:
        try:
            return f(*[float(a) for a in arguments])
        except ValueError:
            raise evaluation_error("undefined") from None
        except OverflowError:
            raise evaluation_error("float_overflow") from None
        except ZeroDivisionError:
            raise evaluation_error("zero_divisor") from None

    return checked


def _log(a: float, base: float = math.e) -> float:
    if a == 0:
        raise OverflowError
    return math.log(a) if base == math.e else math.log(a) / math.log(base)


def _rational(a: Num) -> int | Fraction:
    if isinstance(a, float):
        raise type_error("rational", normal(a), "arithmetic")
    return a  # type: ignore[no-any-return]


def _exact(a: Num) -> int | Fraction:
    try:
        return Fraction(a)
    except (OverflowError, ValueError):
        raise evaluation_error("undefined") from None


def _nearby(a: Num) -> int | Fraction:
    """The simplest rational that a float stands for: 1/10 for 0.1 (by continued fractions)."""
    if not isinstance(a, float):
        return a  # type: ignore[no-any-return]
    exact = _exact(a)
    rest = Fraction(exact)
    p0, q0, p1, q1 = 0, 1, 1, 0
    while True:
        whole = math.floor(rest)
        p0, q0, p1, q1 = p1, q1, whole * p1 + p0, whole * q1 + q0
        if p1 / q1 == a or rest == whole:
            return Fraction(p1, q1)
        rest = 1 / (rest - whole)


def _least(a: Num, b: Num) -> Num:
    if a == b:
        return _of_equals(a, b, smaller=True)
    return b if a != a else a if b != b or a < b else b


def _greatest(a: Num, b: Num) -> Num:
    if a == b:
        return _of_equals(a, b, smaller=False)
    return b if a != a else a if b != b or a > b else b


def _of_equals(a: Num, b: Num, smaller: bool) -> Num:
    """Which of two equal numbers counts: a float stands before an exact number, and -0.0 below 0.0 and 0."""
    if isinstance(a, float) and isinstance(b, float):
        return a if (math.copysign(1, a) < 0) == smaller else b
    inexact, exact = (a, b) if isinstance(a, float) else (b, a)
    if a == 0 and not smaller and isinstance(inexact, float) and math.copysign(1, inexact) < 0:
        return exact
    return inexact


def _sign(a: Num) -> Num:
    sign = (a > 0) - (a < 0)
    return float(sign) if isinstance(a, float) else sign


def _copysign(a: Num, b: Num) -> Num:
    negative = math.copysign(1, b) < 0 if isinstance(b, float) else b < 0
    return -abs(a) if negative else abs(a)


def _negative(a: Num) -> Num:
    return Unbounded(-a) if type(a) is Unbounded else -a


def _absolute(a: Num) -> Num:
    return Unbounded(abs(a)) if type(a) is Unbounded else abs(a)


def _integer_part(a: Num) -> Num:
    return math.modf(a)[1] if isinstance(a, float) else math.trunc(a)


def _fractional_part(a: Num) -> Num:
    return math.copysign(math.modf(a)[0], a) if isinstance(a, float) else a - math.trunc(a)


_TABLE: list[tuple[str, int, Callable[..., Num]]] = [
    ("+", 2, lambda a, b: a + b),
    ("-", 2, lambda a, b: a - b),
    ("*", 2, multiply),
    ("/", 2, divide),
    ("rdiv", 2, lambda a, b: divide(_rational(a), _rational(b))),
    ("**", 2, power),
    ("^", 2, power),
    ("//", 2, _integers("//", _nonzero(_truncated))),
    ("div", 2, _integers("div", _nonzero(lambda a, b: a // b))),
    ("mod", 2, _integers("mod", _nonzero(lambda a, b: a % b))),
    ("rem", 2, _integers("rem", _nonzero(lambda a, b: a - b * _truncated(a, b)))),
    ("gcd", 2, _integers("gcd", math.gcd, times=4)),
    ("lcm", 2, _integers("lcm", math.lcm, times=4)),
    ("msb", 1, _integers("msb", _most_significant)),
    ("getbit", 2, _integers("getbit", _bit)),
    ("popcount", 1, _integers("popcount", lambda a: a.bit_count())),
    ("powm", 3, _integers("powm", _power_modulo)),
    ("/\\", 2, _integers("/\\", lambda a, b: a & b)),
    ("\\/", 2, _integers("\\/", lambda a, b: a | b)),
    ("xor", 2, _integers("xor", lambda a, b: a ^ b)),
    ("<<", 2, _integers("<<", _shift)),
    (">>", 2, _integers(">>", lambda a, b: _shift(a, -b))),
    ("\\", 1, _integers("\\", lambda a: ~a)),
    ("min", 2, _least),
    ("max", 2, _greatest),
    ("-", 1, _negative),
    ("+", 1, lambda a: a),
    ("abs", 1, _absolute),
    ("sign", 1, _sign),
    ("copysign", 2, _copysign),
    ("float", 1, float),
    ("float_integer_part", 1, _integer_part),
    ("float_fractional_part", 1, _fractional_part),
    ("integer", 1, _whole(_round)),
    ("round", 1, _whole(_round)),
    ("truncate", 1, _whole(math.trunc)),
    ("floor", 1, _whole(math.floor)),
    ("ceiling", 1, _whole(math.ceil)),
    ("numerator", 1, lambda a: _rational(a).numerator),
    ("denominator", 1, lambda a: _rational(a).denominator),
    ("rational", 1, _exact),
    ("rationalize", 1, _nearby),
    ("sqrt", 1, _real(math.sqrt)),
    ("exp", 1, _real(math.exp)),
    ("log", 1, _real(_log)),
    ("log", 2, _real(lambda base, a: _log(a, base))),
    ("log2", 1, _real(lambda a: _log(a, 2.0))),
    ("sin", 1, _real(math.sin)),
    ("cos", 1, _real(math.cos)),
    ("tan", 1, _real(math.tan)),
    ("asin", 1, _real(math.asin)),
    ("acos", 1, _real(math.acos)),
    ("atan", 1, _real(math.atan)),
    ("atan", 2, _real(math.atan2)),
    ("atan2", 2, _real(math.atan2)),
    ("sinh", 1, _real(math.sinh)),
    ("cosh", 1, _real(math.cosh)),
    ("tanh", 1, _real(math.tanh)),
    ("asinh", 1, _real(math.asinh)),
    ("acosh", 1, _real(math.acosh)),
    ("atanh", 1, _real(math.atanh)),
    ("cot", 1, _real(lambda a: 1 / math.tan(a))),
    ("acot", 1, _real(lambda a: math.atan(1 / a))),
    ("nexttoward", 2, _real(math.nextafter)),
    ("pi", 0, lambda: math.pi),
    ("e", 0, lambda: math.e),
    ("inf", 0, lambda: Unbounded("inf")),
    ("nan", 0, lambda: Unbounded("nan")),
    ("epsilon", 0, lambda: 2.0**-52),
]

FUNCTIONS: dict[Symbol, Callable[..., Num]] = {sym(name, arity): f for name, arity, f in _TABLE}
