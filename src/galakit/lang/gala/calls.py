"""Gameflows as procedures: calls, returns, and calls that take the place of their caller."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.lang.gala.operations import End, Jump, Operation
from galakit.lang.gala.scope import Env, Expression, evaluated

if TYPE_CHECKING:
    from galakit.lang.gala.execution import Run


@dataclass(eq=False)
class Call(Operation):
    """Runs a gameflow with its own frame and comes back.

    Behind a last call its own gameflow has nothing left to do. If gameflows call each other in a circle, such a call
    takes the place of the one that waits, so they may go on for ever, and their states come round again.
    """

    procedure: Procedure
    arguments: tuple[Expression, ...]

    def step(self, run: Run) -> Operation:
        env: Env = [None] * self.procedure.size
        for i, argument in enumerate(self.arguments):
            env[i] = evaluated(argument.code(run.env))
        if self.procedure.recursive:
            frames = [*(frame for _, frame in run.stack), run.env]
            run.stack[:] = zip(self.onto(tuple([call for call, _ in run.stack])), frames)
        else:
            run.stack.append((self, run.env))
        if len(run.stack) > 2_000:
            raise GalakitError(
                f"`{self.procedure.name}` calls itself too deeply",
                span=self.span,
                hint="use while, repeat or take_turns, or let the call be its last statement",
                id="GK419",
            )
        run.env = env
        return self.procedure.entry

    def onto(self, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """The calls that wait while this one runs, the innermost last."""
        if not self.procedure.recursive:
            return (*calls, self)
        after = landing(self.next)
        if calls and isinstance(after, Return):
            after, calls = landing(calls[-1].next), calls[:-1]
        elif calls and isinstance(after, End) and landing(calls[-1].next) is after:
            calls = calls[:-1]
        if not calls and after is self.procedure.operations[0]:
            return ()  # the main flow begins again
        same = self.procedure.calls.get(after)
        if same is None:
            same = self.procedure.calls[after] = Call(self.span, self.procedure, self.arguments)
            same.next = after
        return (*calls, same)


def landing(operation: Operation) -> Operation:
    """The first operation from here on that does something."""
    passed: set[Operation] = set()
    while isinstance(operation, Jump) and operation not in passed:
        passed.add(operation)
        operation = operation.next
    return operation


@dataclass(eq=False)
class Return(Operation):
    """The end of a gameflow's body."""

    @property
    def successors(self) -> tuple[Operation, ...]:
        return ()

    def step(self, run: Run) -> Operation:
        call, run.env = run.stack.pop()
        return call.next


@dataclass(eq=False)
class Procedure:
    """A gameflow, lowered."""

    name: str
    size: int = 0
    names: dict[int, str] = field(default_factory=dict)
    """the Prolog variables that slots stand for, for messages"""
    entry: Operation = field(init=False, repr=False)
    operations: list[Operation] = field(default_factory=list, repr=False)
    calls: dict[Operation, Call] = field(default_factory=dict, repr=False)
    """calls of it by where they come back to: calls that come back to one place are the same to a state"""

    @cached_property
    def recursive(self) -> bool:
        """Whether it may call itself, through others or not."""
        found: set[Procedure] = set()
        waiting = [self]
        while waiting:
            called = {o.procedure for o in waiting.pop().operations if isinstance(o, Call)}
            waiting += called - found
            found |= called
        return self in found
