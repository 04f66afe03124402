"""Random bimatrix games: with few different payoffs they are degenerate nearly always, with many nearly never."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from galakit.solvers.normal.bimatrix import Bimatrix, Equilibrium, Mixed


@st.composite
def bimatrix_games(draw, most: int = 4, spread: int | None = None):
    """Up to `most` strategies each; payoffs from 0 to `spread`."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    top = draw(st.sampled_from([1, 3, 1000])) if spread is None else spread
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    return Bimatrix(random.integers(0, top + 1, (rows, columns)), random.integers(0, top + 1, (rows, columns)))


def is_equilibrium(game: Bimatrix, pair: Equilibrium) -> bool:
    """Whether each plays best responses only."""
    x, y = pair
    return _best(game.first.tolist(), y, x) and _best(game.second.T.tolist(), x, y)


def _best(payoffs: list[list[int]], other: Mixed, own: Mixed) -> bool:
    worth = [sum(p * q for p, q in zip(row, other) if q) for row in payoffs]
    most = max(worth)
    return all(w == most for w, weight in zip(worth, own) if weight)
