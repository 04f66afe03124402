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
from galakit.rules.lazy import Chance, Conditions, Draw, Lazy, LazyGraph, Mistaken, NotSeparable, Undefined, Value
from galakit.separated import orders
from galakit.separated.actions import COINCIDE, Actions, Situation, coinciding_facts, unfold_actions
from galakit.separated.chance_table import LIMIT_ROWS, ChanceTable
from galakit.separated.functions import Ids
from galakit.separated.signals import Signal, signal_of
from galakit.separated.value_range import TableRange

ROUNDS = 20  # of making facts concrete that can be the same


@dataclass(eq=False)
class Separated:
    """A game as an action tree, a chance table and signals: what methods for separated games work on."""

    graph: LazyGraph
    actions: Actions
    world: ChanceTable
    concrete: tuple[NotSeparable, ...] = ()
    """what had to be made concrete, and the statements that needed it"""
    signals: dict[tuple[Value, ...], Signal] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return self.graph.players

    @property
    def hides_draws(self) -> bool:
        """Whether a player decides somewhere without seeing what another player has seen of the draws."""
        return any(set(own) != set(visit.stage[0]) for visit in self.actions.visits for own in visit.stage)

    def signal(self, values: tuple[Value, ...]) -> Signal:
        """The signal of some values, computed once."""
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
        """The classes in which a situation can occur; None for all. Guards before it may exclude some."""
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
        """The classes for which guards can hold, where these are comparisons and pairs are too many to list."""
        world = self.world
        needed = world.support(*(v for v, _ in guards))
        mine = frozenset(signal.rows.columns)
        if world.count(needed | mine) <= orders.MANY:
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
        """The rows on which all guards hold; `known` keeps the results of values on these rows."""
        holds = np.ones(count, bool)
        known = {} if known is None else known
        for value, expected in guards:
            ids = self.world.ids(value, columns, known)
            meanings = self.world.meaning[value]
            wrong = {k: m.error for k, m in enumerate(meanings) if type(m) is Undefined}
            if wrong:  # values that cannot be computed must not be needed
                asked = holds & np.isin(ids, list(wrong))
                if asked.any():
                    raise wrong[int(ids[asked.argmax()])]
            holds &= np.array([meaning is expected for meaning in meanings], bool)[ids]
        return holds


def separate(rules: Rules, progress: Progress | None = None) -> Separated:
    """The separated game of rules; raises `NotSeparable` where they do not separate, and the rules' own errors."""
    if not isinstance(rules, Lazy):
        raise NotSeparable("rules of this kind cannot be followed without knowing the draws")
    if not rules.draws:
        raise NotSeparable("nothing is drawn")
    world = ChanceTable()
    try:
        with world.telling(progress):
            return _separated(rules, world)
    except Mistaken as mistaken:
        raise mistaken.error from None


def _separated(rules: Lazy, world: ChanceTable) -> Separated:
    ranges = TableRange(world)
    try:
        graph = rules.lazy_graph(ranges)
        if not any(isinstance(node, Chance) for node in graph.nodes):
            raise NotSeparable("nothing is drawn")
        _check(graph, TableRange(world))
        concrete: set[Value] = set()
        for _ in range(ROUNDS):
            actions = unfold_actions(graph, ranges, concrete)
            coinciding = coinciding_facts(actions, ranges)
            if not coinciding:
                _number(actions, world)
                made_concrete = {v.span: NotSeparable(COINCIDE, v.span) for v in concrete}
                return Separated(graph, actions, world, (*graph.concrete, *made_concrete.values()))
            concrete |= coinciding
        raise NotSeparable(COINCIDE, next(iter(coinciding)).span)
    except OutOfTime:
        raise
    except GalakitError as error:  # too many draws to look at, or a mistake that exploring will meet again
        first = error.diagnostics[0]
        raise NotSeparable(f"without knowing the draws, {first.message}", first.span) from error


def _check(graph: LazyGraph, ranges: TableRange) -> None:
    """Raise the rules' mistake where a statement fails: on all draws where these are few, else on a sample."""
    for value, conditions in graph.needed:
        found = ranges.meanings(value, conditions)
        for meaning in ranges.examples(value, conditions) if found is None else found:
            if type(meaning) is Undefined:
                raise Mistaken(meaning.error)


def _number(actions: Actions, world: ChanceTable) -> None:
    """Compute the values of all signals first, so that classes have the same numbers in every run."""
    for value in dict.fromkeys(v for own in actions.situations for s in own for v in s.signal):
        draws = world.support(value)
        if world.count(draws) <= LIMIT_ROWS:
            world.ids(value, world.rows(draws).columns)
