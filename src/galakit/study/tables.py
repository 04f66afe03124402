"""What is played in a situation of a separated game, by class: columns that grids and information sets come from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.solution.factored.grid import opened
from galakit.solution.factored.policy import ClassQueries

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KEPT = 8_000_000  # numbers in tables that are remembered


@dataclass(frozen=True, eq=False)
class Divided:
    """Classes divided by what some values say."""

    values: tuple[Value, ...]
    held: Ints
    """[kinds, values] what they say, by number"""
    of: Ints
    """[classes] the kind of each"""
    facts: list[tuple[str, ...]]
    """[kinds] the same in words"""


@dataclass(frozen=True, eq=False)
class Table:
    """A situation: [classes] columns of what can be told apart in it."""

    place: Place
    possible: npt.NDArray[np.bool_]
    public: Divided
    """by what chance showed everybody"""
    private: Divided
    shares: Floats
    """[moves, classes]"""
    value: Floats
    """what the player expects; nan where it is undefined"""
    reach: Floats
    """nan where nobody worked it out"""
    likely: Floats
    """how often chance deals it, compared with the others that are treated alike"""


class Tables:
    """The tables of a profile, made when somebody asks."""

    def __init__(self, answers: ClassQueries) -> None:
        self.answers = answers
        self._divided: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Divided] = {}
        self._kept: dict[Place, Table] = {}
        self._size = 0
        self._boards: dict[Place, Ints] = {}

    def boards(self, place: Place) -> Ints:
        """What chance may have shown everybody in a situation: kinds of `Table.public`."""
        found = self._boards.get(place)
        if found is None:
            kinds = self.divided(place.signal, self.split(place)[0])
            possible = self.answers.index.game.possible[place]
            every = np.arange(len(kinds.held)) if possible is None else np.unique(kinds.of[np.asarray(possible, bool)])
            found = self._boards[place] = every
        return found

    def table(self, place: Place) -> Table:
        found = self._kept.get(place)
        if found is None:
            found = self._kept[place] = self._table(place)
            self._size += found.shares.size
            while self._size > KEPT and len(self._kept) > 1:
                self._size -= self._kept.pop(next(iter(self._kept))).shares.size
        return found

    def _table(self, place: Place) -> Table:
        words, columns = self.answers.index, self.answers.columns
        signal = words.game.signal(place.signal)
        possible = words.game.possible[place]
        public, private = self.split(place)
        column, shares = columns.column(place), columns.shares(place)
        worth = columns.values(place)
        # What a column is met with is shared out among its classes by how likely they are.
        every = np.bincount(column, weights=signal.weight.astype(float), minlength=shares.shape[1])
        likely: Floats = signal.weight / every[column]
        value = np.where(shares > 0, shares * worth, 0.0).sum(axis=0)
        return Table(
            place=place,
            possible=np.ones(signal.classes, bool) if possible is None else np.asarray(possible, bool),
            public=self.divided(place.signal, public),
            private=self.divided(place.signal, private),
            shares=shares[:, column],
            value=value[column],
            reach=columns.reach(place)[column] * likely,
            likely=likely,
        )

    def split(self, place: Place) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The values that everybody knows in a situation, and those only the player does."""
        public, private = opened(self.answers.index, place, {})
        return tuple(public), tuple(private)

    def divided(self, signal_values: tuple[Value, ...], by: tuple[Value, ...]) -> Divided:
        """The classes of a signal divided by some of its values."""
        found = self._divided.get((signal_values, by))
        if found is None:
            signal = self.answers.index.game.signal(signal_values)
            ids = np.unravel_index(signal.codes, signal.sizes) if signal.values else ()
            places = [signal.values.index(value) for value in by]
            code = np.zeros(signal.classes, np.int64)
            for k in places:
                code = code * signal.sizes[k] + ids[k]
            _, first, of = np.unique(code, return_index=True, return_inverse=True)
            held = np.stack([ids[k][first] for k in places], axis=1) if places else np.zeros((len(first), 0), np.int64)
            said = self.answers.index.said
            facts = [tuple(said(value, i) for value, i in zip(by, kind)) for kind in held.tolist()]
            found = self._divided[signal_values, by] = Divided(by, held.astype(np.int64), of.ravel(), facts)
        return found
