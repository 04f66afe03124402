"""The states of an automaton level by level, and how large the tree that unfolds from them is.

A state is on the level of its longest path from the start, so edges lead from lower levels to higher ones. Nodes are
counted from the last level back, without the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import note
from galakit.errors import GalakitError
from galakit.game.ragged import chained, tally
from galakit.progress import ARRANGING
from galakit.rules.contract import END

if TYPE_CHECKING:
    from galakit.game.automaton import Automaton


def topological_levels(automaton: Automaton) -> list[npt.NDArray[np.int64]]:
    """The states by the length of the longest path to them from the start; an error if the game has a cycle."""
    levels, done = automaton.peeled
    if done < automaton.states:
        raise GalakitError(
            "the game can go on for ever: a state can be reached again from itself",
            hint="`galakit solve` takes such games by the method stationary, which it picks by itself, and `show`, "
            "`play` and `size` take them, too; or count the moves in the state and end the game after a fixed "
            "number of them",
            notes=[f"{automaton.states - done} of {automaton.states} states lie on or behind such a cycle"],
            id="GK602",
        )
    return levels


def peeled(automaton: Automaton) -> tuple[list[npt.NDArray[np.int64]], int]:
    """The levels as far as no cycle comes before them, and how many states they have together."""
    first = automaton.first
    arrivals = np.bincount(automaton.target, minlength=automaton.states)
    level = np.array([automaton.start], np.int64) if arrivals[automaton.start] == 0 else np.empty(0, np.int64)
    levels: list[npt.NDArray[np.int64]] = []
    done = 0
    while level.size:
        note(ARRANGING, done, automaton.states)
        levels.append(level)
        done += level.size
        target = automaton.target[chained(first, level)[0]]
        reached, times = tally(target, automaton.states)
        arrivals[reached] -= times
        level = reached[arrivals[reached] == 0]
    return levels, done


def counted(automaton: Automaton) -> tuple[int, int]:
    """Nodes and terminal nodes of the game tree."""
    # Every state is reached from the start, so no count is larger than that of the start: floats tell it, and exactly
    # where all of them are small.
    nodes, terminals = _counted(automaton, np.float64)
    if nodes > 2**53:
        nodes, terminals = _counted(automaton, np.int64 if nodes < 2**62 else object)
    return int(nodes), int(terminals)


def _counted(automaton: Automaton, kind: Any) -> tuple[Any, Any]:
    """Nodes and terminal nodes in numbers of a kind: Python's integers, as objects, are right at any size."""
    ends = automaton.mover == END
    nodes = np.ones(automaton.states, kind)
    terminals = ends.astype(kind)
    done = 0
    for level in reversed(automaton.levels):
        note("counting nodes", done, automaton.states)
        done += len(level)
        inner = level[~ends[level]]
        if not inner.size:
            continue
        edges, start, _ = chained(automaton.first, inner)
        target = automaton.target[edges]
        nodes[inner] = 1 + np.add.reduceat(nodes[target], start)
        terminals[inner] = np.add.reduceat(terminals[target], start)
    return nodes[automaton.start], terminals[automaton.start]
