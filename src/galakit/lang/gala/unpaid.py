"""Plays that reach the end of `flow` without a payoff, in games that pay elsewhere.

The end of `flow` ends the game, and a player who was paid nothing has 0. In a game of outcomes that is probably a case
the author forgot. Where payments add up (`payoff`), a play without any is nothing special, unless the cases of a
conditional pay, one each, and a play is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.operations import Choose, Operation, Outcome, Payoff, Test
from galakit.lang.gala.states import ChoiceState
from galakit.rules.contract import State


def last(flow: Procedure) -> Operation:
    """The end of the main flow, where plays come that nothing else has ended."""
    return flow.operations[0]  # a body is lowered back to front


def pays(operation: Operation) -> bool:
    return isinstance(operation, (Outcome, Payoff))


def may_end_unpaid(flow: Procedure, procedures: Sequence[Procedure]) -> bool:
    """Whether, by the text alone, a play may end without a payoff in a game in which that is suspicious."""
    if not any(isinstance(o, Outcome) for p in procedures for o in p.operations) and not _cases(procedures):
        return False
    return last(flow) in reached(flow.entry, procedures, pays)


def reached(start: Operation, procedures: Iterable[Procedure], stop: Callable[[Operation], bool]) -> set[Operation]:
    """The operations on paths that stop at operations of one kind; a call returns if its procedure can."""
    procedures = list(procedures)
    returning: set[Procedure] = set()
    while True:
        more = {
            p for p in procedures if any(isinstance(o, Return) for o in _paths(p.entry, returning, stop, inner=False))
        }
        if more == returning:
            return _paths(start, returning, stop, inner=True)
        returning = more


def _paths(
    start: Operation, returning: set[Procedure], stop: Callable[[Operation], bool], *, inner: bool
) -> set[Operation]:
    found = {start}
    waiting = [start]
    while waiting:
        operation = waiting.pop()
        if stop(operation):
            continue
        successors = operation.successors
        if isinstance(operation, Call):
            successors = (
                *(successors if operation.procedure in returning else ()),
                *([operation.procedure.entry] if inner else []),
            )
        for successor in successors:
            if successor not in found:
                found.add(successor)
                waiting.append(successor)
    return found


def _cases(procedures: Iterable[Procedure]) -> bool:
    """Whether two cases of one conditional pay and there is no case for all others."""
    for procedure in procedures:
        for first in procedure.operations:
            if not isinstance(first, Test) or not isinstance(second := first.otherwise, Test):
                continue
            if _pays_before(first.next, second.otherwise) and _pays_before(second.next, second.otherwise):
                return True
    return False


def _pays_before(operation: Operation, end: Operation) -> bool:
    """Whether statements in a row pay and come to an operation."""
    paid = False
    while operation is not end and len(operation.successors) == 1 and not isinstance(operation, (Call, Choose)):
        paid |= isinstance(operation, Payoff)
        operation = operation.next
    return paid and operation is end


def ends_unpaid(flow: Procedure, opening: State, play: Sequence[int]) -> bool:
    """Whether a play, given by its moves, reaches the end of the flow without a payment."""
    state = opening
    for index in play:
        if not isinstance(state, ChoiceState):
            return False
        run = state.moved(index)
        operation: Operation | None = state.site.choice.next
        at = operation
        while operation is not None:
            if pays(operation):
                return False
            at = operation
            operation = operation.step(run)
        if run.choice is None:
            return at is last(flow)
        state = state.site.rules.finish(run).state
    return False
