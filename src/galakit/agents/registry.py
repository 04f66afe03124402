"""Agents by name: those that come with Galakit, and your own as `module:function`.

>>> sorted(names())[:2]
['legal', 'random']
>>> maker("random").__name__
'random_agent'
"""

from __future__ import annotations

import difflib
from importlib import import_module

from galakit.agents.contract import Maker
from galakit.errors import GalakitError

# Where each is made: imported when it is asked for, as some bring compiled code.
_MAKERS = {
    "random": "galakit.agents.simple:random_agent",
    "legal": "galakit.agents.simple:legal_agent",
}
DEFAULT = "random"
"""plays every game"""


def names() -> tuple[str, ...]:
    return tuple(_MAKERS)


def maker(name: str) -> Maker:
    """What makes agents of that name."""
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
    return made
