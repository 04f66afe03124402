"""The algorithm of Lemke & Howson (1964) in whole numbers: one equilibrium of a bimatrix game per missing label.

P = {x >= 0, B'x <= 1} and Q = {y >= 0, A y <= 1} with positive payoffs A, B. Strategies of both players are the labels
0, ..., m+n-1; a point has the label of each inequality that is tight there: the strategy is not played, or is a best
response. A pair of vertices that has all labels is an equilibrium, up to scaling, or (0, 0). From there, giving up one
label and then always the one that was picked up twice leads along edges to an equilibrium (Shapley 1974). The
lexicographic rule makes every step unique, in degenerate games, too, so that no path returns.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from galakit.solvers.exact.pivoting import Tableau, inequalities, whole
from galakit.solvers.normal.bimatrix import Bimatrix, Equilibrium, Mixed


def lemke_howson(game: Bimatrix, label: int = 0, *, tick: Callable[[], None] = lambda: None) -> tuple[Equilibrium, int]:
    """The equilibrium at the end of the path on which a label (counted from 0) is missing, and its pivots.

    >>> import numpy as np
    >>> chicken = Bimatrix(np.array([[0, 7], [2, 6]]), np.array([[0, 2], [7, 6]]))
    >>> pair, pivots = lemke_howson(chicken, 0)
    >>> [[str(p) for p in mixed] for mixed in pair]
    [['1', '0'], ['0', '1']]
    """
    rows, columns = game.shape
    labels = rows + columns
    a, b = game.positive
    # In the tableau of P the number of a variable is its label; in that of Q, y comes first, then the slacks.
    tableaux = (inequalities(b.T, whole([1] * columns)), inequalities(a, whole([1] * rows)))
    shifts = (0, rows)
    now = 0 if label < rows else 1
    entering, pivots = label, 0
    while True:
        tick()
        left = tableaux[now].enter((entering - shifts[now]) % labels)
        assert left is not None, "positive payoffs bound both polytopes"
        pivots += 1
        entering = (left + shifts[now]) % labels
        if entering == label:
            return (_mixed(tableaux[0]), _mixed(tableaux[1])), pivots
        now = 1 - now


def _mixed(tableau: Tableau) -> Mixed:
    weights = tableau.values()
    total = sum(weights, Fraction(0))
    return tuple(w / total for w in weights)
