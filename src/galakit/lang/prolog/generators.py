"""Built-ins that may have several answers, worked out in Python one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.builtins.kinds import count_argument, integer_argument
from galakit.lang.prolog.builtins.text import text_of
from galakit.lang.prolog.faults import instantiation, type_error
from galakit.lang.prolog.walk import list_end, resolve
from galakit.lang.prolog.work import CELLS, STRIDE, elements, spend
from galakit.lang.terms import NIL, Symbol, Term, Var, deref, list_term, new_var, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database
    from galakit.lang.prolog.machine import Code, Frame

PAIR = sym("-", 2)
PART = sym("part", 4)
INFINITE = {sym("inf"), sym("infinite")}


def table(db: Database) -> dict[Symbol, Code]:
    """The generators of a database; sets `db.each`."""
    machine = db.machine
    choices, trail, fail, unify = machine.choices, machine.trail, machine.fail, machine.unify

    atom = db.atom

    def each(source: Iterator[Term], target: Term, frame: Any) -> Frame:
        """Unify the target with one item after another."""
        return again((source, target), frame)

    def again(args: tuple[Any, ...], frame: Any) -> Frame:
        source, target = args
        mark = len(trail)
        for tried, item in enumerate(source, 1):
            choices.append((mark, again, args, frame))
            if unify(target, item):
                return frame  # type: ignore[no-any-return]
            choices.pop()
            machine.undo(mark)  # a failed unification may have bound a part of the target
            if tried % STRIDE == 0:
                spend(CELLS * STRIDE)
        return fail()

    def between(args: tuple[Term, ...], frame: Any) -> Frame:
        low = integer_argument(args[0], "between/3")
        high = deref(args[1])
        high = 1 << 62 if type(high) is Symbol and high in INFINITE else integer_argument(high, "between/3")
        x = deref(args[2])
        if type(x) is Var:
            return next_between((low, high, x), frame)
        return frame if low <= integer_argument(x, "between/3") <= high else fail()

    def next_between(args: tuple[Any, ...], frame: Any) -> Frame:
        low, high, x = args
        if low > high:
            return fail()
        if low < high:
            choices.append((len(trail), next_between, (low + 1, high, x), frame))
        x.ref = low
        trail.append(x)
        return frame  # type: ignore[no-any-return]

    def length(args: tuple[Term, ...], frame: Any) -> Frame:
        items, n = args
        wanted = count_argument(n, "length/2")
        count, rest = list_end(items, "length/2")
        if rest is NIL:
            return frame if unify(n, count) else fail()
        if type(rest) is not Var:
            raise type_error("list", resolve(items), "length/2")
        if wanted is None:
            return each(_lengths(count), (PAIR, rest, n), frame) if rest is not deref(n) else fail()
        if wanted < count:
            return fail()
        elements(wanted, "length/2")
        return frame if unify(rest, list_term([new_var() for _ in range(wanted - count)])) else fail()

    def arg(args: tuple[Term, ...], frame: Any) -> Frame:
        n, t, value = args
        t = deref(t)
        if type(t) is Var:
            raise instantiation("arg/3")
        if type(t) is not tuple:
            raise type_error("compound", t, "arg/3")
        position = count_argument(n, "arg/3")
        if position is None:
            return each(((PAIR, i, x) for i, x in enumerate(t[1:], 1)), (PAIR, n, value), frame)
        return frame if 0 < position < len(t) and unify(value, t[position]) else fail()

    def concatenation(where: str, make: Callable[[str], Term]) -> Code:
        """`atom_concat/3` and its like; the parts are found by splitting the whole."""

        def concat(args: tuple[Term, ...], frame: Any) -> Frame:
            a, b, whole = (deref(x) for x in args)
            if type(a) is not Var and type(b) is not Var:
                text = text_of(a, where) + text_of(b, where)
                if type(whole) is not Var:
                    return frame if text_of(whole, where) == text else fail()
                return frame if unify(whole, make(text)) else fail()
            text = text_of(whole, where)
            if type(a) is not Var:
                first = text_of(a, where)
                return frame if text.startswith(first) and unify(b, make(text[len(first) :])) else fail()
            if type(b) is not Var:
                last = text_of(b, where)
                return frame if text.endswith(last) and unify(a, make(text[: len(text) - len(last)])) else fail()
            pairs = ((PAIR, make(text[:i]), make(text[i:])) for i in range(len(text) + 1))
            return each(pairs, (PAIR, a, b), frame)

        return concat

    def part(where: str, make: Callable[[str], Term]) -> Code:
        """`sub_atom/5` and its like."""

        def sub(args: tuple[Term, ...], frame: Any) -> Frame:
            whole, before, length, after, wanted = args
            text = text_of(whole, where, "atom")
            b, n, a = (count_argument(x, where) for x in (before, length, after))
            if type(deref(wanted)) is not Var:
                places = _occurrences(text, text_of(wanted, where, "atom"))
                wanted = new_var()
            else:
                places = _parts(len(text), b, n, a)
            found = ((PART, i, m, len(text) - i - m, make(text[i : i + m])) for i, m in places)
            return each(found, (PART, before, length, after, wanted), frame)

        return sub

    db.each = each
    machine.next_between = next_between
    return {
        sym("between", 3): between,
        sym("length", 2): length,
        sym("arg", 3): arg,
        sym("atom_concat", 3): concatenation("atom_concat/3", atom),
        sym("string_concat", 3): concatenation("string_concat/3", db.measured),
        sym("sub_atom", 5): part("sub_atom/5", atom),
        sym("sub_string", 5): part("sub_string/5", db.measured),
    }


def _lengths(count: int) -> Iterator[Term]:
    """Longer and longer lists of new variables, with the length of the whole."""
    extra = 0
    while True:
        elements(extra, "length/2")
        yield (PAIR, list_term([new_var() for _ in range(extra)]), count + extra)
        extra += 1


def _parts(size: int, before: int | None, length: int | None, after: int | None) -> Iterator[tuple[int, int]]:
    """Start and length of the parts of a text that fit what is given."""
    if before is not None:
        if length is not None:
            lengths = range(length, length + 1)
        elif after is not None:
            lengths = range(size - before - after, size - before - after + 1)
        else:
            lengths = range(size - before + 1)
        yield from ((before, n) for n in lengths if n >= 0 and before + n <= size)
    elif length is not None:
        starts = range(size - length + 1) if after is None else [size - length - after]
        yield from ((i, length) for i in starts if i >= 0)
    elif after is not None:
        yield from ((i, size - after - i) for i in range(size - after + 1))
    else:
        yield from ((i, n) for i in range(size + 1) for n in range(size - i + 1))


def _occurrences(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    start = text.find(wanted)
    while start >= 0:
        yield start, len(wanted)
        start = text.find(wanted, start + 1)
