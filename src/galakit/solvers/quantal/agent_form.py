"""What each move is worth where it is made: the payoffs of the agent form, and how they change with the strategies.

In the agent form every information set is a player of its own. Strategies are given by the logarithms of their
probabilities, so a probability of 10^-300, and one of 10^-30000, is as good as any other: what a move is worth at an
information set that is hardly ever reached depends on the ratios of such numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats, SequenceForm

Ints = npt.NDArray[np.int64]
SMALL = 1_000_000  # entries of matrices that need not be sparse
NEVER = 1e-300  # stands for the probability 0 of chance's moves


@dataclass(frozen=True, eq=False)
class Worth:
    """What the moves are worth under a profile."""

    values: Floats
    """[K] the expected payoff of the player who makes the move, given that they are there"""
    slopes: Floats
    """[K, K] how it changes with the logarithm of each probability"""


class AgentForm:
    """K moves of all information sets of all players, one set after the other."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.count = np.asarray(form.moves_count, np.int64)
        self.first: Ints = np.cumsum(self.count) - self.count
        """[H] the first move of each information set"""
        self.size = int(self.count.sum())
        self.set: Ints = np.repeat(np.arange(len(self.count)), self.count)
        """[K] the information set of each move"""
        self.scale = float(form.stakes.max(initial=0.0)) or 1.0
        """the largest difference between two payoffs of a player; values are divided by it"""
        reach = np.array(form.class_reach, np.float64)[form.leaf_class]
        self._chance = np.log(np.maximum(reach, NEVER))
        self._sparse = len(reach) * self.size > SMALL

    @cached_property
    def _moves_of(self) -> list[Ints]:
        """[player][sequence] the move that a sequence ends with; -1 for the empty one."""
        form = self.form
        found = [np.full(count, -1, np.int64) for count in form.sequences]
        for h, (player, first, count) in enumerate(zip(form.player.tolist(), form.first_sequence.tolist(), self.count)):
            found[player][first : first + count] = self.first[h] + np.arange(count)
        return found

    @cached_property
    def paths(self) -> Any:
        """[L, K] which moves lie on the path to each leaf; sparse where that saves time."""
        rows, columns = [], []
        for player in range(len(self.form.players)):
            moves = self._moves_of[player]
            before = np.zeros(self.form.sequences[player], np.int64)
            for h in self.form.sets_of(player).tolist():
                first = int(self.form.first_sequence[h])
                before[first : first + self.count[h]] = self.form.parent_sequence[h]
            at = self.form.leaf_sequences[player].astype(np.int64)
            leaf = np.arange(len(at))
            while len(at):
                inner = at > 0
                leaf, at = leaf[inner], at[inner]
                rows.append(leaf)
                columns.append(moves[at])
                at = before[at]
        row, column = np.concatenate(rows), np.concatenate(columns)
        return self._matrix(np.ones(len(row)), row, column, (len(self._chance), self.size))

    def _matrix(self, values: Floats, rows: Ints, columns: Ints, shape: tuple[int, int]) -> Any:
        """A matrix with these entries, sparse if it is large."""
        if self._sparse:
            from scipy.sparse import csr_array

            return csr_array((values, (rows, columns)), shape)
        found = np.zeros(shape)
        found[rows, columns] = values
        return found

    @cached_property
    def _entries(self) -> tuple[Ints, Ints, Floats]:
        """Each move with each leaf behind it: the move, the leaf, and what it pays the player who moves."""
        move, leaf = (found.astype(np.int64) for found in self.paths.T.nonzero())
        order = np.lexsort((leaf, move))
        move, leaf = move[order], leaf[order]
        payoff = self.form.class_payoffs[self.form.leaf_class[leaf], self.form.player[self.set[move]]]
        return move, leaf, payoff / self.scale

    def worth(self, logs: Floats) -> Worth:
        """What moves are worth where all moves have probabilities with these logarithms."""
        move, leaf, payoff = self._entries
        weight = (self._chance + self.paths @ logs)[leaf]
        of_set = self.set[move]
        largest = np.maximum.reduceat(weight, self._starts)
        within = np.exp(weight - largest[of_set])
        total = np.add.reduceat(within, self._starts)
        within /= total[of_set]
        alone = np.exp(weight - largest[of_set] - logs[move]) / total[of_set] * payoff
        leaves = len(self._chance)
        values: Floats = np.bincount(move, alone, self.size).astype(np.float64)
        mine = self._matrix(alone, move, leaf, (self.size, leaves)) @ self.paths
        there = self._matrix(within, of_set, leaf, (len(self.count), leaves)) @ self.paths
        if self._sparse:
            mine, there = mine.toarray(), there.toarray()
        slopes = mine - values[:, None] * there[self.set]
        slopes[np.arange(self.size), np.arange(self.size)] -= values
        return Worth(values, slopes)

    @cached_property
    def _starts(self) -> Ints:
        """Where the entries of each information set start."""
        return np.searchsorted(self.set[self._entries[0]], np.arange(len(self.count)))

    def uniform(self) -> Floats:
        """The logarithms of equal probabilities at each information set."""
        return -np.log(self.count.astype(np.float64))[self.set]
