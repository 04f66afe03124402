"""A separated game: its action tree, what chance can draw, and the signals of the players."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import Progress
from galakit.rules.contract import Rules
from galakit.rules.lazy import Chance, Conditions, Draw, Lazily, Lazy, Mistaken, NotSeparable, Undefined, Value
from galakit.separated import orders
from galakit.separated.actions import COINCIDE, Actions, Situation, coinciding_facts, unfold_actions
from galakit.separated.chance_table import LIMIT_ROWS, ChanceTable
from galakit.separated.functions import Ids
from galakit.separated.outlook import WorldOutlook
from galakit.separated.signals import Signal, signal_of

ROUNDS = 20  # of making facts concrete that can be the same


@dataclass(eq=False)
class Separated:
    """What solvers and counters of separated games start from."""

    lazily: Lazily
    actions: Actions
    world: ChanceTable
    concrete: tuple[NotSeparable, ...] = ()
    """what had to be made concrete, and where"""
    signals: dict[tuple[Value, ...], Signal] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return self.lazily.players

    @property
    def hides_draws(self) -> bool:
        """Whether a player decides somewhere without seeing what another player has seen of the draws."""
        return any(set(own) != set(visit.stage[0]) for visit in self.actions.visits for own in visit.stage)

    def signal(self, values: tuple[Value, ...]) -> Signal:
        """The signal of some values, worked out once."""
        found = self.signals.get(values)
        if found is None:
            found = self.signals[values] = signal_of(self.world, values)
        return found

    def refined(self, finer: tuple[Value, ...], coarser: tuple[Value, ...]) -> npt.NDArray[np.int64]:
        """Which class of a coarser signal each class of a finer one lies in."""
        fine = self.signal(finer)
        columns = {draw: column[fine.first] for draw, column in fine.rows.columns.items()}
        return self.signal(coarser).of(self.world, columns, fine.classes)

    @cached_property
    def possible(self) -> dict[Situation, npt.NDArray[np.bool_] | None]:
        """The classes in which a situation can come about; None for all. Fewer than all where a guard stands before."""
        found: dict[Situation, npt.NDArray[np.bool_] | None] = {}
        known: dict[tuple[Any, Any], npt.NDArray[np.bool_]] = {}
        free = {situation for situation, guards, *_ in self.actions.visits if not guards}
        for situation, guards, *_ in self.actions.visits:
            if situation in free:
                found[situation] = None
                continue
            key = (situation.signal, guards)
            if key not in known:
                known[key] = self._classes_under(*key)
            before = found.get(situation)
            found[situation] = known[key] if before is None else before | known[key]
        return found

    def _classes_under(self, values: tuple[Value, ...], guards: Conditions) -> npt.NDArray[np.bool_]:
        signal = self.signal(values)
        met = self._by_order(signal, guards)
        if met is not None:
            return met
        rows = self.world.rows(self.world.support(*values, *(v for v, _ in guards)))
        holds = self.holding(guards, rows.columns, rows.count)
        classes = np.zeros(signal.classes, bool)
        classes[signal.of(self.world, rows.columns, rows.count)[holds]] = True
        return classes

    def _by_order(self, signal: Signal, guards: Conditions) -> npt.NDArray[np.bool_] | None:
        """The classes for which guards can hold, where these go by an order and pairs are too many to list."""
        world = self.world
        needed = world.support(*(v for v, _ in guards))
        mine = frozenset(signal.rows.columns)
        if world.ways(needed | mine) <= orders.MANY:
            return None
        read = orders.reading(v for v, _ in guards)
        met = None if read is None else orders.meeting(world, mine, needed - mine, read)
        if met is None or any(type(x) is Undefined for three in met.reading.results.values() for x in three):
            return None
        holds = np.array([all(met.reading.results[v][k] is expected for v, expected in guards) for k in range(3)])
        possible = (met.partners(0) * holds).any(axis=1)
        classes = np.zeros(signal.classes, bool)
        classes[signal.of(world, met.rows[0].columns, met.rows[0].count)[possible]] = True
        return classes

    def holding(
        self, guards: Conditions, columns: dict[Draw, Ids], count: int, known: dict[Value, Ids] | None = None
    ) -> npt.NDArray[np.bool_]:
        """On which rows all guards are as expected; `known` keeps what values are on these rows."""
        holds = np.ones(count, bool)
        known = {} if known is None else known
        for value, expected in guards:
            ids = self.world.ids(value, columns, known)
            meanings = self.world.meaning[value]
            wrong = {k: m.error for k, m in enumerate(meanings) if type(m) is Undefined}
            if wrong:  # what cannot be worked out must not be asked for
                asked = holds & np.isin(ids, list(wrong))
                if asked.any():
                    raise wrong[int(ids[asked.argmax()])]
            holds &= np.array([meaning is expected for meaning in meanings], bool)[ids]
        return holds


def separate(rules: Rules, progress: Progress | None = None) -> Separated:
    """The separated game of rules; `NotSeparable` where they do not separate, the rules' error where they go wrong."""
    if not isinstance(rules, Lazy):
        raise NotSeparable("rules of this kind cannot be followed without knowing the draws")
    world = ChanceTable()
    try:
        with world.telling(progress):
            return _separated(rules, world)
    except Mistaken as mistaken:
        raise mistaken.error from None


def _separated(rules: Lazy, world: ChanceTable) -> Separated:
    outlook = WorldOutlook(world)
    try:
        lazily = rules.lazily(outlook)
        if not any(isinstance(spot, Chance) for spot in lazily.spots):
            raise NotSeparable("nothing is drawn")
        _check(lazily, WorldOutlook(world))
        concrete: set[Value] = set()
        for _ in range(ROUNDS):
            actions = unfold_actions(lazily, outlook, concrete)
            coinciding = coinciding_facts(actions, outlook)
            if not coinciding:
                _number(actions, world)
                told_apart = {v.span: NotSeparable(COINCIDE, v.span) for v in concrete}
                return Separated(lazily, actions, world, (*lazily.concrete, *told_apart.values()))
            concrete |= coinciding
        raise NotSeparable(COINCIDE, next(iter(coinciding)).span)
    except OutOfTime:
        raise
    except GalakitError as error:  # more to look at than is worth it, or a mistake that exploring will meet again
        first = error.diagnostics[0]
        raise NotSeparable(f"without knowing the draws, {first.message}", first.span) from error


def _check(lazily: Lazily, outlook: WorldOutlook) -> None:
    """Raise the rules' mistake where a statement cannot be run: for all draws where these are few, else for some."""
    for value, conditions in lazily.needed:
        found = outlook.meanings(value, conditions)
        for meaning in outlook.examples(value, conditions) if found is None else found:
            if type(meaning) is Undefined:
                raise Mistaken(meaning.error)


def _number(actions: Actions, world: ChanceTable) -> None:
    """Work out what can be known before anything else is asked: classes then have the same numbers in every run."""
    for value in dict.fromkeys(v for own in actions.situations for s in own for v in s.signal):
        draws = world.support(value)
        if world.ways(draws) <= LIMIT_ROWS:
            world.ids(value, world.rows(draws).columns)
