"""Functions over words for the tests of the translation."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine.raw import ld, st

SEVEN, OFTEN = 7, True


def arithmetic(a: int, b: int) -> int:
    c = (a + 3) * 5 - b
    c ^= (a & b) | (~b & SEVEN)
    c = -c if c > 100 else c << 2
    return (c >> 1) + mem.X + abs(a) - min(a, b) * max(2, b)


def division(a: int, b: int) -> int:
    if b == 0:
        return a % 8 + (a // 4)
    return (a // b) * 1_000 + a % b


def conditions(a: int, b: int) -> int:
    found = 0
    if a < b <= 10 or (a == 3 and not is_small(b)):
        found += 1
    elif a in (1, b, 5):
        found += 2
    else:
        found -= 1
    both = a > 0 and b > 0
    found += 10 * both + 100 * int(not both) + (1_000 if both or a > b else 2_000)
    return found if OFTEN and found != 7 else 0


def loops(a: int, b: int) -> int:
    total = 0
    for i in range(a & 15):
        if i == 9:
            break
        for j in range(i, b & 15, 2):
            if j % 3 == 0:
                continue
            total += i * j
    for k in range(b & 15, -3, -1):
        total -= k
    n = a & 31
    while True:
        n -= 1
        if n < 0:
            break
        while n % 5 == 4:
            n -= 2
        total ^= n
    return total


def swap(a: int, b: int) -> int:
    a, b = b, a
    while b:
        a, b = b, a % b
    return a


def is_small(a: int) -> bool:
    """A docstring."""
    return -5 < a < 5


def calls(a: int, b: int) -> int:
    if is_small(a):
        return swap(abs(a), abs(b))
    if is_small(b) and not is_small(a + b):
        return division(a, b)
    return int(is_small(a - b))


def nothing(a: int, b: int) -> int:
    pass


def memory(m: int, a: int) -> int:
    for i in range(4):
        st(m, i, ld(m, i) + a)
    return st(m, ld(m, 3) & 3, a) + ld(m, 0)


def text(a: int) -> int:
    return len(str(a))


def attribute(a: int) -> int:
    return a.bit_length()


def listed(a: int) -> int:
    return [a, 1][0]


def defaults(a: int) -> int:
    while a:
        a -= 1
    else:
        a = 5
    return a
