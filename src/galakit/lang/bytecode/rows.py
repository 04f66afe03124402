"""The rows of states and edges that the machine has found: columns that grow, and where compiled code finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.entries import enter_again, number_again, number_of
from galakit.lang.bytecode.machine import rows
from galakit.lang.bytecode.machine.status import NO_ROOM

Column = npt.NDArray[Any]
Words = npt.NDArray[np.int64]
BY_STATE = {
    "starts": rows.STARTS,
    "mover": rows.MOVER,
    "first": rows.FIRST,
    "offered": rows.OFFERED,
    "weights": rows.WEIGHTS,
}
BY_EDGE = {"target": rows.TARGET, "move": rows.MOVE, "gain": rows.GAIN, "seen": rows.SEEN}
ADDRESSES = {**BY_STATE, **BY_EDGE, "values": rows.VALUES, "own": rows.OWN}
NUMBERINGS = (rows.MOVES, rows.GAINS, rows.OBSERVED, rows.OFFERS)
FIRST = 1 << 10  # words of each numbering for which there is room at first


class Rows:
    """Columns by state and by edge; the values of states, one state after the other; a table of states by their values.

    `about` says for each site where its description is.
    """

    def __init__(self, players: int) -> None:
        self.words = np.zeros(rows.LENGTH, np.int64)
        self.columns: dict[str, Column] = {
            "starts": np.zeros(1 << 13, np.int64),
            **{name: np.zeros(1 << 13, np.int32) for name in BY_STATE if name != "starts"},
            **{name: np.zeros(1 << 14, np.int32) for name in BY_EDGE if name != "seen"},
            "seen": np.zeros((1 << 14, players), np.int32),
            "values": np.zeros(1 << 16, np.int32),
            "own": np.zeros(FIRST, np.int32),
        }
        self.table = np.zeros(1 << 14, np.int64)
        self.about = np.zeros(64, np.int64)
        self.numberings = {
            numbering: (np.zeros(4 * FIRST, np.int64), np.zeros(FIRST, np.int64)) for numbering in NUMBERINGS
        }
        self.words[rows.USED] = rows.HEADER  # no row is at 0
        self._moved()

    @property
    def at(self) -> int:
        """Where compiled code finds all of it."""
        return self.words.ctypes.data

    @property
    def done(self) -> int:
        """How many states were explored."""
        return int(self.words[rows.DONE])

    @property
    def states(self) -> int:
        """How many states were found."""
        return int(self.words[rows.STATES])

    @property
    def edges(self) -> int:
        """How many edges were found."""
        return int(self.words[rows.EDGES])

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def values(self, state: int) -> tuple[int, Words]:
        """The site of a state, and the words of its values."""
        row = int(self["starts"][state])
        site, count = self["values"][row + rows.SITE : row + rows.HEADER].tolist()
        return site, self["values"][row + rows.HEADER : row + rows.HEADER + count]

    def distinct(self, numbering: int) -> Words:
        """The words that have a number, in order."""
        return self.numberings[numbering][1][: self.words[numbering + rows.NUMBERING_COUNT]]

    def number(self, numbering: int, word: int) -> int:
        """The number of a word."""
        while True:
            number = number_of(self.at, numbering, word)
            if number != NO_ROOM:
                return number
            self.grow()

    def describe(self, site: int, at: int, width: int) -> None:
        """Note where a site is described, and how many values its states may have."""
        if site == len(self.about):
            self.about = np.concatenate([self.about, np.zeros_like(self.about)])
        self.about[site] = at
        self.words[rows.LONGEST] = max(self.words[rows.LONGEST], rows.HEADER + width)
        self._moved()

    def _moved(self) -> None:
        """Write down where everything is now."""
        words, columns = self.words, self.columns
        for name, number in ADDRESSES.items():
            words[number] = columns[name].ctypes.data
        words[rows.TABLE], words[rows.TABLE_MASK] = self.table.ctypes.data, len(self.table) - 1
        words[rows.ABOUT] = self.about.ctypes.data
        words[rows.STATE_ROOM] = len(columns["mover"]) - 1
        words[rows.EDGE_ROOM], words[rows.VALUE_ROOM] = len(columns["target"]), len(columns["values"])
        for numbering, (table, known) in self.numberings.items():
            words[numbering + rows.NUMBERING_TABLE] = table.ctypes.data
            words[numbering + rows.NUMBERING_MASK] = len(table) // 2 - 1
            words[numbering + rows.NUMBERING_WORDS] = known.ctypes.data
            words[numbering + rows.NUMBERING_ROOM] = len(known)

    def widen(self) -> None:
        """Have words of 64 bits in the values of states."""
        self.columns["values"] = self["values"].astype(np.int64)
        self.words[rows.WIDE] = 1
        self._moved()

    def grow(self) -> None:
        """Make the columns longer that are nearly full, or all if none is: a state may need more than all before it."""
        used = int(self.words[rows.USED])
        filled = dict.fromkeys(BY_STATE, self.states) | dict.fromkeys(BY_EDGE, self.edges) | {"values": used}
        counts = {numbering: int(self.words[numbering + rows.NUMBERING_COUNT]) for numbering in NUMBERINGS}
        scarce = [name for name, count in filled.items() if 2 * count > len(self[name])]
        crowded = 2 * self.states > len(self.table)
        short = [numbering for numbering, count in counts.items() if 2 * count > len(self.numberings[numbering][1])]
        if not (scarce or crowded or short):
            scarce, crowded = list(filled), True
        for name in scarce:
            self._lengthen(name)
        if crowded:
            self.table = np.zeros(2 * len(self.table), np.int64)
        for numbering in short:
            old = self.distinct(numbering)
            room = 4 * len(self.numberings[numbering][1])
            known = np.zeros(room, np.int64)
            known[: len(old)] = old
            self.numberings[numbering] = np.zeros(4 * room, np.int64), known
            if numbering == rows.MOVES:
                self._lengthen("own", room)
        self._moved()
        if crowded:
            enter_again(self.at)
        for numbering in short:
            number_again(self.at, numbering)

    def _lengthen(self, name: str, size: int = 0) -> None:
        column = self[name]
        larger = np.zeros((size or 2 * len(column), *column.shape[1:]), column.dtype)
        larger[: len(column)] = column
        self.columns[name] = larger
