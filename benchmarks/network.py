"""Divided solves on more machines than we have: the arithmetic of docs/explanation/scaling.md against a simulation.

    python -m benchmarks.network

The network is a star: one machine has the trunk, and one link through which all messages pass one after the other. The
shares are those that `cut` deals out for Rhode Island hold'em, each as many times larger as the game. The simulation
follows every message and every process, whose speeds vary; the arithmetic adds up the longest of each.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

NUMBER = 5.7e-9  # seconds for a number, measured on Rhode Island hold'em (benchmarks/scaling.py)
LATENCY = 100e-6  # seconds for a message on its way
LINK = 1.25e9 * 0.75  # bytes a second: ten gigabits, of which text in base 64 leaves three quarters
HANDLING = 200e-6  # seconds of the machine with the trunk for each message, to write or to read
JITTER = 0.05  # by which speeds of processes vary
SWEEPS = 2  # an iteration: one for each player


@dataclass(frozen=True)
class Divided:
    """A game in parts: numbers that each process works on in an iteration, and bytes that it hears in a sweep."""

    trunk: float
    shares: tuple[float, ...]
    bytes: tuple[float, ...]

    @property
    def numbers(self) -> float:
        """All numbers."""
        return self.trunk + sum(self.shares)


@dataclass(frozen=True)
class Parts:
    """A game cut where few numbers pass: those of the trunk, and of each part below it its numbers and entries."""

    trunk: float
    loads: list[float]
    entries: list[float]


def divided(whole: Parts, count: int, times: float, parts: int) -> Divided:
    """A game so many times as large and with so many times as many parts, for so many processes."""
    loads, entries = whole.loads, whole.entries
    order = [(0.0, 0.0, k) for k in range(count)]
    each = times / parts
    for _ in range(parts):
        for load, passing in zip(loads, entries):
            most, heard, k = heapq.heappop(order)
            heapq.heappush(order, (most + load * each, heard + passing * each, k))
    work, heard_by = ([one[i] for one in order if one[0] > 0] for i in (0, 1))
    # Of the entries of both players half go down and half come up in a sweep, in eight bytes each.
    return Divided(whole.trunk * times, tuple(work), tuple(8 * e / 2 for e in heard_by))


def arithmetic(game: Divided) -> float:
    """Seconds of an iteration: trunk, all messages out through the link, the slowest process, the last message back."""
    out = sum(max(HANDLING, b / LINK) for b in game.bytes)
    slowest = max(game.shares) * NUMBER * (1 + JITTER) / SWEEPS
    last = max(HANDLING, max(game.bytes) / LINK)
    # The first answers come back while the last orders still go out: the link is free when the slowest are done.
    back = max(last, out - slowest)
    return SWEEPS * (game.trunk * NUMBER / SWEEPS + out + LATENCY + slowest + LATENCY + back)


def simulate(game: Divided, seed: int) -> float:
    """Seconds of an iteration, message by message."""
    chance = random.Random(seed)
    now = 0.0
    for _ in range(SWEEPS):
        now += game.trunk * NUMBER / SWEEPS
        answers: list[tuple[float, float]] = []  # when they reach the machine with the trunk, and how long they are
        for work, size in zip(game.shares, game.bytes):
            now += max(HANDLING, size / LINK)
            speed = 1 + JITTER * chance.uniform(-1, 1)
            heapq.heappush(answers, (now + LATENCY + work * NUMBER * speed / SWEEPS + LATENCY, size))
        while answers:
            arrives, size = heapq.heappop(answers)
            now = max(now, arrives) + max(HANDLING, size / LINK)
    return now


def parts_of_rhode_island() -> Parts:
    """Rhode Island hold'em in as many parts as it has flops that differ by more than suits."""
    import galakit as gk
    from galakit.solvers.factored.shrinking import shrunk
    from galakit.solvers.factored.split.cutting import cut

    found = cut(shrunk(gk.load("rhode_island")), 13)
    loads, entries = [], []
    for share in found.shares:
        loads.append(float(sum(s.sequences * s.classes.count for stage in found.stages(share) for s in stage.sides)))
        classes = dict(zip(share.numbers, share.classes))
        entries.append(float(sum(len(classes[number][p]) for p in (0, 1) for number, _ in share.entries[p])))
    trunk = float(sum(s.sequences * s.classes.count for stage in found.trunk.stages for s in stage.sides))
    return Parts(trunk, loads, entries)


def main() -> None:
    """Print a table."""
    whole = parts_of_rhode_island()
    print("| game | processes | numbers | bytes an iteration | arithmetic, s | simulated, s | times as fast as one |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for label, times, parts, counts in (
        ("Rhode Island hold'em", 1, 1, (1, 2, 4, 13)),
        ("1,000 times as large, as many parts", 1000, 1, (13,)),
        ("1,000 times as large, 100 times as many parts", 1000, 100, (13, 100, 1300)),
    ):
        for count in counts:
            game = divided(whole, count, times, parts)
            runs = [simulate(game, seed) for seed in range(20)]
            mean = sum(runs) / len(runs)
            alone = game.numbers * NUMBER
            print(
                f"| {label} | {len(game.shares):,} | {game.numbers:,.0f} | {2 * SWEEPS * sum(game.bytes):,.0f} "
                f"| {arithmetic(game):.4f} | {mean:.4f} | {alone / mean:.1f} |"
            )


if __name__ == "__main__":
    main()
