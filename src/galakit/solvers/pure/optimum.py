"""The best pure strategy of one player, with or without perfect recall, by integer programming.

Without perfect recall this is NP-hard (Koller & Megiddo 1992). What comes back is a strategy and a bound that no pure
strategy exceeds, both in floating point as HiGHS found them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, isfinite, lcm

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.refinement import Refinement
from galakit.game.sequence_form import Floats
from galakit.progress import Progress
from galakit.rules.contract import Number
from galakit.solvers.pure.programme import Programme, Solved
from galakit.solvers.pure.strategies import strategies

LIMIT_SEQUENCES = 300_000


def best_strategy(
    split: Refinement,
    values: Floats,
    time_limit: float | None = None,
    progress: Progress | None = None,
    gap: float = 0.0,
) -> tuple[dict[int, int], float, Solved]:
    """The moves at the sets it reaches, the bound, and HiGHS' result; `values` has the value of each sequence."""
    if split.sequences > LIMIT_SEQUENCES:
        raise GalakitError(
            f"the integer programme would have {split.sequences:,} sequences, more than {LIMIT_SEQUENCES:,}",
            hint="choose smaller parameters",
            id="GK603",
        )
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    programme = Programme()
    own = strategies(programme, split, values / scale)
    solved = programme.solve(time_limit, progress, gap / scale)
    moves = {} if solved.point is None else own.chosen(solved.point)
    return moves, solved.bound * scale, solved


def weights_of(split: Refinement, moves: dict[int, int]) -> npt.NDArray[np.bool_]:
    """[sequences] whether a strategy plays all moves of each sequence; the first move where it says nothing."""
    on = np.zeros(split.sequences, bool)
    on[0] = True
    move = np.zeros(int(split.sets.max(initial=-1)) + 1, np.int64)
    move[list(moves)] = list(moves.values())
    for here in split.ranges():
        on[split.first[here] + move[split.sets[here]]] = on[split.parent[here]]
    return on


def rounded(values: Iterable[Number], bound: float, value: Number) -> Number:
    """The bound as a multiple of what all values are multiples of, where floats are fine enough to say which."""
    denominator = lcm(*{Fraction(w).denominator for w in values})
    slack = 1e-7 * max(1.0, abs(bound))
    if not isfinite(bound) or slack * denominator > 0.5:
        return bound
    return max(Fraction(floor((bound + slack) * denominator), denominator), Fraction(value))
