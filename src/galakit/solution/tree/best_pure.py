"""The best pure response of one player, or of a team, without perfect recall, by branch and bound.

Split into parts (`galakit.game.refinement`) the information sets have perfect recall, and the best response, found
bottom up, is a bound: it may play different moves in parts of one set. Where it does not, it is a response in the true
game. Otherwise one such set is chosen, and each of its moves is tried in all its parts. The numbers are whole (then
the result is exact) or floats.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.refinement import Refinement, refinement
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree

MOST = 20_000  # bounds worked out at most
WORK = 40_000_000  # and sequences looked at for them
LARGEST = 2**60  # whole numbers whose sum stays below this are handled by the machine


def best_pure(
    form: SequenceForm, tree: Tree, players: Collection[int], ends: npt.NDArray[np.int64], weight: npt.NDArray[Any]
) -> tuple[Any, bool]:
    """The most players can get together from these terminal nodes, each of which pays its weight if they play to it.

    The second result is False where the search was cut short and the first one is only an upper bound.

    >>> import galakit as gk
    >>> game = gk.load("monty_hall")
    >>> ends = np.flatnonzero(game.tree.mover == -2)
    >>> best_pure(game.form, game.tree, [0], ends, game.form.payoff(0))  # the leaves of both are in the same order
    (np.float64(0.6666666666666666), True)
    """
    split = refinement(form, tree, players)
    values = _summed(split.sequence[ends], weight, split.sequences)
    if values.dtype == object and abs(values).sum() < LARGEST:
        values = values.astype(np.int64)
    return _search(split, values)


def _search(split: Refinement, values: npt.NDArray[Any]) -> tuple[Any, bool]:
    least = -1 - abs(values).sum()  # less than anything that can be had: what a forbidden move brings
    number = count()  # so that equal bounds wait in the order in which they came
    best: Any = None
    waiting: list[tuple[Any, int, int, dict[int, int]]] = []

    def consider(decided: dict[int, int]) -> None:
        nonlocal best
        bound, chosen, reached = _bound(split, values, decided, least)
        if best is not None and bound <= best:
            return
        torn, usual = _torn(split, chosen, reached)
        if torn is None:
            best = bound
            return
        # The first move of each set, played in all its parts, is a feasible response.
        settled = _bound(split, values, usual | decided, least)[0]
        best = settled if best is None else max(best, settled)
        heapq.heappush(waiting, (-bound, next(number), torn, decided))

    consider({})
    most = min(MOST, WORK // split.sequences + 1)
    while waiting:
        bound, made, torn, decided = heapq.heappop(waiting)
        if -bound <= best:
            break
        if made > most:
            return -bound, False
        for move in range(int(split.count[np.argmax(split.sets == torn)])):
            consider(decided | {torn: move})
    return best, True


def _bound(
    split: Refinement, values: npt.NDArray[Any], decided: dict[int, int], least: Any
) -> tuple[Any, npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The best value when the parts of undecided sets choose freely; each part's move; which parts are reached."""
    total = values.copy()
    must = np.full(int(split.sets.max(initial=-1)) + 1, -1, np.int64)
    must[list(decided)] = list(decided.values())
    chosen = np.zeros(len(split.sets), np.int64)
    ranges = list(split.ranges())
    for here in reversed(ranges):
        size = split.count[here]
        own = concatenated(split.first[here], size)
        start = offsets(size)
        brings = total[own]
        forced = np.repeat(must[split.sets[here]], size)
        move = np.arange(len(own)) - np.repeat(start, size)
        brings[(forced >= 0) & (forced != move)] = least
        top = np.maximum.reduceat(brings, start)
        position = np.where(brings == np.repeat(top, size), move, len(own))
        chosen[here] = np.minimum.reduceat(position, start)
        np.add.at(total, split.parent[here], top)
    on = np.zeros(split.sequences, bool)
    on[0] = True
    for here in ranges:
        on[split.first[here] + chosen[here]] = on[split.parent[here]]
    return total[0], chosen, on[split.parent]


def _torn(
    split: Refinement, chosen: npt.NDArray[np.int64], reached: npt.NDArray[np.bool_]
) -> tuple[int | None, dict[int, int]]:
    """The set with most parts among those whose reached parts play different moves; and the first move of each set."""
    usual: dict[int, int] = {}
    torn: set[int] = set()
    for at, move in zip(split.sets[reached].tolist(), chosen[reached].tolist()):
        if usual.setdefault(at, move) != move:
            torn.add(at)
    if not torn:
        return None, usual
    many = np.bincount(split.sets[reached])
    return max(torn, key=lambda at: (many[at], -at)), usual


def _summed(keys: npt.NDArray[np.int64], weights: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    if weights.dtype != object:
        return np.bincount(keys, weights=weights, minlength=size)
    order, start = grouped(keys, size)
    used = np.flatnonzero(start[1:] > start[:-1])
    total = np.zeros(size, object)
    total[used] = np.add.reduceat(weights[order], start[used])
    return total
