"""A program's predicates as byte code: found from the goals that are asked, indexed, linked and placed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from galakit.lang.bytecode.assembly import Assembly, Label
from galakit.lang.bytecode.clauses import ClauseCode, TooDeep
from galakit.lang.bytecode.entries import mixed
from galakit.lang.bytecode.instructions import FUNCTIONS, KNOWN
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.layout import FAIL_AT, X
from galakit.lang.bytecode.memory import Foreign, Memory
from galakit.lang.prolog import Database
from galakit.lang.prolog.arithmetic import FUNCTIONS as EVERY_FUNCTION
from galakit.lang.prolog.dispatch import indexed
from galakit.lang.prolog.goals import CALL, conjunction, has_cut, join, well_formed
from galakit.lang.prolog.memo import symbols_of
from galakit.lang.prolog.toplevel import library
from galakit.lang.prolog.walk import rename
from galakit.lang.terms import CONS, Symbol, Term, Var, deref, sym

Clauses = list[tuple[Term, Term]]
FINDALL, BETWEEN, MEMBER = sym("findall", 3), sym("between", 3), sym("lists:member", 3)
PLACES, OWN_LINE = sym("locations:places", 3), sym("machine:grid_line", 5)  # of library(locations)
LINES_MOST = 20_000  # squares in the lines of a board that become facts


@cache
def own_clauses() -> dict[Symbol, Clauses]:
    """The predicates of `machine.pl`."""
    return {own.symbol: list(own.clauses) for own in library("galakit.lang.bytecode", "machine.pl")}


class ProgramCode:
    """The byte code of a database's predicates, for one memory."""

    def __init__(self, database: Database, memory: Memory) -> None:
        self.database = database
        self.memory = memory
        self.assembly = Assembly(memory)
        self.cells: dict[Term, int] = {}
        self.escapes: set[str] = set()
        """predicates that only Python can run"""
        self._entries: dict[tuple[Symbol, bool], Label] = {}
        self._settled = 0
        self._auxiliary: dict[Symbol, tuple[Clauses, bool]] = {}
        self._waiting: list[tuple[Symbol, bool, Label]] = []
        self._mentioned: set[str] = set()
        self._bodies: list[Term] = []
        """what was written, as far as its names were not looked up yet"""
        self._names: dict[str, list[Symbol]] = {}
        self._aux = 0
        for symbol in (*database.predicates, *database.control, *database.deterministic, *own_clauses()):
            self._names.setdefault(symbol.name, []).append(symbol)
        self.players: tuple[Symbol, ...] = ()

    # -- what the clause compiler asks for -----------------------------------------------------------------------------

    def fresh_symbol(self, arity: int) -> Symbol:
        self._aux += 1
        return sym(f"$code{self._aux}", arity)

    def add_auxiliary(self, symbol: Symbol, clauses: Clauses, library: bool = False) -> None:
        self._auxiliary[symbol] = (clauses, library)
        self.entry(symbol, False)  # it may be called by name, as by findall/3

    def redefined(self, symbol: Symbol, library: bool) -> bool:
        return not library and symbol in self.database.shadowed

    def cell(self, name: Term) -> int | None:
        """The address of a Gala variable, if it is known by now."""
        return self.cells.get(name)

    def entry(self, symbol: Symbol, library: bool) -> Label:
        """Where a call goes, in a clause of the library or of the program."""
        library = library and symbol in self.database.shadowed
        label = self._entries.get((symbol, library))
        if label is None:
            label = self._entries[symbol, library] = Label()
            self._waiting.append((symbol, library, label))
        return label

    def goal(self, goal: Term, parameters: Iterable[Var]) -> Label:
        """Code for a goal over variables, which come in the first registers."""
        fresh: dict[Var, Var] = {}
        goal = rename(goal, fresh)
        arguments = [fresh.setdefault(v, Var()) for v in parameters]
        symbol = self.fresh_symbol(len(arguments))
        body = join(conjunction(goal)) if well_formed(goal) else (CALL, goal)
        self.add_auxiliary(symbol, [((symbol, *arguments) if arguments else symbol, body)])
        return self.entry(symbol, False)

    # -- linking -------------------------------------------------------------------------------------------------------

    def link(self) -> None:
        """Write all predicates that are called, and place the code."""
        self._write_waiting()
        self.assembly.place()

    def settle(self) -> None:
        """Make the tables by symbol, if there are new symbols or new predicates."""
        if self.memory.unsettled or len(self._entries) > self._settled:
            self._settled = len(self._entries)
            entries = {symbol: label.address for (symbol, library), label in self._entries.items() if not library}
            functions = {s: FUNCTIONS.get(s, op.FOREIGN) for s in EVERY_FUNCTION if s.arity}
            self.memory.settle(entries, functions, self.players)

    def link_mentioned(self) -> bool:
        """Write all predicates that are mentioned in what was written; whether there are new ones.

        Everything that a body names may be called: `maplist(seen, L)` calls `seen/1`. Most programs never do that with
        a name that nothing else calls, so these predicates are written when the machine has given up without them.
        """
        before = len(self._entries)
        while self._bodies:
            self._mention(self._bodies.pop())
            self._write_waiting()
        if len(self._entries) == before:
            return False
        self.link()
        return True

    def _write_waiting(self) -> None:
        while self._waiting:
            symbol, library, label = self._waiting.pop()
            self._write(symbol, library, label)

    def _write(self, symbol: Symbol, library: bool, label: Label) -> None:
        clauses, of_library = self._clauses(symbol, library)
        mark = len(self.assembly.items), len(self.assembly._marks)
        if clauses:
            if symbol is MEMBER:
                label = self._member(label)
            try:
                self._predicate(symbol, clauses, of_library, label)
                return
            except (TooDeep, Foreign):
                del self.assembly.items[mark[0] :], self.assembly._marks[mark[1] :]
        self.assembly.mark(label)
        native = _NATIVE.get(symbol)
        if native is not None:
            native(self)
        elif symbol.name == CALL.name and 0 < symbol.arity <= 8:
            self.assembly.emit(op.CALL, symbol.arity)
        elif symbol in KNOWN:
            code = ClauseCode(self, True, False)
            arguments = tuple(Var() for _ in range(symbol.arity))
            code.clause((symbol, *arguments), (symbol, *arguments))
        else:
            self.escapes.add(f"{symbol.name}/{symbol.arity}")
            self.assembly.emit(op.ESCAPE)

    def _member(self, label: Label) -> Label:
        """Two instructions that do for most lists what the clauses do; where these are used where a list is open."""
        again, clauses = Label(), Label()
        self.assembly.mark(label)
        self.assembly.emit(op.MEMBER, again, clauses)
        self.assembly.mark(again)
        self.assembly.emit(op.MEMBER_ON, again, clauses)
        return clauses

    def _clauses(self, symbol: Symbol, library: bool) -> tuple[Clauses, bool]:
        if symbol in self._auxiliary:
            return self._auxiliary[symbol]
        database = self.database
        predicate = database.shadowed.get(symbol) if library else None
        predicate = predicate or database.predicates.get(symbol)
        if predicate is not None and predicate.clauses:
            return predicate.clauses, predicate.library
        if symbol is OWN_LINE:
            return self._straight_lines(), True
        return own_clauses().get(symbol, []), True

    def _straight_lines(self) -> Clauses:
        """The straight lines of the boards of the game, as facts with the length first."""
        from galakit.lang.gala.natives import straight_lines

        places = self.database.predicates.get(PLACES)
        facts: Clauses = []
        for head, _ in places.clauses if places else ():
            region = deref(head[3])
            if type(region) is tuple and region[0] is sym("grid", 2):
                lines = straight_lines(head[2], head[1], region, LINES_MOST)
                if lines is None:
                    return []
                facts += [((OWN_LINE, n, head[2], head[1], region, line), sym("true")) for n, line in lines]
        return facts

    def _predicate(self, symbol: Symbol, clauses: Clauses, library: bool, label: Label) -> None:
        assembly = self.assembly
        cuts = any(has_cut(body) for _, body in clauses)
        assembly.mark(label)
        if cuts:
            assembly.emit(op.SAVE_CHOICE, X + symbol.arity)
        labels = [Label() for _ in clauses]
        self._dispatch([head for head, _ in clauses], labels, symbol.arity + cuts)
        for (head, body), here in zip(clauses, labels):
            assembly.mark(here)
            ClauseCode(self, library, cuts).clause(head, body)
            self._bodies.append(body)

    def _mention(self, body: Term) -> None:
        for symbol in symbols_of(body):
            if symbol.name not in self._mentioned:
                self._mentioned.add(symbol.name)
                for callable_symbol in self._names.get(symbol.name, ()):
                    self.entry(callable_symbol, False)

    def _dispatch(self, heads: list[Term], labels: list[Label], arity: int) -> None:
        """The way from a call to the clauses that can match."""
        emit = self.assembly.emit
        chains: dict[tuple[int, ...], Label | int] = {}
        position, keys = indexed(heads)
        every = tuple(range(len(heads)))
        if position is None:
            if len(heads) > 1:
                self._chain(every, labels, arity)
            return
        words = [None if key is None else self._key(key) for key in keys]

        def chain(clauses: tuple[int, ...]) -> Label | int:
            if not clauses:
                return FAIL_AT
            return labels[clauses[0]] if len(clauses) == 1 else chains.setdefault(clauses, Label())

        def fitting(word: int | None) -> tuple[int, ...]:
            return tuple(i for i, w in enumerate(words) if w is None or w == word)

        if len(heads) > 1_000:
            open_clauses = [i for i, w in enumerate(words) if w is None]
            by_word: dict[int, list[int]] = {}
            for i, w in enumerate(words):
                if w is not None:
                    by_word.setdefault(w, []).append(i)
            match = {w: tuple(sorted([*own, *open_clauses])) for w, own in by_word.items()}
        else:
            match = {w: fitting(w) for w in words if w is not None}
        general = (
            chain(fitting(None)) if len(heads) <= 1_000 else chain(tuple(i for i, w in enumerate(words) if w is None))
        )
        cons = self.memory.functor(CONS)
        table = {w: chain(found) for w, found in match.items() if w != cons}
        size = 4
        while size < 2 * len(table):
            size *= 2
        slots: list[Any] = [0] * (2 * size)
        for word, target in table.items():
            i = int(mixed(0, word)) & (size - 1)
            while slots[2 * i]:
                i = (i + 1) & (size - 1)
            slots[2 * i : 2 * i + 2] = [word, target]
        on_list = chain(match[cons]) if cons in match else general
        emit(op.SWITCH, X + position, chain(every), on_list, general, size - 1, *slots)
        for clauses, label in list(chains.items()):
            assert isinstance(label, Label)
            self.assembly.mark(label)
            self._chain(clauses, labels, arity)

    def _key(self, key: Any) -> int:
        if type(key) is Symbol and key.arity:
            return self.memory.functor(key)
        return self.memory.keep(key)

    def _chain(self, clauses: tuple[int, ...], labels: list[Label], arity: int) -> None:
        """Try clauses one after the other."""
        emit, mark = self.assembly.emit, self.assembly.mark
        following = Label()
        emit(op.TRY, arity, labels[clauses[0]], following)
        for i in clauses[1:-1]:
            mark(following)
            following = Label()
            emit(op.RETRY, labels[i], following)
        mark(following)
        emit(op.TRUST, labels[clauses[-1]])


