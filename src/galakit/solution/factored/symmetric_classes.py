"""Information sets that are equal up to symmetry: hands that differ in their suits only."""

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
    """The facts of all information sets symmetric to one, including itself.

    >>> import galakit as gk
    >>> alike(gk.load("leduc"), "second", ["private((1,1))", "raise"])
    [('private((1,1))', 'raise'), ('private((2,1))', 'raise')]
    """
    try:
        separated = game.separated
    except NotSeparable:
        return [tuple(facts)]
    index = SituationIndex(game.rules, separated)
    one = index.find(index.players.index(player), naming.parsed(facts)) if player in index.players else None
    if one is None:
        return [tuple(facts)]
    situation, number = one
    orbit = orbits(separated, separated.signal(situation.signal), exchanges(separated))
    possible = separated.possible[situation]
    same = np.flatnonzero((orbit == orbit[number]) & (True if possible is None else possible))
    return [index.facts(situation, index.known(situation, k)) for k in same.tolist()]
