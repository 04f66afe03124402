"""What happened on the way to the nodes of a tree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from galakit.rules.history import Happened, Recording

if TYPE_CHECKING:
    from galakit.game.tree import Tree


class Histories:
    """The moves that lead to nodes, with what was known."""

    def __init__(self, tree: Tree) -> None:
        self._tree, self._automaton = tree, tree.automaton
        self._telling: dict[int, bool] = {}

    def of(self, node: int) -> tuple[Happened, ...]:
        """The moves from the root to a node."""
        automaton, state = self._automaton, self._tree.state
        record = Recording(len(automaton.players))
        record.learn(self._facts(automaton.opening_seen))
        for before, after in pairwise(self._tree.path(node)):
            mover = int(automaton.mover[state[before]])
            record.move(mover, self._tree.move(after), self.taught(after))
            if mover < 0 and not self._tells(int(state[before])):
                record.steps[-1] = record.steps[-1]._replace(seen=())
        return tuple(record.steps)

    def taught(self, node: int) -> list[tuple[int, str]]:
        """(player, fact) for all that the move to a node taught."""
        return self._facts(self._automaton.seen[self._tree.edge[node]].tolist())

    def _tells(self, state: int) -> bool:
        """Whether what players observe of a move of chance tells which move it was."""
        if state not in self._telling:
            edges = slice(int(self._automaton.first[state]), int(self._automaton.first[state + 1]))
            seen = self._automaton.seen[edges]
            self._telling[state] = len(np.unique(seen, axis=0)) == len(seen)
        return self._telling[state]

    def _facts(self, symbols: Sequence[int]) -> list[tuple[int, str]]:
        """(player, fact) for all that players observed, given by the symbol of each."""
        observations = self._automaton.observations
        return [(player, fact) for player, symbol in enumerate(symbols) for fact in observations[symbol]]
