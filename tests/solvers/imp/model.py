"""The IMP-model (Blair, Mutchler & van Lent 1996, section 7): game trees of one shape, to count leaves on.

Chance deals one of k^(d-1) equally likely nodes, which the player cannot tell apart; d - 1 times he has b moves, and
after each but the last he learns which of k equal parts of his information set he is in. `imp_model` among the shipped
games is the same as a game; here it is made directly as what the search needs, for trees with millions of leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.solvers.imp.problem import Problem


def imp_model(k: int, b: int, d: int, payoffs: npt.ArrayLike, high: int, low: int | None = None) -> Problem:
    """The problem of an IMP-model with (k b)^(d-1) whole payoffs, none above `high`.

    Payoffs come as an array [b, k, b, k, ..., b, k] (or flattened): first move, part after it, second move, and so on.
    """
    weight = np.ascontiguousarray(payoffs, np.int64).ravel()
    least = int(weight.min()) if low is None else low
    sets = [(k * b) ** i for i in range(d - 1)]  # PI-sets with i moves before them
    nodes = np.repeat([k ** (d - 1 - i) for i in range(d - 1)], sets)  # in each of them
    mixed = 1 + b * sum(sets)
    last = mixed - b * sets[-1]  # the first mixed set that consists of leaves
    first_set = np.minimum(np.concatenate([[0], 1 + k * np.arange(mixed, dtype=np.int64)]), sum(sets))
    parts = np.concatenate([[k ** (d - 1)], np.repeat(nodes, b)])

    def times(x: Any) -> npt.NDArray[np.int64]:
        return np.asarray(x, np.int64)

    return Problem(
        first_leaf=k * np.maximum(np.arange(mixed + 1, dtype=np.int64) - last, 0),
        first_set=first_set,
        first_move=1 + b * np.arange(sum(sets), dtype=np.int64),
        moves=np.full(sum(sets), b, np.int64),
        information_set=np.arange(sum(sets), dtype=np.int64),
        minimises=np.zeros(sum(sets), bool),
        leaf_weight=weight,
        leaf_high=np.full(len(weight), high, np.int64),
        leaf_low=np.full(len(weight), least, np.int64),
        set_high=times(nodes * high),
        set_low=times(nodes * least),
        mixed_high=times(parts * high),
        mixed_low=times(parts * least),
        depth=d - 1,
        infinity=np.int64(8 * k ** (d - 1) * max(abs(high), abs(least)) + 1),
        scale=k ** (d - 1),
    )
