"""Separated profiles on a factored form that uses only symmetries which the profiles keep.

Several profiles of a game, or one that was read from a file, need not have the classes of an existing form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from galakit.separated.actions import Situation
from galakit.separated.classes import Ints
from galakit.separated.factored import Factored
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, exchanges, moved, transpositions
from galakit.solution.factored.continuation_values import Strategies, column

Floats = npt.NDArray[np.float64]
Translation = Callable[[Situation], Situation]


class Played(Protocol):
    """The strategies at each situation; see `factored.policy.Columns`."""

    def column(self, situation: Situation) -> Ints: ...

    def shares(self, situation: Situation) -> Floats: ...


def lifted(form: Factored, profile: Played, there: Translation = lambda situation: situation) -> Strategies:
    """A profile on the classes of a form; `there` maps a situation of the form to that of the profile."""
    found: Strategies = []
    for stage in form.stages:
        own = []
        for side in stage.sides:
            of_class = column(side.classes)
            one = np.zeros(side.classes.count, np.int64)  # some class of each orbit: they are all played alike
            one[of_class] = np.arange(len(of_class))
            shares = np.empty((side.sequences - len(side.entries), side.classes.count))
            for situation, first in zip(side.situations, (side.first - len(side.entries)).tolist()):
                same = there(situation)
                shares[first : first + len(situation.moves)] = profile.shares(same)[:, profile.column(same)[one]]
            own.append(shares)
        found.append((own[0], own[1]))
    return found


def keeping(game: Separated, profiles: Sequence[tuple[Played, Translation]]) -> list[Exchange]:
    """The symmetries of a game that all profiles keep."""
    group = exchanges(game)
    kept = [exchange for exchange in group if keeps(game, exchange, profiles)]
    if len(kept) == len(group):
        return group
    return [exchange for exchange in transpositions(game, group) if keeps(game, exchange, profiles)]


def keeps(game: Separated, exchange: Exchange, profiles: Sequence[tuple[Played, Translation]]) -> bool:
    """Whether all profiles play the same when two names are exchanged."""
    situations = [situation for own in game.actions.situations for situation in own]
    images = {values: moved(game, game.signal(values), exchange) for values in {p.signal for p in situations}}
    return all(_same(profile, there(p), images[p.signal]) for p in situations for profile, there in profiles)


def _same(profile: Played, situation: Situation, image: Ints) -> bool:
    of_class = profile.column(situation)
    differ = np.flatnonzero(of_class != of_class[image])
    if not len(differ):
        return True
    shares = profile.shares(situation)
    return np.array_equal(shares[:, of_class[differ]], shares[:, of_class[image[differ]]])
