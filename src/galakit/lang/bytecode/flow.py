"""Gameflows to byte code: each operation of a flow becomes a few instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from galakit.lang.bytecode.assembly import Item, Label
from galakit.lang.bytecode.clauses import ClauseCode
from galakit.lang.bytecode.machine import layout, trie
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.layout import STORE, X
from galakit.lang.bytecode.machine.status import AT_CHOICE, AT_END, EXHAUSTED
from galakit.lang.bytecode.program import ProgramCode
from galakit.lang.gala import calls, loops, operations
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.freeze import LHO, OPPONENT, PLAYER, RHO
from galakit.lang.gala.operations import NO_PLAYER, Choose, Operation
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Expression, variables_of
from galakit.lang.prolog.goals import conjunction, reads_store
from galakit.lang.prolog.walk import is_ground
from galakit.lang.terms import Symbol, Term, Var, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

SEATED = (PLAYER, OPPONENT, LHO, RHO)


class FlowCode:
    """The byte code of all gameflows of a program."""

    def __init__(self, rules: GalaRules, program: ProgramCode) -> None:
        self.rules = rules
        self.program = program
        self.memory = program.memory
        self.assembly = program.assembly
        self.emit = program.assembly.emit
        self.labels: dict[Operation, Label] = {}
        self.calls: list[Call] = []
        self.choices: list[Choose] = []
        self.options: list[Label] = []
        self.outcomes: list[operations.Outcome] = []
        self.queries = 0
        self._written: set[Operation] = set()
        for cell in rules.cells:
            program.cells[cell] = STORE + len(program.cells)
        program.players = tuple(sym(p) for p in rules.players)
        memory = self.memory
        memory[layout.PLAYER_COUNT] = len(rules.players)
        memory[layout.NO_PLAYER_WORD] = memory.atom(NO_PLAYER)
        memory[layout.ALL_WORD] = memory.atom(sym("all"))
        memory[layout.NATURE_WORD] = memory.atom(sym("nature"))
        memory[layout.SEATS] = memory.place(self._seats())
        self.escape = Label()
        for procedure in rules.liveness.procedures:
            self.procedure(procedure)
        self.assembly.mark(self.escape)
        self.emit(op.ESCAPE)
        program.link()

    def _seats(self) -> list[int]:
        """The Gala variables that say whose turn it is, and their values for each player."""
        cells, memory = self.program.cells, self.memory
        rows = [
            memory.atom(self.rules.turns[player][cell]) if cell in self.rules.turns[player] else 0
            for player in self.program.players
            for cell in SEATED
        ]
        return [len(SEATED), *[cells[cell] for cell in SEATED], *rows]

    def label(self, operation: Operation) -> Label:
        return self.labels.setdefault(operation, Label())

    def procedure(self, procedure: Procedure) -> None:
        """Write the operations so that one mostly follows the other."""
        for first in (procedure.entry, *procedure.operations):
            operation: Operation | None = first
            while operation is not None and operation not in self._written:
                self._written.add(operation)
                self.assembly.mark(self.label(operation))
                _EMITTERS[type(operation)](self, operation)
                following = getattr(operation, "next", None) if operation.successors else None
                if following is not None and following in self._written:
                    self.emit(op.JUMP, self.label(following))
                operation = following

    # -- expressions -----------------------------------------------------------------------------------------------

    def loaded(self, *expressions: Expression) -> ClauseCode:
        """A compiler whose variables are the slots that the expressions use, loaded into registers."""
        slots: dict[Var, int] = {}
        for expression in expressions:
            slots.update({var: expression.slots[var] for var in variables_of(expression.term)})
        return self.with_slots(slots)

    def with_slots(self, slots: dict[Var, int]) -> ClauseCode:
        if slots:
            self.emit(op.LOAD_SLOTS, len(slots), *[x for i, slot in enumerate(slots.values()) for x in (X + i, slot)])
        return self.over(slots)

    def over(self, variables: Iterable[Var]) -> ClauseCode:
        """A compiler whose variables are in the first registers."""
        code = ClauseCode(self.program, False, False)
        code.registers = {var: X + i for i, var in enumerate(variables)}
        code.occurrences.update(dict.fromkeys(variables, 2))
        code.occupy(len(code.registers))
        return code

    def evaluated(self, code: ClauseCode, expression: Expression) -> Item:
        """The value of an expression, evaluated if it is arithmetic."""
        made = code.build(expression.term)
        if type(expression.term) is Symbol or type(expression.term) is int:
            return made
        register = code.register()
        self.emit(op.EVALUATED, register, made)
        return register

    def cell(self, term: Term) -> int | None:
        return self.program.cell(term) if is_ground(term) and not reads_store(term) else None

    # -- operations ------------------------------------------------------------------------------------------------

    def ask(self, query: Query, no: Item) -> None:
        variables = list(variables_of(query.goal))
        slots = dict(zip(variables, query.slots))
        tests = conjunction(query.goal)
        code = self.over(slots)
        if code.decidable(tests) and code.bare(tests):
            code = self.with_slots(slots)
            for test in tests:
                code.test(test, no)
            return
        known, yes, refuted = Label(), Label(), Label()
        mark = self.assembly.mark
        note = self.recall(tuple(slots.values()), known, no)
        self.with_slots(slots)
        self.emit(op.ASK, self.program.goal(query.goal, variables), yes, refuted)
        mark(refuted)
        self.emit(op.REFUTED, *note(trie.NO), op.JUMP, no)
        mark(yes)
        self.emit(op.ANSWERED, *note(trie.YES))
        mark(known)

    def recall(self, slots: tuple[int, ...], yes: Item, no: Item) -> Callable[[int], tuple[Item, ...]]:
        """Answer a query from the table, if it has room for such queries; how to note an answer in it."""
        if self.queries == layout.QUERIES_MOST or len(slots) > layout.READS_MOST // 2:
            return lambda answer: ()
        here = Label()
        self.assembly.mark(here)
        self.emit(op.RECALL, self.queries, yes, no, len(slots), *slots)
        self.queries += 1
        return lambda answer: (op.NOTE, here, answer)

    def goal(self, operation: operations.Goal) -> None:
        self.ask(operation.query, self.escape)

    def test(self, operation: operations.Test) -> None:
        self.ask(operation.query, self.label(operation.otherwise))

    def assign(self, operation: operations.Assign) -> None:
        value: Item
        if type(operation.value.term) is Var:
            code = self.loaded(operation.cell)
            value = code.register()
            self.emit(op.EVALUATED_SLOT, value, operation.value.slots[operation.value.term])
        else:
            code = self.loaded(operation.cell, operation.value)
            value = self.evaluated(code, operation.value)
        cell = self.cell(operation.cell.term)
        if cell is not None:
            self.emit(op.SET_CELL, cell, value)
        else:
            self.emit(op.SET_NAMED, code.build(operation.cell.term), value)

    def forget(self, operation: operations.Forget) -> None:
        cell = self.cell(operation.cell.term)
        self.emit(*(op.ESCAPE,) if cell is None else (op.FORGET, cell))

    def set_up(self, operation: operations.SetUp) -> None:
        for cell, value in operation.cells.items():
            address = self.program.cell(cell)
            if address is None:
                self.emit(op.ESCAPE)
            else:
                self.emit(op.SET_CELL, address, self.assembly.constant(self.memory.keep(value)))

    def reveal(self, operation: operations.Reveal) -> None:
        code = self.loaded(operation.who, operation.fact)
        who = code.build(operation.who.term)
        self.emit(op.REVEAL, who, code.build(operation.fact.term))

    def pay(self, operation: operations.Payoff) -> None:
        code = self.loaded(operation.who, operation.amount)
        who = code.build(operation.who.term)
        self.emit(op.PAY, who, code.build(operation.amount.term))

    def outcome(self, operation: operations.Outcome) -> None:
        code = self.loaded(operation.result)
        self.emit(op.OUTCOME, len(self.outcomes), code.build(operation.result.term), op.STOP, AT_END)
        self.outcomes.append(operation)

    def end(self, operation: operations.End) -> None:
        self.emit(op.STOP, AT_END)

    def jump(self, operation: operations.Jump) -> None:
        pass

    def fresh(self, operation: operations.Fresh) -> None:
        self.emit(op.FRESH, len(operation.slots), *operation.slots)

    def turn(self, operation: operations.Turn) -> None:
        _SEATING[type(operation.who)](self, operation.who)

    def order(self, order: loops.Around) -> Item:
        if order.slot is None:
            return self.assembly.constant(self.memory.keep(list_term(order.listed)))
        self.emit(op.LOAD_SLOTS, 1, X, order.slot)
        return X

    def first(self, who: loops.First) -> None:
        self.emit(op.SEAT_AFTER, self.order(who.order), self.assembly.constant(0))

    def following(self, who: loops.Next) -> None:
        self.emit(op.SEAT_AFTER, self.order(who.order), self.program.cells[PLAYER])

    def restored(self, who: loops.Restored) -> None:
        self.emit(op.LOAD_SLOTS, 1, X, who.slot, op.SEAT, X)

    def keep(self, operation: operations.Keep) -> None:
        self.emit(op.KEEP_PLAYER, operation.slot, self.program.cells[PLAYER])

    def load(self, operation: operations.Load) -> None:
        self.emit(op.SET_SLOT, operation.slot, _LOADING[type(operation.value)](self, operation.value))

    def as_it_is(self, value: loops.AsItIs) -> Item:
        return self.loaded(value.expression).build(value.expression.term)

    def evaluating(self, value: loops.Evaluated) -> Item:
        return self.evaluated(self.loaded(value.expression), value.expression)

    def one_less(self, value: loops.OneLess) -> Item:
        one = self.assembly.constant(self.memory.keep(1))
        self.emit(op.LOAD_SLOTS, 1, X, value.slot, op.COMPUTE, op.SUBTRACT, X + 1, X, one)
        return X + 1

    def next_in_round(self, operation: operations.NextInRound) -> None:
        self.emit(op.NEXT_IN_ROUND, operation.slot, self.label(operation.done))

    def call(self, operation: Call) -> None:
        code = self.loaded(*operation.arguments)
        values = [self.evaluated(code, argument) for argument in operation.arguments]
        self.calls.append(operation)
        entry, back = self.label(operation.procedure.entry), self.label(operation.next)
        size = operation.procedure.size
        self.emit(op.CALL_FLOW, entry, len(self.calls), size, back, len(values), *values)

    def leave(self, operation: calls.Return) -> None:
        self.emit(op.RETURN)

    def choose(self, operation: Choose) -> None:
        self.emit(op.CHOOSE, len(self.choices), op.STOP, AT_CHOICE)
        self.choices.append(operation)
        options, take, none, known = Label(), Label(), Label(), Label()
        self.options.append(options)
        mark = self.assembly.mark
        mark(options)
        self.emit(op.SET_MOVER, self.loaded(operation.who).build(operation.who.term))
        template = dict(zip(variables_of(operation.template), operation.template_slots))
        variables = list(variables_of(operation.constraint))
        slots = dict(zip(variables, operation.slots))
        note = self.recall(tuple({**template, **slots}.values()), known, known)
        self.with_slots(template)
        self.with_slots(slots)
        self.emit(op.ASK, self.program.goal(operation.constraint, variables), take, none)
        mark(take)
        made = self.with_slots(template).build(operation.template)
        self.emit(op.TAKE, made, len(operation.template_slots), *operation.template_slots)
        mark(none)
        self.emit(op.REFUTED, *note(trie.OPTIONS))
        mark(known)
        if operation.distribution is not None:
            measure = operation.distribution[2]
            self.emit(op.WEIGH, self.loaded(measure).build(measure.term))
        self.emit(op.STOP, EXHAUSTED)


_EMITTERS: dict[type, Callable[[FlowCode, Any], None]] = {
    operations.Assign: FlowCode.assign,
    calls.Call: FlowCode.call,
    operations.Choose: FlowCode.choose,
    operations.End: FlowCode.end,
    operations.Forget: FlowCode.forget,
    operations.Fresh: FlowCode.fresh,
    operations.Goal: FlowCode.goal,
    operations.Jump: FlowCode.jump,
    operations.Keep: FlowCode.keep,
    operations.Load: FlowCode.load,
    operations.NextInRound: FlowCode.next_in_round,
    operations.Outcome: FlowCode.outcome,
    operations.Payoff: FlowCode.pay,
    calls.Return: FlowCode.leave,
    operations.Reveal: FlowCode.reveal,
    operations.SetUp: FlowCode.set_up,
    operations.Test: FlowCode.test,
    operations.Turn: FlowCode.turn,
}
_SEATING: dict[type, Callable[[FlowCode, Any], None]] = {
    loops.First: FlowCode.first,
    loops.Next: FlowCode.following,
    loops.Restored: FlowCode.restored,
}
_LOADING: dict[type, Callable[[FlowCode, Any], Item]] = {
    loops.AsItIs: FlowCode.as_it_is,
    loops.Evaluated: FlowCode.evaluating,
    loops.OneLess: FlowCode.one_less,
}
