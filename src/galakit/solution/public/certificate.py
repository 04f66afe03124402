"""The certificate of a game of public moves: best responses over all histories and classes."""

from __future__ import annotations

import numpy as np

from galakit.errors import GalakitError
from galakit.progress import Progress
from galakit.separated.public import Public
from galakit.solution.certificate import Certificate
from galakit.solution.public.values import PublicNode, Table, Values

PIECE = 1 << 22  # rows that are checked at once


def certify(game: Public, strategies: tuple[Table, Table], progress: Progress | None = None) -> Certificate:
    """Expected payoffs and gains of both players; strategies are tables of weights, to be normalised over moves."""
    for p, table in enumerate(strategies):
        if table.shape != (game.rows[0][p], game.signal(p).classes):
            raise GalakitError("the strategies do not fit the game", id="GK609")
        for low in range(0, len(table), PIECE):
            piece = table[low : low + PIECE]
            if not (np.isfinite(piece).all() and (piece >= 0).all()):
                raise GalakitError("strategy weights must be finite and not negative", id="GK609")
    values = Values(game, strategies, progress)
    start = PublicNode(0, (0, 0))
    found = [values.below(p, start, np.ones(game.signal(1 - p).classes)).sum(axis=1) for p in (0, 1)]
    played = (float(found[0][1]), float(found[1][1]))
    return Certificate(played, (float(found[0][0]) - played[0], float(found[1][0]) - played[1]), False)
