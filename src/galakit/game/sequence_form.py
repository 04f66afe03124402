"""The sequence form (Koller, Megiddo & von Stengel 1996; von Stengel 1996): linear in the size of the tree.

A *sequence* of a player is the list of their own moves on the path to a node. Sequence 0 is the empty one; those that
end in a move at one information set are contiguous, and information sets are numbered in the order in which a
preorder walk first meets them, so a set's parent sequence always has a smaller number than its own sequences. A
*realization plan* x gives a weight to each sequence: x[0] = 1 and, at each information set, the weights of its moves
sum to the weight of its parent sequence (E x = e). Payoffs are bilinear in the plans: x' A y, with one entry of A
per pair of sequences that meet in a leaf.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.automaton import Automaton, Column
from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.sparse import Entries
from galakit.rules.contract import Number

Floats: TypeAlias = npt.NDArray[np.float64]
Sparse: TypeAlias = Any
"""A SciPy sparse array; SciPy is only imported when one is built."""


@dataclass(frozen=True, eq=False)
class Level:
    """Information sets of one player with the same number of own moves before them."""

    sets: npt.NDArray[np.int64]
    sequences: npt.NDArray[np.int64]
    """their sequences, one set after the other"""
    start: npt.NDArray[np.int64]
    """where each set's sequences start in `sequences`"""
    count: npt.NDArray[np.int64]
    parent: npt.NDArray[np.int64]
    """the parent sequence of each set"""


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """n players, H information sets of all players together, L leaf rows."""

    automaton: Automaton
    players: tuple[str, ...]
    player: Column
    """[H] whose information set it is"""
    first_sequence: Column
    """[H] the sequence of its first move, among that player's sequences"""
    moves_count: Column
    """[H]"""
    parent_sequence: Column
    """[H] the player's last sequence before it"""
    info: Column
    """[H] the last link of what the player knows there"""
    state: Column
    """[H] a state of the automaton in which it is met (for the names of the moves)"""
    sequences: tuple[int, ...]
    """[n] how many sequences each player has, the empty one included"""
    leaf_sequences: Column
    """[n, L] the last sequence of each player"""
    leaf_class: Column
    """[L] index into `classes`"""
    classes: list[tuple[Number, ...]]
    """each player's payoff times the probability of chance's moves"""
    class_reach: list[Number]
    """that probability alone, one entry per class"""
    info_parent: Column
    """what a player knows as a chain of links: the link before, -1 at the players' empty ones"""
    info_symbol: Column
    """what was observed last: a single fact, index into the automaton's observations"""
    constant_sum: Number | None
    """the sum of the payoffs, if it is the same at every leaf"""
    perfect_recall: bool
    """no player forgets; otherwise `parent_sequence` is that of the first node met, and strategies are behaviour, not
    plans"""
    on_disk: str | None = None
    """the message that large arrays are on disk (`galakit.mapped`), None where all are in memory"""

    @property
    def exact(self) -> bool:
        return self.automaton.exact

    @property
    def zero_sum(self) -> bool:
        return self.constant_sum is not None and self.constant_sum == 0

    @property
    def information_sets(self) -> int:
        return len(self.player)

    def sets_of(self, player: int) -> npt.NDArray[np.int64]:
        """The numbers of a player's information sets."""
        return np.flatnonzero(self.player == player)

    def facts(self, information_set: int) -> tuple[str, ...]:
        """What the mover knows: everything they observed and did, in order, and last the moves they have."""
        links: list[tuple[str, ...]] = []
        link = int(self.info[information_set])
        while self.info_parent[link] >= 0:
            links.append(self.automaton.observations[self.info_symbol[link]])
            link = int(self.info_parent[link])
        return tuple(fact for symbol in reversed(links) for fact in symbol)

    def moves(self, information_set: int) -> tuple[str, ...]:
        """The labels of the moves at an information set, in the order of its sequences."""
        s = self.state[information_set]
        first, end = self.automaton.first[s], self.automaton.first[s + 1]
        return tuple(self.automaton.moves[m] for m in self.automaton.move[first:end])

    def find(self, player: int, facts: tuple[str, ...]) -> int | None:
        """The information set at which a player knows exactly these facts."""
        symbols, lengths, keys, links, at = self._chains
        open_links = [(link, 0) for link in range(len(self.players))]  # at the first ones, nothing is known yet
        while open_links:
            link, done = open_links.pop()
            if done == len(facts) and (here := int(at[link])) >= 0 and self.player[here] == player:
                return here
            for length in lengths:
                symbol = symbols.get(tuple(facts[done : done + length]))
                if symbol is not None:
                    key = link * len(self.automaton.observations) + symbol
                    place = bisect_left(keys, key)
                    if place < len(keys) and keys[place] == key:
                        open_links.append((links[place], done + length))
        return None

    @cached_property
    def _chains(self) -> tuple[dict[tuple[str, ...], int], list[int], list[int], list[int], npt.NDArray[np.int64]]:
        """The symbols by what is observed, and how many facts that can be; for each link but the first ones the link
        before it and its symbol as one number, sorted, and the links in this order; the information set at each link.
        """
        inner = np.flatnonzero(self.info_parent >= 0)
        symbol = self.info_symbol[inner].astype(np.int64)
        symbols = {tuple(self.automaton.observations[k]): k for k in np.unique(symbol).tolist()}
        key = self.info_parent[inner].astype(np.int64) * len(self.automaton.observations) + symbol
        order = np.argsort(key)
        at = np.full(len(self.info_parent), -1, np.int64)
        at[self.info] = np.arange(self.information_sets)
        return symbols, sorted({*map(len, symbols)}), key[order].tolist(), inner[order].tolist(), at

    @cached_property
    def class_values(self) -> Floats:
        """[classes, n] the table of classes in floats."""
        return np.array(self.classes, np.float64).reshape(len(self.classes), len(self.players))

    @cached_property
    def class_payoffs(self) -> Floats:
        """[classes, n] what is paid where a class of leaves is reached; 0 where chance never leads."""
        reach = np.array(self.class_reach, np.float64)[:, None]
        return np.divide(self.class_values, reach, out=np.zeros_like(self.class_values), where=reach > 0)

    @cached_property
    def stakes(self) -> Floats:
        """[n] the difference between the largest and the smallest payoff of each player."""
        reached = np.array([reach > 0 for reach in self.class_reach], np.bool_)
        payoffs = self.class_payoffs[reached]
        return np.ptp(payoffs, axis=0) if len(payoffs) else np.zeros(len(self.players))

    def payoff(self, player: int) -> Floats:
        """[L] what each leaf row adds to a player's expected payoff if all players play towards it."""
        weights: Floats = self.class_values[self.leaf_class, player]
        return weights

    def matrix(self, player: int) -> Sparse:
        """A player's payoff matrix, sequences of player 0 by sequences of player 1 (two players only)."""
        from scipy.sparse import csr_array

        if len(self.players) != 2:
            raise ValueError("a payoff matrix needs two players")
        rows, columns = self.leaf_sequences
        # Building from coordinates adds up the entries of leaf rows with the same pair of sequences.
        return csr_array((self.payoff(player), (rows, columns)), shape=(self.sequences[0], self.sequences[1]))

    def constraints(self, player: int) -> tuple[Entries, Floats]:
        """E and e (or F and f): row 0 says x[0] = 1, the next ones follow the player's information sets."""
        sets = self.sets_of(player)
        count = self.moves_count[sets]
        own = concatenated(self.first_sequence[sets], count)
        row = np.arange(1, len(sets) + 1)
        rows = np.concatenate([[0], np.repeat(row, count), row])
        columns = np.concatenate([[0], own, self.parent_sequence[sets]])
        values = np.concatenate([np.ones(1 + len(own)), -np.ones(len(sets))])
        right = np.zeros(1 + len(sets))
        right[0] = 1
        return Entries(rows, columns, values), right

    @cached_property
    def _levels(self) -> tuple[tuple[Level, ...], ...]:
        return tuple(self._levels_of(p) for p in range(len(self.players)))

    def levels(self, player: int) -> tuple[Level, ...]:
        """A player's information sets by the number of own moves before them: top down for plans."""
        return self._levels[player]

    def _levels_of(self, player: int) -> tuple[Level, ...]:
        sets = self.sets_of(player)
        of_sequence = np.repeat(np.arange(1, len(sets) + 1), self.moves_count[sets])  # of all but the empty sequence
        above = np.concatenate([[0], of_sequence])[self.parent_sequence[sets]]
        below, start = grouped(above, len(sets) + 1)
        levels = []
        inner = below[: start[1]]
        while inner.size:
            here = sets[inner]
            c = self.moves_count[here].astype(np.int64)
            levels.append(
                Level(
                    sets=here,
                    sequences=concatenated(self.first_sequence[here], c),
                    start=offsets(c),
                    count=c,
                    parent=self.parent_sequence[here].astype(np.int64),
                )
            )
            inner = np.sort(below[concatenated(start[inner + 1], start[inner + 2] - start[inner + 1])])
        return tuple(levels)
