"""Run-time errors with their position in the text, the state, and the gameflows called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from galakit.errors import GalakitError, Span
from galakit.lang.gala.freeze import LHO, OPPONENT, RHO
from galakit.lang.gala.operations import Operation
from galakit.lang.gala.scope import Env
from galakit.lang.prolog.faults import as_prolog_error
from galakit.lang.terms import Term, Var, deref
from galakit.lang.writer import brief

if TYPE_CHECKING:
    from galakit.lang.gala.execution import Run

INNERMOST = 6  # calls that are listed, the last ones
HINTS = {
    "GK412": "a name is no number, and neither is a list; the value of a Gala variable is read with `$`",
    "GK413": "see where this value comes from",
    "GK414": "let the constraint or a condition keep such values away",
    "GK415": "catch it: catch(Goal, Pattern, Recovery)",
    "GK418": "choose smaller parameters, or work out less at once",
}


def explained(error: Exception, at: Operation | None, run: Run) -> GalakitError:
    """The error with its position, the values there, and the call stack; `seen` is what the run revealed."""
    notes = [*_given(run), *_bindings(at, run), *_state(run), *_calls(run)]
    better = placed(error, at.span if at is not None else None, notes)
    better.seen = tuple(run.seen)
    return better


def placed(error: Exception, span: Span | None, notes: Sequence[str] = ()) -> GalakitError:
    """The error of a goal or of a statement with its position and some notes."""
    if not isinstance(error, GalakitError):
        fault = as_prolog_error(error)
        error = GalakitError(fault.message, span=span, hint=fault.hint or HINTS.get(fault.id), id=fault.id)
    first, *others = error.diagnostics
    return GalakitError([replace(first, notes=(*first.notes, *notes)), *others])


def with_values(names: Iterable[str | None], values: Iterable[Term | None]) -> list[str]:
    """The note that lists the values of a statement's variables; none where no variable has one."""
    known = [(name, deref(value)) for name, value in zip(names, values) if name is not None and value is not None]
    shown = [f"{name} = {brief(value)}" for name, value in known if type(value) is not Var]
    return [f"with {short(', '.join(shown), 400)}"] if shown else []


def _given(run: Run) -> list[str]:
    """The parameters without their defaults, which are often the cause."""
    shown = ", ".join(f"{name} = {brief(value)}" for name, value in run.rules.given.items())
    return [f"with the parameters {short(shown, 400)}"] if shown else []


def _bindings(at: Operation | None, run: Run) -> list[str]:
    """The Prolog variables of the statement that have a value."""
    if at is None:
        return []
    slots = [slot for slot in sorted(at.uses) if slot < len(run.env)]
    return with_values(map(run.procedure.names.get, slots), [run.env[slot] for slot in slots])


def _state(run: Run) -> list[str]:
    """The Gala variables."""
    get = run.rules.database.get
    cells = [cell for cell in run.machine.store if cell not in (LHO, RHO, OPPONENT)]
    shown = ", ".join(f"{brief(cell)} = {brief(get(cell))}" for cell in cells)
    return [f"in the state {short(shown, 400)}"] if shown else []


def _calls(run: Run) -> list[str]:
    """The gameflows that wait, innermost first, with their arguments and where they were called."""
    frames: list[Env] = [*(env for _, env in run.stack[1:]), run.env]
    notes = []
    for (call, _), env in list(zip(run.stack, frames))[: -INNERMOST - 1 : -1]:
        # An argument that is never read again is no part of a state, and may have been forgotten.
        values = ["_" if value is None else brief(value) for value in env[: len(call.arguments)]]
        arguments = f"({', '.join(values)})" if values else ""
        notes.append(f"in `{call.procedure.name}{arguments}`, called at {call.span}")
    if len(run.stack) > INNERMOST:
        notes.append(f"and {len(run.stack) - INNERMOST:,} more calls")
    return notes


def short(text: str, limit: int = 60) -> str:
    """A long text cut off.

    >>> short("a" * 100, 10)
    'aaaaaaa...'
    """
    return text if len(text) <= limit else text[: limit - 3] + "..."
