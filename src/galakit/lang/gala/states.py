"""States of a Gala game: the values that can still matter at a choice, and the steps from there."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.freeze import open_copy
from galakit.lang.gala.options import Options
from galakit.lang.gala.scope import Env
from galakit.lang.prolog.faults import TROUBLE
from galakit.lang.prolog.work import thread
from galakit.lang.terms import Term
from galakit.rules.contract import END, Number, Step

if TYPE_CHECKING:
    from galakit.lang.gala.choice_sites import ChoiceSite


class EndState:
    """The end of the game: nothing can follow, so there is one such state."""

    mover = END
    moves: tuple[Term, ...] = ()
    probabilities = None

    def after(self, index: int) -> Step:
        raise IndexError("the game is over")


class ChoiceState:
    """A state in which a player or nature is to choose.

    `ChoiceSite.freeze` makes one object for each distinct tuple of values, so identity is equality. `is_open` says that
    some values contain unbound Prolog variables.
    """

    def __init__(self, site: ChoiceSite, values: tuple[Any, ...], is_open: bool) -> None:
        self.site = site
        self.values = values
        self.open = is_open

    @cached_property
    def frames(self) -> tuple[list[Env], dict[Term, Term], dict[Term, Term]]:
        """The frames, innermost last; the store at the choice; the part of the store that may be read after it."""
        site = self.site
        values = iter(open_copy(self.values) if self.open else self.values)
        frames: list[Env] = []
        for slots, size in zip((*site.waiting, site.slots), site.sizes):
            env: Env = [None] * size
            for slot in slots:
                env[slot] = next(values, None)
            frames.append(env)
        store = {cell: value for cell, value in zip(site.cells, values) if value is not None}
        return frames, store, {cell: value for cell, value in store.items() if site.kept[cell]}

    def resume(self, chosen: bool = False) -> Run:
        """A run that stands at this choice again, before or after it."""
        frames, before, after = self.frames
        rules = self.site.rules
        rules.database.machine.store = after.copy() if chosen else before.copy()
        *waiting, env = [frame.copy() for frame in frames]
        if self.open:
            del self.frames  # its variables may be bound by the run: the next one needs new ones
        return Run(rules, env, list(zip(self.site.calls, waiting)))

    @cached_property
    def options(self) -> Options:
        return self.site.options(self)

    @property
    def mover(self) -> int:
        return self.options.mover

    @property
    def moves(self) -> tuple[Any, ...]:
        return self.options.moves

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        return self.options.probabilities

    def after(self, index: int) -> Step:
        options = self.options
        bound, changes = options.bound[index], options.changes.get(index)
        site = self.site
        compiled_step = site.compiled_step
        if compiled_step is None or self.open:
            if self.open or not site.rules.heat(site):
                return self.interpret(bound, changes)
            compiled_step = site.compiled_step
            assert compiled_step is not None
        frames, _, store = self.frames
        if thread.budget.spent:
            thread.budget.open()
        try:
            return compiled_step(frames, store, bound, changes)
        except OutOfTime:
            raise
        except (*TROUBLE, GalakitError) as error:
            raise self.explained(error, bound, changes) from error

    def explained(self, error: Exception, bound: tuple[Term, ...], changes: dict[Term, Term] | None) -> GalakitError:
        """An error of a compiled step with its position, state and calls, found by running the interpreter again."""
        machine = self.site.rules.database.machine
        machine.choices.clear()  # the goal was left half-way
        machine.trail.clear()
        try:
            self.interpret(bound, changes)
        except GalakitError as better:
            return better
        return self.resume().explain(error, self.site.choice)

    def interpret_move(self, index: int) -> Step:
        """As `after`, one operation after another: the machine's store keeps everything that the step sets."""
        options = Options(self, defaultdict(lambda: True))  # dead variables included
        return self.interpret(options.bound[index], options.changes.get(index))

    def interpret(self, bound: tuple[Term, ...], changes: dict[Term, Term] | None) -> Step:
        """The step, one operation after another."""
        run = self._chosen(bound, changes)
        run.go(self.site.choice.next)
        return self.site.rules.finish(run)

    def moved(self, index: int) -> Run:
        """A run that stands behind this choice, a move made."""
        return self._chosen(self.options.bound[index], self.options.changes.get(index))

    def _chosen(self, bound: tuple[Term, ...], changes: dict[Term, Term] | None) -> Run:
        run = self.resume(chosen=True)
        for slot, value in zip(self.site.choice.template_slots, bound):
            run.env[slot] = value
        if changes:
            run.machine.store.update(changes)
        return run
