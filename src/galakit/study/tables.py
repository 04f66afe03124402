"""The columns of a situation of a separated game, by class, for grids and information sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.solution.factored.grid import opened
from galakit.solution.factored.policy import ClassQueries

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KEPT = 8_000_000  # numbers in cached tables


@dataclass(frozen=True, eq=False)
class Divided:
    """Classes grouped by some values."""

    values: tuple[Value, ...]
    held: Ints
    """[kinds, values] the number of each value"""
    of: Ints
    """[classes] the kind of each"""
    facts: list[tuple[str, ...]]
    """[kinds] the same in words"""


@dataclass(frozen=True, eq=False)
class Table:
    """A situation as [classes] columns."""

    situation: Situation
    possible: npt.NDArray[np.bool_]
    public: Divided
    """by what chance showed all players"""
    private: Divided
    shares: Floats
    """[moves, classes]"""
    value: Floats
    """the player's expected payoff; nan where it is undefined"""
    reach: Floats
    """nan where it was not computed"""
    likely: Floats
    """the probability of its deal, relative to the classes that are played alike"""


class Tables:
    """The tables of a profile, made on demand."""

    def __init__(self, answers: ClassQueries) -> None:
        self.answers = answers
        self._divided: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Divided] = {}
        self._kept: dict[Situation, Table] = {}
        self._size = 0
        self._boards: dict[Situation, Ints] = {}

    def boards(self, situation: Situation) -> Ints:
        """The possible boards of a situation: kinds of `Table.public`."""
        found = self._boards.get(situation)
        if found is None:
            kinds = self.divided(situation.signal, self.split(situation)[0])
            possible = self.answers.index.game.possible[situation]
            every = np.arange(len(kinds.held)) if possible is None else np.unique(kinds.of[np.asarray(possible, bool)])
            found = self._boards[situation] = every
        return found

    def table(self, situation: Situation) -> Table:
        found = self._kept.get(situation)
        if found is None:
            found = self._kept[situation] = self._table(situation)
            self._size += found.shares.size
            while self._size > KEPT and len(self._kept) > 1:
                self._size -= self._kept.pop(next(iter(self._kept))).shares.size
        return found

    def _table(self, situation: Situation) -> Table:
        index, columns = self.answers.index, self.answers.columns
        signal = index.game.signal(situation.signal)
        possible = index.game.possible[situation]
        public, private = self.split(situation)
        column, shares = columns.column(situation), columns.shares(situation)
        move_value = columns.values(situation)
        # A column's reach is divided among its classes in proportion to their probabilities.
        every = np.bincount(column, weights=signal.weight.astype(float), minlength=shares.shape[1])
        likely: Floats = signal.weight / every[column]
        value = np.where(shares > 0, shares * move_value, 0.0).sum(axis=0)
        return Table(
            situation=situation,
            possible=np.ones(signal.classes, bool) if possible is None else np.asarray(possible, bool),
            public=self.divided(situation.signal, public),
            private=self.divided(situation.signal, private),
            shares=shares[:, column],
            value=value[column],
            reach=columns.reach(situation)[column] * likely,
            likely=likely,
        )

    def split(self, situation: Situation) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The public values of a situation, and the player's private ones."""
        public, private = opened(self.answers.index, situation, {})
        return tuple(public), tuple(private)

    def divided(self, signal_values: tuple[Value, ...], by: tuple[Value, ...]) -> Divided:
        """The classes of a signal grouped by some of its values."""
        found = self._divided.get((signal_values, by))
        if found is None:
            signal = self.answers.index.game.signal(signal_values)
            ids = np.unravel_index(signal.codes, signal.sizes) if signal.values else ()
            axes = [signal.values.index(value) for value in by]
            code = np.zeros(signal.classes, np.int64)
            for k in axes:
                code = code * signal.sizes[k] + ids[k]
            _, first, of = np.unique(code, return_index=True, return_inverse=True)
            held = np.stack([ids[k][first] for k in axes], axis=1) if axes else np.zeros((len(first), 0), np.int64)
            said = self.answers.index.said
            facts = [tuple(said(value, i) for value, i in zip(by, kind)) for kind in held.tolist()]
            found = self._divided[signal_values, by] = Divided(by, held.astype(np.int64), of.ravel(), facts)
        return found
