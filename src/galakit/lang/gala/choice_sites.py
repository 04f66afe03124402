"""Choice sites: a `choose` below a stack of calls, what a state there must remember, and the states found so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galakit.lang.gala.calls import Call
from galakit.lang.gala.liveness import matters
from galakit.lang.gala.operations import Choose
from galakit.lang.gala.options import Options
from galakit.lang.gala.scope import Env
from galakit.lang.gala.states import ChoiceState
from galakit.lang.prolog.keys import flat
from galakit.lang.prolog.machine import Pending
from galakit.lang.terms import Term, Var, sym

if TYPE_CHECKING:
    from galakit.lang.gala.compiled_step import CompiledStep
    from galakit.lang.gala.rules import GalaRules

LARGE = sym("$large")  # stands before each value in the key of a state with open or large values
HOT = 12  # steps from one site before compiling them pays


class ChoiceSite:
    """A state here is the values of live slots of the waiting frames and of the last one, then live Gala variables.

    States are interned: equal ones are one object, and comparing them costs nothing.
    """

    __slots__ = (
        "_needed",
        "_options",
        "calls",
        "cells",
        "choice",
        "compiled_step",
        "kept",
        "looks",
        "rules",
        "sizes",
        "slots",
        "states",
        "steps",
        "waiting",
    )

    def __init__(self, rules: GalaRules, choice: Choose, calls: tuple[Call, ...]) -> None:
        self.rules = rules
        self.choice = choice
        self.calls = calls
        self.waiting = tuple(rules.liveness.slots_after(call) for call in calls)
        self.slots = tuple(sorted(rules.liveness.slots[choice]))
        self.sizes = (rules.flow.size, *(call.procedure.size for call in calls))
        self.states: dict[tuple[Any, ...], ChoiceState] = {}
        self.steps = 0
        self._needed = rules.liveness.needed(choice, calls)
        self._options: dict[tuple[Any, ...], Options] = {}
        self.kept = _Kept(rules.liveness.needed(choice.next, calls))
        self.renew()

    def renew(self) -> None:
        """Add Gala variables met for the first time: they come last, so the states found so far stay valid."""
        self.cells: tuple[Term, ...] = tuple(c for c in self.rules.cells if matters(c, self._needed))
        self.compiled_step: CompiledStep | None = None
        # The indices of the values that the choice itself reads: states that agree there offer the same options.
        uses, reads = self.choice.uses, self.choice.reads
        slots = [i in uses if depth == 0 else False for depth, own in self._by_depth() for i in own]
        cells = [matters(cell, reads) for cell in self.cells]
        self.looks = tuple(i for i, looks in enumerate([*slots, *cells]) if looks)

    def _by_depth(self) -> list[tuple[int, tuple[int, ...]]]:
        """The slots of each frame with how far out the frame is."""
        return [(len(self.calls) - i, own) for i, own in enumerate((*self.waiting, self.slots))]

    def options(self, state: ChoiceState) -> Options:
        """What can be chosen in a state; computed once for all states with equal values for the choice."""
        if state.open:
            return Options(state)
        values = state.values
        key = tuple([values[i] if i < len(values) else None for i in self.looks])
        if any(type(value) is Var for value in key):  # large, and no part of a key as it is
            return Options(state)
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = Options(state)
        return found

    def freeze(self, frames: list[Env]) -> ChoiceState:
        """The state with these frames and the machine's store."""
        self.rules.note_cells(self.rules.database.machine.store.keys())
        values: list[Term | None] = []
        for env, slots in zip(frames, (*self.waiting, self.slots)):
            for i in slots:
                values.append(env[i])
        database = self.rules.database
        find, get = database.machine.store.get, database.get
        for cell in self.cells:
            value = find(cell)
            values.append(get(cell) if type(value) is Pending else value)
        while values and values[-1] is None:
            values.pop()
        key: tuple[Any, ...] = tuple(values)
        for value in values:
            if type(value) is Var:
                # Open or large values: one key for all of them, since they may share variables.
                numbers: dict[Var, Term] = {}
                key = tuple([x for v in values for x in (LARGE, *((None,) if v is None else flat(v, numbers)))])
                state = self.states.get(key)
                if state is None:
                    self.rules.kept.keep(len(key))
                    state = self.states[key] = ChoiceState(self, tuple(values), is_open=bool(numbers))
                return state
        state = self.states.get(key)
        if state is None:
            state = self.states[key] = ChoiceState(self, key, is_open=False)
        return state

    def state(self, values: tuple[Any, ...]) -> ChoiceState:
        """The state with these values, none of them open."""
        if any(type(value) is Var for value in values):
            return ChoiceState(self, values, is_open=False)
        return self.states.get(values) or self.states.setdefault(values, ChoiceState(self, values, is_open=False))


class _Kept(dict[Term, bool]):
    """Whether a Gala variable that the choice itself changes can still be read after it."""

    def __init__(self, needed: frozenset[Any]) -> None:
        self.needed = needed

    def __missing__(self, cell: Term) -> bool:
        self[cell] = kept = matters(cell, self.needed)
        return kept
