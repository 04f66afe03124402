"""How many equilibria in pure strategies there are, by looking at every profile of a small normal form, exactly.

HiGHS works in floating point: where all profiles can be checked, non-existence should not rest on its bound alone.
"""

from __future__ import annotations

from math import prod

import numpy as np

from galakit.game.normal_form import NormalForm, count_strategies
from galakit.game.sequence_form import SequenceForm

PROFILES = 20_000
ENTRIES = 100_000  # of the table over sequences it is made from


def count_equilibria(form: SequenceForm) -> tuple[int, int] | None:
    """Equilibria and profiles in reduced pure strategies; None where these are too many, inexact, or a player forgets.

    >>> import galakit as gk
    >>> count_equilibria(gk.load("stag_hunt").form)
    (2, 4)
    """
    if not form.exact or not form.perfect_recall or prod(form.sequences) > ENTRIES:
        return None
    players = range(len(form.players))
    profiles = prod(count_strategies(form, p) for p in players)
    if profiles > PROFILES:
        return None
    tables = [table for table, _ in NormalForm(form).tables]
    stable = np.ones(tables[0].shape, bool)
    for player, table in enumerate(tables):
        stable &= table == table.max(axis=player, keepdims=True)
    return int(stable.sum()), profiles
