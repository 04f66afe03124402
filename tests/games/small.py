"""Shipped games that are explored in a tenth of a second, for tests that explore all of them in several ways."""

from __future__ import annotations

import galakit as gk

PARAMETERS = {
    "battleship": {"shots": 2},
    "connect_k": {"columns": 2, "line": 2},
    "draw_poker": {"ranks": 2},
    "goofspiel": {"cards": 3},
    "kriegspiel": {"moves": 2},
    "open_auction": {"cash": 2},
    "pig": {"goal": 7},
    "rhode_island": {"suits": 2, "ranks": 2, "raises": 1},
    "rubinstein": {"slices": 3},
    "sequential_auction": {"values": 3},
    "stratego": {"turns": 1},
    "stud_poker": {"ranks": 2},
    "tic_tac_toe": {"size": 2},
    "tiny_bridge": {"cards": 1},
}
"""of those whose defaults make a larger game"""


def small(name: str) -> gk.Game:
    """A shipped game, with these parameters if there are any."""
    return gk.load(name, **PARAMETERS.get(name, {}))
