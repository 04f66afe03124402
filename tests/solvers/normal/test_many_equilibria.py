"""A game with as many equilibria as were ever found for its size."""

from __future__ import annotations

import numpy as np

from galakit.solvers.normal.bimatrix import Bimatrix
from galakit.solvers.normal.extreme import extreme_equilibria

FIRST = [
    [9504, -660, 19976, -20526, 1776, -8976],
    [-111771, 31680, -130944, 168124, -8514, 52764],
    [397584, -113850, 451176, -586476, 29216, -178761],
    [171204, -45936, 208626, -263076, 14124, -84436],
    [1303104, -453420, 1227336, -1718376, 72336, -461736],
    [737154, -227040, 774576, -1039236, 48081, -300036],
]
SECOND = [
    [72336, 48081, 29216, 14124, 1776, -8514],
    [-461736, -300036, -178761, -84436, -8976, 52764],
    [1227336, 774576, 451176, 208626, 19976, -130944],
    [-1718376, -1039236, -586476, -263076, -20526, 168124],
    [1303104, 737154, 397584, 171204, 9504, -111771],
    [-453420, -227040, -113850, -45936, -660, 31680],
]


def test_the_game_of_six_by_six_has_seventy_five_equilibria():
    """Von Stengel (1999), New maximal numbers of equilibria in bimatrix games."""
    found = extreme_equilibria(Bimatrix(np.array(FIRST), np.array(SECOND)))
    assert len(found.pairs) == 75 and not found.degenerate
