"""Separated profiles on a factored form: one that has no names exchanged between which any of them makes a difference.

Where several profiles of a game meet, or one was read from a file, their classes need not be those of any form at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from galakit.separated.actions import Situation as Place
from galakit.separated.classes import Ints
from galakit.separated.factored import Factored
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, exchanges, moved, transpositions
from galakit.solution.factored.continuation_values import Strategies, column

Floats = npt.NDArray[np.float64]


class Played(Protocol):
    """What is played at each situation; see `separated_policy.Columns`."""

    def column(self, place: Place) -> Ints: ...

    def shares(self, place: Place) -> Floats: ...


def lifted(form: Factored, profile: Played, there: Callable[[Place], Place] = lambda place: place) -> Strategies:
    """A profile on the classes of a form; `there` tells what the profile calls a situation."""
    found: Strategies = []
    for stage in form.stages:
        own = []
        for side in stage.sides:
            of_class = column(side.classes)
            one = np.zeros(side.classes.count, np.int64)  # some class of each orbit: they are all played alike
            one[of_class] = np.arange(len(of_class))
            shares = np.empty((side.sequences - len(side.entries), side.classes.count))
            for place, first in zip(side.situations, (side.first - len(side.entries)).tolist()):
                same = there(place)
                shares[first : first + len(place.moves)] = profile.shares(same)[:, profile.column(same)[one]]
            own.append(shares)
        found.append((own[0], own[1]))
    return found


def keeping(game: Separated, profiles: Sequence[tuple[Played, Callable[[Place], Place]]]) -> list[Exchange]:
    """The symmetries of a game between which no profile makes a difference."""
    group = exchanges(game)
    kept = [exchange for exchange in group if keeps(game, exchange, profiles)]
    if len(kept) == len(group):
        return group
    return [exchange for exchange in transpositions(game, group) if keeps(game, exchange, profiles)]


def keeps(game: Separated, exchange: Exchange, profiles: Sequence[tuple[Played, Callable[[Place], Place]]]) -> bool:
    """Whether no profile makes a difference between two names."""
    places = [place for own in game.actions.situations for place in own]
    images = {values: moved(game, game.signal(values), exchange) for values in {p.signal for p in places}}
    return all(_same(profile, there(p), images[p.signal]) for p in places for profile, there in profiles)


def _same(profile: Played, place: Place, image: Ints) -> bool:
    of_class = profile.column(place)
    differ = np.flatnonzero(of_class != of_class[image])
    if not len(differ):
        return True
    shares = profile.shares(place)
    return np.array_equal(shares[:, of_class[differ]], shares[:, of_class[image[differ]]])
