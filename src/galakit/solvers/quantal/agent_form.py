"""What each move is worth where it is made: the payoffs of the agent form, and how they change with the strategies.

In the agent form every information set is a player of its own. Strategies are given by the logarithms of their
probabilities, so a probability of 10^-300, and one of 10^-30000, is as good as any other: what a move is worth at an
information set that is hardly ever reached depends on the ratios of such numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, offsets
from galakit.game.sequence_form import Floats, SequenceForm

Ints = npt.NDArray[np.int64]
MOST_PAIRS = 4_000_000  # of entries and moves: more are multiplied as sparse matrices
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

    @cached_property
    def _moves_of(self) -> list[Ints]:
        """[player][sequence] the move that a sequence ends with; -1 for the empty one."""
        form = self.form
        found = [np.full(count, -1, np.int64) for count in form.sequences]
        for h, (player, first, count) in enumerate(zip(form.player.tolist(), form.first_sequence.tolist(), self.count)):
            found[player][first : first + count] = self.first[h] + np.arange(count)
        return found

    @cached_property
    def paths(self) -> tuple[Ints, Ints]:
        """The moves on the path to each leaf: the leaves, in order, and the moves."""
        leaves, moves = [], []
        for player in range(len(self.form.players)):
            ends = self._moves_of[player]
            before = np.zeros(self.form.sequences[player], np.int64)
            for h in self.form.sets_of(player).tolist():
                first = int(self.form.first_sequence[h])
                before[first : first + self.count[h]] = self.form.parent_sequence[h]
            at = self.form.leaf_sequences[player].astype(np.int64)
            leaf = np.arange(len(at))
            while len(at):
                inner = at > 0
                leaf, at = leaf[inner], at[inner]
                leaves.append(leaf)
                moves.append(ends[at])
                at = before[at]
        leaf, move = np.concatenate(leaves), np.concatenate(moves)
        order = np.lexsort((move, leaf))
        return leaf[order], move[order]

    @cached_property
    def _entries(self) -> tuple[Ints, Ints, Floats]:
        """Each move with each leaf behind it: the move, the leaf, and what it pays the player who moves."""
        leaf, move = self.paths
        order = np.lexsort((leaf, move))
        move, leaf = move[order], leaf[order]
        payoff = self.form.class_payoffs[self.form.leaf_class[leaf], self.form.player[self.set[move]]]
        return move, leaf, payoff / self.scale

    def worth(self, logs: Floats) -> Worth:
        """What moves are worth where all moves have probabilities with these logarithms."""
        move, leaf, payoff = self._entries
        on_path, made = self.paths
        weight = (self._chance + np.bincount(on_path, logs[made], len(self._chance)))[leaf]
        of_set = self.set[move]
        largest = np.maximum.reduceat(weight, self._starts)
        within = np.exp(weight - largest[of_set])
        total = np.add.reduceat(within, self._starts)
        within /= total[of_set]
        alone = np.exp(weight - largest[of_set] - logs[move]) / total[of_set] * payoff
        values: Floats = np.bincount(move, alone, self.size).astype(np.float64)
        slopes = (
            self._along(move, alone, self.size)
            - values[:, None] * self._along(of_set, within, len(self.count))[self.set]
        )
        slopes[np.arange(self.size), np.arange(self.size)] -= values
        return Worth(values, slopes)

    def _along(self, row: Ints, weights: Floats, rows: int) -> Floats:
        """[rows, K] the weights of entries, added up in their row for each move on the path to their leaf."""
        if self._pairs is not None:
            entry, made = self._pairs
            cell = row[entry] * self.size + made
            return np.bincount(cell, weights[entry], rows * self.size).astype(np.float64).reshape(rows, -1)
        from scipy.sparse import csr_array

        leaves = len(self._chance)
        on_path, made = self.paths
        paths = csr_array((np.ones(len(made)), (on_path, made)), (leaves, self.size))
        found: Floats = (csr_array((weights, (row, self._entries[1])), (rows, leaves)) @ paths).toarray()
        return found

    @cached_property
    def _pairs(self) -> tuple[Ints, Ints] | None:
        """Each entry with each move on the path to its leaf; None where they are too many to list."""
        on_path, made = self.paths
        leaf = self._entries[1]
        count = np.bincount(on_path, minlength=len(self._chance))
        if int(count[leaf].sum()) > MOST_PAIRS:
            return None
        entry = np.repeat(np.arange(len(leaf)), count[leaf])
        return entry, made[concatenated(offsets(count)[leaf], count[leaf])]

    @cached_property
    def _starts(self) -> Ints:
        """Where the entries of each information set start."""
        return np.searchsorted(self.set[self._entries[0]], np.arange(len(self.count)))

    def uniform(self) -> Floats:
        """The logarithms of equal probabilities at each information set."""
        return -np.log(self.count.astype(np.float64))[self.set]
