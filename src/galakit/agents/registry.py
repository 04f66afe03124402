<<<<<<< HEAD
"""Agents by name; some take a number after a colon: `minimax:2` looks two turns ahead.
=======
"""Agents by name: those that come with Galakit, and your own as `module:function`.
>>>>>>> h-play

>>> names()
('random', 'legal', 'minimax', 'mcts', 'hyperplay', 'equilibrium')
>>> maker("random").__name__
'random_agent'
"""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

from galakit.agents.contract import Maker
from galakit.errors import GalakitError

# Where each is made: imported when it is asked for, as some bring compiled code.
_MAKERS = {
    "random": "galakit.agents.simple:random_agent",
    "legal": "galakit.agents.simple:legal_agent",
    "minimax": "galakit.agents.minimax:minimax_agent",
    "mcts": "galakit.agents.mcts.agent:mcts_agent",
    "hyperplay": "galakit.agents.hyperplay:hyperplay_agent",
    "equilibrium": "galakit.agents.equilibrium:equilibrium_agent",
}
# Those that take a number: what makes their makers.
_TAKING = {"minimax": "galakit.agents.minimax:minimax"}
DEFAULT = "random"
"""plays every game"""


def names() -> tuple[str, ...]:
    return tuple(_MAKERS)


def maker(name: str) -> Maker:
    """What makes agents of that name."""
<<<<<<< HEAD
    plain, colon, number = name.partition(":")
    place = _MAKERS.get(plain)
    if place is None:
        close = difflib.get_close_matches(plain, _MAKERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the agents are {', '.join(_MAKERS)}"
        raise GalakitError(f"there is no agent called {plain}", hint=hint, id="GK509")
    if not colon:
        made: Maker = _found(place)
        return made
    if plain not in _TAKING or not number.isdecimal() or not 1 <= int(number[:4]) <= 100:
        raise GalakitError(
            f"the agent {name} cannot be made",
            hint="minimax takes a number of turns from 1 to 100, as in minimax:2; other agents take none",
            id="GK995",
        )
    made = _found(_TAKING[plain])(int(number))
=======
    place = _MAKERS.get(name, name)
    module, colon, function = place.partition(":")
    if not colon:
        close = difflib.get_close_matches(name, _MAKERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the agents are {', '.join(_MAKERS)}"
        raise GalakitError(f"there is no agent called {name}", hint=hint, id="GK509")
    try:
        made: Maker = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        if name in _MAKERS:
            raise
        raise GalakitError(
            f"the agent {name} cannot be had: {error}", hint="module:function names a function in Python", id="GK968"
        ) from None
>>>>>>> h-play
    return made


def _found(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)
