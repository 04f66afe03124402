"""Locks in the factored form: constant rows of regrets, and so constant strategies.

A strategy is proportional to positive regrets. Where a row always holds the locked probabilities, every iteration plays
and evaluates them, and averages stay the same.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.classes import Ints
from galakit.separated.factored import Factored
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, exchanges, moved, transpositions
from galakit.solution.factored.continuation_values import column
from galakit.solution.factored.locks import Locked

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Fixed:
    """The locks of one player at a stage."""

    held: npt.NDArray[np.bool_]
    """[own sequences, classes] whether a move is locked"""
    shares: Floats
    """[own sequences, classes] its probability; 0 where it is not locked"""


Fixtures = list[tuple[Fixed | None, Fixed | None]]
"""for each stage and player; None where nothing is locked"""


def symmetries(game: Separated, locked: Locked) -> list[Exchange]:
    """The symmetries of a game that no lock breaks."""
    group = exchanges(game)
    if all(_keeps(game, exchange, locked) for exchange in group):
        return group
    return [exchange for exchange in transpositions(game, group) if _keeps(game, exchange, locked)]


def _keeps(game: Separated, exchange: Exchange, locked: Locked) -> bool:
    for situation, held in locked.items():
        image = moved(game, game.signal(situation.signal), exchange)
        if not (
            np.array_equal(held.classes, held.classes[image]) and np.array_equal(held.shares, held.shares[:, image])
        ):
            return False
    return True


def fixtures(form: Factored, locked: Locked) -> Fixtures:
    """The locks on the classes of a form; an error where classes with different locks are merged."""
    found: Fixtures = []
    for stage in form.stages:
        pair: list[Fixed | None] = []
        for side in stage.sides:
            of_class = column(side.classes)
            one = np.zeros(side.classes.count, np.int64)
            one[of_class] = np.arange(len(of_class))
            shape = (side.sequences - len(side.entries), side.classes.count)
            fixed = Fixed(np.zeros(shape, bool), np.zeros(shape))
            for situation, first in zip(side.situations, (side.first - len(side.entries)).tolist()):
                held = locked.get(situation)
                if held is None:
                    continue
                _check(held.shares, of_class, one)
                rows = slice(first, first + len(situation.moves))
                fixed.held[rows] = held.classes[one]
                fixed.shares[rows] = held.shares[:, one]
            pair.append(fixed if fixed.held.any() else None)
        found.append((pair[0], pair[1]))
    return found


def _check(shares: Floats, of_class: Ints, one: Ints) -> None:
    if not np.array_equal(shares, shares[:, one[of_class]]):
        raise GalakitError(
            "information sets with different locks would be merged",
            hint="lock what is shrunk by symmetries only: shrink=symmetries, or shrink=none",
            id="GK800",
        )


def with_locks(strategies: list[tuple[Floats, Floats]], fixtures: Fixtures) -> list[tuple[Floats, Floats]]:
    """Strategies with exactly the locked probabilities."""
    return [
        tuple(own if fixed is None else np.where(fixed.held, fixed.shares, own) for own, fixed in zip(*pair))  # type: ignore[misc]
        for pair in zip(strategies, fixtures)
    ]


def fingerprint(fixtures: Fixtures) -> str:
    """A digest of the locks."""
    digest = hashlib.sha256()
    for k, pair in enumerate(fixtures):
        for p, fixed in enumerate(pair):
            if fixed is not None:
                digest.update(f"{k} {p}".encode() + fixed.held.tobytes() + fixed.shares.tobytes())
    return digest.hexdigest()
