"""Questions asked of a Prolog program on the abstract machine."""

from __future__ import annotations

from galakit.lang.bytecode.assembly import Label
from galakit.lang.bytecode.entries import begin, run
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.layout import X
from galakit.lang.bytecode.machine.status import FULL, SOLVED, UNSUPPORTED
from galakit.lang.bytecode.machine.tags import LIST, REF, STRUCTURE
from galakit.lang.bytecode.memory import Memory
from galakit.lang.bytecode.program import ProgramCode
from galakit.lang.prolog import Database
from galakit.lang.prolog.work import STEP_LIMIT
from galakit.lang.terms import CONS, Symbol, Term, Var, iterate, sym


class Escaped(Exception):
    """The machine gave the goal up; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class MachineProlog:
    """A program's predicates on the abstract machine.

    >>> from galakit.lang.prolog import Prolog
    >>> x = Var()
    >>> MachineProlog(Prolog("p(1). p(2).").database).solutions(x, (sym("p", 1), x))
    [1, 2]
    """

    def __init__(self, database: Database, limit: int = STEP_LIMIT) -> None:
        self.memory = Memory()
        self.memory[layout.STATEMENTS] = limit
        self.program = ProgramCode(database, self.memory)

    def solutions(self, template: Term, goal: Term) -> list[Term]:
        """What `findall/3` gives for a goal; `Escaped` where only Python's engine can tell."""
        memory, assembly = self.memory, self.program.assembly
        result = Var()
        entry = self.program.goal((sym("findall", 3), template, goal, result), [result])
        code, done, failed = Label(), Label(), Label()
        assembly.mark(code)
        assembly.emit(op.NEW_VARIABLE, X, op.MOVE, 1, layout.ANSWER, X, op.ASK, entry, done, failed)
        assembly.mark(done)
        assembly.emit(op.STOP, SOLVED)
        assembly.mark(failed)
        assembly.emit(op.ESCAPE)
        self.program.link()
        while True:
            self.program.settle()
            begin(memory.at, 0)
            status = run(memory.at, code.address)
            if status == SOLVED:
                return list(iterate(_on_heap(memory, memory[layout.ANSWER])))
            if status == FULL:
                memory.grow()
            elif not (status == UNSUPPORTED and self.program.link_mentioned()):
                raise Escaped(status)


def _on_heap(memory: Memory, word: int) -> Term:
    """A term that may have unbound variables, wherever it lies."""
    variables: dict[int, Var] = {}
    done: list[Term] = []
    todo: list[tuple[int, Symbol | None]] = [(word, None)]
    while todo:
        w, functor = todo.pop()
        if functor is not None:
            done[-functor.arity :] = [(functor, *done[-functor.arity :])]
            continue
        while w & 7 == REF and memory[w >> 3] != w:
            w = memory[w >> 3]
        if w & 7 == REF:
            done.append(variables.setdefault(w, Var()))
        elif w & 7 == LIST or w & 7 == STRUCTURE:
            at = w >> 3
            functor = CONS if w & 7 == LIST else memory.symbols[memory[at] >> 16]
            first = at if w & 7 == LIST else at + 1
            todo.append((0, functor))
            todo += [(memory[first + i], None) for i in range(functor.arity - 1, -1, -1)]
        else:
            done.append(memory.term(w))
    return done[0]
