"""A dozen games of four players: what Galakit and Gambit find, and how long they take, by turns in one process.

`python -m benchmarks.four_players` prints CPU milliseconds, certificate included on our side, with machine code loaded
(`galakit warmup` makes it). That every equilibrium of Gambit's is one of ours is a test:
`tests/solvers/polynomial/test_four_players_against_gambit.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

import galakit as gk
from benchmarks.measure import best
from benchmarks.several import text
from galakit.game.game import Game

Tables = list[npt.NDArray[np.float64]]
PLAYERS = range(4)
PAIRS = (("polynomial", "enumpoly"), ("logit", "logit"), ("global-newton", "gnm"))
ENDLESS = {
    "gnm": ("volunteers", "congestion"),
    "ipa": ("congestion", "at random"),
    "liap": (
        "three equilibria",
        "none pure",
        "polymatrix",
        "another polymatrix",
        "at random",
        "another at random",
        "three moves for one",
    ),
}
"""Gambit's routines that had found nothing after six seconds, and would not end"""

THREE_EQUILIBRIA = """
1.131 1.210 2.426 2.429  4.225 5.277 4.837 5.645  4.452 4.549 1.655 1.347  7.566 4.655 7.076 4.423
1.223 1.358 2.234 2.238  4.483 5.764 4.995 5.754  4.564 4.326 1.762 1.576  7.247 4.943 7.362 4.382
2.326 2.422 3.222 3.024  1.478 2.544 1.973 7.486  2.747 2.243 3.518 3.062  1.759 2.705 1.735 4.043
5.255 5.334 2.643 2.873  4.383 1.436 4.864 5.267  5.634 5.675 2.455 6.523  4.642 1.897 4.042 3.830
"""
"""`2x2x2x2.nfg` of Gambit: the first player's strategy runs fastest"""
NOT_PURE = """
-3 -4 -1 -6  -3 -6 -6 -2  -4 -2 -2 -3  -2 -4 -2 -6  -3 -5 -3 -5  -3 -2 -3 -5  -4 -7 -6 -1  -1 -4 -5 -3
-4 -5 -3 -3  -1 -3 -3 -4  -4 -3 -4 -2  -3 -6 -6 -7  -1 -8 -3 -3  -1 -6 -2 -1  -6 -3 -1 -2  -8 -5 -5 -5
"""
"""van der Laan, Talman & van der Heyden (1987): the last player's strategy runs fastest"""


def listed(entries: str, order: str) -> Tables:
    """A table for each player of payoffs that are listed profile by profile."""
    paid = np.array(entries.split(), float).reshape(-1, len(PLAYERS))
    return [paid[:, player].reshape((2,) * len(PLAYERS), order=order) for player in PLAYERS]


def symmetric(paid: Callable[[int, int], float]) -> Tables:
    """Two strategies each: what a player gets for a strategy when so many others choose the second one."""
    tables = [np.zeros((2,) * len(PLAYERS)) for _ in PLAYERS]
    for profile in product((0, 1), repeat=len(PLAYERS)):
        for player, own in enumerate(profile):
            tables[player][profile] = paid(own, sum(profile) - own)
    return tables


def pennies() -> Tables:
    """Each player wants to match the next one, the last to differ from the first (Jordan 1993)."""
    tables = [np.zeros((2,) * len(PLAYERS)) for _ in PLAYERS]
    for profile in product((0, 1), repeat=len(PLAYERS)):
        same = [profile[player] == profile[(player + 1) % len(PLAYERS)] for player in PLAYERS]
        for player, table in enumerate(tables):
            table[profile] = same[player] != (player == len(PLAYERS) - 1)
    return tables


def polymatrix(seed: int) -> Tables:
    """What each pair of players does is paid by a table of its own."""
    draw = np.random.default_rng(seed)
    tables = [np.zeros((2,) * len(PLAYERS)) for _ in PLAYERS]
    for pair in combinations(PLAYERS, 2):
        shape = [2 if player in pair else 1 for player in PLAYERS]
        for player in pair:
            tables[player] += draw.integers(0, 1_000, 4).reshape(shape)
    return tables


def drawn(seed: int, shape: tuple[int, ...] = (2, 2, 2, 2)) -> Tables:
    draw = np.random.default_rng(seed)
    return [draw.integers(0, 10_000, shape).astype(float) for _ in PLAYERS]


TABLES: Mapping[str, Callable[[], Tables]] = {
    "three equilibria": partial(listed, THREE_EQUILIBRIA, "F"),
    "none pure": partial(listed, NOT_PURE, "C"),
    # Two of four have to contribute (Palfrey & Rosenthal 1984), or one (Diekmann 1985).
    "public good": partial(symmetric, lambda own, others: 5.0 * (own + others >= 2) - 2 * own),
    "volunteers": partial(symmetric, lambda own, others: 3.0 * (own + others >= 1) - own),
    # Two roads that take so many minutes for each driver (Rosenthal 1973).
    "congestion": partial(symmetric, lambda own, others: -3.0 * (others + 1) - 0.5 if own else -2.0 * (4 - others)),
    # The least effort of all counts (Van Huyck, Battalio & Beil 1990).
    "weakest link": partial(symmetric, lambda own, others: 2.0 * (own and others == 3) - own + 1),
    "pennies in a circle": pennies,
    "polymatrix": partial(polymatrix, 1),
    "another polymatrix": partial(polymatrix, 4),
    "at random": partial(drawn, 11),
    "another at random": partial(drawn, 12),
    "three moves for one": partial(drawn, 2, (3, 2, 2, 2)),
}


def games() -> dict[str, Game]:
    return {name: gk.loads(text(tables())) for name, tables in TABLES.items()}


def cell(solve: Callable[[], Any]) -> str:
    """Milliseconds, and how many equilibria are found."""
    return f"{1000 * best(solve, 3):.1f} ({len(solve().equilibria)})"


def main() -> None:
    try:
        import numba  # noqa: F401 (then machine code is run from the start)
        import pygambit
    except ImportError:
        print("pygambit is not installed: `make peers` installs it")
        return
    titles = [f"`{ours}` | `{theirs}`" for ours, theirs in PAIRS]
    print(f"| game | {' | '.join(titles)} |\n|---{'|---:' * 2 * len(PAIRS)}|")
    for name, game in games().items():
        peer = pygambit.Game.from_arrays(*TABLES[name]())
        cells = []
        for ours, theirs in PAIRS:
            cells.append(cell(partial(gk.solve, game, ours)))
            solve = partial(getattr(pygambit.nash, f"{theirs}_solve"), peer)
            cells.append("no end" if name in ENDLESS.get(theirs, ()) else cell(solve))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
