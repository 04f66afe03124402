"""The step from one choice to the next, compiled to one Python function per choice site.

Exploring runs a step once for every option of every state: 16,002 times for a deal of 127 cards. Executing operations
one by one (see `execution`) spends most of that time on getting from one to the next. At a choice site the call stack
is known, so calling and returning need no code at all: the frames are local variables, both branches of a test are
written out, and the state at the next choice is looked up directly.

The function does what `step` of each operation does, in the same order. Rare cases (a loop without a choice, deep
calls, very long steps) are handed over to the interpreter midway; states met for the first time, and values that are
open or large, are left to `ChoiceSite.freeze`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from galakit.lang.gala.calls import Call, Return
from galakit.lang.gala.freeze import PLAYER
from galakit.lang.gala.operations import (
    Assign,
    Choose,
    End,
    Forget,
    Fresh,
    Goal,
    Jump,
    Keep,
    Load,
    NextInRound,
    Operation,
    Outcome,
    Payoff,
    Reveal,
    SetUp,
    Test,
    Turn,
)
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Writer, evaluated
from galakit.lang.prolog.goals import reads_store
from galakit.lang.prolog.machine import SUCCESS, Pending
from galakit.lang.prolog.walk import is_ground
from galakit.lang.terms import Symbol, Var
from galakit.rules.contract import Step

if TYPE_CHECKING:
    from galakit.lang.gala.choice_sites import ChoiceSite
    from galakit.lang.gala.rules import GalaRules

LONGEST = 300  # operations in one function
NESTING = 16  # tests inside tests
DEEPEST = 12  # calls inside calls

Calls: TypeAlias = tuple[Call, ...]
CompiledStep: TypeAlias = Callable[[list[Any], Any, tuple[Any, ...], Any], Step]
"""(frames, store, values the choice binds, Gala variables it changes) -> the step"""


def compile_step(rules: GalaRules, site: ChoiceSite) -> CompiledStep:
    """The compiled step from a choice site."""
    step: CompiledStep = _Compiler(rules).compile(site)
    return step


class _Compiler:
    def __init__(self, rules: GalaRules) -> None:
        self.rules = rules
        self.machine = rules.database.machine
        self.writer = Writer(rules.database.get)
        self.writer.local_store = True
        self.emit = self.writer.emit
        self.constant = self.writer.constant
        self.left = LONGEST
        self.writes_cells = False  # whether something before may set a Gala variable that is not known by name
        self.writer.names |= {
            "BOTTOM": (0, None, False, None),
            "Pending": Pending,
            "SUCCESS": SUCCESS,
            "Step": Step,
            "Symbol": Symbol,
            "choices": self.machine.choices,
            "end": rules.end,
            "evaluated": evaluated,
            "hand_over": rules.hand_over,
            "int": int,
            "known": rules.cells,
            "machine": self.machine,
            "new": tuple.__new__,
            "no_gains": rules.no_gains,
            "players": rules.player_index,
            "run": rules.scratch,
            "trail": self.machine.trail,
            "tuple": tuple,
            "turns": rules.turns,
        }

    def compile(self, site: ChoiceSite) -> Any:
        choice, calls = site.choice, site.calls
        self.emit("machine.store = store = store.copy()")
        self.emit("if changes: store.update(changes)")
        for depth in range(len(calls) + 1):
            self.emit(f"e{depth} = frames[{depth}].copy()")
        for i, slot in enumerate(choice.template_slots):
            self.emit(f"e{len(calls)}[{slot}] = bound[{i}]")
        self.emit("seen = []")
        self.emit("gains = no_gains")
        self.chain(choice.next, calls, 0, frozenset())
        return self.writer.function("frames, store, bound, changes")

    def chain(self, operation: Operation, calls: Calls, depth: int, passed: frozenset[Any]) -> None:
        """Emit operations until one that ends the step; every path ends in a `return`."""
        while True:
            self.left -= 1
            self.writer.env = env = f"e{len(calls)}"
            if self.left < 0 or depth > NESTING or len(calls) > DEEPEST or (operation, calls) in passed:
                frames = ", ".join(f"e{i}" for i in range(len(calls) + 1))
                self.emit(
                    f"return hand_over({self.constant(operation)}, {self.constant(calls)}, [{frames}], seen, gains)"
                )
                return
            passed |= {(operation, calls)}
            if isinstance(operation, Jump):
                operation = operation.next
                continue
            if isinstance(operation, Return):
                operation, calls = calls[-1].next, calls[:-1]
                continue
            if isinstance(operation, Choose):
                self.choose(operation, calls)
                return
            if isinstance(operation, (Test, NextInRound)):
                self.both_branches(operation, calls, depth, passed)
                return
            if isinstance(operation, Call):
                waiting = operation.onto(calls)
                arguments = [self.value(a.term, a.slots) for a in operation.arguments]
                empty = ["None"] * (operation.procedure.size - len(arguments))
                self.emit(f"e{len(waiting)} = [{', '.join(arguments + empty)}]")
                calls = waiting
                operation = operation.procedure.entry
                continue
            if isinstance(operation, (End, Outcome)):
                self.pay(operation, env)
                self.emit("return Step(end, tuple(seen), tuple(gains))")
                return
            _EMITTERS[type(operation)](self, operation, env)
            operation = operation.next

    def both_branches(self, operation: Test | NextInRound, calls: Calls, depth: int, passed: frozenset[Any]) -> None:
        if isinstance(operation, Test):
            self.ask(operation.query, self.writer.env)
            other = operation.otherwise
        else:
            self.emit(f"run.env = {self.writer.env}")
            name = self.constant(operation)
            self.emit(f"ok = {name}.step(run) is {self.constant(operation.next)}")
            other = operation.done
        self.emit("if ok:")
        self.writer.indent += 1
        self.chain(operation.next, calls, depth + 1, passed)
        self.writer.indent -= 1
        self.chain(other, calls, depth + 1, passed)

    def ask(self, query: Query, env: str) -> None:
        """Set `ok` to whether the goal holds."""
        name = self.constant(query)
        slots = query.slots
        key = ", ".join(f"{env}[{slot}]" for slot in slots) + ("," if len(slots) == 1 else "")
        self.writes_cells |= not query.pure
        if query.table is not None:
            self.emit(f"answer = {self.constant(query.table)}.get(({key}))")
            self.emit(f"if answer is None: ok = {name}.holds({env})")
            self.emit("else:")
            self.emit(f"    {name}.hits += 1")
            self.emit("    ok = answer is not False")
            self.emit("    if ok:")
            self.emit(f"        for slot, value in answer: {env}[slot] = value")
        elif query.in_place:
            unset = " or ".join(f"{env}[{slot}] is None" for slot in slots) or "False"
            self.emit(f"if {unset}: ok = {name}.run({env})")
            self.emit("else:")
            self.emit("    choices.append(BOTTOM)")
            self.emit(f"    ok = {self.constant(query.code)}(({key}), SUCCESS) is SUCCESS")
            self.emit("    choices.clear()")
            self.emit("    trail.clear()")
        else:
            self.emit(f"ok = {name}.run({env})")

    def value(self, term: Any, slots: dict[Var, int]) -> str:
        """Emit code for a term that is evaluated if it is arithmetic; the expression that holds the value."""
        built = self.writer.build(term, slots)
        if type(term) is Symbol or type(term) is int:
            return built
        return f"{built} if type({built}) is int or type({built}) is Symbol else evaluated({built})"

    def goal(self, operation: Goal, env: str) -> None:
        self.ask(operation.query, env)
        self.emit(f"if not ok: {self.constant(operation)}.failed()")

    def reveal(self, operation: Reveal, env: str) -> None:
        fact = self.writer.build(operation.fact.term, operation.fact.slots)
        rare = f"type({fact}) is Var"
        player = self.rules.player_index.get(operation.who.term) if type(operation.who.term) is Symbol else None
        index = str(player)
        if player is None:
            who = self.writer.build(operation.who.term, operation.who.slots)
            self.emit(f"index = players.get({who})")
            index, rare = "index", rare + " or index is None"
        self.emit(f"if {rare}:")
        self.writer.indent += 1
        self.leave(operation, env)
        self.writer.indent -= 1
        self.emit(f"else: seen.append(({index}, {fact}))")

    def assign(self, operation: Assign, env: str) -> None:
        cell = operation.cell.term
        if type(cell) is Var or not is_ground(cell) or reads_store(cell):
            self.leave(operation, env)
            self.writes_cells = True
        else:
            value = self.value(operation.value.term, operation.value.slots)
            self.emit(f"store[{self.constant(cell)}] = {value}")

    def fresh(self, operation: Fresh, env: str) -> None:
        for slot in operation.slots:
            self.emit(f"{env}[{slot}] = None")

    def turn(self, operation: Turn, env: str) -> None:
        self.emit(f"cells = turns.get({self.constant(operation.who)}({env}, store.get({self.constant(PLAYER)})))")
        self.emit("if cells is None:")
        self.writer.indent += 1
        self.leave(operation, env)
        self.writer.indent -= 1
        self.emit("else: store.update(cells)")

    def pay(self, operation: Operation, env: str) -> None:
        self.emit("run.gains = gains = [*gains]")
        self.leave(operation, env)

    def leave(self, operation: Operation, env: str) -> None:
        """Let the operation do it."""
        self.emit(f"run.env = {env}")
        self.emit("run.seen = seen")
        self.emit(f"{self.constant(operation)}.step(run)")

    def choose(self, operation: Choose, calls: Calls) -> None:
        """The state at a choice: looked up if it is known, else left to `ChoiceSite.freeze`."""
        site = self.rules.site(operation, calls)
        frames = [f"e{i}" for i in range(len(calls) + 1)]
        slots = [f"{frame}[{i}]" for frame, own in zip(frames, (*site.waiting, site.slots)) for i in own]
        cells = [f"store.get({self.constant(cell)})" for cell in site.cells]
        key = ", ".join([*slots, *cells]) + ("," if len(slots) + len(cells) == 1 else "")
        name = self.constant(site)
        freeze = f"{name}.freeze([{', '.join(frames)}])"
        if self.writes_cells:
            self.emit(f"if not store.keys() <= known.keys(): return Step({freeze}, tuple(seen), tuple(gains))")
        # A key with an open, large or pending value, or with nothing at its end, is never found.
        self.emit(f"state = {self.constant(site.states)}.get(({key}))")
        self.emit(f"if state is None: state = {freeze}")
        self.emit("return new(Step, (state, tuple(seen), tuple(gains)))")


_EMITTERS: dict[type[Operation], Callable[[_Compiler, Any, str], None]] = {
    Assign: _Compiler.assign,
    Forget: _Compiler.leave,
    Fresh: _Compiler.fresh,
    Goal: _Compiler.goal,
    Keep: _Compiler.leave,
    Load: _Compiler.leave,
    Payoff: _Compiler.pay,
    Reveal: _Compiler.reveal,
    SetUp: _Compiler.leave,
    Turn: _Compiler.turn,
}
