"""Many small matrix games at once: the stages of a stochastic game, given what each outcome is worth.

Where one player decides, the best move; where two do, a saddle point if there is one, a formula for two moves each, and
otherwise a linear programme.
"""

from __future__ import annotations

import numpy as np

from galakit.solvers.stochastic.parts import Floats, Part


def optimal(part: Part, worth: Floats) -> tuple[Floats, Floats]:
    """Optimal strategies [moves] and values [states] if the rows are worth so much to player 0, at the other's cost."""
    play = np.zeros(len(part.moves))
    value = np.empty(part.k)
    sets: list[list[int]] = [[] for _ in range(part.k)]
    for s, state in enumerate(part.set_state.tolist()):
        sets[state].append(s)
    for state in range(part.k):
        rows = slice(int(part.row_first[state]), int(part.row_first[state + 1]))
        matrix = worth[rows]
        here = sets[state]
        if not here:
            value[state] = matrix[0]
        elif len(here) == 1:
            best = int(matrix.argmax() if part.set_player[here[0]] == 0 else matrix.argmin())
            play[part.move_first[here[0]] + best] = 1.0
            value[state] = matrix[best]
        else:
            one, two = (slice(int(part.move_first[s]), int(part.move_first[s + 1])) for s in here)
            shaped = matrix.reshape(one.stop - one.start, two.stop - two.start)
            play[one], play[two], value[state] = solve(shaped)
    return play, value


def solve(matrix: Floats) -> tuple[Floats, Floats, float]:
    """Optimal strategies of the row player, who maximises, and of the column player; and the value.

    >>> row, column, value = solve(np.array([[3.0, 0.0], [0.0, 1.0]]))
    >>> row.tolist(), column.tolist(), value
    ([0.25, 0.75], [0.25, 0.75], 0.75)
    """
    rows, columns = matrix.shape
    sure = matrix.min(axis=1)
    most = matrix.max(axis=0)
    if sure.max() >= most.min():
        row, column = np.zeros(rows), np.zeros(columns)
        row[sure.argmax()] = column[most.argmin()] = 1.0
        return row, column, float(sure.max())
    if rows == columns == 2:
        (a, b), (c, d) = matrix.tolist()
        total = a + d - b - c  # not 0, since there is no saddle point
        first, second = (d - c) / total, (d - b) / total
        return np.array([first, 1 - first]), np.array([second, 1 - second]), (a * d - b * c) / total
    return _programmed(matrix)


def _programmed(matrix: Floats) -> tuple[Floats, Floats, float]:
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    shift = matrix.min()
    span = matrix.max() - shift
    scaled = (matrix - shift) / span + 1.0  # all positive, so that the value is
    # min sum x with scaled' x >= 1; the dual is the column player's, both in units of 1 / value.
    found = linprog(np.ones(rows), A_ub=-scaled.T, b_ub=-np.ones(columns), method="highs-ds")
    row = np.maximum(np.asarray(found.x, np.float64), 0.0)
    column = np.maximum(-found.ineqlin.marginals, 0.0)
    return row / row.sum(), column / column.sum(), float((1.0 / row.sum() - 1.0) * span + shift)
