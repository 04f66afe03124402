"""Arithmetic of the machine, in compiled code: integers of 60 bits. Everything else is left to Python."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.tags import FUNCTOR, INTEGER, LARGEST, OPAQUE, SMALLEST, STRUCTURE
from galakit.lang.bytecode.machine.words import STACK_END, VALUES_END, deref

NO_NUMBER = -(1 << 63)  # what is computed where only Python can


def product(a: int, b: int) -> int:
    if -(1 << 29) < a < 1 << 29 and -(1 << 29) < b < 1 << 29:
        return a * b
    return a * b if a == 0 or abs(b) <= LARGEST // abs(a) else NO_NUMBER


def computed(function: int, a: int, b: int) -> int:
    """The value of a function of integers, with `b` 0 if it has one operand; NO_NUMBER where Python must do it."""
    result = NO_NUMBER
    if function == op.ADD:
        result = a + b
    elif function == op.SUBTRACT:
        result = a - b
    elif function == op.MULTIPLY:
        result = product(a, b)
    elif function == op.DIVIDE:
        if b != 0 and a % b == 0:
            result = a // b
    elif function == op.WHOLE:
        if b != 0:
            q = abs(a) // abs(b)
            result = q if (a >= 0) == (b >= 0) else -q
    elif function == op.DIV:
        if b != 0:
            result = a // b
    elif function == op.MODULO:
        if b != 0:
            result = a % b
    elif function == op.REMAINDER:
        if b != 0:
            r = abs(a) % abs(b)
            result = r if a >= 0 else -r
    elif function == op.MINIMUM:
        result = min(a, b)
    elif function == op.MAXIMUM:
        result = max(a, b)
    elif function == op.NEGATE:
        result = -a
    elif function == op.PLAIN:
        result = a
    elif function == op.ABSOLUTE:
        result = abs(a)
    elif function == op.SIGN:
        result = 1 if a > 0 else -1 if a < 0 else 0
    elif function == op.AND:
        result = a & b
    elif function == op.OR:
        result = a | b
    elif function == op.XOR:
        result = a ^ b
    elif function == op.LEFT_SHIFT:
        if 0 <= b < 59 and abs(a) < 1 << (59 - b):
            result = a << b
    elif function == op.RIGHT_SHIFT:
        if 0 <= b < 64:
            result = a >> b
    elif function == op.POWER:
        if b >= 0 and (b < 64 or -2 < a < 2):
            result = 1
            for _ in range(b if b < 64 else 2 + b % 2):
                result = product(result, a)
                if result == NO_NUMBER:
                    break
    elif function == op.GCD:
        a = abs(a)
        b = abs(b)
        while b:
            a, b = b, a % b
        result = a
    if result < SMALLEST or result > LARGEST:
        return NO_NUMBER
    return result


def evaluate(m: int, w: int) -> int:
    """The value of a term as an arithmetic expression."""
    sp = mem.STACK
    vp = mem.VALUES
    st(m, sp, w)
    sp += 1
    while sp > mem.STACK:
        sp -= 1
        w = ld(m, sp)
        if w & 7 == FUNCTOR:  # its operands are evaluated, the first of them on top
            b = 0
            if (w >> 3) & 0x1FFF == 2:
                b = ld(m, vp - 2)
                a = computed(ld(ld(m, mem.FUNCTIONS), w >> 16), ld(m, vp - 1), b)
                vp -= 1
            else:
                a = computed(ld(ld(m, mem.FUNCTIONS), w >> 16), ld(m, vp - 1), b)
            if a == NO_NUMBER:
                return NO_NUMBER
            st(m, vp - 1, a)
            continue
        w = deref(m, w)
        if w & 7 == INTEGER:
            st(m, vp, w >> 3)
            vp += 1
            continue
        if w & 7 != STRUCTURE or sp > STACK_END or vp > VALUES_END:
            return NO_NUMBER
        at = w >> 3
        functor = ld(m, at)
        n = (functor >> 3) & 0x1FFF
        if ld(ld(m, mem.FUNCTIONS), functor >> 16) == 0 or n > 2:
            return NO_NUMBER
        st(m, sp, functor)
        sp += 1
        for i in range(1, n + 1):
            st(m, sp, ld(m, at + i))
            sp += 1
    return ld(m, mem.VALUES)


def number_at(m: int, at: int) -> int:
    """The value of the term at an address, most often a number."""
    w = deref(m, ld(m, at))
    return w >> 3 if w & 7 == INTEGER else evaluate(m, w)


def is_arithmetic(m: int, w: int) -> int:
    """1 for a compound over functions and integers, 0 for any other term, -1 where only Python can tell."""
    sp = mem.STACK
    st(m, sp, w)
    sp += 1
    found = 1
    while sp > mem.STACK:
        sp -= 1
        w = deref(m, ld(m, sp))
        if w & 7 == INTEGER:
            continue
        if w & 7 == OPAQUE or sp > STACK_END:
            found = -1
            continue
        if w & 7 != STRUCTURE:
            return 0
        at = w >> 3
        functor = ld(m, at)
        if ld(ld(m, mem.FUNCTIONS), functor >> 16) == 0:
            return 0
        for i in range(1, ((functor >> 3) & 0x1FFF) + 1):
            st(m, sp, ld(m, at + i))
            sp += 1
    return found
