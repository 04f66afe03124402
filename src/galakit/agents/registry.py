"""Agents by name: those that come with Galakit, and your own as `module:function`.

`minimax:2` is minimax that looks two turns ahead at most.

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
DEFAULT = "random"
"""plays every game"""


def names() -> tuple[str, ...]:
    return tuple(_MAKERS)


def maker(name: str) -> Maker:
    """What makes agents of that name."""
    own, colon, rest = name.partition(":")
    if name in _MAKERS:
        made: Maker = _found(_MAKERS[name])
        return made
    if own in _MAKERS and colon:
        return _to_depth(own, rest)
    if not colon:
        close = difflib.get_close_matches(name, _MAKERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the agents are {', '.join(_MAKERS)}"
        raise GalakitError(f"there is no agent called {name}", hint=hint, id="GK509")
    try:
        made = _found(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise GalakitError(
            f"the agent {name} cannot be had: {error}",
            hint="module:function names a function in Python; its folder must be on the path: PYTHONPATH=/whole/path",
            id="GK968",
        ) from None
    return made


def _to_depth(name: str, depth: str) -> Maker:
    if name != "minimax" or depth not in {str(n) for n in range(1, 101)}:
        raise GalakitError(
            f"there is no agent called {name}:{depth}",
            hint="minimax takes a number of turns from 1 to 100, as in minimax:2; the others take none",
            id="GK995",
        )
    made: Maker = _found("galakit.agents.minimax:minimax")(int(depth))
    return made


def _found(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)
