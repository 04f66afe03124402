"""The numbers that a network has for moves."""

from __future__ import annotations

from itertools import pairwise

from galakit.gdl.network.machine import Network
from galakit.gdl.text.syntax import Term


def move_numbers(network: Network) -> list[dict[Term, int]]:
    """For each role the number of each of its moves; they are numbered through all roles."""
    moves = network.compiled.moves
    return [{move: a + k for k, move in enumerate(moves[a:b])} for a, b in pairwise(network.net.moves.tolist())]
