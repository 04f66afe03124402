"""Information filters: which signals of a player are merged, and the size of the resulting game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galakit.abstraction.signal_tree import SignalTree
from galakit.separated.classes import Ints
from galakit.separated.factored import Labels


@dataclass(frozen=True, eq=False)
class Filter:
    """A partition of the signals on every level; signals that differed before differ afterwards (perfect recall)."""

    tree: SignalTree
    parts: tuple[Ints, ...]
    """for each level [signals] the class each belongs to"""

    @property
    def labels(self) -> Labels:
        """The same for `factor`: classes of the players' signals in the game itself."""
        levels = zip(self.tree.levels, self.parts)
        return {(level.player, level.values): part[level.unit] for level, part in levels}

    def classes(self, player: int) -> list[int]:
        """The number of classes on each level of a player."""
        levels = zip(self.tree.levels, self.parts)
        return [int(part.max()) + 1 for level, part in levels if level.player == player]

    @property
    def lp_rows(self) -> int:
        """Rows of the linear programme: sequences of one player, information sets of the other, and one."""
        labels, possible = self.labels, self.tree.game.possible
        rows = 2  # the empty sequence, and its constraint
        for player, situations in enumerate(self.tree.game.actions.situations):
            for situation in situations:
                here, some = labels[player, situation.signal], possible[situation]
                sets = len(np.unique(here if some is None else here[some]))
                rows += sets if player else sets * len(situation.moves)
        return rows


def everything(tree: SignalTree) -> Filter:
    """The identity: every signal of the tree on its own."""
    return Filter(tree, tuple(np.arange(level.count) for level in tree.levels))
