"""Questions asked of a Prolog program on the abstract machine."""

from __future__ import annotations

from galakit.lang.bytecode import layout
from galakit.lang.bytecode import opcodes as op
from galakit.lang.bytecode.assembly import Label
from galakit.lang.bytecode.engine import run
from galakit.lang.bytecode.keeping import kept
from galakit.lang.bytecode.layout import X
from galakit.lang.bytecode.memory import Memory
from galakit.lang.bytecode.program import ProgramCode
from galakit.lang.bytecode.search import begin
from galakit.lang.bytecode.status import FULL, SOLVED
from galakit.lang.prolog import Database
from galakit.lang.prolog.work import STEP_LIMIT
from galakit.lang.terms import Term, Var, iterate, sym


class Escaped(Exception):
    """The machine gave the goal up; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def all_solutions(database: Database, template: Term, goal: Term, limit: int = STEP_LIMIT) -> list[Term]:
    """What `findall/3` gives for a goal whose solutions are ground; `Escaped` where only Python can tell."""
    memory = Memory()
    program = ProgramCode(database, memory)
    memory[layout.STATEMENTS] = limit
    result = Var()
    entry = program.goal((sym("findall", 3), template, goal, result), [result])
    code, done, failed = Label(), Label(), Label()
    assembly = program.assembly
    assembly.mark(code)
    assembly.emit(op.NEW_VARIABLE, X, op.MOVE, 1, layout.ANSWER, X, op.ASK, entry, done, failed)
    assembly.mark(done)
    assembly.emit(op.STOP, SOLVED)
    assembly.mark(failed)
    assembly.emit(op.ESCAPE)
    program.link()
    while True:
        begin(memory.at, 0)
        status = run(memory.at, code.address)
        if status != SOLVED:
            if status != FULL:
                raise Escaped(status)
        else:
            word = kept(memory.at, memory[layout.ANSWER])
            if word != FULL:
                break
        memory.grow()
    if word < 0:
        raise Escaped(word)
    return list(iterate(memory.term(word)))
