"""The certificate of strategies that depend on the state alone, in a game whose states come again.

Against such strategies a single player faces a Markov decision process, so no strategy with a memory does better than
the best one without. The strategies played are valued by a system of linear equations; then the player changes to a
better move wherever there is one, and is valued again, until there is none (Howard 1960). If there is none to begin
with, nothing can be gained. Nothing here is shared with the solvers. In fractions a gap of 0 is a proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.stochastic.form import NO_MOVE, OVER, StochasticForm
from galakit.rules.contract import Number
from galakit.solution.certificate import TOLERANCE, Certificate

Array: TypeAlias = npt.NDArray[Any]
DENSE = 400  # states up to which the equations of floats are solved as a full matrix
SLACK = 1e-11  # by which a move of floats must be better, relative to the largest value
ROUNDS = 1_000  # of improvements: a few are usual


@dataclass(frozen=True, eq=False)
class Stationary:
    """A profile of strategies that depend on the state alone, and what it is worth."""

    form: StochasticForm
    play: Array
    """[M] the probability of each move of each set: Fractions or floats"""

    def __post_init__(self) -> None:
        form = self.form
        total = np.add.reduceat(self.play, form.move_first[:-1]) if form.moves else np.zeros(0)
        slack = 0 if self.exact else TOLERANCE
        fits = len(self.play) == form.moves and (self.play >= -slack).all() and (abs(total - 1) <= slack).all()
        if not fits:
            raise GalakitError("the probabilities of a player's moves are negative or do not sum to 1", id="GK609")

    @property
    def exact(self) -> bool:
        return self.play.dtype == object

    @cached_property
    def numbers(self) -> tuple[Array, Array]:
        """Probabilities of entries, and payments of rows."""
        return self.form.numbers(self.exact)

    @cached_property
    def values(self) -> Array:
        """[K, n] what each player gets from each state on."""
        return self._valued(self._share(self.play, None), range(len(self.form.automaton.players)))

    def move_values(self, player: int, values: Array | None = None) -> Array:
        """[M] what each move of the player's sets is worth to them if others play their strategies; else 0."""
        form, mine = self.form, self._mine(player)
        worth = (self.values if values is None else values)[:, [player]]
        got = self.numbers[1][:, player] + self._ahead(worth)[:, 0]
        result = np.zeros(form.moves, self.play.dtype)
        own = mine != NO_MOVE
        np.add.at(result, mine[own], (self._share(self.play, player) * got)[own])
        return result

    def certify(self) -> Certificate:
        """What each player expects and could gain."""
        form = self.form
        opening = form.automaton.gains[form.automaton.opening_gain]
        start = self.values[form.start]
        read: Any = Fraction if self.exact else float
        value = tuple(read(paid + x) for paid, x in zip(opening, start))
        gains = tuple(read(best[form.start] - x) for best, x in zip(self.best, start))
        return Certificate(value, gains, self.exact)

    @cached_property
    def best(self) -> list[Array]:
        """For each player [K], what they get from each state on by a best response."""
        return [self._best(player) for player in range(len(self.form.automaton.players))]

    @property
    def gain_anywhere(self) -> Number:
        """The most that a player could gain by deviating, if the game began at the worst state for the claim."""
        gains = [best - self.values[:, player] for player, best in enumerate(self.best)]
        most = max(gain.max() for gain in gains)
        return Fraction(most) if self.exact else max(0.0, float(most))

    def _best(self, player: int) -> Array:
        form = self.form
        sets = np.flatnonzero(form.set_player == player)
        values = self.values[:, player]
        if not sets.size:
            return values
        own = np.isin(form.move_set, sets)
        first = np.searchsorted(np.flatnonzero(own), form.move_first[sets])
        place = np.flatnonzero(own)
        group = np.searchsorted(sets, form.move_set[place])
        weights = self.play.copy()
        padded = np.zeros((form.states, len(form.automaton.players)), self.play.dtype)
        for _ in range(ROUNDS):
            padded[:, player] = values
            worth = self.move_values(player, padded)[place]
            best = np.maximum.reduceat(worth, first)
            now = np.add.reduceat(worth * weights[place], first)
            slack = 0 if self.exact else SLACK * (1.0 + float(np.abs(values).max()))
            better = best > now + slack
            if not better.any():
                return values
            top = worth == best[group]
            leading = np.flatnonzero(top)[np.unique(group[top], return_index=True)[1]]
            changed = better[group]
            weights[place[changed]] = 0
            weights[place[leading[better[group[leading]]]]] = 1
            values = self._valued(self._share(weights, None), [player])[:, 0]
        raise GalakitError("a best response was not found: improvements did not end", id="GK609")

    def _mine(self, player: int) -> npt.NDArray[np.int64]:
        """[R] the player's move in each row, or NO_MOVE."""
        form = self.form
        owner = np.append(form.set_player[form.move_set], -1)  # NO_MOVE is the last
        mine: npt.NDArray[np.int64] = np.where(owner[form.played] == player, form.played, NO_MOVE).max(axis=1)
        return mine

    def _share(self, play: Array, without: int | None) -> Array:
        """[R] the probability of each row in its state; of the others' moves alone, without one player's."""
        form = self.form
        padded = np.append(play, np.ones(1, play.dtype))
        if without is not None:
            owner = form.set_player[form.move_set]
            padded[:-1][owner == without] = 1
        result = padded[form.played[:, 0]]
        for column in range(1, form.played.shape[1]):
            result = result * padded[form.played[:, column]]
        return result

    def _ahead(self, values: Array) -> Array:
        """[R, ...] what the next states are worth."""
        form = self.form
        inner = form.entry_target != OVER
        result = np.zeros((form.rows, values.shape[1]), values.dtype)
        worth = self.numbers[0][inner, None] * values[form.entry_target[inner]]
        if values.dtype == object:
            np.add.at(result, form.entry_row[inner], worth)
        else:
            for column in range(values.shape[1]):
                result[:, column] = np.bincount(form.entry_row[inner], worth[:, column], form.rows)
        return result

    def _valued(self, share: Array, players: Any) -> Array:
        """[K, players] the solution of `value = payment + next value` when rows have these probabilities."""
        form = self.form
        row_state = form.row_state
        inner = form.entry_target != OVER
        weight = share[form.entry_row[inner]] * self.numbers[0][inner]
        source, target = row_state[form.entry_row[inner]], form.entry_target[inner]
        paid = self.numbers[1][:, list(players)] * share[:, None]
        if self.exact:
            return _solved_exactly(form.states, source, target, weight, _summed(paid, row_state, form.states))
        return _solved(form.states, source, target, weight, _summed(paid, row_state, form.states))


