"""Fictitious play: in each round everyone plays a best response to how often the others have played what so far.

Brown (1951) proposed it as a way to solve zero-sum games, where the frequencies converge to equilibria (Robinson 1951);
in Shapley's game (1964) they never settle. The start counts as one round. Ties go to the strategy that was played
last, then to the first. Both may move at once, or in turns: then the second player has seen this round's move of the
first. With two players the payoffs so far are whole numbers, and rounds in which nothing changes are one step: a
million rounds take as long as the few thousand after which a player changes their mind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats
from galakit.solvers.dynamics.flows import Path
from galakit.solvers.dynamics.populations import Populations

FINE = 10**6  # the largest denominator of a start
KEPT = 20_000  # points of a path


def fictitious(
    populations: Populations, start: Floats, rounds: int, tick: Callable[[], None], *, in_turns: bool = False
) -> Path:
    """The frequencies of play over so many rounds."""
    if len(populations.table.players) == 2:
        return _counted(populations, start, rounds, tick, in_turns)
    return _round_by_round(populations, start, rounds, tick, in_turns)


def _counted(populations: Populations, start: Floats, rounds: int, tick: Callable[[], None], in_turns: bool) -> Path:
    """Two players, in whole numbers: rounds between two changes are one step."""
    shares = _fractions(populations, start)
    unit = lcm(*(share.denominator for share in shares))
    counts = np.array([int(share * unit) for share in shares], object)
    tables = [table.astype(object) for table in populations.whole]
    one = populations.one
    other = [0] if one else [1, 0]
    earned = [table @ counts[populations.blocks[other[p]]] for p, table in enumerate(tables)]
    playing = [-1] * len(tables)
    done = 0
    times, states = [0.0], [start]
    while done < rounds:
        tick()
        # One round move by move, then as many as all players repeat their moves in.
        for p in range(len(tables)):
            if not in_turns or p == 0:
                playing[p] = _best(earned[p], playing[p])
        _add(tables, other, earned, playing, 0 if in_turns and not one else None, 1, unit)
        if in_turns and not one:
            playing[1] = _best(earned[1], playing[1])
            _add(tables, other, earned, playing, 1, 1, unit)
        same = rounds - done - 1
        for p, table in enumerate(tables):
            # In turns the second player sees a round more.
            late = unit * table[:, playing[other[p]]] if in_turns and not one and p == 1 else 0
            same = min(same, _unchanged(earned[p] + late, unit * table[:, playing[other[p]]], playing[p]))
        _add(tables, other, earned, playing, None, same, unit)
        for p, b in enumerate(populations.blocks):
            counts[b.start + playing[p]] += unit * (1 + same)
        done += 1 + same
        if len(times) < KEPT or done == rounds:
            times.append(float(done))
            states.append(counts.astype(np.float64) / (unit * (done + 1)))
    last = populations.corner([b.start + move for b, move in zip(populations.blocks, playing)])
    return Path(np.array(times), np.array(states), states[-1], last if rounds else start)


def _add(
    tables: Sequence[npt.NDArray[Any]],
    other: list[int],
    earned: list[npt.NDArray[Any]],
    playing: list[int],
    mover: int | None,
    times: int,
    unit: int,
) -> None:
    """Let what each strategy would have earned grow by some rounds of the moves played (of one player, or of all)."""
    for p, table in enumerate(tables):
        if mover is None or other[p] == mover:
            earned[p] = earned[p] + times * unit * table[:, playing[other[p]]]


def _best(earned: npt.NDArray[Any], before: int) -> int:
    most = earned.max()
    return before if before >= 0 and earned[before] == most else int(np.flatnonzero(earned == most)[0])


def _unchanged(earned: npt.NDArray[Any], growth: npt.NDArray[Any], chosen: int) -> int:
    """For how many more rounds a strategy is still best, if everyone goes on playing the same."""
    ahead, gains = earned[chosen] - earned, growth - growth[chosen]
    if min(ahead) < 0:
        return 0
    return min((int(a // g) + 1 for a, g in zip(ahead, gains) if g > 0), default=2**62)


def _round_by_round(
    populations: Populations, start: Floats, rounds: int, tick: Callable[[], None], in_turns: bool
) -> Path:
    """Any number of players, who take the others' frequencies to be independent."""
    state, playing = start.copy(), [-1] * len(populations.blocks)
    times, states = [0.0], [start]
    every = max(1, rounds // KEPT)
    for k in range(1, rounds + 1):
        tick()
        payoffs = populations.payoffs(state)
        for p, b in enumerate(populations.blocks):
            if in_turns and p:
                payoffs = populations.payoffs(state)
            playing[p] = _best(payoffs[b], playing[p])
            if in_turns:
                state[b] += (np.eye(b.stop - b.start)[playing[p]] - state[b]) / (k + 1)
        if not in_turns:
            corner = populations.corner([b.start + move for b, move in zip(populations.blocks, playing)])
            state += (corner - state) / (k + 1)
        if k % every == 0 or k == rounds:
            times.append(float(k))
            states.append(state.copy())
    last = populations.corner([b.start + move for b, move in zip(populations.blocks, playing)])
    return Path(np.array(times), np.array(states), states[-1], last if rounds else start)


def _fractions(populations: Populations, start: Floats) -> list[Fraction]:
    """A start in small fractions that sum to 1 in each population."""
    found: list[Fraction] = []
    for b in populations.blocks:
        shares = [Fraction(share).limit_denominator(FINE) for share in start[b].tolist()]
        total = sum(shares)
        found += [share / total for share in shares]
    return found
