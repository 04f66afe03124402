"""Exact arithmetic: integers and rationals of any size (within a limit), floats only where a program writes one.

Compiled clauses use Python's own operators on evaluated numbers; what needs care (division, powers, limits against
numbers that would exhaust memory) is here. Deliberate difference from SWI-Prolog: `7 / 2` is the rational 7/2, not 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from galakit.lang.prolog.faults import SLASH, LimitError, PrologError, evaluation_error, instantiation, iso, type_error
from galakit.lang.terms import CONS, NIL, Float, Symbol, Term, Var, deref, sym

BITS = 200_000
LARGEST = 1 << BITS

Num = Any  # int | Fraction | float


def evaluate(term: Term) -> Num:
    """The value of an arithmetic expression."""
    term = deref(term)
    kind = type(term)
    if kind is int or kind is Fraction:
        return term
    if kind is Float:
        return float(term)
    if kind is tuple:
        if term[0] is CONS and deref(term[2]) is NIL:
            return evaluate(term[1])
        function = FUNCTIONS.get(term[0])
        if function is None:
            raise not_evaluable(term[0])
        return function(*[evaluate(x) for x in term[1:]])
    if kind is Var:
        raise instantiation("arithmetic")
    if kind is Symbol:
        constant = FUNCTIONS.get(term)
        if constant is not None:
            return constant()
        raise not_evaluable(term)
    raise type_error("evaluable", term, "arithmetic")


def not_evaluable(symbol: Symbol) -> PrologError:
    return PrologError(
        iso((sym("type_error", 2), sym("evaluable"), (SLASH, sym(symbol.name), symbol.arity))),
        f"arithmetic: `{symbol.name}/{symbol.arity}` is not a function",
    )


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
        if value != value or value in (math.inf, -math.inf):
            raise evaluation_error("float_overflow" if value == value else "undefined")
        return Float(value)
    return int(value)  # a bool


def too_large() -> LimitError:
    return LimitError(f"arithmetic: a number grew beyond {BITS:,} bits")


def multiply(a: Num, b: Num) -> Num:
    result = a * b
    if type(result) is not float:
        normal(result)  # for its limit: a product of products must not run away before it is stored
    return result


def divide(a: Num, b: Num) -> Num:
    if b == 0:
        raise evaluation_error("zero_divisor")
    if type(a) is float or type(b) is float:
        return a / b
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient


def power(a: Num, b: Num) -> Num:
    if type(a) is float or type(b) is float:
        try:
            result = float(a) ** float(b)
        except OverflowError:
            raise evaluation_error("float_overflow") from None
        except ZeroDivisionError:
            raise evaluation_error("zero_divisor") from None
        if isinstance(result, complex):
            raise evaluation_error("undefined")
        return result
    if type(b) is Fraction:
        return power(float(a), float(b))
    size = a.bit_length() if type(a) is int else max(a.numerator.bit_length(), a.denominator.bit_length())
    if size > 1 and size * abs(b) > BITS:
        raise too_large()
    if b < 0:
        if a == 0:
            raise evaluation_error("zero_divisor")
        return Fraction(1) / Fraction(a) ** -b
    return a**b


def _integers(name: str, f: Callable[[int, int], int]) -> Callable[[Num, Num], Num]:
    def checked(a: Num, b: Num) -> Num:
        if type(a) is not int or type(b) is not int:
            raise type_error("integer", normal(a if type(a) is not int else b), name)
        return f(a, b)

    return checked


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


def _round(a: Num) -> int:
    if type(a) is int:
        return int(a)
    floor: int = math.floor(abs(a))
    up = floor + 1 if abs(a) - floor >= (0.5 if type(a) is float else Fraction(1, 2)) else floor
    return up if a >= 0 else -up


def _real(f: Callable[[float], float]) -> Callable[[Num], float]:
    def checked(a: Num) -> float:
        try:
            return f(float(a))
        except ValueError:
            raise evaluation_error("undefined") from None
        except OverflowError:
            raise evaluation_error("float_overflow") from None

    return checked


def _rational(a: Num) -> int | Fraction:
    if type(a) is float:
        raise type_error("rational", normal(a), "arithmetic")
    return a  # type: ignore[no-any-return]


def _least(a: Num, b: Num) -> Num:
    return a if a <= b else b


def _greatest(a: Num, b: Num) -> Num:
    return a if a >= b else b


def _sign(a: Num) -> Num:
    sign = (a > 0) - (a < 0)
    return float(sign) if type(a) is float else sign


_TABLE: list[tuple[str, int, Callable[..., Num]]] = [
    ("+", 2, lambda a, b: a + b),
    ("-", 2, lambda a, b: a - b),
    ("*", 2, multiply),
    ("/", 2, divide),
    ("rdiv", 2, divide),
    ("**", 2, power),
    ("^", 2, power),
    ("//", 2, _integers("//", _nonzero(_truncated))),
    ("div", 2, _integers("div", _nonzero(lambda a, b: a // b))),
    ("mod", 2, _integers("mod", _nonzero(lambda a, b: a % b))),
    ("rem", 2, _integers("rem", _nonzero(lambda a, b: a - b * _truncated(a, b)))),
    ("gcd", 2, _integers("gcd", math.gcd)),
    ("/\\", 2, _integers("/\\", lambda a, b: a & b)),
    ("\\/", 2, _integers("\\/", lambda a, b: a | b)),
    ("xor", 2, _integers("xor", lambda a, b: a ^ b)),
    ("<<", 2, _integers("<<", _shift)),
    (">>", 2, _integers(">>", lambda a, b: _shift(a, -b))),
    ("min", 2, _least),
    ("max", 2, _greatest),
    ("-", 1, lambda a: -a),
    ("+", 1, lambda a: a),
    ("\\", 1, lambda a: _integers("\\", lambda x, _: ~x)(a, 0)),
    ("abs", 1, abs),
    ("sign", 1, _sign),
    ("float", 1, float),
    ("integer", 1, _round),
    ("round", 1, _round),
    ("truncate", 1, math.trunc),
    ("floor", 1, math.floor),
    ("ceiling", 1, math.ceil),
    ("numerator", 1, lambda a: _rational(a).numerator),
    ("denominator", 1, lambda a: _rational(a).denominator),
    ("rational", 1, lambda a: Fraction(a)),
    ("sqrt", 1, _real(math.sqrt)),
    ("exp", 1, _real(math.exp)),
    ("log", 1, _real(math.log)),
    ("sin", 1, _real(math.sin)),
    ("cos", 1, _real(math.cos)),
    ("pi", 0, lambda: math.pi),
    ("e", 0, lambda: math.e),
]

FUNCTIONS: dict[Symbol, Callable[..., Num]] = {sym(name, arity): f for name, arity, f in _TABLE}
