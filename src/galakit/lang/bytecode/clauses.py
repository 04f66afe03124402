"""Clauses to byte code: heads, goals in place, calls and their continuations.

The variables of a clause are in registers between two calls. What is needed after a call is saved in a frame, from
which the continuation loads it. Control constructs whose condition is decided in place are jumps; the others become
predicates of their own, by the same rules as in Python's engine (`lang.prolog.lifting`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from galakit.lang.bytecode.assembly import Item, Label
from galakit.lang.bytecode.inline import Inline
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.layout import FAIL_AT, REGISTERS, X
from galakit.lang.prolog.goals import ARROW, CALL, FAIL, FALSE, SEMICOLON, conjunction, has_cut, reads_store
from galakit.lang.prolog.lifting import lifted
from galakit.lang.prolog.walk import is_ground, variables
from galakit.lang.terms import CONS, DOLLAR, Symbol, Term, Var, deref

if TYPE_CHECKING:
    from galakit.lang.bytecode.program import ProgramCode

DEEPEST = 200  # nested terms and bodies
ROOM = 64  # registers that are left free


class TooDeep(Exception):
    """A clause that is nested too deeply, or has too many variables, for the machine."""


class ClauseCode(Inline):
    """Writes the code of one clause."""

    def __init__(self, program: ProgramCode, library: bool, uses_cut: bool) -> None:
        self.program = self.db = program
        self.emit = program.assembly.emit
        self.library = library
        self.uses_cut = uses_cut
        self.registers: dict[Var, int] = {}
        self.free = X
        self.depth = 0
        self.occurrences: Counter[Var] = Counter()
        self.cut_var = Var()
        self.waiting: list[tuple[Label, list[Term], list[Var]]] = []
        self.unwritten: list[tuple[Label, Label, int, Term, dict[Var, int], dict[Var, int], int]] = []
        self.assigned: dict[Var, int] = {}  # registers that new variables must get

    # -- registers ---------------------------------------------------------------------------------------------------

    def register(self) -> int:
        self.occupy(self.free + 1 - X)
        return self.free - 1

    def occupy(self, count: int) -> None:
        """Take so many registers, from the first one on."""
        if count > REGISTERS - ROOM:
            raise TooDeep
        self.free = X + count

    def void(self, var: Var) -> bool:
        """A variable that occurs once."""
        return self.occurrences[var] == 1

    def count(self, *terms: Term) -> None:
        stack = list(terms)
        while stack:
            t = deref(stack.pop())
            if type(t) is Var:
                self.occurrences[t] += 1
            elif type(t) is tuple:
                stack.extend(t[1:])

    def ensure(self, var: Var) -> int:
        """The register of a variable, which is made if it has not occurred yet."""
        register = self.registers.get(var)
        if register is None:
            register = self.registers[var] = self.register()
            self.emit(op.NEW_VARIABLE, register)
        return register

    # -- clauses -----------------------------------------------------------------------------------------------------

    def clause(self, head: Term, body: Term) -> None:
        self.count(head, body)
        arguments = head[1:] if type(head) is tuple else ()
        self.occupy(len(arguments))
        if self.uses_cut:
            self.registers[self.cut_var] = self.register()
        for i, pattern in enumerate(arguments):
            self.match(X + i, deref(pattern), 0)
        self.body(conjunction(body))
        self.finish()

    def finish(self) -> None:
        """Write the continuations, and the code for patterns that meet an unbound variable."""
        while self.waiting or self.unwritten:
            if self.unwritten:
                label, join, x, pattern, self.registers, self.assigned, self.free = self.unwritten.pop()
                self.program.assembly.mark(label)
                self.emit(op.BIND, x, self.build(pattern), join)
                self.assigned = {}
                continue
            label, goals, live = self.waiting.pop()
            self.program.assembly.mark(label)
            self.emit(op.ENTER, len(live))
            self.registers = {var: X + i for i, var in enumerate(live)}
            self.occupy(len(live))
            self.body(goals)

    def match(self, x: int, pattern: Term, depth: int) -> None:
        """Unify a register with a pattern of the clause."""
        kind = type(pattern)
        if kind is Var:
            if pattern in self.registers:
                self.emit(op.UNIFY, self.registers[pattern], x)
            elif not self.void(pattern):
                self.registers[pattern] = x
        elif kind is not tuple:
            self.emit(op.GET_CONSTANT, x, self.program.memory.keep(pattern), FAIL_AT)
        elif depth > 4 or is_ground(pattern) or reads_store(pattern):
            self.emit(op.UNIFY, x, self.build(pattern))
        else:
            write, join = Label(), Label()
            before = dict(self.registers)
            parts = [self.register() for _ in pattern[1:]]
            if pattern[0] is CONS:
                self.emit(op.GET_LIST, x, *parts, write)
            else:
                functor = self.program.memory.functor(pattern[0])
                self.emit(op.GET_STRUCTURE, x, functor, len(parts), write, *parts)
            for part, argument in zip(parts, pattern[1:]):
                self.match(part, deref(argument), depth + 1)
            self.program.assembly.mark(join)
            self.unwritten.append((write, join, x, pattern, before, dict(self.registers), self.free))

    # -- building terms ----------------------------------------------------------------------------------------------

    def build(self, term: Term, target: int | None = None, depth: int = 0) -> Item:
        """Write code that makes a term; the address of its word, which is `target` only where it had to be made."""
        term = deref(term)
        if type(term) is Var:
            register = self.registers.get(term)
            if register is None:
                register = self.assigned.get(term) or (self.register() if target is None else target)
                self.emit(op.NEW_VARIABLE, register)
                if not self.void(term):
                    self.registers[term] = register
            return register
        if type(term) is not tuple or (is_ground(term) and not reads_store(term)):
            return self.program.assembly.constant(self.program.memory.keep(term))
        if depth > DEEPEST:
            raise TooDeep
        if term[0] is DOLLAR:
            return self.read(term[1], self.register() if target is None else target)
        arguments = [deref(x) for x in term[1:]]
        if term[0] is CONS:
            return self._list(arguments, target, depth)
        made: list[Item] = [0 if type(x) is Var and self.void(x) else self.build(x, depth=depth + 1) for x in arguments]
        result = self.register() if target is None else target
        self.emit(op.PUT_STRUCTURE, result, self.program.memory.functor(term[0]), len(made), *made)
        return result

    def _list(self, arguments: list[Term], target: int | None, depth: int) -> int:
        head, tail = arguments
        if type(tail) is Var and tail not in self.registers and tail is not head and tail not in variables(head):
            first = self.build(head, depth=depth + 1)
            end = self.registers[tail] = self.assigned.get(tail) or self.register()
            result = self.register() if target is None else target
            self.emit(op.PUT_OPEN_LIST, result, first, end)
            return result
        # A long list is built from its end.
        rest = self.build(tail, depth=depth + 1)
        first = self.build(head, depth=depth + 1)
        result = self.register() if target is None else target
        self.emit(op.PUT_LIST, result, first, rest)
        return result

    def read(self, name: Term, register: int) -> int:
        """Read a Gala variable into a register."""
        name = deref(name)
        cell = self.program.cell(name) if is_ground(name) and not reads_store(name) else None
        if cell is not None:
            self.emit(op.READ_CELL, register, cell)
        else:
            self.emit(op.READ_NAMED, register, self.build(name), 0)
        return register

    # -- bodies ------------------------------------------------------------------------------------------------------

    def body(self, goals: list[Term]) -> None:
        """Write code for the goals; every path ends."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep
        for i, goal in enumerate(goals):
            if goal is FAIL or goal is FALSE:
                self.emit(op.FAIL)
                break
            if self.inline(goal, FAIL_AT):
                continue
            rest = goals[i + 1 :]
            if not (type(goal) is tuple and goal[0] is SEMICOLON and self.branch(goal, rest)):
                self.call(lifted(self, goal), rest)  # type: ignore[arg-type]
            break
        else:
            self.emit(op.PROCEED)
        self.depth -= 1

    def branch(self, goal: Term, rest: list[Term]) -> bool:
        """`(C -> T ; E)` with a condition that is decided in place; False where it is not."""
        left = deref(goal[1])
        if not (type(left) is tuple and left[0] is ARROW):
            return False
        tests = conjunction(left[1])
        if not self.decidable(tests):
            return False
        for var in self.live_after(goal, rest):
            self.ensure(var)
        self.push_rest(rest)
        otherwise = Label()
        before, free = dict(self.registers), self.free
        self.condition(tests, otherwise, lambda: self.body(conjunction(left[2])))
        self.registers, self.free = before, free
        self.body(conjunction(goal[2]))
        return True

    def live_after(self, goal: Term, rest: list[Term]) -> list[Var]:
        """Variables first met in a branch but needed after it: they must exist before both."""
        inside = set(variables(goal))
        return [v for g in rest for v in variables(g) if v in inside and v not in self.registers]

    def push_rest(self, rest: list[Term]) -> None:
        if rest:
            needed: dict[Var, None] = {}
            for goal in rest:
                if self.uses_cut and has_cut(goal):
                    needed[self.cut_var] = None
                needed.update(dict.fromkeys(variables(goal)))
            live = [v for v in needed if v in self.registers]
            label = Label()
            self.waiting.append((label, rest, live))
            self.emit(op.PUSH_FRAME, label, len(live), *[self.registers[v] for v in live])

    def call(self, goal: Term, rest: list[Term]) -> None:
        """Leave for a predicate; what comes after it is entered again from a frame."""
        symbol: Symbol = goal[0] if type(goal) is tuple else goal
        arguments = list(goal[1:]) if type(goal) is tuple else []
        if rest:
            later = {v for g in rest for v in variables(g)}
            for argument in arguments:
                for var in variables(argument):
                    if var in later:
                        self.ensure(var)
            self.push_rest(rest)
        self.arguments(arguments)
        if symbol.name == CALL.name and symbol.arity <= 8:
            self.emit(op.CALL, symbol.arity)
        else:
            self.emit(op.EXECUTE, self.program.entry(symbol, self.library))

    def arguments(self, terms: list[Term]) -> None:
        """Put the arguments of a call into the first registers, whichever of these they come from."""
        # What is built, and variables that are new, first; then all moves at once.
        self.occupy(max(self.free - X, len(terms)))
        moves: dict[int, Item] = {}
        for i, term in enumerate(terms):
            source = self.build(term)
            if source != X + i:
                moves[X + i] = source
        ordered: list[Item] = []
        while moves:
            ready = [target for target in moves if target not in moves.values()]
            if ready:
                for target in ready:
                    ordered += (target, moves.pop(target))
            else:  # a circle
                target, source = next(iter(moves.items()))
                spare = self.register()
                ordered += (spare, target)
                moves = {t: spare if s == target else s for t, s in moves.items()}
        if ordered:
            self.emit(op.MOVE, len(ordered) // 2, *ordered)
