"""Strategies by state of a whole stochastic game: part by part, from the end back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from galakit.game.stochastic.form import NO_MOVE, OVER, StochasticForm
from galakit.solvers.stochastic.improving import best_response, first_moves, opposed
from galakit.solvers.stochastic.parts import Floats, Ints, Level, Part, levels

SAME = 1e-9  # what sums of payoffs may differ by to count as constant, relative to the largest payoff


@dataclass(eq=False)
class Solving:
    """The strategies and values found so far."""

    form: StochasticForm
    report: Callable[[str, int, int | None], None] = lambda stage, done, total: None

    def __post_init__(self) -> None:
        from scipy.sparse import csr_array

        form = self.form
        chance, self.paid = form.numbers(exact=False)
        inner = form.entry_target != OVER
        self.ahead = csr_array(
            (chance[inner], (form.entry_row[inner], form.entry_target[inner])), (form.rows, form.states)
        )
        self.play: Floats = np.zeros(form.moves)
        self.values: Floats = np.zeros((form.states, self.paid.shape[1]))
        self.constant = False
        """whether there are two players, and what one gains the other loses"""
        self.used: set[str] = set()
        """the algorithms that parts needed"""
        self.largest = 1
        """the number of states of the largest part"""

    def run(self) -> None:
        """Find strategies for all states."""
        done = 0
        self.constant = self.paid.shape[1] == 2 and self._constant_sum()
        for level in levels(self.form):
            self._singles(level)
            for states in self._batches(level):
                self._together(Part(self.form, states, self.paid, self.ahead, self.values))
                self.report("solving states that come again", done, self.form.states)
                done += len(states)
            done += len(level.single)
        self.report("solving states that come again", self.form.states, self.form.states)

    def _batches(self, level: Level) -> list[Ints]:
        """The parts of a level; as one where policy iteration solves them all, since they do not disturb each other."""
        self.largest = max([self.largest, *map(len, level.joint)])
        together = self.constant or self.paid.shape[1] == 1
        return [np.concatenate(level.joint)] if together and level.joint else level.joint

    def _constant_sum(self) -> bool:
        """Whether what both get together depends only on the state, however they play from there."""
        from scipy.sparse import csr_array, eye_array
        from scipy.sparse.linalg import splu

        form = self.form
        total = self.paid.sum(axis=1)
        if not total.any():
            return True
        share = 1.0 / np.diff(form.row_first)[form.row_state]
        summing = csr_array((share, (form.row_state, np.arange(form.rows))), (form.states, form.rows))
        worth = splu((eye_array(form.states) - summing @ self.ahead).tocsc()).solve(summing @ total)
        miss = np.abs(total + self.ahead @ worth - worth[form.row_state]).max()
        return bool(miss <= SAME * (1.0 + np.abs(total).max()))

    def _singles(self, level: Level) -> None:
        """States that never come again, at which chance or one player moves."""
        states = level.single
        if not states.size:
            return
        part = Part(self.form, states, self.paid, self.ahead, self.values)
        worth = part.paid[np.arange(len(part.row_state)), _mover(part)]
        best = np.maximum.reduceat(worth, part.row_first[:-1])
        top = np.flatnonzero(worth == best[part.row_state])
        chosen = top[np.unique(part.row_state[top], return_index=True)[1]]
        made = part.played[chosen, 0]
        self.play[part.moves[made[made != NO_MOVE]]] = 1.0
        self.values[states] = part.paid[chosen]

    def _together(self, part: Part) -> None:
        if len(part.deciders) <= 1:
            used = "policy iteration"
            play, values = best_response(part, part.deciders[0] if part.deciders else 0, first_moves(part))
        elif self.constant:
            used = "matrix games and policy iteration" if part.simultaneous else "strategy iteration"
            play, values = opposed(part)
        else:
            from galakit.solvers.stochastic.general import markov_perfect

            play, values, used = markov_perfect(part)
        self.used.add(used)
        self.play[part.moves] = play
        self.values[part.states] = values


def _mover(part: Part) -> Ints:
    """[rows] the player who decides in the state of each row; 0 where chance does."""
    mover = np.zeros(part.k, np.int64)
    mover[part.set_state] = part.set_player
    return mover[part.row_state]
