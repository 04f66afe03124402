"""What is the same to a game but for names that may be exchanged: hands that differ in their suits only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from galakit.rules.lazy import NotSeparable
from galakit.separated.symmetry import exchanges, orbits
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex

if TYPE_CHECKING:
    from galakit.game.game import Game


def alike(game: Game, player: str, facts: Sequence[str]) -> list[tuple[str, ...]]:
    """The facts of all information sets that are alike to one, itself among them; itself where there are no others.

    >>> import galakit as gk
    >>> alike(gk.load("leduc"), "second", ["private((1,1))", "raise"])
    [('private((1,1))', 'raise'), ('private((2,1))', 'raise')]
    """
    try:
        separated = game.separated
    except NotSeparable:
        return [tuple(facts)]
    words = SituationIndex(game.rules, separated)
    one = words.find(words.players.index(player), naming.given(facts)) if player in words.players else None
    if one is None:
        return [tuple(facts)]
    place, number = one
    orbit = orbits(separated, separated.signal(place.signal), exchanges(separated))
    possible = separated.possible[place]
    same = np.flatnonzero((orbit == orbit[number]) & (True if possible is None else possible))
    return [words.facts(place, words.known(place, k)) for k in same.tolist()]
