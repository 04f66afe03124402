"""Running the search on a problem: in plain Python where it is small, compiled where it is large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.solvers.imp import kernel
from galakit.solvers.imp.problem import Problem

PLAIN = 20_000  # leaves: below this the plain search is done before a compiler is loaded


@dataclass(frozen=True, eq=False)
class Searched:
    """What the search found."""

    value: Any
    """of the root, times the problem's scale"""
    examined: int
    """leaves"""
    chosen: npt.NDArray[np.int64]
    """[information sets] the move recorded last at each, 0 where none was"""


def search(problem: Problem, *, prune: bool, compiled: bool | None = None) -> Searched:
    """IMP-minimax, or with pruning IMP-alpha-beta; `compiled` forces or forbids Numba."""
    kind = problem.leaf_weight.dtype
    quick = kind.kind != "O" and (problem.leaves > PLAIN if compiled is None else compiled)
    run = kernel.compiled() if quick else kernel.search
    chosen = np.zeros(int(problem.information_set.max(initial=-1)) + 1, np.int64)
    value, examined = run(
        problem.first_leaf,
        problem.first_set,
        problem.first_move,
        problem.moves,
        problem.information_set,
        problem.minimises,
        problem.leaf_weight,
        problem.leaf_high,
        problem.leaf_low,
        problem.set_high,
        problem.set_low,
        problem.mixed_high,
        problem.mixed_low,
        np.zeros(1, kind)[0],
        problem.infinity,
        prune,
        chosen,
        np.zeros((problem.depth + 2, 3), np.int64),
        np.zeros((problem.depth + 2, 8), kind),
    )
    return Searched(value, examined, chosen)
