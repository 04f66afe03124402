"""Replay of a match from its log, which checks it against the rules."""

from __future__ import annotations

from dataclasses import dataclass

from galakit.errors import GalakitError
from galakit.gdl.machine import Machine
from galakit.gdl.text.syntax import Term
from galakit.gdl.text.write import term_kif
from galakit.ggp.record import Record, Turn


@dataclass(frozen=True)
class Scene:
    """A turn and its changes."""

    turn: Turn
    percepts: tuple[frozenset[Term], ...] | None
    began: frozenset[Term]
    """facts that became true"""
    ended: frozenset[Term]
    """facts that ceased to be true"""


@dataclass(frozen=True)
class Replay:
    """A replayed match."""

    opening: frozenset[Term]
    scenes: tuple[Scene, ...]
    goals: tuple[int | None, ...] | None
    """by the rules; None where play is not over"""


def replay(record: Record, machine: Machine) -> Replay:
    """Replay a match; GalakitError where its log contradicts the rules."""
    if len(record.roles) != len(machine.roles) or (record.rules and record.roles != machine.roles):
        raise _disagrees(record, f"its roles are {', '.join(record.roles)}, those of the rules are {_roles(machine)}")
    state = machine.opening()
    opening = holds = machine.holds(state)
    scenes = []
    for number, turn in enumerate(record.turns, 1):
        if machine.terminal(state):
            raise _disagrees(record, f"by the rules, play was over before turn {number}")
        for k, move in enumerate(turn.moves):
            if move not in machine.legal(state, k):
                raise _disagrees(record, f"{term_kif(move)} is not a legal move of {machine.roles[k]} in turn {number}")
        percepts = machine.sees(state, turn.moves) if machine.incomplete else None
        if turn.percepts is not None and turn.percepts != percepts:
            raise _disagrees(record, f"by the rules, other things were perceived in turn {number}")
        state = machine.next(state, turn.moves)
        before, holds = holds, machine.holds(state)
        scenes.append(Scene(turn, percepts, holds - before, before - holds))
    over = machine.terminal(state)
    if record.goals is not None and not over:
        raise _disagrees(record, "by the rules, play is not over after the last turn")
    goals = machine.goals(state) if over else None
    if record.goals is not None and goals != record.goals:
        raise _disagrees(record, f"by the rules, the goals are {goals}, not {record.goals}")
    return Replay(opening, tuple(scenes), goals)


def _roles(machine: Machine) -> str:
    return ", ".join(machine.roles)


def _disagrees(record: Record, what: str) -> GalakitError:
    hint = "was it played by other rules? --rules GAME names them"
    return GalakitError(f"the log of {record.match} does not agree with the rules: {what}", hint=hint, id="GK966")
