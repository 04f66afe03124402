"""The payoffs of the endings of a game of public moves, as small matrices.

Classes that an ending does not distinguish form a *group*: of the 21 rolls of two dice, a bid on fives cares only for
the number of fives. The values of an ending then take a sum for each group of the other player, a small product, and
one look-up for each class of the player's own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.lazy import NotSeparable
from galakit.separated.joint import Joint, Mixture
from galakit.separated.public import Public

Floats = npt.NDArray[np.float64]
LANES = 8  # numbers that a processor handles at once
LIMIT_NUMBERS = 50_000_000  # in all matrices


class Payoffs(NamedTuple):
    """For each ending: a matrix from groups of the other's classes to groups of the player's own."""

    own: npt.NDArray[np.int32]
    """[endings, own classes] the group of each"""
    other: npt.NDArray[np.int32]
    """[endings, the other's classes]"""
    matrix: Floats
    """[endings, own groups, the other's groups]"""


def numbers(game: Public) -> int:
    """How many numbers a table has: one for each move after each history with each class of the player.

    Rows are filled up to whole vectors.
    """
    return sum(game.rows[0][p] * -(-game.signal(p).classes // LANES) * LANES for p in (0, 1))


def likely(game: Public, player: int) -> Floats:
    """[classes] how likely a player is to hold each."""
    signal = game.signal(player)
    found: Floats = signal.weight / signal.rows.total
    return found


def payoffs(game: Public) -> tuple[tuple[Payoffs, Payoffs], Number]:
    """For both players, and the sum of both; an error where that is not constant.

    They are multiplied by how much likelier the two classes are together than they would be by chance. The other
    player's are what player 0 loses.
    """
    matrices, constant = _matrices(game)
    return (_grouped(matrices), _grouped([-m.T for m in matrices])), constant


def _matrices(game: Public) -> tuple[list[Floats], Number]:
    """[own classes, the other's] of player 0 at each ending, and the sum of both players' payoffs."""
    classes = [game.signal(p).classes for p in (0, 1)]
    numbers = classes[0] * classes[1] * len(game.endings)
    if numbers > LIMIT_NUMBERS:
        raise GalakitError(
            f"the payoff matrices over both players' classes would have {numbers:,} numbers, too many",
            hint="choose smaller parameters, or use the method factored",
            id="GK603",
        )
    every = (np.arange(classes[0]), np.arange(classes[1]))
    mixtures = [_mixture(game, k) for k in range(len(game.endings))]
    closes = [close for ending in game.endings for close in ending.closes]
    keys = list(dict.fromkeys((close.guards, close.worked) for close in closes))
    found, wholes = Joint(game.part, game.signals, every[0], every).matrices(mixtures, keys, every)
    sums: set[Number] = set()
    for close in closes:
        key = (close.guards, close.worked)
        if key in wholes:  # otherwise the ending is never reached
            sums.add(sum(close.gains) + wholes[key])
    if len(sums) > 1:
        raise NotSeparable("what one player gains is not what the other loses")
    chance = likely(game, 0)[:, None] * likely(game, 1)[None, :]
    return [m.toarray() / chance for m in found], next(iter(sums), 0)


def _mixture(game: Public, ending: int) -> Mixture:
    parts: list[tuple[tuple[tuple[object, object], int], float]] = []
    for close in game.endings[ending].closes:
        key = (close.guards, close.worked)
        if close.gains[0]:
            parts.append(((key, 0), float(close.gains[0])))
        if close.worked:
            parts.append(((key, 1), 1.0))
    return tuple(parts)  # type: ignore[arg-type]


def _grouped(matrices: list[Floats]) -> Payoffs:
    own, other, small = [], [], []
    for matrix in matrices:
        rounded = np.round(matrix, 12)
        _, row, of_row = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
        _, column, of_column = np.unique(rounded, axis=1, return_index=True, return_inverse=True)
        own.append(of_row.ravel())
        other.append(of_column.ravel())
        small.append(matrix[np.ix_(row, column)])
    tall, wide = (max(m.shape[k] for m in small) for k in (0, 1))
    table = np.zeros((len(small), tall, wide))
    for k, m in enumerate(small):
        table[k, : m.shape[0], : m.shape[1]] = m
    return Payoffs(np.array(own, np.int32), np.array(other, np.int32), table)
