"""The rows of states and edges that the machine has found: columns that grow, and where compiled code finds them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from galakit.lang.bytecode.machine.rows import (
    ABOUT,
    DONE,
    EDGE_ROOM,
    EDGES,
    FIRST,
    GAIN,
    LENGTH,
    MOVE,
    MOVER,
    OFFERED,
    SEEN,
    SITES,
    STARTS,
    STATE_ROOM,
    STATES,
    TABLE,
    TABLE_MASK,
    TARGET,
    VALUE_ROOM,
    VALUES,
    WEIGHTS,
)

Words = npt.NDArray[np.int64]
BY_STATE = {"sites": SITES, "starts": STARTS, "mover": MOVER, "first": FIRST, "offered": OFFERED, "weights": WEIGHTS}
BY_EDGE = {"target": TARGET, "move": MOVE, "gain": GAIN, "seen": SEEN}


class Rows:
    """Columns by state and by edge; the values of states, one state after the other; a table of states by their values.

    `about` says for each site where its description is.
    """

    def __init__(self, players: int) -> None:
        self.words = np.zeros(LENGTH, np.int64)
        self.columns: dict[str, Words] = {
            **{name: np.zeros(1 << 12, np.int64) for name in BY_STATE},
            **{name: np.zeros(1 << 14, np.int64) for name in BY_EDGE},
            "seen": np.zeros((1 << 14, players), np.int64),
            "values": np.zeros(1 << 16, np.int64),
        }
        self.table = np.zeros(1 << 13, np.int64)
        self.about = np.zeros(64, np.int64)
        self.moved()

    @property
    def at(self) -> int:
        """Where compiled code finds all of it."""
        return self.words.ctypes.data

    @property
    def done(self) -> int:
        """How many states were explored."""
        return int(self.words[DONE])

    @property
    def states(self) -> int:
        """How many states were found."""
        return int(self.words[STATES])

    @property
    def edges(self) -> int:
        """How many edges were found."""
        return int(self.words[EDGES])

    @property
    def used(self) -> int:
        """How many words the values of all states take."""
        return int(self.columns["starts"][self.states])

    def __getitem__(self, name: str) -> Words:
        return self.columns[name]

    def describe(self, site: int, at: int) -> None:
        """Note where a site is described."""
        if site == len(self.about):
            self.about = np.concatenate([self.about, np.zeros_like(self.about)])
            self.moved()
        self.about[site] = at

    def moved(self) -> None:
        """Write down where everything is now."""
        words, columns = self.words, self.columns
        for name, number in {**BY_STATE, **BY_EDGE, "values": VALUES}.items():
            words[number] = columns[name].ctypes.data
        words[TABLE], words[TABLE_MASK] = self.table.ctypes.data, len(self.table) - 1
        words[ABOUT] = self.about.ctypes.data
        words[STATE_ROOM], words[EDGE_ROOM] = len(columns["sites"]), len(columns["target"])
        words[VALUE_ROOM] = len(columns["values"])

    def grow(self) -> bool:
        """Make the columns longer that are nearly full, or all if none is: a state may need more than all before it.

        Whether the states must be entered in a new table.
        """
        filled = dict.fromkeys(BY_STATE, self.states) | dict.fromkeys(BY_EDGE, self.edges) | {"values": self.used}
        crowded = 3 * self.states > len(self.table)
        full = [name for name, column in self.columns.items() if 2 * filled[name] > len(column)]
        for name in full or ([] if crowded else list(self.columns)):
            column = self.columns[name]
            larger = np.zeros((2 * len(column), *column.shape[1:]), np.int64)
            larger[: len(column)] = column
            self.columns[name] = larger
        if crowded:
            self.table = np.zeros(4 * len(self.table), np.int64)
        self.moved()
        return crowded
