"""The game tree as columns, one row per node, in preorder: a node's subtree is the range `node .. end[node] - 1`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from galakit.game.automaton import Automaton, Column
from galakit.game.ragged import distinct, grouped
from galakit.rules.contract import Number
from galakit.rules.knowledge import Happened, Recording


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

    def history(self, node: int) -> tuple[Happened, ...]:
        """The moves from the root to a node, with what was known."""
        automaton, record = self.automaton, Recording(len(self.automaton.players))
        record.learn(_taught(automaton, automaton.opening_seen))
        for before, after in pairwise(self.path(node)):
            mover = int(automaton.mover[self.state[before]])
            record.move(mover, self.move(after), self.taught(after))
            if mover < 0 and not self._told(int(self.state[before])):
                record.steps[-1] = record.steps[-1]._replace(seen=())
        return tuple(record.steps)

    @cached_property
    def _telling(self) -> dict[int, bool]:
        return {}

    def _told(self, state: int) -> bool:
        """Whether what players observe of a move of chance tells which move it was."""
        if state not in self._telling:
            edges = slice(int(self.automaton.first[state]), int(self.automaton.first[state + 1]))
            seen = self.automaton.seen[edges]
            self._telling[state] = len(np.unique(seen, axis=0)) == len(seen)
        return self._telling[state]

    def taught(self, node: int) -> list[tuple[int, str]]:
        """(player, fact) for all that the move to a node taught."""
        return _taught(self.automaton, self.automaton.seen[self.edge[node]].tolist())


def _taught(automaton: Automaton, symbols: Sequence[int]) -> list[tuple[int, str]]:
    """(player, fact) for all that players observed, given by the symbol of each."""
    return [(player, fact) for player, symbol in enumerate(symbols) for fact in automaton.observations[symbol]]
