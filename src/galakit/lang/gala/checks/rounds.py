"""Rounds in which it does not matter whose turn it is: `play_rounds(A, N)` runs A once for each player, N times."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.calls import Call
from galakit.lang.gala.checks.subject import Subject, warning
from galakit.lang.gala.liveness import matters
from galakit.lang.gala.operations import RELATIVES, NextInRound, Operation
from galakit.lang.syntax import is_compound


def rounds_for_nobody(subject: Subject) -> Iterator[Diagnostic]:
    """Every `play_rounds` whose body does not ask who the player is: it was probably meant to run N times."""
    if len(subject.program.players) < 2:
        return
    for procedure in subject.procedures:
        for operation in procedure.operations:
            node = subject.node(operation) if isinstance(operation, NextInRound) else None
            if node is None or not is_compound(node, "play_rounds", 2):
                continue
            body = _until(operation)
            if not any(matters(who, o.reads) for o in body for who in RELATIVES):
                players = len(subject.program.players)
                problem = (
                    f"this body never uses `$player`, yet each round runs it {players} times, once for each player"
                )
                hint = (
                    "let `$player` act in it; to run it N times, count in a Gala variable: repeat(Body, until($n = N))"
                )
                yield warning("GK317", problem, node.args[0].span, hint)


def _until(loop: Operation) -> set[Operation]:
    """The operations of a round's body, those of gameflows that it calls included."""
    found: set[Operation] = set()
    waiting = [loop.next]
    while waiting:
        operation = waiting.pop()
        if operation is loop or operation in found:
            continue
        found.add(operation)
        waiting.extend(operation.successors)
        if isinstance(operation, Call):
            waiting.append(operation.procedure.entry)
    return found
