"""The rules a Gala program defines: its start, its choice sites, and the steps between states."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import Any

from galakit.deadline import deadline_in_force
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.choice_sites import HOT, ChoiceSite
from galakit.lang.gala.compiled_step import compile_step
from galakit.lang.gala.execution import Run, turns
from galakit.lang.gala.freeze import LHO, OPPONENT, PLAYER, RHO, shown
from galakit.lang.gala.liveness import Liveness
from galakit.lang.gala.operations import Cell, Choose, Operation
from galakit.lang.gala.program import Program
from galakit.lang.gala.scope import Env
from galakit.lang.gala.states import ChoiceState, EndState
from galakit.lang.gala.unpaid import ends_unpaid, may_end_unpaid
from galakit.lang.prolog import Database
from galakit.lang.prolog.work import Store
from galakit.lang.terms import Term, sym
from galakit.lang.writer import write
from galakit.progress import Progress
from galakit.rules.contract import State, Step
from galakit.rules.display import Display
from galakit.rules.lazy import LazyGraph, ValueRange
from galakit.rules.table import StateTable

TURN = (PLAYER, OPPONENT, LHO, RHO)


LOADING = 0.1  # seconds that the abstract machine takes to load, at most
QUICK = 0.05  # seconds that it usually takes


class GalaRules:
    """A Gala program with values for its parameters."""

    few = 100
    patience = 0.2  # seconds after which it is worth while to compile the abstract machine

    def __init__(
        self,
        name: str,
        players: tuple[str, ...],
        database: Database,
        flow: Procedure,
        liveness: Liveness,
        initial: dict[Term, Term],
    ) -> None:
        self.name = name
        self.given: Mapping[str, Term] = {}
        """parameters whose values are not the defaults"""
        self.displayed: tuple[Program, Mapping[str, Term]] | None = None
        """the program with the values of its parameters, from which the display is made when something is shown"""
        self.players = players
        self.database = database
        self.flow = flow
        self.liveness = liveness
        self.initial = initial
        symbols = [sym(p) for p in players]
        self.player_index = {s: i for i, s in enumerate(symbols)}
        self.turns = turns(symbols)
        self.explored_by = ""
        self.no_gains = (0,) * len(players)
        self.end = EndState()
        self.cells: dict[Term, None] = dict.fromkeys([*initial, PLAYER, OPPONENT, LHO, RHO, *self._assigned()])
        """every Gala variable met so far, in order; it only grows"""
        self.kept = Store()
        """the states found so far"""
        self._sites: dict[tuple[Choose, tuple[Call, ...]], ChoiceSite] = {}
        self.scratch = Run(self, [], [])
        """the run on which compiled steps execute single operations"""

    def _assigned(self) -> list[Term]:
        """Gala variables the text assigns by name."""
        operations = [o for p in self.liveness.procedures for o in p.operations]
        return sorted({w.name for o in operations for w in o.writes if isinstance(w, Cell)}, key=write)

    def start(self) -> Step:
        """The opening: everything before the first choice."""
        self.database.machine.store = self.initial.copy()
        run = Run(self, [None] * self.flow.size, [])
        run.go(self.flow.entry)
        return self.finish(run)

    def watch(self, state: State | None, index: int = 0) -> tuple[Step, dict[str, str]]:
        """A step and the Gala variables behind it, dead ones included."""
        step, store = self.step_with_store(state, index)
        return step, {write(cell): write(value) for cell, value in store.items() if cell not in TURN}

    def step_with_store(self, state: State | None, index: int = 0) -> tuple[Step, dict[Term, Term]]:
        """The opening (without a state) or a move's step, and what it left in the store."""
        assert state is None or isinstance(state, ChoiceState), "a state of these rules with a choice"
        step = self.start() if state is None else state.interpret_move(index)
        return step, {cell: self.database.get(cell) for cell in list(self.database.machine.store)}

    def growing(self, states: Sequence[State]) -> list[tuple[str, int]]:
        """The variables that grow for ever, as far as these states show, each with how many values it has taken."""
        from galakit.lang.gala.growing import growing

        return growing(states)

    def may_end_unpaid(self) -> bool:
        """Whether plays may come to the end of the flow without a payment, where that is doubtful."""
        return may_end_unpaid(self.flow, self.liveness.procedures)

    def ends_unpaid(self, play: Sequence[int]) -> bool:
        """Whether a play does."""
        return ends_unpaid(self.flow, self.start().state, play)

    @cached_property
    def display(self) -> Display:
        """How the game looks: what the program says, and what follows from its objects."""
        from galakit.lang.gala.display import display_of

        return () if self.displayed is None else display_of(*self.displayed)

    @cached_property
    def draws(self) -> bool:
        """Whether a statement lets chance choose."""
        return any(isinstance(o, Choose) and o.chance for p in self.liveness.procedures for o in p.operations)

    def ready(self, found: int, spent: float) -> bool:
        """Whether the abstract machine should take over: it takes a moment to load, and longer to compile."""
        entries = sys.modules.get("galakit.lang.bytecode.entries")
        if entries is not None and entries.LIBRARY.is_loaded:
            return True
        if found < self.few or spent < min(self.patience, QUICK):
            return False
        if (end := deadline_in_force()) is not None and end.left < LOADING:
            return False
        from galakit.lang.bytecode.entries import LIBRARY
        from galakit.processes.warming import ready

        return (LIBRARY.is_kept or spent >= self.patience) and ready("gala", LIBRARY.is_kept)

    def enumerated(self, limit: int | None, progress: Progress | None) -> StateTable | None:
        """All states, found by the abstract machine."""
        from galakit.lang.bytecode.exploring import enumerated

        return enumerated(self, limit, progress)

    def lazy_graph(self, ranges: ValueRange) -> LazyGraph:
        """The program followed without knowing what chance drew."""
        from galakit.lang.gala.lazy.following import follow

        return follow(self, ranges)

    def write(self, thing: Any) -> str:
        """A fact or move as text."""
        return shown(thing)

    def finish(self, run: Run) -> Step:
        """The step a run amounts to."""
        if run.choice is None:
            return Step(self.end, tuple(run.seen), tuple(run.gains))
        site = self.site(run.choice, tuple([call for call, _ in run.stack]))
        state = site.freeze([*(env for _, env in run.stack), run.env])
        return Step(state, tuple(run.seen), tuple(run.gains))

    def hand_over(
        self, operation: Operation, calls: tuple[Call, ...], frames: list[Env], seen: Any, gains: Any
    ) -> Step:
        """Continue from the middle of a compiled step, one operation after another."""
        run = Run(self, frames[-1], list(zip(calls, frames)))
        run.seen, run.gains = seen, list(gains)
        run.go(operation)
        return self.finish(run)

    def site(self, choice: Choose, calls: tuple[Call, ...]) -> ChoiceSite:
        key = (choice, calls)
        site = self._sites.get(key)
        if site is None:
            site = self._sites[key] = ChoiceSite(self, choice, calls)
        return site

    def heat(self, site: ChoiceSite) -> bool:
        """Count a step from a choice site; whether its steps are compiled now."""
        site.steps += 1
        if site.steps > HOT:
            site.compiled_step = compile_step(self, site)
        return site.compiled_step is not None

    def note_cells(self, cells: Set[Term]) -> None:
        """When a Gala variable is set for the first time, all choice sites must take it into account."""
        if not self.cells.keys() >= cells:
            self.cells.update(dict.fromkeys(cells))
            for site in self._sites.values():
                site.renew()
