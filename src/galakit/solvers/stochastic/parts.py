"""The parts of a stochastic game: states that lead to each other are solved together, after all that they lead to.

A *part* is a strongly connected component of the graph of states. Parts are put in levels: the first leads nowhere but
to the end, and every other only to levels before it. States that never come again are parts of their own; those of a
level are solved by one NumPy call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped
from galakit.game.stochastic.form import NO_MOVE, OVER, StochasticForm

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
DENSE = 300  # states of a part up to which its equations are a full matrix


@dataclass(frozen=True, eq=False)
class Level:
    """Parts that do not lead to each other."""

    single: Ints
    """the states that never come again and at which at most one player decides"""
    joint: list[Ints]
    """the states of each other part"""


def levels(form: StochasticForm) -> Iterator[Level]:
    """All levels, those that the others lead to first."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    inner = form.entry_target != OVER
    source, target = form.row_state[form.entry_row[inner]], form.entry_target[inner]
    graph = csr_array((np.ones(len(source), np.int8), (source, target)), (form.states, form.states))
    count, label = connected_components(graph, connection="strong")
    label = label.astype(np.int64)
    several = np.bincount(form.set_state, minlength=form.states) > 1
    size = np.bincount(label, minlength=count)
    loop = np.zeros(count, bool)
    loop[label[source[source == target]]] = True
    joint = (size > 1) | loop
    joint[label[several]] = True

    across = label[source] != label[target]
    pairs = np.unique(np.stack([label[source[across]], label[target[across]]], axis=1), axis=0)
    ahead = np.bincount(pairs[:, 0], minlength=count)
    into, start = grouped(pairs[:, 1], count)
    order, first = grouped(label, count)
    level = np.flatnonzero(ahead == 0)
    while level.size:
        single = level[~joint[level]]
        yield Level(
            order[concatenated(first[single], size[single])],
            [order[first[part] : first[part + 1]] for part in level[joint[level]].tolist()],
        )
        before = pairs[into[concatenated(start[level], start[level + 1] - start[level])], 0]
        ready, times = np.unique(before, return_counts=True)
        ahead[ready] -= times
        level = ready[ahead[ready] == 0]


class Part:
    """The equations of one part, with what lies behind it already valued.

    `played`, `move_set`, `set_player` and `set_state` are as in the form, but numbered within the part.
    """

    def __init__(self, form: StochasticForm, states: Ints, paid: Floats, ahead: Any, values: Floats) -> None:
        """`paid` [R, n] and `ahead` [R, K] are the payments and the next states of all rows of the form."""
        self.states = states
        self.k = len(states)
        count = form.row_first[states + 1] - form.row_first[states]
        rows = concatenated(form.row_first[states], count)
        self.row_state = np.repeat(np.arange(self.k), count)
        self.row_first = np.concatenate([[0], np.cumsum(count)])
        own = ahead[rows]
        inside = own[:, states]
        self.paid = paid[rows] + own @ values - inside @ values[states]
        """[rows, n] what a row brings now and from other parts"""
        self.inside: Any = inside.toarray() if self.k <= DENSE else inside
        """[rows, states] the probabilities of staying in the part"""
        local = np.full(form.states, -1, np.int64)
        local[states] = np.arange(self.k)
        here = local[form.set_state] >= 0
        self.sets = np.flatnonzero(here)
        self.set_state, self.set_player = local[form.set_state[self.sets]], form.set_player[self.sets]
        size = form.move_first[self.sets + 1] - form.move_first[self.sets]
        self.moves = concatenated(form.move_first[self.sets], size)
        """the moves of the form that are made in the part"""
        self.move_first = np.concatenate([[0], np.cumsum(size)])
        self.move_set = np.repeat(np.arange(len(self.sets)), size)
        number = np.full(form.moves + 1, NO_MOVE, np.int64)
        number[self.moves] = np.arange(len(self.moves))
        self.played = number[form.played[rows]]
        self.players = paid.shape[1]

    @cached_property
    def deciders(self) -> list[int]:
        """The players who have several moves somewhere in the part."""
        wide = np.diff(self.move_first) > 1
        return sorted(set(self.set_player[wide].tolist()))

    @cached_property
    def simultaneous(self) -> bool:
        return bool((np.bincount(self.set_state, minlength=self.k) > 1).any())

    @cached_property
    def owner(self) -> Ints:
        """[moves] the player of each move."""
        return self.set_player[self.move_set]

    def own_moves(self, player: int) -> Ints:
        """[rows] the player's move in each row, or NO_MOVE."""
        owner = np.append(self.owner, -1)
        mine: Ints = np.where(owner[self.played] == player, self.played, NO_MOVE).max(axis=1)
        return mine

    def share(self, play: Floats, without: int | None = None) -> Floats:
        """[rows] the probability of each row in its state; of the others' moves alone without one player's."""
        padded = np.append(play if without is None else np.where(self.owner == without, 1.0, play), 1.0)
        found: Floats = padded[self.played].prod(axis=1)
        return found

    def valued(self, play: Floats) -> Floats:
        """[states, n] what each player gets from each state on."""
        share = self.share(play)
        if self.k <= DENSE:
            staying = np.zeros((self.k, self.k))
            np.add.at(staying, self.row_state, share[:, None] * self.inside)
            paid = np.zeros((self.k, self.players))
            np.add.at(paid, self.row_state, share[:, None] * self.paid)
            return np.linalg.solve(np.eye(self.k) - staying, paid).astype(np.float64)
        from scipy.sparse import csr_array, eye_array
        from scipy.sparse.linalg import splu

        rows = np.arange(len(share))
        summing = csr_array((share, (self.row_state, rows)), (self.k, len(rows)))
        matrix = eye_array(self.k, format="csc") - (summing @ self.inside).tocsc()
        found: Floats = splu(matrix.tocsc()).solve(summing @ self.paid)
        return found

    def row_values(self, values: Floats) -> Floats:
        """[rows, n] what each row is worth to each player."""
        found: Floats = self.paid + self.inside @ values
        return found

    def worth(self, player: int, play: Floats, values: Floats) -> Floats:
        """[moves] what each of the player's moves is worth to them when the others play so; 0 for other moves."""
        mine = self.own_moves(player)
        own = mine != NO_MOVE
        got = self.share(play, player) * self.row_values(values)[:, player]
        return np.bincount(mine[own], got[own], len(self.moves)).astype(np.float64)
