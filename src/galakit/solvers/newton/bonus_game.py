"""A game in which each sequence earns a bonus, and what it takes to be in equilibrium there.

All players' sequences are numbered in a row. Where the plans are x and the bonus is b times g, sequence s earns
v_s(x) + b g_s, and x is an equilibrium if there are values q of information sets with

    C x = e,   x >= 0,   r = C' q - v(x) - b g >= 0,   x_s r_s = 0 for each sequence s:

no sequence is better than the value of its information set, and those that are played are as good. For two players v
is linear, and this is the complementarity problem that Lemke's algorithm solves.
"""

from __future__ import annotations

from itertools import accumulate, pairwise, permutations

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats, SequenceForm

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class BonusGame:
    """n players, N sequences and H information sets of all players, among them one for each player's empty sequence."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        players = range(len(form.players))
        self.start: list[int] = [0, *accumulate(form.sequences)]
        """[n + 1] where each player's sequences start"""
        self.size = self.start[-1]
        self.set: Ints = np.empty(self.size, np.int64)
        """[N] the information set at which a sequence ends; the empty ones have sets 0 to n - 1"""
        above = [-1] * len(players)
        self.set[self.start[:-1]] = players
        for h in range(form.information_sets):
            base = self.start[int(form.player[h])]
            first = base + int(form.first_sequence[h])
            self.set[first : first + int(form.moves_count[h])] = len(above)
            above.append(base + int(form.parent_sequence[h]))
        self.above: Ints = np.array(above)
        """[H] the sequence that leads to each information set; -1 for the empty ones"""
        self.sets = len(above)
        self.constraints: Floats = np.zeros((self.sets, self.size))
        """C: the weights of an information set's sequences, less that of the one that leads to it"""
        self.constraints[self.set, np.arange(self.size)] = 1.0
        lower = np.flatnonzero(self.above >= 0)
        self.constraints[lower, self.above[lower]] = -1.0
        self.right: Floats = np.zeros(self.sets)
        self.right[: len(players)] = 1.0
        scale = np.where(form.stakes > 0, form.stakes, 1.0)
        payoffs = np.array([form.payoff(p) / scale[p] for p in players])
        self._leaves: Ints = form.leaf_sequences.astype(np.int64) + np.array(self.start[:-1])[:, None]
        """[n, L] the sequence of each player that leads there, among those of all"""
        pairs = list(permutations(players, 2))
        paid, other = (np.array([pair[k] for pair in pairs]) for k in (0, 1))
        self._paid: Floats = payoffs[paid]
        """[n(n-1), L] for each pair of players and each leaf, what the first of them gets"""
        self._cells: Ints = (self._leaves[paid] * self.size + self._leaves[other]).ravel()
        """the entry of the slopes to which it adds"""
        self._thirds: Ints = np.array([[p for p in players if p not in pair] for pair in pairs], np.int64).T
        """[n - 2, n(n-1)] the players besides each pair"""
        self._last: tuple[Floats, Floats] | None = None
        """the weights for which slopes were asked last, and these"""

    def split(self, weights: Floats) -> tuple[Floats, ...]:
        """The weights of each player's sequences."""
        return tuple(weights[a:b] for a, b in pairwise(self.start))

    def worth(self, weights: Floats) -> Floats:
        """v: what each sequence earns in the ends of the game right behind it.

        By Euler's theorem, as v is homogeneous: its degree is the number of opponents.
        """
        found: Floats = self.slopes(weights) @ weights / (len(self.form.players) - 1)
        return found

    def slopes(self, weights: Floats) -> Floats:
        """[N, N] how v changes with each weight."""
        if self._last is not None and (self._last[0] is weights or not len(self._thirds)):
            return self._last[1]
        at, earned = weights[self._leaves], self._paid
        for third in self._thirds:
            earned = earned * at[third]
        flat: Floats = np.asarray(np.bincount(self._cells, earned.ravel(), self.size**2), np.float64)
        found = flat.reshape(self.size, self.size)
        self._last = weights, found
        return found

    def pure_best(self, bonus: Floats) -> Flags:
        """[N] one sequence at each information set, so that the plan of them earns most if only the bonus counts."""
        values = bonus.copy()
        used = np.zeros(self.size, np.bool_)
        used[self.start[:-1]] = True
        for player in range(len(self.form.players)):
            base = self.start[player]
            for level in reversed(self.form.levels(player)):
                for parent, first, count in zip(level.parent, level.start, level.count):
                    own = base + level.sequences[first : first + count]
                    best = own[np.argmax(values[own])]
                    used[best] = True
                    values[base + parent] += values[best]
        return used

    def plan(self, used: Flags) -> Floats:
        """[N] the weights where one sequence is used at each information set."""
        return self.alive(used).astype(np.float64)

    def alive(self, used: Flags) -> Flags:
        """[N] the sequences that are used, as all before them are."""
        found = used.copy()
        for player in range(len(self.form.players)):
            base = self.start[player]
            for level in self.form.levels(player):
                found[base + level.sequences] &= np.repeat(found[base + level.parent], level.count)
        return found