def _summed(paid: Array, row_state: Array, states: int) -> Array:
    if paid.dtype != object:
        return np.stack([np.bincount(row_state, column, states) for column in paid.T], axis=1)
    result = np.full((states, paid.shape[1]), Fraction(0), object)
    np.add.at(result, row_state, paid)
    return result


def _solved(states: int, source: Array, target: Array, weight: Array, paid: Array) -> Array:
    from scipy.sparse import csc_array, eye_array
    from scipy.sparse.linalg import splu

    matrix = eye_array(states, format="csc") - csc_array((weight, (source, target)), (states, states))
    if states <= DENSE:
        return np.linalg.solve(matrix.toarray(), paid)
    return splu(matrix.tocsc()).solve(paid)


def _solved_exactly(states: int, source: Array, target: Array, weight: Array, paid: Array) -> Array:
    from flint import fmpq, fmpq_mat

    matrix: list[list[Any]] = [[0] * states for _ in range(states)]
    for s in range(states):
        matrix[s][s] = fmpq(1)
    for s, t, w in zip(source.tolist(), target.tolist(), weight.tolist()):
        matrix[s][t] -= fmpq(w.numerator, w.denominator)
    right = [[fmpq(x.numerator, x.denominator) for x in row] for row in paid.tolist()]
    found = fmpq_mat(states, states, [x for row in matrix for x in row]).solve(
        fmpq_mat(states, paid.shape[1], [x for row in right for x in row])
    )
    result = np.empty(paid.shape, object)
    for s in range(states):
        for column in range(paid.shape[1]):
            x = found[s, column]
            result[s, column] = Fraction(int(x.p), int(x.q))
    return result
