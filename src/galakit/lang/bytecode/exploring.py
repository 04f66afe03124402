"""All states of a Gala program, found by the abstract machine.

The machine does a state after the other until one needs Python: for what it cannot compute, for an error, for a Gala
variable or an outcome met for the first time. Python then does that state in its own way, so every message is the one
that its own engine gives, and the machine goes on.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime, check_deadline
from galakit.errors import GalakitError
from galakit.lang.bytecode import entries
from galakit.lang.bytecode.answers import Answers
from galakit.lang.bytecode.clauses import TooDeep
from galakit.lang.bytecode.columns import CHOSE, Found, state_table
from galakit.lang.bytecode.flow import FlowCode
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.layout import STORE
from galakit.lang.bytecode.machine.rows import CELLS, DONE, EDGES, GAINS, MOVES, OBSERVED, OFFERS
from galakit.lang.bytecode.machine.states import END_SITE
from galakit.lang.bytecode.machine.status import (
    FINISHED,
    FULL,
    NEW_CONTEXT,
    NEW_OUTCOME,
    NEW_SITE,
    NO_ANSWERS,
    NO_ROOM,
    PAUSED,
    TOO_WIDE,
    UNSUPPORTED,
)
from galakit.lang.bytecode.machine.tags import LIST
from galakit.lang.bytecode.memory import Foreign, Memory, Table
from galakit.lang.bytecode.program import ProgramCode
from galakit.lang.bytecode.rows import Rows
from galakit.lang.gala.calls import Call
from galakit.lang.gala.choice_sites import ChoiceSite
from galakit.lang.gala.states import ChoiceState
from galakit.lang.prolog.walk import resolve
from galakit.lang.prolog.work import STEP_LIMIT
from galakit.memory import is_scarce
from galakit.progress import Progress
from galakit.rules.contract import CHANCE, Number, State, Step
from galakit.rules.frontier import Frontier
from galakit.rules.table import StateTable, Stopped, TooManyStates

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

Words = npt.NDArray[np.int64]
AT_ONCE = 0.1  # seconds between two looks at the clock
SUSPICIOUS = 500_000  # states, after which it is asked whether a variable grows for ever
FEW = 20_000  # states, for which there is memory anywhere
SAMPLE = 40_000  # states that are looked at then
KINDS, CALLS = 1 << 12, 1 << 20  # choices and outcomes, and calls, that keys of tables have room for
PATIENCE = 300  # states that Python does before it may do all


class Unsuitable(Exception):
    """The machine is of no use for these rules."""


class Exploration:
    """The states found so far: columns that grow, and the machine that fills them."""

    def __init__(self, rules: GalaRules) -> None:
        self.rules = rules
        if len(rules.players) > layout.PLAYERS_MOST:
            raise Unsuitable
        memory = self.memory = Memory()
        memory[layout.STATEMENTS] = STEP_LIMIT
        memory[layout.CHOSE_FUNCTOR] = memory.functor(CHOSE)
        self.program = ProgramCode(rules.database, memory)
        self.flow = FlowCode(rules, self.program)
        if max(len(self.flow.choices), len(self.flow.outcomes)) >= KINDS or len(self.flow.calls) >= CALLS:
            raise Unsuitable
        self.answers = Answers(memory)
        self.contexts: dict[tuple[Call, ...], int] = {(): 0}
        self.stacks: list[tuple[Call, ...]] = [()]
        self.sites: list[ChoiceSite] = []
        self.site_number: dict[ChoiceSite, int] = {}
        self.context_table, self.site_table, self.known, self.cell_table = Table(), Table(), Table(), Table()
        self.cells = 0
        self.distributions: dict[tuple[Number, ...], int] = {}
        self.in_python = 0
        n = len(rules.players)
        self.rows = Rows(n)
        self.opening = [0] * (1 + n)
        for numbering in (GAINS, OBSERVED, OFFERS):
            self.rows.number(numbering, 0)  # nothing
        self._note_cells()

    # -- what Python adds ------------------------------------------------------------------------------------------

    def _note_cells(self) -> None:
        """Take Gala variables into account that were set for the first time."""
        if self.cells == len(self.rules.cells):
            return
        if len(self.rules.cells) > layout.CELLS_MOST:
            raise Unsuitable
        for number, cell in enumerate(self.rules.cells):
            if number >= self.cells:
                self.cell_table.add(self.memory.keep(cell), number)
                self.program.cells.setdefault(cell, STORE + number)
        self.cells = len(self.rules.cells)
        self.rows.words[CELLS] = self.cells
        for number, site in enumerate(self.sites):
            self._describe(number, site)

    def _tell(self) -> None:
        """Tell the machine where the tables are."""
        memory = self.memory
        self.program.settle()
        for at, mask, table in (
            (layout.CONTEXTS, layout.CONTEXT_MASK, self.context_table),
            (layout.SITES, layout.SITE_MASK, self.site_table),
            (layout.KNOWN, layout.KNOWN_MASK, self.known),
            (layout.CELL_TABLE, layout.CELL_MASK, self.cell_table),
        ):
            memory[at], memory[mask] = table.at, table.mask

    def context(self, calls: tuple[Call, ...]) -> int:
        number = self.contexts.get(calls)
        if number is None:
            number = self.contexts[calls] = len(self.stacks)
            self.stacks.append(calls)
        return number

    def _call(self, asked: int) -> bool:
        """Tell the machine in which context a gameflow runs that is called in the present one; False if too deep."""
        context = self.memory[layout.CONTEXT]
        calls = self.stacks[context]
        inside = self.flow.calls[asked - 1].onto(calls)
        if len(inside) > 2_000:
            return False
        dropped = len(calls) + 1 - len(inside)
        self.context_table.add(context << 20 | asked, self.context(inside) << 2 | dropped)
        return True

    def site(self, site: ChoiceSite) -> int:
        number = self.site_number.get(site)
        if number is None:
            number = self.site_number[site] = len(self.sites)
            self.sites.append(site)
            self._describe(number, site)
            key = self.flow.choices.index(site.choice) << 32 | self.context(site.calls) | 1 << 62
            self.site_table.add(key, number)
        return number

    def _describe(self, number: int, site: ChoiceSite) -> None:
        """Write down what a state at a site consists of (see `states`)."""
        flow, numbers = self.flow, self.program.cells
        choice = flow.choices.index(site.choice)
        flags = self.memory.place([int(site.kept[cell]) for cell in self.rules.cells])
        frames: list[int] = []
        own = (*site.waiting, site.slots)
        for i, (size, slots) in enumerate(zip(site.sizes, own)):
            back = flow.labels[site.calls[i - 1].next].address if i else 0
            below = self.context(site.calls[: i - 1]) if i else 0
            frames += (back, below, size, len(slots), *slots)
        cells = [numbers[cell] - STORE for cell in site.cells]
        width = len(cells) + sum(map(len, own))
        template = site.choice.template_slots
        code = flow.options[choice].address, flow.labels[site.choice.next].address
        sizes = len(template), len(own), len(cells)
        described = [*code, self.context(site.calls), flags, *sizes, choice, width, *template, *frames, *cells]
        self.rows.describe(number, self.memory.place(described), width)

    def _outcome(self, asked: int) -> bool:
        """Tell the machine what an outcome pays; False if it is none, which Python's engine says in its own way."""
        term, outcome = self.memory.term(asked // KINDS), self.flow.outcomes[asked % KINDS]
        try:
            amounts = outcome.amounts(term, len(self.rules.players))
        except GalakitError:
            return False
        self.known.add(asked, self.memory.list_of([self.memory.keep(amount) for amount in amounts]))
        return True

    # -- running ---------------------------------------------------------------------------------------------------

    def run(self, limit: int | None, progress: Progress | None) -> None:
        """Explore all states, or raise `TooManyStates`."""
        suspicious = SUSPICIOUS if limit is None else limit
        frontier = Frontier(progress)
        self._open()
        budget = 50
        rows = self.rows
        while True:
            self._tell()
            begun = time.perf_counter()
            status = entries.explore(self.memory.at, rows.at, budget, suspicious)
            if status == FINISHED:
                if rows.done == rows.states:
                    return
                sample = self._sample()
                if limit is not None or self.rules.growing(sample):
                    raise TooManyStates(rows.states, sample)
                suspicious *= 2
            elif status == PAUSED:
                taken = time.perf_counter() - begun
                budget = int(min(4 * budget, max(10, budget * AT_ONCE / max(taken, 1e-6))))
                frontier.tell(rows["first"], rows["target"], rows.done)
                check_deadline("exploring states")
                self._look_at_memory()
            elif not self._make_room(status):
                self._do_in_python(rows.done)

    def _sample(self) -> list[State]:
        """Some of the states in the order in which they were found."""
        states = self.rows.states
        return [self.state(i) for i in range(0, states, max(1, states // SAMPLE))]

    def found(self) -> Found:
        """The rows of all states."""
        return Found(self.memory, self.rows, self.opening, list(self.distributions))

    def _look_at_memory(self) -> None:
        if self.rows.states > FEW and is_scarce():
            raise GalakitError(
                f"there is not enough memory for the states of this game: {self.rows.states:,} found so far", id="GK603"
            )

    def _make_room(self, status: int) -> bool:
        """Give the machine what it lacked, if it is room, the number of a site or code."""
        memory = self.memory
        if status == FULL:
            self._look_at_memory()
            memory.grow()
        elif status == NO_ROOM:
            self._look_at_memory()
            self.rows.grow()
        elif status == NO_ANSWERS:
            self.answers.grow()
        elif status == TOO_WIDE:
            self.rows.widen()
        elif status == NEW_CONTEXT:
            return self._call(memory[layout.ASKED])
        elif status == NEW_SITE:
            check_deadline("exploring states")
            calls = self.stacks[memory[layout.CONTEXT]]
            self.site(self.rules.site(self.flow.choices[memory[layout.ASKED]], calls))
        elif status == NEW_OUTCOME:
            return self._outcome(memory[layout.ASKED])
        else:
            return status == UNSUPPORTED and self.program.link_mentioned()
        return True

    def _open(self) -> None:
        """Run the opening."""
        rules = self.rules
        first = rules.start()
        self._note_cells()
        assert self._number(first.state) == 0
        self.opening[0] = self._gain(first)
        for player in range(len(rules.players)):
            self.opening[1 + player] = self._facts(first, player)

    # -- Python's own way --------------------------------------------------------------------------------------------

    def state(self, number: int) -> State:
        """A state as an object of the rules."""
        site, words = self.rows.values(number)
        if site == END_SITE:
            return self.rules.end
        return self.sites[site].state(tuple([self.memory.value(w) for w in words.tolist()]))

    def _number(self, state: State) -> int:
        """The number of a state of Python's."""
        site, words = END_SITE, list[int]()
        if state is not self.rules.end:
            assert isinstance(state, ChoiceState)
            if state.open:
                raise Foreign
            self._note_cells()
            site = self.site(state.site)
            words = [0 if value is None else self.memory.keep(value) for value in state.values]
        self.memory.words[layout.NEXT : layout.NEXT + len(words)] = words
        while True:
            number = entries.add_state(self.memory.at, self.rows.at, site, len(words))
            if number >= 0:
                return number
            if number == TOO_WIDE:
                self.rows.widen()
            else:
                self.rows.grow()

    def _gain(self, step: Step) -> int:
        """The number of what the players gain."""
        if not any(step.payoffs):
            return 0
        return self.rows.number(GAINS, self.memory.list_of([self.memory.keep(amount) for amount in step.payoffs]))

    def _facts(self, step: Step, player: int, own: int | None = None) -> int:
        """The number of what a player observes, their own move first."""
        words = [] if own is None else [self.memory.structure(self.memory[layout.CHOSE_FUNCTOR], own)]
        words += [self.memory.keep(fact) for p, fact in step.observations if p == player]
        return self.rows.number(OBSERVED, self.memory.list_of(words)) if words else 0

    def _do_in_python(self, number: int) -> None:
        """Do a state with Python's engine."""
        self.in_python += 1
        rows = self.rows
        if self.in_python > PATIENCE and 2 * self.in_python > rows.done:
            raise Unsuitable
        made: int | None = None
        try:
            state = self.state(number)
            mover, moves = state.mover, state.moves
            steps = []
            for made in range(len(moves)):
                steps.append(state.after(made))
        except OutOfTime:
            raise
        except GalakitError as error:
            raise Stopped(error, self._play(number), made) from error
        while rows.edges + len(moves) > len(rows["target"]):
            rows.grow()
        words = [self.memory.keep(move) for move in moves]
        offered = rows.number(OFFERS, self.memory.list_of(words)) if mover >= 0 else 0
        edge = rows.edges
        for move, step in zip(words, steps):
            rows["target"][edge] = self._number(step.state)
            rows["move"][edge] = rows.number(MOVES, move)
            rows["gain"][edge] = self._gain(step)
            for player in range(len(self.rules.players)):
                rows["seen"][edge, player] = self._facts(step, player, move if player == mover else None)
            edge += 1
        rows["mover"][number] = mover
        rows["offered"][number] = offered
        rows["weights"][number] = self._weights(state, words) if mover == CHANCE else -1
        rows["first"][number + 1] = edge
        rows.words[EDGES], rows.words[DONE] = edge, number + 1
        self._note_cells()

    def _play(self, number: int) -> list[int]:
        """The moves to a state, by their indices: each state was found from the first edge that leads to it."""
        rows = self.rows
        target, first = rows["target"][: rows.edges], rows["first"][: rows.done + 1]
        found: list[int] = []
        while number:
            edge = int(np.argmax(target == number))
            number = int(np.searchsorted(first, edge, side="right")) - 1
            found.append(edge - int(first[number]))
        return found[::-1]

    def _weights(self, state: State, moves: list[int]) -> int:
        """The number of chance's probabilities, which the machine then knows if they depend on the choice alone."""
        assert isinstance(state, ChoiceState) and state.probabilities is not None
        number = self.distributions.setdefault(tuple(state.probabilities), len(self.distributions))
        choice = state.site.choice
        if choice.distribution is not None:
            measure = resolve(choice.distribution[2].code(state.resume().env))
            try:
                word = self.memory.keep(measure)
            except Foreign:
                return number
            if word & 7 == LIST:
                key = self.memory.cons(word, self.memory.list_of(moves))
                self.known.add(key << 12 | self.flow.choices.index(choice), number)
        return number


def enumerated(rules: GalaRules, limit: int | None, progress: Progress | None) -> StateTable | None:
    """All states of a program as columns; None if the machine is of no use."""
    rules.explored_by = "Python's engine: the abstract machine cannot hold their values"
    try:
        exploration = Exploration(rules)
        exploration.run(limit, progress)
    except Unsuitable:
        rules.explored_by = "Python's engine: the abstract machine had to leave most of them to it"
        return None
    except (Foreign, TooDeep):
        return None
    rules.explored_by = f"the abstract machine, {exploration.in_python:,} of them by Python's engine"
    return state_table(exploration.found())
