"""Built-in predicates with at most one answer that are too rare for the machine's own loop, in compiled code."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.copies import restore, save
from galakit.lang.bytecode.machine.membership import found_at, selectchk
from galakit.lang.bytecode.machine.numbers import NO_NUMBER, evaluate
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.sorting import elements, sort_list
from galakit.lang.bytecode.machine.status import TOO_LARGE, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import ATOM, FUNCTOR, INTEGER, LIST, REF, STRUCTURE
from galakit.lang.bytecode.machine.words import UNORDERED, compare, deref, list_length, undo, unify

HEAP_END = mem.HEAP + mem.HEAP_MOST - mem.SLACK
EXTRA = 9  # entries of LONGER for each symbol


def list_of_values(m: int, n: int, step: int) -> int:
    """The list of the n words at VALUES; the caller made sure that there is room."""
    h = ld(m, mem.TOP)
    made = ld(m, mem.NIL_WORD)
    for i in range(n - 1, -1, -1):
        st(m, h, ld(m, mem.VALUES + step * i))
        st(m, h + 1, made)
        made = h << 3 | LIST
        h += 2
    st(m, mem.TOP, h)
    return made


def fold(m: int, which: int, items: int, result: int) -> int:
    n = list_length(m, items)
    if n < 0:
        return UNSUPPORTED
    rest = deref(m, items)
    if n == 0 and which != op.SUM_LIST:
        return 0
    if n == 1 and which != op.SUM_LIST:
        return unify(m, result, ld(m, rest >> 3))
    total = 0
    first = True
    while rest & 7 == LIST:
        v = evaluate(m, ld(m, rest >> 3))
        if v == NO_NUMBER:
            return UNSUPPORTED
        if which == op.SUM_LIST:
            total += v
            if abs(total) > 1 << 58:
                return UNSUPPORTED
        elif first or (v > total if which == op.MAX_LIST else v < total):
            total = v
        first = False
        rest = deref(m, ld(m, (rest >> 3) + 1))
    return unify(m, result, total << 3 | INTEGER)


def length(m: int, items: int, result: int) -> int:
    n = 0
    rest = deref(m, items)
    while rest & 7 == LIST:
        n += 1
        rest = deref(m, ld(m, (rest >> 3) + 1))
        if n > 1 << 22:
            return UNSUPPORTED
    result = deref(m, result)
    if rest == ld(m, mem.NIL_WORD):
        if result & 7 != INTEGER and result & 7 != REF:
            return UNSUPPORTED
        if result & 7 == INTEGER and result < 0:
            return UNSUPPORTED
        return unify(m, result, n << 3 | INTEGER)
    if rest & 7 != REF or result & 7 != INTEGER or result < 0:
        return UNSUPPORTED
    wanted = (result >> 3) - n
    if wanted < 0:
        return 0
    h = ld(m, mem.TOP)
    if h + 2 * wanted > HEAP_END:
        return TOO_LARGE
    made = ld(m, mem.NIL_WORD)
    for _ in range(wanted):
        st(m, h, h << 3)
        st(m, h + 1, made)
        made = h << 3 | LIST
        h += 2
    st(m, mem.TOP, h)
    return unify(m, rest, made)


def compound(m: int, name: int, n: int) -> int:
    """A new compound whose arguments, the last n words of the heap, are yet to be written; its word, or UNSUPPORTED."""
    if name & 7 != ATOM or n < 0 or n >= EXTRA:
        return UNSUPPORTED
    symbol = ld(ld(m, mem.LONGER), (name >> 3) * EXTRA + n) - 1
    if symbol < 0:
        return UNSUPPORTED
    functor = symbol << 16 | n << 3 | FUNCTOR
    h = ld(m, mem.TOP)
    if functor == ld(m, mem.CONS_FUNCTOR):
        st(m, mem.TOP, h + n)
        return h << 3 | LIST
    st(m, h, functor)
    st(m, mem.TOP, h + 1 + n)
    return h << 3 | STRUCTURE


def functor_of(m: int, t: int, name: int, arity: int) -> int:
    t = deref(m, t)
    tag = t & 7
    if tag in (LIST, STRUCTURE):
        f = ld(m, mem.CONS_FUNCTOR) if tag == LIST else ld(m, t >> 3)
        found = unify(m, name, ld(ld(m, mem.BARE), f >> 16) << 3 | ATOM)
        return unify(m, arity, ((f >> 3) & 0x1FFF) << 3 | INTEGER) if found == 1 else found
    if tag != REF:
        found = unify(m, name, t)
        return unify(m, arity, INTEGER) if found == 1 else found
    name = deref(m, name)
    arity = deref(m, arity)
    if arity & 7 != INTEGER or name & 7 in (REF, LIST, STRUCTURE):
        return UNSUPPORTED
    n = arity >> 3
    if n == 0:
        return unify(m, t, name)
    made = compound(m, name, n)
    if made < 0:
        return made
    h = ld(m, mem.TOP) - n
    for i in range(n):
        st(m, h + i, (h + i) << 3)
    return unify(m, t, made)


def univ(m: int, t: int, parts: int) -> int:
    t = deref(m, t)
    tag = t & 7
    if tag == REF:
        n = list_length(m, parts) - 1
        if n < 0:
            return UNSUPPORTED
        rest = deref(m, parts)
        name = deref(m, ld(m, rest >> 3))
        if n == 0:
            return unify(m, t, name) if name & 7 == ATOM or name & 7 == INTEGER else UNSUPPORTED
        made = compound(m, name, n)
        if made < 0:
            return made
        h = ld(m, mem.TOP) - n
        for i in range(n):
            rest = deref(m, ld(m, (rest >> 3) + 1))
            st(m, h + i, ld(m, rest >> 3))
        return unify(m, t, made)
    if tag in (LIST, STRUCTURE):
        f = ld(m, mem.CONS_FUNCTOR) if tag == LIST else ld(m, t >> 3)
        n = (f >> 3) & 0x1FFF
        at = t >> 3 if tag == LIST else (t >> 3) + 1
        st(m, mem.VALUES, ld(ld(m, mem.BARE), f >> 16) << 3 | ATOM)
        for i in range(n):
            st(m, mem.VALUES + 1 + i, ld(m, at + i))
        return unify(m, parts, list_of_values(m, n + 1, 1))
    st(m, mem.VALUES, t)
    return unify(m, parts, list_of_values(m, 1, 1))


def copy(m: int, t: int, result: int) -> int:
    mark = ld(m, mem.TRAIL_TOP)
    end = save(m, t, mem.VALUES, mem.VALUES + mem.VALUES_MOST - mem.SLACK)
    numbers = ld(m, mem.NUMBERS)
    undo(m, mark)
    if end < 0:
        return end
    h = ld(m, mem.TOP)
    if h + 3 * (end - mem.VALUES) + 1 > HEAP_END:
        return TOO_LARGE
    st(m, mem.TOP, restore(m, mem.VALUES, h, h + 1, numbers))
    return unify(m, result, ld(m, h))


def distinct(m: int, items: int, result: int, only_ask: int) -> int:
    """`list_to_set/2` and `is_set/1`: elements are compared with all before them."""
    n = list_length(m, items)
    if n < 0:
        return 0 if only_ask else UNSUPPORTED
    if n > 500:
        return UNSUPPORTED
    rest = deref(m, items)
    found = 0
    while rest & 7 == LIST:
        x = deref(m, ld(m, rest >> 3))
        new = True
        for i in range(found):
            y = ld(m, mem.VALUES + i)
            if x & 7 == REF or y & 7 == REF:
                if x == y:
                    new = False
            else:
                order = compare(m, x, y)
                if order == UNORDERED:
                    return UNSUPPORTED
                if order == 0:
                    new = False
        if new:
            st(m, mem.VALUES + found, x)
            found += 1
        elif only_ask:
            return 0
        rest = deref(m, ld(m, (rest >> 3) + 1))
    return 1 if only_ask else unify(m, result, list_of_values(m, found, 1))


def built_in(m: int, which: int, a: int, b: int, c: int, d: int) -> int:
    """Run a built-in predicate: 1 where it succeeds, 0 where it fails, below 0 where Python must do it."""
    if which == op.LENGTH:
        return length(m, a, b)
    if which == op.MSORT:
        return sort_list(m, a, 0, 0, 0, b)
    if which == op.SORT:
        return sort_list(m, a, 0, 0, 1, b)
    if which == op.KEYSORT:
        n = elements(m, a, 1)
        rest = deref(m, a)
        minus = deref(m, c) if c else 0
        while n > 0 and rest & 7 == LIST:
            x = deref(m, ld(m, rest >> 3))
            if x & 7 != STRUCTURE or ld(m, x >> 3) != minus:
                return UNSUPPORTED
            rest = deref(m, ld(m, (rest >> 3) + 1))
        return sort_list(m, a, 1, 0, 0, b)
    if which == op.SORT_BY:  # the order comes as a number: 1 downwards, 2 duplicates kept
        key = deref(m, a)
        order = deref(m, b)
        if key & 7 != INTEGER or order & 7 != INTEGER or key < 0:
            return UNSUPPORTED
        return sort_list(m, c, key >> 3, (order >> 3) & 1, 1 - ((order >> 4) & 1), d)
    if which == op.SUM_LIST or which == op.MAX_LIST or which == op.MIN_LIST:
        return fold(m, which, a, b)
    if which == op.REVERSE:
        if list_length(m, a) < 0:
            return UNSUPPORTED
        h = ld(m, mem.TOP)
        made = ld(m, mem.NIL_WORD)
        rest = deref(m, a)
        while rest & 7 == LIST:
            if h > HEAP_END:
                return TOO_LARGE
            st(m, h, ld(m, rest >> 3))
            st(m, h + 1, made)
            made = h << 3 | LIST
            h += 2
            rest = deref(m, ld(m, (rest >> 3) + 1))
        st(m, mem.TOP, h)
        return unify(m, b, made)
    if which == op.NUMLIST:
        low = deref(m, a)
        high = deref(m, b)
        if low & 7 != INTEGER or high & 7 != INTEGER:
            return UNSUPPORTED
        low >>= 3
        high >>= 3
        h = ld(m, mem.TOP)
        if high < low:
            return 0
        if h + 2 * (high - low) > HEAP_END:
            return TOO_LARGE
        made = ld(m, mem.NIL_WORD)
        for i in range(high, low - 1, -1):
            st(m, h, i << 3 | INTEGER)
            st(m, h + 1, made)
            made = h << 3 | LIST
            h += 2
        st(m, mem.TOP, h)
        return unify(m, c, made)
    if which == op.FUNCTOR_OF:
        return functor_of(m, a, b, c)
    if which == op.ARGUMENT:
        n = deref(m, a)
        t = deref(m, b)
        if n & 7 != INTEGER or n < 0 or (t & 7 != LIST and t & 7 != STRUCTURE):
            return UNSUPPORTED
        n >>= 3
        arity = 2 if t & 7 == LIST else (ld(m, t >> 3) >> 3) & 0x1FFF
        if n == 0 or n > arity:
            return 0
        return unify(m, c, ld(m, (t >> 3) + (n - 1 if t & 7 == LIST else n)))
    if which == op.UNIV:
        return univ(m, a, b)
    if which == op.COPY:
        return copy(m, a, b)
    if which == op.LIST_TO_SET:
        return distinct(m, a, b, 0)
    if which == op.IS_SET:
        return distinct(m, a, a, 1)
    if which == op.SELECTCHK:
        return selectchk(m, a, b, c)
    if which == op.COMPARISON:  # the atoms <, = and > come in a list
        order = compare(m, b, c)
        if order == UNORDERED:
            return UNSUPPORTED
        atoms = deref(m, d)
        for _ in range(order + 1):
            atoms = deref(m, ld(m, (atoms >> 3) + 1))
        a = deref(m, a)
        if a & 7 != REF and found_at(m, ld(m, mem.TOP), a, d) <= 0:
            return UNSUPPORTED
        return unify(m, a, ld(m, atoms >> 3))
    return UNSUPPORTED
