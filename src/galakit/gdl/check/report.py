"""Reports of what exploring found: a line for each property, a diagnostic for each fault, JSON."""

from __future__ import annotations

from typing import Any

from galakit.errors import Diagnostic, Span
from galakit.gdl.check.exploring import LONGEST, Explored
from galakit.gdl.machine import RANDOM, Machine, State
from galakit.gdl.text.syntax import Description, name_of
from galakit.gdl.text.write import shown

SHOWN = 12  # terms of a state that a note shows


def faults(found: Explored, machine: Machine, description: Description) -> list[Diagnostic]:
    """The faults that exploring found, each with an example."""
    told = []
    if found.stuck is not None:
        role, state = found.stuck
        told.append(
            Diagnostic(
                f"{shown(machine.roles[role], description)} has no legal move in a state that is not terminal",
                _place("legal", description),
                notes=(_state(state, machine, description),),
                hint="give the role a move there, such as noop, or end the game",
                severity="warning",
                id="GK930",
            )
        )
    if found.unpaid is not None:
        role, state = found.unpaid
        told.append(
            Diagnostic(
                f"{shown(machine.roles[role], description)} has no goal value in a terminal state, or several",
                _place("goal", description),
                notes=(_state(state, machine, description),),
                hint="exactly one goal, a whole number, must hold for each role when the game is over",
                severity="warning",
                id="GK931",
            )
        )
    if found.endless is not None:
        again = "play can come back to a state" if found.complete else f"a play did not end in {LONGEST:,} turns"
        told.append(
            Diagnostic(
                f"{again}: the game may never end",
                _place("terminal", description),
                notes=(_state(found.endless, machine, description),),
                hint="count the turns in the state, and end the game after so many",
                severity="warning",
                id="GK932",
            )
        )
    return told


def lines(found: Explored, machine: Machine, description: Description) -> list[str]:
    """A line for each property: whether it is proved, observed in plays, or false."""
    if found.complete:
        seen, first = "proved", f"all {found.states:,} states were visited"
    else:
        seen = f"seen in {found.plays:,} plays"
        first = f"{found.states:,} states were visited, not all, and {found.plays:,} random plays made"
    turns = f", after {found.longest:,} turns at the latest" if found.longest is not None else ""
    ranges = ", ".join(
        f"{shown(role, description)} {low} to {high}" if low != high else f"{shown(role, description)} {low}"
        for role, (low, high) in (
            (role, values) for role, values in zip(machine.roles, found.goals) if values is not None
        )
    )
    named = [
        ("all roles can move", seen if found.stuck is None else "no"),
        ("play ends", "no" if found.endless is not None else seen + turns if found.terminals else "not seen"),
        ("goals", "no" if found.unpaid is not None else f"{seen}: {ranges}" if found.terminals else "not seen"),
    ]
    if found.sums is not None and found.unpaid is None:
        low, high = found.sums
        named.append(("sum", f"{seen}: always {low}" if low == high else f"{low} to {high}"))
    return [first, *(f"{name:<19} {value}" for name, value in named)]


def to_json(found: Explored, machine: Machine, description: Description) -> dict[str, Any]:
    """What was found, for programs."""
    return {
        "complete": found.complete,
        "states": found.states,
        "plays": found.plays,
        "playable": found.stuck is None,
        "ends": found.endless is None and found.terminals > 0,
        "longest": found.longest,
        "paid": found.unpaid is None and found.terminals > 0,
        "goals": {
            shown(role, description): None if values is None else list(values)
            for role, values in zip(machine.roles, found.goals)
            if role != RANDOM
        },
        "sums": None if found.sums is None else list(found.sums),
    }


def _place(name: str, description: Description) -> Span | None:
    """The first clause about something."""
    return next((clause.span for clause in description.clauses if name_of(clause.head) == name), None)


def _state(state: State, machine: Machine, description: Description) -> str:
    terms = sorted(shown(term, description) for term in machine.holds(state))
    return "the state is: " + ", ".join(terms[:SHOWN]) + (", …" if terms[SHOWN:] else "")
