"""Random plays in compiled code: 256 at a time, a lane that has come to its end begins the next play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galakit.compiling import njit
from galakit.gdl.network.lanes import LANES, ONE, WORDS, fresh_values, word, work_out
from galakit.gdl.network.net import GOAL, NEXT, PLAY, Net

NO_GOAL = -(1 << 31)
"""where the rules give a role no goal, or several"""


@dataclass(frozen=True)
class Plays:
    """How random plays ended."""

    goals: NDArray[np.int32]
    """of each play and role; NO_GOAL where the rules give none, or play did not end"""
    turns: NDArray[np.int32]
    """of each play, negative where it was stopped: too long, or a role without a legal move"""


def random_plays(net: Net, count: int, *, seed: int = 0, longest: int = 10_000) -> Plays:
    """Plays from the opening to the end, each role choosing uniformly."""
    goals = np.full((count, len(net.moves) - 1), NO_GOAL, dtype=np.int32)
    turns = np.zeros(count, dtype=np.int32)
    _plays(net, fresh_values(net), net.opening, count, np.uint64(seed), longest, goals, turns)
    return Plays(goals, turns)


@njit(cache=True, nogil=True, inline="always")
def random_word(state: Any) -> Any:
    """The next number of a generator (splitmix64) whose state is the one word of an array."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@njit(cache=True, nogil=True, inline="always")
def lowest(bits: Any) -> int:
    """The place of the lowest bit that is set."""
    count = 0
    low = bits & (~bits + ONE)
    if low & np.uint64(0xFFFFFFFF00000000):
        count += 32
    if low & np.uint64(0xFFFF0000FFFF0000):
        count += 16
    if low & np.uint64(0xFF00FF00FF00FF00):
        count += 8
    if low & np.uint64(0xF0F0F0F0F0F0F0F0):
        count += 4
    if low & np.uint64(0xCCCCCCCCCCCCCCCC):
        count += 2
    if low & np.uint64(0xAAAAAAAAAAAAAAAA):
        count += 1
    return count


@njit(cache=True, nogil=True)
def note_goals(net: Net, values: Any, w: int, lanes: Any, rows: Any, goals: Any) -> None:
    """The goal values in some of 64 lanes; that of lane l goes to `goals[rows[64 * w + l]]`."""
    for role in range(len(net.moves) - 1):
        once = twice = np.uint64(0)
        for k in range(net.goal_roles[role], net.goal_roles[role + 1]):
            here = word(values, net.goals[k], w) & lanes
            twice |= once & here
            once |= here
            while here:
                goals[rows[64 * w + lowest(here)], role] = net.goal_values[k]
                here &= here - ONE
        none = twice | (lanes & ~once)
        while none:
            goals[rows[64 * w + lowest(none)], role] = NO_GOAL
            none &= none - ONE


@njit(cache=True, nogil=True)
def choose_at_random(net: Net, values: Any, active: Any, counts: Any, source: Any) -> None:
    """A legal move for each role in each active lane, as the values of the moves' nodes.

    Lanes where a role has no legal move are taken out of `active`.
    """
    first = 1 + net.bits
    for role in range(len(net.moves) - 1):
        lo, hi = net.moves[role], net.moves[role + 1]
        for w in range(WORDS):
            if not active[w]:
                for m in range(lo, hi):
                    values[first + m, w] = 0
                continue
            counts[:] = 0
            for m in range(lo, hi):
                here = word(values, net.legal[m], w) & active[w]
                values[first + m, w] = 0
                while here:
                    counts[lowest(here)] += 1
                    here &= here - ONE
            some = np.uint64(0)
            for lane in range(64):
                if counts[lane]:
                    some |= ONE << np.uint64(lane)
                    high = random_word(source) >> np.uint64(32)
                    counts[lane] = 1 + np.int64((high * np.uint64(counts[lane])) >> np.uint64(32))
            active[w] &= some
            left = active[w]
            for m in range(lo, hi):
                here = word(values, net.legal[m], w) & left
                taken = np.uint64(0)
                while here:
                    lane = lowest(here)
                    counts[lane] -= 1
                    if counts[lane] == 0:
                        taken |= ONE << np.uint64(lane)
                    here &= here - ONE
                values[first + m, w] = taken
                left &= ~taken
                if not left:
                    for rest in range(m + 1, hi):
                        values[first + rest, w] = 0
                    break


@njit(cache=True, nogil=True)
def _plays(net: Net, values: Any, opening: Any, count: int, seed: Any, longest: int, goals: Any, turns: Any) -> None:
    source = np.array([seed], dtype=np.uint64)
    counts = np.zeros(64, dtype=np.int64)
    play = np.full(LANES, -1, dtype=np.int64)  # which play a lane is at
    turn = np.zeros(LANES, dtype=np.int64)
    active = np.zeros(WORDS, dtype=np.uint64)
    begun = 0
    fresh = np.zeros(WORDS, dtype=np.uint64)
    following = np.empty((net.bits, WORDS), dtype=np.uint64)
    while True:
        for w in range(WORDS):
            fresh[w] = 0
            for lane in range(64):
                if play[64 * w + lane] < 0 and begun < count:
                    play[64 * w + lane] = begun
                    turn[64 * w + lane] = 0
                    begun += 1
                    fresh[w] |= ONE << np.uint64(lane)
            active[w] |= fresh[w]
            if fresh[w]:
                for b in range(net.bits):
                    if (opening[b >> 6] >> np.uint64(b & 63)) & ONE:
                        values[1 + b, w] |= fresh[w]
                    else:
                        values[1 + b, w] &= ~fresh[w]
        if not (active[0] | active[1] | active[2] | active[3]):
            return
        work_out(net, values, PLAY)
        ended = False
        for w in range(WORDS):
            ended = ended or (word(values, net.terminal, w) & active[w]) != 0
        if ended:
            work_out(net, values, GOAL)
            for w in range(WORDS):
                over = word(values, net.terminal, w) & active[w]
                note_goals(net, values, w, over, play, goals)
                active[w] &= ~over
                while over:
                    lane = 64 * w + lowest(over)
                    turns[play[lane]] = turn[lane]
                    play[lane] = -1
                    over &= over - ONE
        before = active.copy()
        choose_at_random(net, values, active, counts, source)
        for w in range(WORDS):
            stuck = before[w] & ~active[w]
            for lane in range(64):
                here = 64 * w + lane
                if play[here] < 0:
                    continue
                if (stuck >> np.uint64(lane)) & ONE or turn[here] >= longest:
                    turns[play[here]] = -1 - turn[here]
                    play[here] = -1
                    active[w] &= ~(ONE << np.uint64(lane))
                turn[here] += 1
        work_out(net, values, NEXT)
        for b in range(net.bits):
            for w in range(WORDS):
                following[b, w] = word(values, net.next[b], w)
        for b in range(net.bits):
            for w in range(WORDS):
                values[1 + b, w] = following[b, w]
