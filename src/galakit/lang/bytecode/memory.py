"""The machine's memory as Python sees it: terms are put in and read back, tables grow."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.entries import enter, kept_list, kept_structure, look_up, rehash
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.layout import TAIL, VALUES
from galakit.lang.bytecode.machine.opcodes import FAIL
from galakit.lang.bytecode.machine.status import FULL
from galakit.lang.bytecode.machine.tags import (
    ATOM,
    FUNCTOR,
    INTEGER,
    LARGEST,
    LIST,
    OPAQUE,
    SMALLEST,
    STRUCTURE,
    UNSET,
)  # fmt: skip
from galakit.lang.prolog.keys import is_shallow
from galakit.lang.prolog.walk import boxed
from galakit.lang.terms import CONS, NIL, Symbol, Term, Var, deref, sym

Words = npt.NDArray[np.int64]
EXTRA = 9  # arguments that `call/n` may add, and none
CODE_FIRST = 1 << 16  # words of the tail at the beginning
TABLE_FIRST = 1 << 14
ARITY_MOST = (1 << 13) - 1  # for which a functor's word has bits


class Foreign(Exception):
    """A term that the machine cannot hold: a variable is unbound in it, or it has thousands of arguments."""


def sparse(size: int) -> Words:
    """Words of which most will never be used: not in large pages, each of which is cleared as a whole."""
    options = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    return np.frombuffer(mmap.mmap(-1, 8 * size, **options), np.int64)


class Table:
    """A small table from words to numbers that compiled code reads."""

    def __init__(self) -> None:
        self.pairs = np.zeros(2 * 64, np.int64)
        self.count = 0

    @property
    def mask(self) -> int:
        return len(self.pairs) // 2 - 1

    @property
    def at(self) -> int:
        return self.pairs.ctypes.data

    def add(self, key: int, number: int) -> None:
        if 2 * self.count > self.mask:
            old = self.pairs
            self.pairs = np.zeros(2 * len(old), np.int64)
            for i in range(0, len(old), 2):
                if old[i]:
                    enter(self.at, self.mask, int(old[i]), int(old[i + 1]))
        self.count += look_up(self.at, self.mask, key) < 0
        enter(self.at, self.mask, key, number)


class Memory:
    """One array of words; `at` is where it lies. It moves when it grows, but addresses in it are relative."""

    def __init__(self) -> None:
        self.words = sparse(TAIL + CODE_FIRST)
        self.table = np.zeros(TABLE_FIRST, np.int64)
        self.symbols: list[Symbol] = []
        self.opaque: list[Any] = []
        self._number: dict[Symbol, int] = {}
        self._opaque: dict[Any, int] = {}
        self._terms: dict[int, Term] = {}
        self.ranks = self.entries = self.longer = self.bare = self.functions = self.players = np.zeros(0, np.int64)
        self[layout.KEPT_TOP] = TAIL
        self[layout.FAIL_AT] = FAIL
        self._moved()
        self[layout.NIL_WORD] = self.atom(NIL)
        self[layout.CONS_FUNCTOR] = self.functor(CONS)

    def __getitem__(self, address: int) -> int:
        return int(self.words[address])

    def __setitem__(self, address: int, word: int) -> None:
        self.words[address] = word

    def _moved(self) -> None:
        self.at = self.words.ctypes.data
        self[layout.KEPT_END] = len(self.words)
        self[layout.TABLE] = self.table.ctypes.data
        self[layout.TABLE_MASK] = len(self.table) - 1

    def _lengthen(self) -> None:
        """Double the tail. The stacks, of which little was ever used, hold nothing between runs."""
        larger = np.zeros(2 * len(self.words) - TAIL, np.int64)
        larger[: layout.NUMBERS] = self.words[: layout.NUMBERS]
        larger[TAIL : len(self.words)] = self.words[TAIL:]
        self.words = larger

    def grow(self) -> None:
        """Make room for more kept terms, in the array and in their table."""
        size = len(self.words) - TAIL
        if 2 * (self[layout.KEPT_TOP] - TAIL) > size:
            self._lengthen()
        old = self.table
        if 4 * self[layout.TABLE_COUNT] > len(old):
            self.table = np.zeros(4 * len(old), np.int64)
        self._moved()
        if self.table is not old:
            rehash(self.at, old.ctypes.data, len(old))

    # -- symbols ---------------------------------------------------------------------------------------------------

    def symbol(self, symbol: Symbol) -> int:
        """The number of a symbol."""
        number = self._number.get(symbol)
        if number is None:
            number = self._number[symbol] = len(self.symbols)
            self.symbols.append(symbol)
        return number

    def atom(self, symbol: Symbol) -> int:
        return self.symbol(symbol) << 3 | ATOM

    def functor(self, symbol: Symbol) -> int:
        if symbol.arity > ARITY_MOST:
            raise Foreign
        return self.symbol(symbol) << 16 | symbol.arity << 3 | FUNCTOR

    def settle(self, entries: dict[Symbol, int], functions: dict[Symbol, int], players: Iterable[Symbol]) -> None:
        """Make the tables by symbol: their order, the code of predicates, functions, and what `call/n` leads to."""
        for symbol in list(self.symbols):
            self.symbol(sym(symbol.name))
        callable_names = {symbol.name for symbol in entries}
        for symbol in list(self.symbols):
            if symbol.name in callable_names or symbol.arity == 0:
                for n in range(EXTRA):
                    longer = sym(symbol.name, symbol.arity + n)
                    if longer in entries:
                        self.symbol(longer)
        n = len(self.symbols)
        names = {name: i for i, name in enumerate(sorted({s.name for s in self.symbols}))}
        self.ranks = np.array([names[s.name] for s in self.symbols], np.int64)
        self.bare = np.array([self._number[sym(s.name)] for s in self.symbols], np.int64)
        self.entries = np.array([entries.get(s, 0) for s in self.symbols], np.int64)
        self.functions = np.array([functions.get(s, 0) for s in self.symbols], np.int64)
        self.longer = np.array(
            [self._number.get(sym(s.name, s.arity + k), -1) + 1 for s in self.symbols for k in range(EXTRA)], np.int64
        )
        self.players = np.zeros(n, np.int64)
        for i, player in enumerate(players):
            self.players[self.symbol(player)] = i + 1
        self[layout.RANKS] = self.ranks.ctypes.data
        self[layout.BARE] = self.bare.ctypes.data
        self[layout.ENTRIES] = self.entries.ctypes.data
        self[layout.FUNCTIONS] = self.functions.ctypes.data
        self[layout.LONGER] = self.longer.ctypes.data
        self[layout.PLAYERS] = self.players.ctypes.data

    @property
    def unsettled(self) -> bool:
        """Whether there are symbols that the tables do not know."""
        return len(self.symbols) > len(self.ranks)

    # -- terms -----------------------------------------------------------------------------------------------------

    def keep(self, term: Any) -> int:
        """The word of a ground term; of anything else that can be hashed, such as a text, a constant that is opaque."""
        done: list[int] = []
        todo: list[tuple[Any, bool]] = [(term, False)]
        while todo:
            t, ready = todo.pop()
            t = deref(t)
            kind = type(t)
            if ready:
                n = len(t) - 1
                done[-n:] = [self._compound(t[0], done[-n:])]
            elif kind is tuple:
                todo.append((t, True))
                todo += [(x, False) for x in t[:0:-1]]
            elif kind is Var:
                raise Foreign
            elif kind is Symbol:
                done.append(self.atom(t))
            elif kind is int and SMALLEST <= t <= LARGEST:
                done.append(t << 3 | INTEGER)
            else:
                done.append(self._constant(t))
        return done[0]

    def _constant(self, value: Any) -> int:
        number = self._opaque.setdefault((type(value), value), len(self.opaque))
        if number == len(self.opaque):
            self.opaque.append(value)
        return number << 3 | OPAQUE

    def _compound(self, functor: Symbol, arguments: list[int]) -> int:
        while True:
            if functor is CONS:
                word = kept_list(self.at, arguments[0], arguments[1])
            else:
                self.words[VALUES : VALUES + len(arguments)] = arguments
                word = kept_structure(self.at, self.functor(functor), VALUES)
            if word != FULL:
                return int(word)
            self.grow()

    def structure(self, functor: int, *arguments: int) -> int:
        """The same for words."""
        while True:
            self.words[VALUES : VALUES + len(arguments)] = arguments
            word = kept_structure(self.at, functor, VALUES)
            if word != FULL:
                return int(word)
            self.grow()

    def cons(self, head: int, tail: int) -> int:
        """The kept list cell of two words."""
        while True:
            word = int(kept_list(self.at, head, tail))
            if word != FULL:
                return word
            self.grow()

    def list_of(self, words: list[int]) -> int:
        """The kept list of kept terms."""
        made = self[layout.NIL_WORD]
        for word in reversed(words):
            made = int(kept_list(self.at, word, made))
            if made == FULL:
                self.grow()
                return self.list_of(words)
        return made

    def term(self, word: int) -> Term:
        """The term of a kept word."""
        tag = word & 7
        if tag == INTEGER:
            return word >> 3
        if tag == ATOM:
            return self.symbols[word >> 3]
        if tag == OPAQUE:
            return self.opaque[word >> 3]
        found = self._terms.get(word)
        return self._read(word) if found is None else found

    def _read(self, word: int) -> Term:
        """Read a compound and remember its parts; deep ones without recursion."""
        known = self._terms
        words = self.words
        todo = [word]
        while todo:
            w = todo[-1]
            at = w >> 3
            if w & 7 == LIST:
                functor, parts = CONS, words[at : at + 2].tolist()
            else:
                f = int(words[at])
                functor, parts = self.symbols[f >> 16], words[at + 1 : at + 1 + (f >> 3 & 0x1FFF)].tolist()
            missing = [p for p in parts if p & 7 in (LIST, STRUCTURE) and p not in known]
            if missing:
                todo += missing
                continue
            todo.pop()
            known[w] = (functor, *[known[p] if p & 7 in (LIST, STRUCTURE) else self.term(p) for p in parts])
        return known[word]

    def value(self, word: int) -> Term | None:
        """The value of a slot or a Gala variable as a state of Python's holds it."""
        if word == UNSET:
            return None
        term = self.term(word)
        return term if is_shallow(term) else boxed(term)

    def place(self, code: list[int]) -> int:
        """Put code into the tail; its address."""
        at = self[layout.KEPT_TOP]
        while at + len(code) > len(self.words):
            self[layout.KEPT_TOP] = at
            self._lengthen()
            self._moved()
        self.words[at : at + len(code)] = code
        self[layout.KEPT_TOP] = at + len(code)
        return at
