"""Policy iteration: value the strategies, change to better moves, and value again (Howard 1960).

One player alone, or against fixed strategies of the others, gets a best response after a few rounds. Two players with
opposed interests: one of them improves against the other's best responses (Hoffman & Karp 1966).
"""

from __future__ import annotations

import numpy as np

from galakit.deadline import check_deadline
from galakit.solvers.stochastic.matrix_games import optimal
from galakit.solvers.stochastic.parts import Floats, Part

SLACK = 1e-12  # by which a move must be better, relative to the largest value
ROUNDS = 1_000  # a few are usual; rounding might go round in a circle, and the certificate says what it is worth then


def first_moves(part: Part) -> Floats:
    """The strategies that make the first move everywhere."""
    play = np.zeros(len(part.moves))
    play[part.move_first[:-1]] = 1.0
    return play


def uniform(part: Part) -> Floats:
    """The strategies that make every move with the same probability."""
    size = np.diff(part.move_first)
    return 1.0 / np.repeat(size, size)


def improved(part: Part, player: int, play: Floats, values: Floats) -> Floats | None:
    """The strategies with better moves of a player wherever there are some; None if there are none."""
    worth = part.worth(player, play, values)
    best = np.maximum.reduceat(worth, part.move_first[:-1])
    now = np.add.reduceat(worth * play, part.move_first[:-1])
    slack = SLACK * (1.0 + np.abs(values[:, player]).max())
    better = (best > now + slack) & (part.set_player == player)
    if not better.any():
        return None
    top = np.flatnonzero(worth == best[part.move_set])
    leading = top[np.unique(part.move_set[top], return_index=True)[1]]
    play = np.where(better[part.move_set], 0.0, play)
    play[leading[better]] = 1.0
    return play


def best_response(part: Part, player: int, play: Floats) -> tuple[Floats, Floats]:
    """The strategies with a player's best response to the others, and the values."""
    for _ in range(ROUNDS):
        check_deadline("solving states that come again")
        values = part.valued(play)
        better = improved(part, player, play, values)
        if better is None:
            return play, values
        play = better
    return play, values


def opposed(part: Part) -> tuple[Floats, Floats]:
    """Optimal strategies of two players with opposed interests, and the values."""
    if part.simultaneous:
        return _opposed_at_once(part)
    play = first_moves(part)
    for _ in range(ROUNDS):
        play, values = best_response(part, 1, play)
        better = improved(part, 0, play, values)
        if better is None:
            return play, values
        play = better
    return play, values


def _opposed_at_once(part: Part) -> tuple[Floats, Floats]:
    """The same where both may move at once: each state is a matrix game, whose entries depend on the values.

    The first player plays optimally in the matrix games, the second responds, and the values of that make the next
    matrices. Values of the first player only rise, so they converge.
    """
    play = uniform(part)
    least = np.inf
    stuck = 0
    kept, kept_values = play, part.valued(play)
    for _ in range(ROUNDS):
        check_deadline("solving matrix games")
        _, values = best_response(part, 1, play)
        worth = part.row_values(values)[:, 0]
        both, value = optimal(part, worth)
        # How far the values are from those of their own matrix games bounds how far they are from the right ones.
        miss = float(np.abs(value - values[:, 0]).max())
        scale = 1.0 + float(np.abs(values).max())
        if miss < least:
            least, stuck, kept, kept_values = miss, 0, both, values
        else:
            stuck += 1
        play = both
        if miss <= SLACK * scale or stuck > 5:
            return kept, kept_values
    return kept, kept_values
