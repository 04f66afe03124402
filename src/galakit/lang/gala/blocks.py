"""Stretches of operations compiled to one Python function each.

Between two choices the flow is straight-line code with a few tests, run once for every option of the choice before it: 16,002
times for a deal of 127 cards. Executing operations one by one spends most of its time on getting from one to the next, so a block
runs on through both ways of a test until it meets a call, a loop, a choice or the end. It does what `step` of each operation
does, in the same order; what is rare or can fail is left to the operation itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.lang.gala.operations import Assign, Choose, Fresh, Goal, Jump, Operation, Return, Reveal, Test
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Writer, evaluated
from galakit.lang.prolog.codegen import reads_store
from galakit.lang.prolog.machine import SUCCESS
from galakit.lang.prolog.walk import is_ground
from galakit.lang.terms import Symbol, Var

if TYPE_CHECKING:
    from galakit.lang.gala.execution import Run
    from galakit.lang.gala.rules import GalaRules

LONGEST = 60  # operations in one block
NESTING = 8


def compile_block(rules: GalaRules, start: Operation) -> Callable[[Run], Operation | None]:
    """A function that runs from an operation on and returns where to go on, or None where the run stops."""
    return _Block(rules).compile(start)


class _Block:
    def __init__(self, rules: GalaRules) -> None:
        self.rules = rules
        self.machine = rules.database.machine
        self.writer = Writer(rules.database.get)
        self.left = LONGEST
        self.writer.names |= {
            "len": len,
            "int": int,
            "Symbol": Symbol,
            "evaluated": evaluated,
            "choices": self.machine.choices,
            "trail": self.machine.trail,
            "SUCCESS": SUCCESS,
        }

    def compile(self, start: Operation) -> Any:
        for line in ("env = run.env", "seen = run.seen", "store = run.machine.store"):
            self.writer.emit(line)
        self.chain(start, 0, frozenset())
        return self.writer.function("run")

    def chain(self, operation: Operation, depth: int, passed: frozenset[Operation]) -> None:
        """Emit operations until one that ends the block; every path ends in a `return`."""
        emit = self.writer.emit
        while True:
            self.left -= 1
            method = _EMITTERS.get(type(operation))
            if method is None or self.left < 0 or operation in passed:
                emit(f"return {self.writer.constant(operation)}")
                return
            passed |= {operation}
            if isinstance(operation, Test):
                if depth >= NESTING:
                    emit(f"return {self.writer.constant(operation)}")
                    return
                emit(f"run.at = {self.writer.constant(operation)}")
                self.ask(operation.query)
                emit("if ok:")
                self.writer.indent += 1
                self.chain(operation.next, depth + 1, passed)
                self.writer.indent -= 1
                operation = operation.otherwise
                continue
            if not method(self, operation):
                return
            operation = operation.next

    def ask(self, query: Query) -> None:
        """Set `ok` to whether the goal holds."""
        emit = self.writer.emit
        name = self.writer.constant(query)
        slots = query.slots
        key = ", ".join(f"env[{slot}]" for slot in slots) + ("," if len(slots) == 1 else "")
        if query.table is not None:
            emit(f"answer = {self.writer.constant(query.table)}.get(({key}))")
            emit(f"if answer is None: ok = {name}.holds(env)")
            emit("elif answer is False: ok = False")
            emit("else:")
            emit("    ok = True")
            emit("    for slot, value in answer: env[slot] = value")
        elif query.in_place:
            unset = " or ".join(f"env[{slot}] is None" for slot in slots) or "False"
            emit(f"if {unset}: ok = {name}.run(env)")
            emit("else:")
            emit("    choices.append((len(trail), None, False, None))")
            emit(f"    ok = {self.writer.constant(query.code)}(({key}), SUCCESS) is SUCCESS")
            emit("    choices.clear()")
            emit("    trail.clear()")
        else:
            emit(f"ok = {name}.run(env)")

    # Each emitter returns whether the block goes on with the next operation.

    def goal(self, operation: Goal) -> bool:
        name = self.writer.constant(operation)
        self.writer.emit(f"run.at = {name}")
        self.ask(operation.query)
        self.writer.emit(f"if not ok: {name}.failed()")
        return True

    def reveal(self, operation: Reveal) -> bool:
        index = self.rules.player_index.get(operation.who.term) if type(operation.who.term) is Symbol else None
        name = self.writer.constant(operation)
        self.writer.emit(f"run.at = {name}")
        if index is None:
            self.writer.emit(f"{name}.step(run)")
            return True
        fact = self.writer.build(operation.fact.term, operation.fact.slots)
        self.writer.emit(f"if type({fact}) is Var: {name}.step(run)")
        self.writer.emit(f"else: seen.append(({index}, {fact}))")
        return True

    def assign(self, operation: Assign) -> bool:
        cell, value = operation.cell.term, operation.value.term
        name = self.writer.constant(operation)
        self.writer.emit(f"run.at = {name}")
        if type(cell) is Var or not is_ground(cell) or reads_store(cell):
            self.writer.emit(f"{name}.step(run)")
            return True
        built = self.writer.build(value, operation.value.slots)
        if type(value) is Symbol or type(value) is int:
            self.writer.emit(f"store[{self.writer.constant(cell)}] = {built}")
        else:
            settled = f"{built} if type({built}) is int or type({built}) is Symbol else evaluated({built})"
            self.writer.emit(f"store[{self.writer.constant(cell)}] = {settled}")
        return True

    def fresh(self, operation: Fresh) -> bool:
        for slot in operation.slots:
            self.writer.emit(f"env[{slot}] = None")
        return True

    def jump(self, operation: Jump) -> bool:
        return True

    def leave(self, operation: Return) -> bool:
        self.writer.emit("call, run.env = run.stack.pop()")
        self.writer.emit("return call.next")
        return False

    def choose(self, operation: Choose) -> bool:
        self.writer.emit(f"run.choice = {self.writer.constant(operation)}")
        self.writer.emit("return None")
        return False


_EMITTERS: dict[type[Operation], Any] = {
    Goal: _Block.goal,
    Test: _Block.goal,  # handled in `chain`, which needs both ways
    Reveal: _Block.reveal,
    Assign: _Block.assign,
    Fresh: _Block.fresh,
    Jump: _Block.jump,
    Return: _Block.leave,
    Choose: _Block.choose,
}
