"""The game tree as columns, one row per node, in preorder: a node's subtree is the range `node .. end[node] - 1`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from galakit.game.automaton import Automaton, Column
from galakit.game.histories import Histories
from galakit.game.ragged import distinct, grouped
from galakit.rules.contract import Number


@dataclass(frozen=True, eq=False)
class Tree:
    """N nodes; node 0 is the root."""

    automaton: Automaton
    parent: Column
    """[N] -1 for the root"""
    edge: Column
    """[N] the automaton's edge that leads here; -1 for the root"""
    information_set: Column
    """[N] -1 where no player moves"""
    reach: Column
    """[N] index into `reaches`: the probability that chance plays towards this node"""
    payoff: Column
    """[N] index into `payoffs`: what each player has gained so far"""
    end: Column
    """[N] one past the last node of the subtree"""
    depth: Column
    """[N] moves from the root"""
    reaches: list[Number]
    payoffs: list[tuple[Number, ...]]

    @property
    def nodes(self) -> int:
        return len(self.parent)

    @cached_property
    def state(self) -> Column:
        """[N] the automaton's state at each node."""
        start = np.array([self.automaton.start], np.int32)
        return np.concatenate([start, self.automaton.target[self.edge[1:]]])

    @property
    def mover(self) -> Column:
        """[N] a player, CHANCE or END."""
        return self.automaton.mover[self.state]

    @cached_property
    def _children(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        order, start = grouped(self.parent[1:], self.nodes)
        return order + 1, start

    def children(self, node: int) -> npt.NDArray[np.int64]:
        """The children of a node, in the order of its moves."""
        order, start = self._children
        return order[start[node] : start[node + 1]]

    def levels(self) -> list[npt.NDArray[np.int64]]:
        """The nodes by depth, each level in preorder."""
        order, start = grouped(self.depth, int(self.depth.max()) + 1)
        return [order[a:b] for a, b in pairwise(start.tolist())]

    def absent_minded(self) -> npt.NDArray[np.int64]:
        """Information sets that can be met twice in one play."""
        nodes, _ = grouped(self.information_set + 1, int(self.information_set.max()) + 2)
        sets = self.information_set[nodes]
        # In preorder, if any two nodes of a set lie below each other, then two neighbours do.
        twice = (sets[1:] == sets[:-1]) & (sets[1:] >= 0) & (nodes[1:] < self.end[nodes[:-1]])
        return distinct(sets[1:][twice]).astype(np.int64)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to this one, both included."""
        way = [node]
        while way[-1] > 0:
            way.append(int(self.parent[way[-1]]))
        return way[::-1]

    def move(self, node: int) -> str:
        """The move that led to a node other than the root."""
        return self.automaton.moves[int(self.automaton.move[self.edge[node]])]

    @cached_property
    def histories(self) -> Histories:
        """What happened on the way to each node."""
        return Histories(self)
