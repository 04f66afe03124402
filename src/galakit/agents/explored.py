"""Complete exploration of games with few states, for agents that use it."""

from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING

from galakit.agents.thinking import until
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.game.game import Game

STATES = 20_000
NODES = 300_000
"""beyond these a game is not small"""

_small: weakref.WeakKeyDictionary[Game, Game | None] = weakref.WeakKeyDictionary()


def explored(game: Game, deadline: float = math.inf) -> Game | None:
    """The game with its states explored, if it has few; OutOfTime at a moment of `time.monotonic()`.

    >>> import galakit as gk
    >>> explored(gk.load("kuhn")).automaton.states
    10
    >>> explored(gk.load("rhode_island")) is None
    True
    """
    from galakit.game.game import Game

    if game not in _small:
        limit = min(STATES, game.limit_states or STATES)
        small = Game(game.rules, limit_states=limit, limit_nodes=NODES)
        try:
            with small.reporting(until(deadline)):
                small.automaton  # noqa: B018 (explored once)
            _small[game] = small
        except OutOfTime:
            raise
        except GalakitError:  # too many states, or rules that fail somewhere: agents play without
            _small[game] = None
    return _small[game]
