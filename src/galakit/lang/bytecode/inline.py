"""Goals compiled in place: tests, unification and arithmetic as single instructions.

A test has an address to go to where it fails. A *pure* test binds nothing, so nothing has to be undone there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.lang.bytecode.assembly import Item, Label
from galakit.lang.bytecode.instructions import (
    BUILT_IN,
    COMPARISONS,
    DIFFERS,
    FUNCTIONS,
    GALA_KNOWN,
    GALA_SET,
    GALA_VAL,
    KINDS,
    KNOWN,
    MEMBERCHK,
    MUST,
    MUST_BE,
    ORDERS,
    SORTING,
)  # fmt: skip
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.layout import FAIL_AT
from galakit.lang.bytecode.machine.tags import INTEGER
from galakit.lang.prolog.goals import ARROW, CUT, CUT_TO, IS, NOT, SEMICOLON, SOFT_CUT, TRUE, UNIFY, conjunction
from galakit.lang.prolog.walk import variables
from galakit.lang.terms import DOLLAR, Symbol, Term, Var, deref, list_term, sym

if TYPE_CHECKING:
    from collections import Counter

    from galakit.lang.bytecode.program import ProgramCode


class Inline:
    """The part of the clause compiler that needs no call."""

    program: ProgramCode
    emit: Callable[..., None]
    registers: dict[Var, int]
    occurrences: Counter[Var]
    cut_var: Var
    library: bool
    free: int

    build: Any
    match: Any
    void: Callable[[Var], bool]
    register: Callable[[], int]
    ensure: Callable[[Var], int]
    live_after: Any

    def in_place(self, symbol: Term) -> bool:
        """Whether a goal of that symbol is an instruction; a program's own definition comes first in the program."""
        return type(symbol) is Symbol and symbol in KNOWN and not self.program.redefined(symbol, self.library)

    def testable(self, goal: Term) -> bool:
        goal = deref(goal)
        symbol = goal[0] if type(goal) is tuple else goal
        if symbol is TRUE:
            return True
        if symbol is NOT:
            return all(self.testable(g) for g in conjunction(goal[1]))
        return self.in_place(symbol) and symbol is not GALA_SET

    def pure(self, goal: Term) -> bool:
        """Whether a test binds nothing."""
        goal = deref(goal)
        symbol = goal[0] if type(goal) is tuple else goal
        if symbol is UNIFY or symbol is IS:
            left, right = deref(goal[1]), deref(goal[2])
            if symbol is UNIFY and not variables(goal):
                return True
            new = type(left) is Var and left not in self.registers
            return new and left not in variables(right)
        if symbol is NOT:
            return True
        return symbol in COMPARISONS or symbol in ORDERS or symbol in KINDS or symbol is DIFFERS or symbol is TRUE

    def decidable(self, tests: list[Term]) -> bool:
        return all(self.testable(t) for t in tests)

    def bare(self, tests: list[Term]) -> bool:
        """Whether nothing is bound where one of the tests fails."""
        *first, last = tests or [TRUE]
        return all(self.pure(t) for t in first) and (self.pure(last) or deref(last)[0] in (UNIFY, MEMBERCHK, IS))

    def condition(self, tests: list[Term], otherwise: Label, then: Callable[[], None]) -> None:
        """Write the tests and what follows where they hold; then the label for where they do not."""
        mark = self.program.assembly.mark
        if self.bare(tests):
            for test in tests:
                self.test(test, otherwise)
            then()
            mark(otherwise)
        else:
            self.emit(op.GUARD, otherwise)
            for test in tests:
                self.test(test, FAIL_AT)
            self.emit(op.DROP)
            then()
            mark(otherwise)
            self.emit(op.DROP)

    def inline(self, goal: Term, otherwise: Item) -> bool:
        """Write a goal that needs no call; False where it does."""
        if goal is CUT:
            self.emit(op.CUT, self.registers[self.cut_var])
        elif goal is SOFT_CUT:
            self.emit(op.SOFT_CUT, self.registers[self.cut_var], FAIL_AT)
        elif type(goal) is tuple and goal[0] is CUT_TO:
            self.emit(op.CUT, self.registers[deref(goal[1])])
        elif type(goal) is tuple and goal[0] is GALA_SET and self.in_place(GALA_SET):
            self.emit(op.SET_NAMED, self.build(goal[1]), self.build(goal[2]))
        elif self.testable(goal):
            self.test(goal, otherwise)
        else:
            return self.inline_branch(goal)
        return True

    def inline_branch(self, goal: Term) -> bool:
        """`(C -> T ; E)` of which all parts are in place: no frame is needed for what comes after."""
        if not (type(goal) is tuple and goal[0] is SEMICOLON and self.all_inline(goal)):
            return False
        for var in variables(goal):
            if var not in self.registers and self.occurrences[var] > 1:
                self.ensure(var)
        before = dict(self.registers)
        otherwise, join = Label(), Label()
        left = deref(goal[1])

        def then() -> None:
            for g in conjunction(left[2]):
                self.inline(g, FAIL_AT)
            self.emit(op.JUMP, join)

        self.condition(conjunction(left[1]), otherwise, then)
        self.registers = dict(before)
        for g in conjunction(goal[2]):
            self.inline(g, FAIL_AT)
        self.registers = before
        self.program.assembly.mark(join)
        return True

    def all_inline(self, goal: Term) -> bool:
        goal = deref(goal)
        if type(goal) is tuple and goal[0] is SEMICOLON:
            left = deref(goal[1])
            return (
                type(left) is tuple
                and left[0] is ARROW
                and self.decidable(conjunction(left[1]))
                and all(self.all_inline(g) for g in (*conjunction(left[2]), *conjunction(goal[2])))
            )
        return goal is CUT or (type(goal) is tuple and goal[0] is CUT_TO) or self.testable(goal)

    def test(self, goal: Term, otherwise: Item) -> None:
        """Write a test, and where to go if it fails."""
        goal = deref(goal)
        symbol = goal[0] if type(goal) is tuple else goal
        if symbol is TRUE:
            return
        if symbol is UNIFY:
            self.unify(deref(goal[1]), deref(goal[2]), otherwise)
        elif symbol is IS:
            self.compute_to(deref(goal[1]), goal[2], otherwise)
        elif symbol in COMPARISONS:
            left = self.number(goal[1])
            self.emit(op.COMPARE, COMPARISONS[symbol], left, self.number(goal[2]), otherwise)
        elif symbol in ORDERS:
            left = self.build(goal[1])
            self.emit(op.SAME, ORDERS[symbol], left, self.build(goal[2]), otherwise)
        elif symbol in KINDS:
            self.emit(op.TEST_KIND, KINDS[symbol], self.build(goal[1]), otherwise)
        elif symbol is MEMBERCHK:
            left = self.build(goal[1])
            self.emit(op.MEMBERCHK, left, self.build(goal[2]), otherwise)
        elif symbol is DIFFERS:
            self.refute([(UNIFY, goal[1], goal[2])], otherwise)
        elif symbol is NOT:
            self.refute(conjunction(goal[1]), otherwise)
        elif symbol is MUST_BE:
            kind = deref(goal[1])
            if type(kind) is Symbol and kind.name in MUST:
                wrong, right = Label(), Label()
                self.emit(op.TEST_KIND, MUST[kind.name], self.build(goal[2]), wrong, op.JUMP, right)
                self.program.assembly.mark(wrong)
                self.emit(op.ESCAPE)
                self.program.assembly.mark(right)
            else:
                self.emit(op.ESCAPE)
        elif symbol is GALA_VAL or symbol is GALA_KNOWN:
            register = self.register()
            if symbol is GALA_KNOWN:
                self.emit(op.READ_NAMED, register, self.build(goal[1]), otherwise)
            else:
                self.read(goal[1], register)  # type: ignore[attr-defined]
            value = deref(goal[2])
            if type(value) is Var and value not in self.registers:
                self.registers[value] = register
            else:
                self.emit_unify(register, self.build(value), otherwise)
        else:
            self.built_in(symbol, list(goal[1:]), otherwise)

    def built_in(self, symbol: Symbol, arguments: list[Term], otherwise: Item) -> None:
        which = BUILT_IN[symbol]
        if which == op.SORT_BY:
            order = deref(arguments[1])
            if type(order) is not Symbol or order.name not in SORTING:
                self.emit(op.ESCAPE)
                return
            arguments[1] = SORTING[order.name]
        made = [self.build(x) for x in arguments]
        constant, memory = self.program.assembly.constant, self.program.memory
        if which == op.KEYSORT:
            made.append(constant(memory.functor(sym("-", 2))))
        elif which == op.COMPARISON:
            made.append(constant(memory.keep(list_term([sym(o) for o in "<=>"]))))
        self.emit(op.BUILT_IN, which, len(made), otherwise, *made)

    def refute(self, tests: list[Term], otherwise: Item) -> None:
        """`\\+`: go on where the tests fail."""
        mark = self.program.assembly.mark
        before = dict(self.registers)
        failed = Label()
        if all(self.pure(t) for t in tests):
            for test in tests:
                self.test(test, failed)
            self.emit(op.JUMP, otherwise)
            mark(failed)
        else:
            self.emit(op.GUARD, failed)
            for test in tests:
                self.test(test, FAIL_AT)
            self.emit(op.UNDO, otherwise)
            mark(failed)
            self.emit(op.DROP)
        self.registers = before

    def emit_unify(self, a: Item, b: Item, otherwise: Item) -> None:
        if otherwise == FAIL_AT:
            self.emit(op.UNIFY, a, b)
        else:
            self.emit(op.TRY_UNIFY, a, b, otherwise)

    def unify(self, left: Term, right: Term, otherwise: Item) -> None:
        if type(left) is not Var and type(right) is Var:
            left, right = right, left
        if type(left) is Var and left not in self.registers:
            if left in variables(right):
                self.ensure(left)
            else:
                target = self.register()
                made = self.build(right, target)
                if made != target:
                    self.emit(op.MOVE, 1, target, made)
                if not self.void(left):
                    self.registers[left] = target
                return
        if type(left) is Var and otherwise == FAIL_AT:
            self.match(self.registers[left], right, 0)
        else:
            made = self.build(left)
            self.emit_unify(made, self.build(right), otherwise)

    # -- arithmetic --------------------------------------------------------------------------------------------------

    def compute_to(self, target: Term, expression: Term, otherwise: Item) -> None:
        result = self.number(expression, compute=True)
        if type(target) is Var and target not in self.registers:
            if not self.void(target):
                self.registers[target] = result
        else:
            self.emit_unify(self.build(target), result, otherwise)

    def number(self, expression: Term, compute: bool = False) -> Any:
        """Write code for a value; its address. With `compute`, it is a number in a register of its own."""
        expression = deref(expression)
        constant = self.program.assembly.constant
        if type(expression) is tuple and expression[0] in FUNCTIONS:
            operands = [self.number(x) for x in expression[1:]]
            if len(operands) == 1:
                operands.append(constant(INTEGER))
            register = self.register()
            self.emit(op.COMPUTE, FUNCTIONS[expression[0]], register, *operands)
            return register
        if type(expression) is tuple and expression[0] is not DOLLAR:
            self.emit(op.ESCAPE)
            return constant(INTEGER)
        if type(expression) is Var and expression not in self.registers:
            self.emit(op.ESCAPE)
            return constant(INTEGER)
        value = self.build(expression)
        if not compute:
            return value
        register = self.register()
        self.emit(op.COMPUTE, op.PLAIN, register, value, constant(INTEGER))
        return register
