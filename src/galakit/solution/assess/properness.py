"""Is a pair of mixed strategies the limit of ε-proper ones? (Myerson 1978)

The strategies are polynomials in ε, one for each pure strategy, whose lowest terms decide for small ε. They are
ε-proper in the limit if all are positive and a pure strategy that is worse than another, against what the other player
does for small ε, is also of a higher order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy.typing as npt

Mixed: TypeAlias = Sequence[Sequence[Fraction]]
"""[strategies][terms] the weights as polynomials in ε, the constant terms first"""


def vanishing_properly(tables: tuple[npt.NDArray[Any], npt.NDArray[Any]], pair: tuple[Mixed, Mixed]) -> bool:
    """Whether worse mistakes vanish faster than better ones; both tables have a row per strategy of the first player.

    >>> import numpy as np
    >>> table = np.array([[1, 0], [0, 0]])
    >>> sure, rare = [Fraction(1), Fraction(-1)], [Fraction(0), Fraction(1)]
    >>> vanishing_properly((table, table), ([sure, rare], [sure, rare]))
    True
    >>> vanishing_properly((table, table), ([rare, sure], [rare, sure]))
    False
    """
    one, other = pair
    whole = all(abs(sum(column) - (t == 0)) == 0 for mixed in pair for t, column in enumerate(zip(*mixed)))
    return whole and _ordered(tables[0].tolist(), one, other) and _ordered(tables[1].T.tolist(), other, one)


def _ordered(payoffs: list[list[Any]], own: Mixed, others: Mixed) -> bool:
    lowest = [next((k for k, term in enumerate(weight) if term), None) for weight in own]
    if any(k is None or weight[k] < 0 for k, weight in zip(lowest, own)):
        return False
    terms = range(len(others[0]))
    worth = [[sum(a * weight[t] for a, weight in zip(row, others)) for t in terms] for row in payoffs]
    # Lists compare as polynomials do for small ε: the lowest different term decides.
    return all(
        not mine < better or (high or 0) > (low or 0)
        for mine, high in zip(worth, lowest)
        for better, low in zip(worth, lowest)
    )
