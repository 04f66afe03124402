"""A game as its agents, one for each information set: the moves on the way to each leaf, and what is paid there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped, offsets

if TYPE_CHECKING:
    from galakit.game.sequence_form import SequenceForm
    from galakit.game.tree import Tree

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Agents:
    """n players, G information sets, M moves of all sets, L leaves that chance allows."""

    players: int
    owner: Ints
    """[G] whose set it is; a set comes after those at which its player has moved before"""
    count: Ints
    """[G] how many moves it has; the moves of all sets are numbered one set after the other"""
    before: Ints
    """[G] its player's last move before it, -1 where there is none"""
    needs: tuple[tuple[int, ...], ...]
    """[G] for each history that ends there the moves on the way, as the bits of a number"""
    path: Ints
    """[L, deepest] the moves on the way, player by player and each player's in order; -1 beyond the last"""
    pays: Floats
    """[n, L] payoffs between 0 and 1, times the probability that chance plays towards the leaf"""

    @cached_property
    def first(self) -> Ints:
        """[G] the first move of each set."""
        return offsets(self.count)

    @property
    def moves(self) -> int:
        return int(self.count.sum())

    @cached_property
    def set_of(self) -> Ints:
        """[M]"""
        return np.repeat(np.arange(len(self.count)), self.count)

    @cached_property
    def below(self) -> tuple[Ints, Ints]:
        """Where the leaves below each set start [G + 1], and those leaves."""
        leaf, column = np.nonzero(self.path >= 0)
        order, start = grouped(self.set_of[self.path[leaf, column]], len(self.count))
        return start, leaf[order]


def of_tables(payoffs: Sequence[Floats]) -> Agents:
    """A normal form, a table for each player: each has one information set."""
    shape = np.array(payoffs[0].shape)
    profiles = np.indices(payoffs[0].shape).reshape(len(shape), -1).T
    scaled = [(table - table.min()) / (np.ptp(table) or 1.0) for table in payoffs]
    return Agents(
        players=len(shape),
        owner=np.arange(len(shape)),
        count=shape,
        before=np.full(len(shape), -1),
        needs=((0,),) * len(shape),
        path=profiles + offsets(shape),
        pays=np.stack([table.ravel() for table in scaled]),
    )


def of_tree(form: SequenceForm, tree: Tree) -> Agents:
    """An unfolded game with perfect recall."""
    players, count = len(form.players), form.moves_count.astype(np.int64)
    first = offsets(count)
    # The number of each player's sequences as moves, and the way to each.
    of_sequence = [np.full(many, -1) for many in form.sequences]
    ways: list[list[list[int]]] = [[[] for _ in range(many)] for many in form.sequences]
    before = np.full(len(count), -1)
    for g, (player, start, parent) in enumerate(
        zip(form.player.tolist(), form.first_sequence.tolist(), form.parent_sequence.tolist())
    ):
        before[g] = of_sequence[player][parent]
        for k in range(int(count[g])):
            of_sequence[player][start + k] = first[g] + k
            ways[player][start + k] = [*ways[player][parent], int(first[g]) + k]
    reach = np.array(form.class_reach, np.float64)[form.leaf_class]
    leaves = np.flatnonzero(reach > 0)
    columns = form.leaf_sequences[:, leaves].T.tolist()
    rows = [[move for player, s in enumerate(column) for move in ways[player][s]] for column in columns]
    path = np.full((len(rows), max(map(len, rows), default=0)), -1)
    for leaf, row in enumerate(rows):
        path[leaf, : len(row)] = row
    payoffs = form.class_payoffs[form.leaf_class[leaves]].T
    low, high = payoffs.min(axis=1, keepdims=True), payoffs.max(axis=1, keepdims=True)
    pays = (payoffs - low) / np.where(high > low, high - low, 1.0) * reach[leaves]
    return Agents(players, form.player.astype(np.int64), count, before, _needs(tree, first, len(count)), path, pays)


def _needs(tree: Tree, first: Ints, sets: int) -> tuple[tuple[int, ...], ...]:
    """The moves of players on the way to each node of a set."""
    needs: list[set[int]] = [set() for _ in range(sets)]
    behind = [0] * tree.nodes
    parents, at, reach = tree.parent.tolist(), tree.information_set.tolist(), tree.reach.tolist()
    begins = tree.automaton.first
    state, edge = tree.state.tolist(), tree.edge.tolist()
    for node, parent in enumerate(parents):
        if parent >= 0:
            behind[node] = behind[parent]
            if at[parent] >= 0:
                behind[node] |= 1 << (int(first[at[parent]]) + edge[node] - int(begins[state[parent]]))
        if at[node] >= 0 and tree.reaches[reach[node]] > 0:
            needs[at[node]].add(behind[node])
    return tuple(tuple(sorted(need)) for need in needs)


def moves_of_plans(form: SequenceForm) -> list[Ints]:
    """[n][sequences] which move each sequence but the empty one ends in."""
    found = [np.full(many, -1) for many in form.sequences]
    start = offsets(form.moves_count.astype(np.int64))
    for player in range(len(form.players)):
        sets = form.sets_of(player)
        many = form.moves_count[sets].astype(np.int64)
        found[player][concatenated(form.first_sequence[sets], many)] = concatenated(start[sets], many)
    return found
