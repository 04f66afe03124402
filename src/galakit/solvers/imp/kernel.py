"""The search itself: IMP-minimax, and IMP-alpha-beta with its pruning (Blair, Mutchler & van Lent 1996, figures 6, 10).

Max-Set and Mixed-Set call each other in the paper; here they are one loop over an explicit stack, so that no tree is
too deep. A level of the stack is a mixed set and the PI-set in it that is being looked at. The value of a mixed set
matters within a window [a, b] only: a is the paper's P, and b, infinite for one player, is the same for a second
player who minimises.

- A mixed set is left as soon as its members together cannot get above a (information-set pruning) or below b.
- A PI-set is left as soon as a move brings all that can be brought (immediate pruning), or the window is closed.

Plain Python over NumPy arrays; `compiled()` gives the same function through Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

# Columns of the stack of whole numbers, and of that of values.
MIXED, SET, MOVE = range(3)
A, B, TOTAL, HIGH, LOW, LEAST, MOST, BEST = range(8)
# What to do next.
ENTER, NEXT_SET, TRY, RETURN = range(4)


def search(
    first_leaf: Any,
    first_set: Any,
    first_move: Any,
    moves: Any,
    information_set: Any,
    minimises: Any,
    leaf_weight: Any,
    leaf_high: Any,
    leaf_low: Any,
    set_high: Any,
    set_low: Any,
    mixed_high: Any,
    mixed_low: Any,
    nothing: Any,
    infinity: Any,
    prune: bool,
    chosen: Any,
    at: Any,
    of: Any,
) -> tuple[Any, int]:
    """The value of the root, and how many leaves were examined.

    `nothing` is 0 of the kind of the values. `chosen` gets the move that was recorded last at each information set;
    `at` and `of` are room for the stack.
    """
    examined = 0
    result = infinity
    d = 0
    at[0, MIXED] = 0
    of[0, A], of[0, B] = -infinity, infinity
    step = ENTER
    while True:
        if step == ENTER:
            m = at[d, MIXED]
            total, high, low = nothing, mixed_high[m], mixed_low[m]
            step = NEXT_SET
            for k in range(first_leaf[m], first_leaf[m + 1]):
                high, low, total = high - leaf_high[k], low - leaf_low[k], total + leaf_weight[k]
                examined += 1
                if prune and total + high <= of[d, A]:
                    result, step = of[d, A], RETURN
                    break
                if prune and total + low >= of[d, B]:
                    result, step = of[d, B], RETURN
                    break
            of[d, TOTAL], of[d, HIGH], of[d, LOW] = total, high, low
            at[d, SET] = first_set[m]
        elif step == NEXT_SET:
            q = at[d, SET]
            if q == first_set[at[d, MIXED] + 1]:
                result, step = of[d, TOTAL], RETURN
                continue
            of[d, HIGH] -= set_high[q]
            of[d, LOW] -= set_low[q]
            of[d, LEAST], of[d, MOST] = -infinity, infinity
            if prune:
                of[d, LEAST] = of[d, A] - of[d, TOTAL] - of[d, HIGH]
                of[d, MOST] = of[d, B] - of[d, TOTAL] - of[d, LOW]
            of[d, BEST] = of[d, MOST] if minimises[q] else of[d, LEAST]
            at[d, MOVE] = 0
            step = TRY
        elif step == TRY:
            q = at[d, SET]
            at[d + 1, MIXED] = first_move[q] + at[d, MOVE]
            of[d + 1, A], of[d + 1, B] = of[d, LEAST], of[d, MOST]
            if prune:
                of[d + 1, B if minimises[q] else A] = of[d, BEST]
            d += 1
            step = ENTER
        else:
            # `result` is what the move tried at the level above brings.
            d -= 1
            if d < 0:
                return result, examined
            q = at[d, SET]
            done = False
            if minimises[q]:
                if result < of[d, BEST]:
                    of[d, BEST] = result
                    chosen[information_set[q]] = at[d, MOVE]
                    done = prune and (result == set_low[q] or result <= of[d, LEAST])
            elif result > of[d, BEST]:
                of[d, BEST] = result
                chosen[information_set[q]] = at[d, MOVE]
                done = prune and (result == set_high[q] or result >= of[d, MOST])
            at[d, MOVE] += 1
            if not done and at[d, MOVE] < moves[q]:
                step = TRY
                continue
            of[d, TOTAL] += of[d, BEST]
            if prune and of[d, TOTAL] + of[d, HIGH] <= of[d, A]:
                result = of[d, A]
            elif prune and of[d, TOTAL] + of[d, LOW] >= of[d, B]:
                result = of[d, B]
            else:
                at[d, SET] = q + 1
                step = NEXT_SET


@lru_cache(maxsize=1)
def compiled() -> Callable[..., tuple[Any, int]]:
    """`search` through Numba, cached on disk."""
    from galakit.compiling import njit

    return njit(cache=True)(search)
