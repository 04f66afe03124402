"""Best-response dynamics: some people at a time revise, and choose a best response to the present state.

The state moves straight towards a best response b until another strategy becomes one: x(s) = b + (x - b) e^(-s)
(Gilboa & Matsui 1991). Where several are best, b is an equilibrium of the game in which only these exist: then all of
them that are played stay best on the way (Hofbauer 1995). With two players payoffs are linear along the way, so the
moments at which best responses change follow from one logarithm each. With more, steps are small.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import exp, log
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats
from galakit.solvers.dynamics.flows import Path
from galakit.solvers.dynamics.populations import Populations
from galakit.solvers.dynamics.rest_points import equalising

TIED = 1e-10  # of the scale: differences between payoffs that are rounding
STEP = 0.005  # of time, with three players and more
TURNS = 500  # changes of best responses; near a mixed equilibrium there is no end of them
MOST_TIED = 6

Supports: TypeAlias = tuple[tuple[int, ...], ...]


def best_responses(populations: Populations, start: Floats, time: float, tick: Callable[[], None]) -> Path:
    """The path of best-response dynamics."""
    straight = len(populations.table.players) <= 2
    targets: dict[Supports, Floats] = {}
    state, clock = start, 0.0
    times, states, total = [0.0], [start], np.zeros(len(start))
    while clock < time and len(times) < (TURNS if straight else time / STEP + 2):
        tick()
        payoffs = populations.payoffs(state)
        target = _target(populations, payoffs, targets) if straight else populations.corner(populations.best(payoffs))
        lasts = _lasts(populations, payoffs, populations.payoffs(target)) if straight else STEP
        lasts = min(lasts, time - clock)
        if np.abs(target - state).max() < TIED:
            total += (time - clock) * state
            clock = time
        else:
            left = exp(-lasts)
            total += lasts * target + (1 - left) * (state - target)
            state = populations.normalised(target + left * (state - target))
            clock += lasts
        times.append(clock)
        states.append(state)
    return Path(np.array(times), np.array(states), populations.normalised(total), state)


def _lasts(populations: Populations, now: Floats, then: Floats) -> float:
    """How long the way to a target is followed before another strategy is best: payoffs go from `now` to `then`."""
    first = np.inf
    for b in populations.blocks:
        best = now[b] >= now[b].max() - TIED * populations.scale
        among = np.flatnonzero(best)
        chosen = among[np.argmax(then[b][among])]
        ahead, later = now[b][chosen] - now[b], then[b][chosen] - then[b]
        overtakes = ~best & (later < -TIED * populations.scale)
        if overtakes.any():
            ratio = (ahead[overtakes] - later[overtakes]) / -later[overtakes]
            first = min(first, log(float(ratio.min())))
    return float(first)


def _target(populations: Populations, payoffs: Floats, known: dict[Supports, Floats]) -> Floats:
    """A best response, or where several are best an equilibrium among these."""
    tied: Supports = tuple(
        tuple(np.flatnonzero(payoffs[b] >= payoffs[b].max() - TIED * populations.scale).tolist())
        for b in populations.blocks
    )
    if all(len(among) == 1 for among in tied) or max(map(len, tied)) > MOST_TIED:
        return populations.corner(populations.best(payoffs))
    if tied not in known:
        known[tied] = np.concatenate(_equilibrium(populations, tied))
    return known[tied]


def _equilibrium(populations: Populations, tied: Supports) -> list[Floats]:
    """An equilibrium of the game with the tied strategies only; of several one that mixes most."""
    tables = [np.asarray(table) for table in populations.whole]
    if populations.one:
        (among,) = tied
        for size in range(len(among), 0, -1):
            for support in combinations(among, size):
                mixed = _mixed(tables[0], among, support, support)
                if mixed is not None:
                    return [mixed]
    elif len(tables) == 2:
        rows, columns = tied
        shapes = sorted(((a, b) for a in range(1, len(rows) + 1) for b in range(1, len(columns) + 1)), key=sum)
        for a, b in reversed(shapes):
            for own in combinations(rows, a):
                for other in combinations(columns, b):
                    second = _mixed(tables[0], rows, own, other)
                    first = _mixed(tables[1], columns, other, own)
                    if first is not None and second is not None:
                        return [first, second]
    return [np.eye(len(table))[among[0]] for table, among in zip(tables, tied)]  # one player: any best strategy


def _mixed(
    payoffs: npt.NDArray[np.int64], among: tuple[int, ...], equal: tuple[int, ...], mixing: tuple[int, ...]
) -> Floats | None:
    """Shares of `mixing` against which `equal` are best among those that are tied."""
    solved = equalising(payoffs, equal, mixing)
    if solved is None:
        return None
    shares = np.zeros(payoffs.shape[1], object)
    shares[list(mixing)] = solved[0]
    earned = payoffs.astype(object) @ shares
    return shares.astype(np.float64) if earned[equal[0]] == max(earned[list(among)]) else None