def _findall(program: ProgramCode) -> None:
    emit, mark = program.assembly.emit, program.assembly.mark
    begin, collect, done = Label(), Label(), Label()
    emit(op.BEGIN_BAG, X + 3, op.TRY, 4, begin, done)
    mark(begin)
    emit(op.PUSH_FRAME, collect, 1, X, op.MOVE, 1, X, X + 1, op.CALL, 1)
    mark(collect)
    emit(op.ENTER, 1, op.COLLECT, X)
    mark(done)
    emit(op.DROP, op.END_BAG, X + 4, X + 3, op.UNIFY, X + 2, X + 4, op.PROCEED)


def _between(program: ProgramCode) -> None:
    emit, mark = program.assembly.emit, program.assembly.mark
    wrong, bound, on = Label(), Label(), Label()
    zero = program.assembly.constant(2)
    emit(op.TEST_KIND, op.IS_INTEGER, X, wrong, op.TEST_KIND, op.IS_INTEGER, X + 1, wrong)
    emit(op.COMPUTE, op.PLAIN, X, X, zero, op.COMPUTE, op.PLAIN, X + 1, X + 1, zero)
    emit(op.TEST_KIND, op.IS_VARIABLE, X + 2, bound)
    emit(op.COUNT, on)
    mark(on)
    emit(op.COUNT_ON, on)
    mark(bound)
    emit(op.TEST_KIND, op.IS_INTEGER, X + 2, wrong, op.COMPARE, op.AT_MOST, X, X + 2, FAIL_AT)
    emit(op.COMPARE, op.AT_MOST, X + 2, X + 1, FAIL_AT, op.PROCEED)
    mark(wrong)
    emit(op.ESCAPE)


_NATIVE = {FINDALL: _findall, BETWEEN: _between}
